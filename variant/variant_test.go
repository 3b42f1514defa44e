package variant_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tagmate/variant"
)

func TestBuiltIn(t *testing.T) {
	for _, id := range variant.IDs() {
		d, err := variant.Lookup(id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if d.ID != id {
			t.Errorf("file %s has id %q", id, d.ID)
		}
		for _, p := range d.Pieces {
			if got := p.Movement.String(); got != p.Text {
				t.Errorf("%s: movement of the %s is written %q and prints as %q", id, p.Title, p.Text, got)
			}
		}
	}
	files, err := filepath.Glob("games/*.toml")
	if err != nil || len(files) != len(variant.IDs()) {
		t.Errorf("%d files in games/, %d games listed (%v)", len(files), len(variant.IDs()), err)
	}
	if _, err := variant.Lookup("nochess"); err == nil || !strings.Contains(err.Error(), "expected one of teammate") {
		t.Errorf("unknown game: %v", err)
	}
}

// RULES, the table of Team-Mate Chess, column colour.
func TestColourClass(t *testing.T) {
	want := map[string]string{
		"acromantula": "alternates", "adjutant": "bound", "cobra": "", "unicorn": "alternates", "phoenix": "",
		"knight": "alternates", "elephant": "bound", "mortar": "bound", "brute": "", "king": "", "pawn": "",
	}
	d, err := variant.Lookup("teammate")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Pieces {
		if got := p.Colour.String(); got != want[p.Name] {
			t.Errorf("%s: %q, want %q", p.Title, got, want[p.Name])
		}
	}
}

func TestParseErrors(t *testing.T) {
	raw, err := os.ReadFile("games/teammate.toml")
	if err != nil {
		t.Fatal(err)
	}
	good := string(raw)
	cases := []struct{ name, old, new, want string }{
		{"syntax", "files = 8", "files = ", "line 9"},
		{"unknown key", "files = 8", "files = 8\ncolour = 3", `unknown key "colour"`},
		{"bad id", `id = "teammate"`, `id = "Team Mate"`, "id: expected a short name"},
		{"bad size", "files = 8", "files = 40", "files, ranks: 40 by 8"},
		{"bad movement", `move = "WA"`, `move = "WAx"`, `piece 6 (F): move: betza: "WAx" column 3`},
		{"letter twice", `letter = "F"`, `letter = "A"`, "letter: A is used twice"},
		{"letter of castling", `letter = "F"`, `letter = "O"`, "castling"},
		{"no royal", "royal = true", "royal = false", "move: castling"},
		{"start rank short", "start = \"ufeakmnc/pppppppp/8", "start = \"ufeakmnc/pppppppp/7", "start: rank 6: expected 8 squares, got 7"},
		{"start unknown piece", "start = \"ufeakmnc", "start = \"ufeakmnq", `start: rank 8: 'q' is no piece`},
		{"promotion to king", `promotes = "JCUFENMB"`, `promotes = "JKB"`, "promotes: letter 2"},
		{"pair not offered", `pairs = "B"`, `pairs = "A"`, "not in promotes"},
		{"stalemate", `stalemate = "draw"`, `stalemate = "tie"`, "end.stalemate"},
		{"flag", `flag = "material"`, `flag = "never"`, "end.flag"},
		{"limit", "moves_auto = 96", "moves_auto = -1", "draws.moves_auto"},
		{"repetition of one", "repetition_claim = 3", "repetition_claim = 1", "2 or more"},
		{"unbound piece", `one_colour = "EMJ"`, `one_colour = "EMN"`, "Knight is not bound"},
		{"dead set with king", `"NM"]`, `"NK"]`, "entry 5"},
		{"attacks", `attacks = "royal"`, `attacks = "kings"`, `attacks: expected "all" or "royal"`},
		{"base and board", "files = 8", "base = \"chess\"\nfiles = 8", "base:"},
		{"too large", "files = 8", "files = 8 #" + strings.Repeat("x", 1<<16), "at most"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(good, c.old, c.new, 1)
			if text == good {
				t.Fatalf("%q is not in the file", c.old)
			}
			_, err := variant.Parse("test.toml", []byte(text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("games/*.toml")
	for _, n := range files {
		text, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := variant.Parse("fuzz", text)
		if err == nil && (d.Shape.Check() != nil || len(d.Pieces) == 0) {
			t.Fatalf("accepted a game without board or pieces: %+v", d)
		}
	})
}
