//go:build clients

package clients

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
)

// program returns the path of a program, also where Debian keeps games.
func program(t *testing.T, name string) string {
	t.Helper()
	for _, name := range []string{name, "/usr/games/" + name} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatalf("%s is not installed: scripts/need.sh %s", name, name)
	return ""
}

// start starts a program in a process group of its own, which ends with the
// test, whatever becomes of it.
func start(t *testing.T, cmd *exec.Cmd) (ended <-chan struct{}) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // it is killed, mostly
		close(done)
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-done
	})
	return done
}

// display is the X server of all tests, as $DISPLAY.
var display = ":none"

// serve starts an X server without a screen, and returns what ends it.
func serve() (stop func(), err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "700x900x24", "-nolisten", "tcp", "-noreset")
	cmd.ExtraFiles = []*os.File{write}
	err = cmd.Start()
	write.Close()
	if err != nil {
		return nil, err
	}
	stop = func() {
		// Killed outright it would leave its socket behind.
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		stop()
		return nil, fmt.Errorf("the X server does not start: %w", err)
	}
	display = ":" + strings.TrimSpace(number)
	return stop, nil
}

func TestMain(m *testing.M) {
	flag.Parse()
	stop, err := serve()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	stop()
	os.Exit(code)
}

// match is what XBoard is to play.
type match struct {
	variant       string // as XBoard calls it
	game          string // as we do
	first, second string // commands of the engines
	foreign       bool   // the second is not ours
	games         int
	level         []string // time control
	picture       string   // file for a screenshot of the last position
	wait          time.Duration
	more          []string
}

// play has XBoard play a match and returns its games, read by us.
func (m match) play(t *testing.T) []*notation.PGN {
	t.Helper()
	dir := t.TempDir()
	file, talk := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "talk")
	args := append([]string{
		"-fcp", m.first, "-scp", m.second, "-variant", m.variant, "-mode", "TwoMachines",
		"-matchGames", strconv.Itoa(m.games), "-saveGameFile", file, "-debug", "-nameOfDebugFile", talk,
		"-testLegality", "false", "-ruleMoves", "0", "-autoCallFlag", "false", "-soundProgram", "",
	}, m.level...)
	cmd := exec.Command(program(t, "xboard"), append(args, m.more...)...)
	var complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &complaints, &complaints
	t.Cleanup(func() {
		if t.Failed() {
			said, _ := os.ReadFile(talk)
			t.Logf("XBoard said %q; the end of its debug file:\n%s", complaints.String(), said[max(len(said)-2000, 0):])
		}
	})
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir, "DISPLAY="+display)
	done := start(t, cmd)
	text := m.follow(t, file, done)
	said, err := os.ReadFile(talk)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(said)) {
		for _, bad := range []string{"Illegal move", "Error (", "tellusererror", "forfeit", "exited unexpectedly"} {
			// A foreign engine may not know every command.
			if strings.Contains(line, bad) && !(m.foreign && strings.Contains(line, "<second: Error")) {
				t.Errorf("between XBoard and the engines: %s", line)
			}
		}
	}
	r, err := position.RulesOf(m.game)
	if err != nil {
		t.Fatal(err)
	}
	if r.Shape().Ranks == 10 {
		text = fromOne(text)
	}
	var games []*notation.PGN
	for strings.TrimSpace(text) != "" {
		g, rest, err := notation.ReadPGN(r, text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		check(t, r, g)
		games = append(games, g)
		text = rest
	}
	if len(games) != m.games {
		t.Errorf("%d games, want %d", len(games), m.games)
	}
	return games
}

// follow waits for the end of the match and returns the games. A picture is
// taken while the last one is played.
func (m match) follow(t *testing.T, file string, done <-chan struct{}) string {
	t.Helper()
	deadline := time.After(m.wait)
	tick := time.NewTicker(300 * time.Millisecond)
	defer tick.Stop()
	for n := 1; ; n++ {
		text, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		ended := bytes.Count(text, []byte("\n[Result "))
		if ended == m.games && bytes.HasSuffix(bytes.TrimSpace(text), lastWord(text)) {
			return string(text)
		}
		if m.picture != "" && ended == m.games-1 && n%10 == 0 {
			shoot(t, m.picture)
		}
		select {
		case <-tick.C:
		case <-done:
			// XBoard leaves when a match is over; the file is whole then.
			done = nil
			deadline = time.After(2 * time.Second)
		case <-deadline:
			t.Fatalf("after %v there are %d games of %d:\n%s", m.wait, ended, m.games, text)
		}
	}
}

// lastWord returns the result that the last game of a file should end with.
func lastWord(text []byte) []byte {
	_, tag, ok := bytes.Cut(text[max(bytes.LastIndex(text, []byte("\n[Result ")), 0):], []byte{'"'})
	if !ok {
		return []byte("a result")
	}
	word, _, _ := bytes.Cut(tag, []byte{'"'})
	return word
}

// shoot takes a picture of the screen.
func shoot(t *testing.T, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program(t, "import"), "-window", "root", file)
	cmd.Env = append(os.Environ(), "DISPLAY="+display)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("no picture: %v\n%s", err, out)
	}
}

// fromOne returns games whose ranks XBoard has counted from 0, as it does on
// boards of ten, with ranks counted from 1.
func fromOne(text string) string {
	rank := regexp.MustCompile(`[a-hA-Z][0-9]`) // or the rank that tells two pieces apart
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "[") {
			line = rank.ReplaceAllStringFunc(line, func(s string) string {
				return s[:1] + strconv.Itoa(int(s[1]-'0')+1)
			})
		}
		out.WriteString(line)
	}
	return out.String()
}

// check replays a game: every move is legal, and the result is that of the
// last position, or one that a player could claim there.
func check(t *testing.T, r *position.Rules, pgn *notation.PGN) {
	t.Helper()
	g, err := game.FromFEN(r, pgn.Start)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range pgn.Moves {
		if err := g.Play(p.Move); err != nil {
			t.Fatalf("ply %d of %v: %v", i+1, pgn, err)
		}
	}
	if !g.Result().Over() {
		if _, ok := g.CanClaim(); !ok || pgn.Result != "1/2-1/2" {
			t.Errorf("the game is not over, and %s is claimed:\n%v", pgn.Result, pgn)
		}
		return
	}
	if want := g.Result().Outcome.String(); pgn.Result != want {
		t.Errorf("%s in the file, %s by the rules:\n%v", pgn.Result, want, pgn)
	}
}
