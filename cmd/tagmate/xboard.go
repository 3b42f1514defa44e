package main

import (
	"github.com/spf13/cobra"

	"tagmate/internal/xboard"
)

func newXBoardCommand() *cobra.Command {
	var tables string
	c := &cobra.Command{
		Use:   "xboard",
		Short: "Speak the XBoard protocol on standard input and output",
		Long: `Speak the XBoard protocol, version 2. Games that XBoard does not know are
described to it. The pair of Brutes cannot be told to XBoard: by default the game
is played without it; the engine option "Pair of Brutes" set to resync has it
played, and the position sent anew.`,
		Example: `  xboard -fcp "tagmate xboard" -variant team-mate
  xboard -fcp "tagmate xboard" -variant teutonic -testLegality false`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := engineTablesDir(tables)
			if err != nil {
				return err
			}
			return xboard.New("tagmate "+version(), cmd.OutOrStdout()).UseTables(dir).Run(cmd.Context(), cmd.InOrStdin())
		},
	}
	engineTablesFlag(c, &tables)
	return c
}
