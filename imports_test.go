package tagmate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms are the packages from the ground up. Each may import those that are
// named before it. A name that ends in /... stands for all
// packages under it, which may import each other; the server has an order of
// its own.
var rooms = []string{
	"board",
	"betza",
	"variant",
	"position",
	"position/slow",
	"notation",
	"game",
	"tag",
	"tablebase",
	"engine",
	"internal/...",
	"wasm/...",
	"web/...",
	"cmd/...",
	"bench/...",
	"scripts/...",
	"examples/...",
}

// core are the packages that also run in a browser and in any program: no
// files, no network, no clock, no goroutines.
var core = []string{"board", "betza", "variant", "position", "position/slow", "notation", "game", "tag"}

// source is one Go file of the module.
type source struct {
	pkg     string // folder below the root, "." for the root
	name    string
	isTest  bool
	imports []string
	file    *ast.File
}

func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "node_modules" || base == "data" || base == "tmp") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		s := source{pkg: path.Dir(filepath.ToSlash(name)), name: name, isTest: strings.HasSuffix(base, "_test.go"), file: f}
		for _, i := range f.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, p)
		}
		out = append(out, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("%d Go files found", len(out))
	}
	return out
}

// room returns the place of a package in rooms, -1 if it has none.
func room(pkg string) int {
	return slices.IndexFunc(rooms, func(r string) bool {
		under, whole := strings.CutSuffix(r, "/...")
		return pkg == r || whole && (pkg == under || strings.HasPrefix(pkg, under+"/"))
	})
}

func TestImportsGoDown(t *testing.T) {
	for _, s := range sources(t) {
		from := room(s.pkg)
		if s.pkg != "." && from < 0 {
			t.Errorf("%s: package %s has no place in the table of rooms", s.name, s.pkg)
			continue
		}
		for _, i := range s.imports {
			pkg, ours := strings.CutPrefix(i, "tagmate/")
			if !ours {
				continue
			}
			if pkg == "position/slow" && !s.isTest {
				t.Errorf("%s imports %s, which is for tests only", s.name, i)
			}
			// Black-box tests may use what stands above the package.
			if s.isTest && strings.HasSuffix(s.file.Name.Name, "_test") {
				continue
			}
			to := room(pkg)
			within := to == from && strings.HasSuffix(rooms[from], "/...")
			if to < 0 || to > from || to == from && !within {
				t.Errorf("%s: package %s imports %s, which does not stand below it", s.name, s.pkg, pkg)
			}
		}
	}
}

// The order within internal: what is imported by others knows nothing of them.
func TestImportsInside(t *testing.T) {
	for _, c := range []struct {
		pkg  string   // and all below it
		not  []string // may not be imported by it
		only string   // a reason
	}{
		{"internal/server/live", []string{"net/http", "tagmate/internal/server/api", "tagmate/internal/server/web"}, "rooms know no network"},
		{"internal/server/store", []string{"net/http", "tagmate/internal/server/api", "tagmate/internal/server/live"}, "the store speaks for itself"},
		{"engine", []string{"os", "net", "net/http", "log", "log/slog", "fmt"}, "a library, which says nothing by itself"},
	} {
		for _, s := range sources(t) {
			if s.isTest || s.pkg != c.pkg && !strings.HasPrefix(s.pkg, c.pkg+"/") {
				continue
			}
			for _, i := range s.imports {
				if slices.Contains(c.not, i) {
					t.Errorf("%s imports %s (%s)", s.name, i, c.only)
				}
			}
		}
	}
}

func TestCoreIsPure(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest || !slices.Contains(core, s.pkg) {
			continue
		}
		for _, i := range s.imports {
			top, _, _ := strings.Cut(i, "/")
			switch {
			case top == "os" || top == "net" || top == "syscall" || top == "log" || top == "runtime" || i == "io/ioutil":
				t.Errorf("%s imports %s", s.name, i)
			case i == "sync/atomic" || i == "context":
				t.Errorf("%s imports %s: nothing runs at the same time here", s.name, i)
			case i == "math/rand" || i == "math/rand/v2":
				if s.pkg != "position/slow" {
					t.Errorf("%s imports %s: the rules know no chance", s.name, i)
				}
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", s.name)
			case *ast.ChanType:
				t.Errorf("%s uses a channel", s.name)
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}, n.Sel.Name) {
					t.Errorf("%s uses time.%s", s.name, n.Sel.Name)
				}
			}
			return true
		})
	}
}

func TestPackageDocs(t *testing.T) {
	docs := map[string]string{}
	program := map[string]bool{}
	for _, s := range sources(t) {
		if s.isTest {
			continue
		}
		if _, ok := docs[s.pkg]; !ok {
			docs[s.pkg] = ""
		}
		program[s.pkg] = s.file.Name.Name == "main"
		if s.file.Doc != nil {
			docs[s.pkg] += s.file.Doc.Text()
		}
	}
	for pkg, doc := range docs {
		name := path.Base(pkg)
		switch {
		case doc == "":
			t.Errorf("package %s has no package comment", pkg)
		case program[pkg] || pkg == ".":
		case !strings.HasPrefix(doc, "Package "+name+" "):
			t.Errorf("package %s: its comment begins %.40q, expected %q", pkg, doc, "Package "+name)
		}
	}
}
