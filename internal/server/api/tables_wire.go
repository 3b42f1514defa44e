package api

import (
	"tagmate/internal/server/endings"
	"tagmate/tablebase"
)

// Tablebase lists the endgame tables and says how far their building is.
type Tablebase struct {
	Building TableBuilding `json:"building"`
	Endings  []TableEnding `json:"endings" doc:"by game and name"`
}

// TableBuilding is how far the small tables are that the site builds by itself.
type TableBuilding struct {
	State   string `json:"state" enum:"off,idle,building,done,failed" doc:"idle until somebody asks; off where the site builds none"`
	Done    int    `json:"done"`
	Total   int    `json:"total"`
	Current string `json:"current" doc:"the game and ending that is being built, or empty"`
}

// TableEnding is one table in short.
type TableEnding struct {
	Variant    string  `json:"variant"`
	Ending     string  `json:"ending" doc:"White's men in upper case, the stronger side"`
	Men        int     `json:"men"`
	Pure       bool    `json:"pure" doc:"draws by lack of material are not looked at"`
	WinPercent float64 `json:"winPercent" doc:"of the positions with White to move"`
	Longest    int     `json:"longest" doc:"plies of White's longest win; 0 for none"`
	Bytes      int     `json:"bytes"`
}

// TableStats counts the positions of an ending.
type TableStats struct {
	Variant string      `json:"variant"`
	Ending  string      `json:"ending"`
	Pure    bool        `json:"pure"`
	Parts   []TablePart `json:"parts" doc:"all positions; and where two men are bound to square colours, those on the same and on different ones"`
}

// TablePart counts the positions of an ending, or of a part of it.
type TablePart struct {
	Squares string    `json:"squares" enum:"all,same,different"`
	White   TableSide `json:"white" doc:"White to move"`
	Black   TableSide `json:"black" doc:"Black to move"`
}

// TableSide counts positions with one side to move, on the whole board.
type TableSide struct {
	Legal       int     `json:"legal"`
	Wins        int     `json:"wins"`
	Draws       int     `json:"draws"`
	Losses      int     `json:"losses"`
	Mates       int     `json:"mates" doc:"the side to move is mated"`
	Stalemates  int     `json:"stalemates"`
	WinPercent  float64 `json:"winPercent"`
	LossPercent float64 `json:"lossPercent"`
	LongestWin  int     `json:"longestWin" doc:"plies; 0 for none"`
	LongestFEN  string  `json:"longestFen"`
	LongestLoss int     `json:"longestLoss"`
	LossFEN     string  `json:"lossFen"`
	WinsBy      []int   `json:"winsBy" doc:"by plies"`
	LossesBy    []int   `json:"lossesBy"`
	MatedOn     []int   `json:"matedOn" doc:"mates by the square of the mated king, a1, b1 and so on; empty without a king"`
}

// ProbeRequest asks what a position is worth.
type ProbeRequest struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Pure    bool   `json:"pure,omitempty" doc:"ignore draws by lack of material"`
}

// ProbeAnswer is the value of a position with best play.
type ProbeAnswer struct {
	FEN    string       `json:"fen" doc:"normalised"`
	Ending string       `json:"ending"`
	Turn   string       `json:"turn" enum:"white,black"`
	Check  bool         `json:"check"`
	Status string       `json:"status" enum:"ongoing,checkmate,stalemate,draw-material"`
	Value  string       `json:"value" enum:"win,draw,loss" doc:"for the side to move"`
	DTM    *int         `json:"dtm" doc:"plies to the end; null for a draw"`
	Moves  []ProbedMove `json:"moves" doc:"the best first"`
}

// ProbedMove is a legal move and its value for the side that makes it.
type ProbedMove struct {
	UCI   string `json:"uci"`
	SAN   string `json:"san"`
	FEN   string `json:"fen" doc:"the position after it"`
	Value string `json:"value" enum:"win,draw,loss,unknown"`
	DTM   *int   `json:"dtm" doc:"plies to the end, this one included; null for a draw"`
}

// PickRequest asks for a position of an ending to practise with.
type PickRequest struct {
	Variant string `json:"variant"`
	Ending  string `json:"ending"`
	Turn    string `json:"turn" enum:"white,black"`
	Value   string `json:"value" enum:"win,loss" doc:"for the side to move"`
	Low     int    `json:"low" doc:"at least so many plies from the end"`
	High    int    `json:"high"`
	Seed    int    `json:"seed" doc:"the same seed gives the same position"`
	Pure    bool   `json:"pure,omitempty"`
}

// TableClaim is a claim of an inventor and what the tables say of it.
type TableClaim struct {
	Number     int           `json:"number"`
	Variant    string        `json:"variant"`
	Claim      string        `json:"claim" doc:"in our words, English"`
	Quote      string        `json:"quote" doc:"in the inventor's words; empty where no source was found"`
	Partly     bool          `json:"partly" doc:"the quotation speaks of a part of the claim"`
	By         string        `json:"by" doc:"the game's inventor"`
	Source     string        `json:"source" doc:"the page that is quoted, else that of the game"`
	Verdict    string        `json:"verdict" enum:"holds,holds with exceptions,does not hold"`
	Finding    string        `json:"finding"`
	Numbers    []ClaimNumber `json:"numbers"`
	Exceptions []ClaimShown  `json:"exceptions"`
}

// ClaimNumber is one computed number.
type ClaimNumber struct {
	Name   string  `json:"name"`
	Ending string  `json:"ending"`
	What   string  `json:"what"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
}

// ClaimShown is a position that a claim does not fit, or an example.
type ClaimShown struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Note    string `json:"note"`
	What    string `json:"what"`
	Ending  string `json:"ending"`
	Count   int    `json:"count"`
	Plies   int    `json:"plies"`
}

func statsOf(list []tablebase.Stats) TableStats {
	out := TableStats{Variant: list[0].Game, Ending: list[0].Ending, Pure: list[0].Pure}
	for i := range list {
		out.Parts = append(out.Parts, TablePart{list[i].Squares, sideOf(&list[i].White), sideOf(&list[i].Black)})
	}
	return out
}

func sideOf(s *tablebase.SideStats) TableSide {
	return TableSide{
		Legal: int(s.Legal), Wins: int(s.Wins), Draws: int(s.Draws), Losses: int(s.Losses), Mates: int(s.Checkmates), Stalemates: int(s.Stalemates),
		WinPercent: s.WinPercent, LossPercent: s.LosePct, LongestWin: s.Longest, LongestFEN: s.LongestFEN, LongestLoss: s.LongLoss, LossFEN: s.LossFEN,
		WinsBy: ints(s.WinsBy), LossesBy: ints(s.LossesBy), MatedOn: ints(s.MatedOn),
	}
}

func ints(list []int64) []int {
	out := make([]int, len(list))
	for i, n := range list {
		out[i] = int(n)
	}
	return out
}

func tablebaseOf(s endings.Status, list []endings.Ending) Tablebase {
	out := Tablebase{Building: TableBuilding{string(s.State), s.Done, s.Total, s.Current}, Endings: []TableEnding{}}
	for _, e := range list {
		out.Endings = append(out.Endings, TableEnding{e.Game, e.Name, e.Men, e.Pure, e.WinPercent, e.Longest, int(e.Bytes)})
	}
	return out
}

func claimsOf(list []tablebase.Claim) []TableClaim {
	out := []TableClaim{}
	for _, c := range list {
		x := TableClaim{
			Number: c.Number, Variant: c.Game, Claim: c.Claim, Quote: c.Quote, Partly: c.Partly, By: c.By, Source: c.Source, Verdict: string(c.Verdict), Finding: c.Finding,
			Numbers: []ClaimNumber{}, Exceptions: []ClaimShown{},
		}
		for _, n := range c.Numbers {
			x.Numbers = append(x.Numbers, ClaimNumber(n))
		}
		for _, p := range c.Exceptions {
			x.Exceptions = append(x.Exceptions, ClaimShown{p.Game, p.FEN, p.Note, p.What, p.Ending, int(p.Count), p.Plies})
		}
		out = append(out, x)
	}
	return out
}
