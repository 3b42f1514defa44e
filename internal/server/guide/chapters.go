package guide

// chapter says what the page of a game tells beside its pieces.
type chapter struct {
	family   string // of the keys of texts, so that two arrays may share them
	topics   []topic
	specials []topic
}

// topic is a paragraph of the rules: its title is guide.topic.KEY, its text
// rules.FAMILY.KEY or, where that is missing, rules.KEY. A special has the text
// special.FAMILY.KEY and no title.
type topic struct {
	key     string
	figures []figure
}

// figure is a position that illustrates a topic.
type figure struct {
	fen     string
	move    string // UCI, made before drawing; "" for none
	window  string // two corner squares; "" for the whole board
	caption string // key; {move} is the move in SAN
	show    show
	hatched string // files, such as "ad" for a to d
}

// show says which moves of the side to move a figure marks.
type show uint8

const (
	showNothing   show = iota
	showPawnMoves      // where its pawns may go
	showPassant        // where en passant may be captured
	showKingMoves      // where its king may go
)

var pair = []figure{
	{fen: "8/4P3/8/8/8/k7/8/4K3 w - - 0 1", window: "c6g8", caption: "guide.figure.before"},
	{fen: "8/4P3/8/8/8/k7/8/4K3 w - - 0 1", move: "e7e8b", window: "c6g8", caption: "guide.figure.after"},
}

// castling shows the first rank before and after castling on either side.
func castling(fen, window, king, queen string) []figure {
	return []figure{
		{fen: fen, window: window, caption: "guide.figure.before"},
		{fen: fen, move: king, window: window, caption: "guide.figure.after"},
		{fen: fen, move: queen, window: window, caption: "guide.figure.after"},
	}
}

var teutonicTopics = []topic{
	{key: "aim"},
	{key: "stalemate", figures: []figure{
		{fen: "k7/8/K7/8/1R6/8/8/8/8/8 b - - 0 1", window: "a6e10", caption: "guide.figure.stalemate", show: showKingMoves},
	}},
	{key: "pawns"},
	{key: "passant", figures: []figure{
		{fen: "k7/8/8/8/8/5p2/3p4/8/4P3/K7 w - - 3 1", window: "c2g6", caption: "guide.figure.before"},
		{fen: "k7/8/8/8/8/5p2/3p4/8/4P3/K7 w - - 3 1", move: "e2e5", window: "c2g6", caption: "guide.figure.passant", show: showPassant},
	}},
	{key: "promotion"},
	{key: "castling", figures: castling("4k3/8/8/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1h1", "e1g1", "e1c1")},
	{key: "material"},
	{key: "counters"},
	{key: "flag"},
}

var teutonicSpecials = []topic{{key: "1"}, {key: "2"}, {key: "3"}, {key: "4"}}

// chapters has a chapter for each built-in game.
var chapters = map[string]chapter{
	"teammate": {
		family: "teammate",
		topics: []topic{
			{key: "aim"},
			{key: "promotion"},
			{key: "pair", figures: pair},
			{key: "castling", figures: castling("4k3/8/8/8/8/8/8/U3K2C w KQ - 0 1", "a1h1", "e1g1", "e1c1")},
			{key: "passant"},
			{key: "stalemate"},
			{key: "material"},
			{key: "counters"},
			{key: "flag"},
		},
		specials: []topic{
			{key: "1", figures: []figure{
				{fen: "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1", window: "a6h8", caption: "guide.figure.pinned", show: showPawnMoves},
				{fen: "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1", move: "e7e8b", window: "a6h8", caption: "guide.figure.after"},
			}},
			{key: "2", figures: []figure{
				{fen: "4B3/4B3/3k4/8/8/8/8/4K3 b - - 0 1", window: "b5g8", caption: "guide.figure.guarded", show: showKingMoves},
			}},
			{key: "3"},
			{key: "4"},
		},
	},
	"teutonic":          {family: "teutonic", topics: teutonicTopics, specials: teutonicSpecials},
	"teutonic-princess": {family: "teutonic", topics: teutonicTopics, specials: teutonicSpecials},
	"tag": {
		family: "tag",
		topics: []topic{
			{key: "aim"},
			{key: "owners", figures: []figure{
				{fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", hatched: "ad", caption: "guide.figure.files"},
			}},
			{key: "holder"},
			{key: "foul"},
			{key: "silence"},
			{key: "end"},
			{key: "counters"},
			{key: "flag"},
		},
		specials: []topic{{key: "1"}, {key: "2"}},
	},
	"chess": {
		family: "chess",
		topics: []topic{
			{key: "aim"},
			{key: "promotion"},
			{key: "castling", figures: castling("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1h1", "e1g1", "e1c1")},
			{key: "passant"},
			{key: "stalemate"},
			{key: "material"},
			{key: "counters"},
			{key: "flag"},
		},
		specials: []topic{{key: "1"}},
	},
}

// scene shows how a piece on a square is blocked: pawns of its own side and of
// the enemy, "K" before a square for a king.
type scene struct {
	at    string
	own   []string
	enemy []string
}

// scenes are by the name of the piece; the text is guide.scene.NAME.
var scenes = map[string]scene{
	"acromantula": {at: "d4", own: []string{"f5"}, enemy: []string{"d5"}},
	"adjutant":    {at: "d4", own: []string{"c4", "f4"}, enemy: []string{"d5", "d6"}},
	"cobra":       {at: "d4", own: []string{"f5"}, enemy: []string{"e6", "c7"}},
	"brute":       {at: "d4", own: []string{"d3"}, enemy: []string{"Kc5", "e5"}},
}
