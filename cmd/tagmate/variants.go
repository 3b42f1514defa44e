package main

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tagmate/variant"
)

// variantReport is a game in JSON.
type variantReport struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Inventor string        `json:"inventor,omitempty"`
	Year     int           `json:"year,omitempty"`
	Source   string        `json:"source,omitempty"`
	Summary  string        `json:"summary"`
	Rules    []string      `json:"rules"`
	Files    int           `json:"files"`
	Ranks    int           `json:"ranks"`
	Start    string        `json:"start"`
	Team     bool          `json:"team"`
	Pieces   []pieceReport `json:"pieces"`
}

type pieceReport struct {
	Letter    string `json:"letter"`
	Name      string `json:"name"`
	Title     string `json:"title"`
	Move      string `json:"move"`
	Value     int    `json:"value"` // centipawns
	Colour    string `json:"colour,omitempty"`
	Promotion bool   `json:"promotion"` // a pawn may become it
	Pair      bool   `json:"pair,omitempty"`
	Royal     bool   `json:"royal,omitempty"`
	OnlyRoyal bool   `json:"attacksOnlyKing,omitempty"`
}

func reportVariant(d *variant.Def) variantReport {
	rep := variantReport{
		ID: d.ID, Name: d.Name, Inventor: d.Inventor, Year: d.Year, Source: d.Source, Summary: d.Summary,
		Rules: d.Rules, Files: d.Shape.Files, Ranks: d.Shape.Ranks, Start: d.Start, Team: d.Team(),
	}
	if rep.Rules == nil {
		rep.Rules = []string{}
	}
	for _, p := range d.Pieces {
		rep.Pieces = append(rep.Pieces, pieceReport{
			Letter: string(p.Letter), Name: p.Name, Title: p.Title, Move: p.Text, Value: p.Value,
			Colour: p.Colour.String(), Royal: p.Royal, OnlyRoyal: p.OnlyRoyal,
		})
	}
	for _, p := range d.Pieces {
		for _, choice := range p.Promotions {
			rep.Pieces[choice.Kind].Promotion = true
			rep.Pieces[choice.Kind].Pair = choice.Pair
		}
	}
	return rep
}

func newVariantsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "variants [NAME]",
		Short: "List the games, or show the rules and pieces of one",
		Example: `  tagmate variants
  tagmate variants teammate
  tagmate variants mygame.toml --json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeVariants,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 1 {
				r, err := loadRules(args[0])
				if err != nil {
					return err
				}
				rep := reportVariant(r.Def())
				if asJSON {
					return writeJSON(out, rep)
				}
				fmt.Fprint(out, describeVariant(rep))
				return nil
			}
			var list []variantReport
			for _, id := range variant.IDs() {
				d, err := variant.Lookup(id)
				if err != nil {
					return err
				}
				list = append(list, reportVariant(d))
			}
			if asJSON {
				return writeJSON(out, list)
			}
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, v := range list {
				fmt.Fprintf(w, "%s\t%s\t%d×%d\t%s\n", v.ID, v.Name, v.Files, v.Ranks, v.Summary)
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with JSON")
	return c
}

// describeVariant writes a game for people.
func describeVariant(v variantReport) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)", v.Name, v.ID)
	if v.Inventor != "" {
		fmt.Fprintf(&b, ", by %s", v.Inventor)
	}
	if v.Year != 0 {
		fmt.Fprintf(&b, ", %d", v.Year)
	}
	fmt.Fprintf(&b, "\n%s\n%d files × %d ranks, %s\n\n", v.Summary, v.Files, v.Ranks, v.Start)
	for _, r := range v.Rules {
		fmt.Fprintf(&b, "- %s\n", r)
	}
	b.WriteByte('\n')
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tpiece\tmoves\tvalue\tsquare colour\tpromotion")
	for _, p := range v.Pieces {
		value, promotion := "", ""
		if p.Value > 0 {
			value = strconv.FormatFloat(float64(p.Value)/100, 'f', -1, 64)
		}
		switch {
		case p.Pair:
			promotion = "yes, a pair"
		case p.Promotion:
			promotion = "yes"
		}
		move := p.Move
		if p.OnlyRoyal {
			move += " (attacks a king only)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Letter, p.Title, move, value, p.Colour, promotion)
	}
	w.Flush()
	if v.Source != "" {
		fmt.Fprintf(&b, "\nRules: %s\n", v.Source)
	}
	return b.String()
}
