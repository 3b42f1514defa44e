// Compare runs our program and another UCI engine in turn on the same positions
// and tells how much processor time each takes: for perft, and for search by the
// nodes that it counts.
//
//	go run ./bench/compare --own bin/tagmate --peer /usr/games/stockfish
//	go run ./bench/compare --own bin/tagmate --peer ./peer --variant teutonic --option VariantPath=peer.ini --perft 4
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// options are what the command line says.
type options struct {
	own, peer string
	variant   string
	settings  []string // name=value, for the peer
	positions string
	perft     int
	nodes     int
	rounds    int
}

func main() {
	var o options
	flag.StringVar(&o.own, "own", "bin/tagmate", "our `program`")
	flag.StringVar(&o.peer, "peer", "", "the other UCI `engine`")
	flag.StringVar(&o.variant, "variant", "chess", "`game`, by the name that both know")
	flag.Func("option", "`name=value` for the peer (repeatable)", func(s string) error {
		o.settings = append(o.settings, s)
		return nil
	})
	flag.StringVar(&o.positions, "positions", "bench/positions", "`folder` with a file VARIANT.fen, a position a line")
	flag.IntVar(&o.perft, "perft", 5, "`depth` of perft from the first position; 0 for none")
	flag.IntVar(&o.nodes, "nodes", 1_000_000, "`nodes` to search in each position; 0 for none")
	flag.IntVar(&o.rounds, "rounds", 5, "how `often`, in turn")
	flag.Parse()
	if err := run(o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(o options, out io.Writer) error {
	if o.peer == "" || flag.NArg() > 0 {
		return fmt.Errorf("expected --peer PATH and no other words")
	}
	if o.rounds < 1 || o.perft < 0 || o.nodes < 0 {
		return fmt.Errorf("expected --rounds 1 or more, --perft and --nodes 0 or more")
	}
	text, err := os.ReadFile(filepath.Join(o.positions, o.variant+".fen"))
	if err != nil {
		return err
	}
	fens := strings.Split(strings.TrimSpace(string(text)), "\n")
	own := engine{[]string{o.own, "uci"}, []string{"UCI_Variant=" + o.variant}}
	peer := engine{[]string{o.peer}, slices.Clone(o.settings)}
	if o.variant != "chess" {
		peer.settings = append(peer.settings, "UCI_Variant="+o.variant)
	}
	if o.perft > 0 {
		if err := compare(out, fmt.Sprintf("perft %d", o.perft), o.rounds, own, peer, fens[:1], fmt.Sprintf("go perft %d", o.perft)); err != nil {
			return err
		}
	}
	if o.nodes > 0 {
		return compare(out, fmt.Sprintf("search of %d positions, %d nodes each", len(fens), o.nodes), o.rounds, own, peer, fens, fmt.Sprintf("go nodes %d", o.nodes))
	}
	return nil
}

// compare measures both engines in turn and writes what came out.
func compare(out io.Writer, what string, rounds int, own, peer engine, fens []string, order string) error {
	var speeds [2][]float64
	var ratios []float64
	for range rounds {
		for i, e := range []engine{own, peer} {
			// What a start costs is not what is measured.
			_, idle, err := e.measure(nil, "")
			if err != nil {
				return err
			}
			nodes, busy, err := e.measure(fens, order)
			if err != nil {
				return err
			}
			speeds[i] = append(speeds[i], float64(nodes)/max(busy-idle, time.Millisecond).Seconds()/1e6)
		}
		n := len(speeds[0]) - 1
		ratios = append(ratios, speeds[0][n]/speeds[1][n])
	}
	fmt.Fprintf(out, "%s, millions of nodes a second of processor time\n", what)
	for i, name := range []string{"own", "peer"} {
		fmt.Fprintf(out, "  %-5s %s\n", name, spread(speeds[i]))
	}
	fmt.Fprintf(out, "  ratio %s\n", spread(ratios))
	return nil
}

// spread writes the median of some numbers, and the least and greatest.
func spread(all []float64) string {
	s := slices.Sorted(slices.Values(all))
	return fmt.Sprintf("%7.2f  (%.2f to %.2f)", s[len(s)/2], s[0], s[len(s)-1])
}

// engine is a program and its settings.
type engine struct {
	command  []string
	settings []string
}

// measure has an engine obey an order in each position, and returns the nodes
// that it counted and the processor time that it took, its start included.
func (e *engine) measure(fens []string, order string) (nodes uint64, busy time.Duration, err error) {
	cmd := exec.Command(e.command[0], e.command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, 0, err
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	defer func() {
		fmt.Fprintln(in, "quit")
		in.Close()
		_, _ = io.Copy(io.Discard, pipe)
		if waitErr := cmd.Wait(); err == nil {
			err = waitErr
		}
		busy = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}()
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 1<<20)
	until := func(word string, each func(string)) error {
		for lines.Scan() {
			line := lines.Text()
			if each != nil {
				each(line)
			}
			if strings.HasPrefix(line, word) {
				return nil
			}
		}
		return fmt.Errorf("%s ended before it said %s", e.command[0], word)
	}
	fmt.Fprintln(in, "uci")
	if err := until("uciok", nil); err != nil {
		return 0, 0, err
	}
	for _, s := range e.settings {
		name, value, _ := strings.Cut(s, "=")
		fmt.Fprintf(in, "setoption name %s value %s\n", name, value)
	}
	fmt.Fprintln(in, "isready")
	if err := until("readyok", nil); err != nil {
		return 0, 0, err
	}
	for _, fen := range fens {
		fmt.Fprintf(in, "ucinewgame\nposition fen %s\n%s\n", fen, order)
		last := uint64(0)
		end := "bestmove"
		if strings.Contains(order, "perft") {
			end = "Nodes searched"
		}
		if err := until(end, func(line string) {
			if n, ok := counted(line); ok {
				last = n
			}
		}); err != nil {
			return 0, 0, err
		}
		nodes += last
	}
	return nodes, 0, nil
}

// counted reads the number of nodes from a line that has one.
func counted(line string) (uint64, bool) {
	words := strings.Fields(strings.Replace(line, "Nodes searched:", "nodes", 1))
	for i := 0; i+1 < len(words); i++ {
		if words[i] == "nodes" {
			n, err := strconv.ParseUint(words[i+1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
