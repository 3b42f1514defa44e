package main

import (
	"github.com/spf13/cobra"

	"tagmate/internal/uci"
)

func newUCICommand() *cobra.Command {
	var tables string
	c := &cobra.Command{
		Use:   "uci",
		Short: "Speak UCI on standard input and output, for graphical interfaces",
		Long: `Speak UCI, with the extensions for variants that Fairy-Stockfish has: the combo
UCI_Variant chooses the game, VariantPath loads more of them from .toml files.
TablesPath is the directory of endgame tables (tagmate tablebase build).`,
		Example: `  tagmate uci
  printf 'setoption name UCI_Variant value teutonic\ngo depth 8\n' | tagmate uci`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := engineTablesDir(tables)
			if err != nil {
				return err
			}
			return uci.New("tagmate "+version(), cmd.OutOrStdout()).UseTables(dir).Run(cmd.Context(), cmd.InOrStdin())
		},
	}
	engineTablesFlag(c, &tables)
	return c
}
