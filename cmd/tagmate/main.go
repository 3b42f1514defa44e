// Command tagmate is the home of Team-Mate Chess, Teutonic Knight's Chess and
// Tag Chess: rules, engine and web site in one binary. This package has the
// flags and the wiring, and nothing else.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes: what was asked failed, or could not be understood.
const (
	exitFailure = 1
	exitUsage   = 2
)

// usageError is an error in what the user gave: flags, arguments, positions,
// moves or files.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// badInput marks an error as one of the user's input.
func badInput(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run carries out a command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	stdout := &keptWriter{w: out}
	root := newRootCommand()
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	root.SetIn(in)
	root.SetOut(stdout)
	root.SetErr(errOut)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	for _, c := range root.Commands() {
		if c.Name() == "completion" { // which would take any word and show its help
			c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}

	// What fails before a command starts is the fault of the command line.
	started := false
	noteStart(root, &started)
	cmd, err := root.ExecuteContextC(ctx)
	switch {
	case stdout.err != nil:
		err = fmt.Errorf("output: %w", stdout.err)
	case err != nil && !started:
		err = badInput(fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath()))
	}
	if err == nil {
		return 0
	}
	fmt.Fprintln(errOut, "tagmate:", strings.Join(strings.Fields(err.Error()), " "))
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
}

// noteStart has every command say that it has started.
func noteStart(c *cobra.Command, started *bool) {
	if do := c.RunE; do != nil {
		c.RunE = func(cmd *cobra.Command, args []string) error {
			*started = true
			return do(cmd, args)
		}
	}
	for _, sub := range c.Commands() {
		noteStart(sub, started)
	}
}

// keptWriter keeps the first error, which those who print do not look at.
type keptWriter struct {
	w   io.Writer
	err error
}

func (k *keptWriter) Write(b []byte) (int, error) {
	if k.err != nil {
		return 0, k.err
	}
	n, err := k.w.Write(b)
	k.err = err
	return n, err
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "tagmate",
		Short: "Play, learn and test Team-Mate Chess, Teutonic Knight's Chess and Tag Chess",
		Long: `tagmate plays chess variants: Team-Mate Chess, Teutonic Knight's Chess, Tag
Chess, orthodox chess, and games of your own written as a file.`,
		Example: `  tagmate serve                      play in the browser at http://127.0.0.1:8080/
  tagmate play -v teammate -l 3      play in the terminal
  tagmate variants teutonic          the rules in short and the pieces
  tagmate moves -v teammate --fen "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1"`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noCommand,

		SuggestionsMinimumDistance: 2,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	root.SetHelpCommand(newHelpCommand())
	root.AddCommand(
		newServeCommand(), newWorkerCommand(), newPlayCommand(), newVariantsCommand(), newDiagramCommand(),
		newPerftCommand(), newMovesCommand(), newApplyCommand(), newTagCommand(), newUCICommand(), newXBoardCommand(), newMatchCommand(), newTuneCommand(), newAnalyzeCommand(), newBenchCommand(), newTablebaseCommand(), newClaimsCommand(),
	)
	return root
}

// noCommand refuses a word that is no command.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q, perhaps %s", args[0], strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// noArgs refuses arguments.
func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q", args[0])
	}
	return nil
}

// newHelpCommand is cobra's, except that an unknown command is an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command does",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if at, _, err := cmd.Root().Find(args); err == nil {
				for _, c := range at.Commands() {
					if c.IsAvailableCommand() {
						names = append(names, c.Name()+"\t"+c.Short)
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			at, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return badInput(fmt.Errorf("help: unknown command %q", strings.Join(args, " ")))
			}
			at.InitDefaultHelpFlag()
			at.InitDefaultVersionFlag()
			return at.Help()
		},
	}
}

// buildVersion is set by the linker.
var buildVersion string

// version returns what the build recorded: what make found, or the module's
// version, or the commit.
func version() string {
	if buildVersion != "" {
		return buildVersion
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "(devel)"
}
