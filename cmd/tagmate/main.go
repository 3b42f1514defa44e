// Command tagmate is the home of Team-Mate Chess, Teutonic Knight's Chess and
// Tag Chess: rules, engine and web site in one binary. This package has the
// flags and the wiring, and nothing else.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

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

func main() { os.Exit(run(context.Background(), os.Args[1:])) }

// run carries out a command line and returns the exit code.
func run(ctx context.Context, args []string) int {
	root := newRootCommand()
	root.SetArgs(args)
	return execute(ctx, root)
}

func execute(ctx context.Context, root *cobra.Command) int {
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(root.ErrOrStderr(), "tagmate:", err)
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
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
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return badInput(fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath()))
	})
	root.AddCommand(
		newServeCommand(), newPlayCommand(), newVariantsCommand(), newDiagramCommand(),
		newPerftCommand(), newMovesCommand(), newApplyCommand(), newTagCommand(),
	)
	checkArgs(root)
	return root
}

// checkArgs has wrong arguments, of every command, count as bad input.
func checkArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return badInput(fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath()))
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		checkArgs(sub)
	}
}

// version returns the module's version as the build recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
