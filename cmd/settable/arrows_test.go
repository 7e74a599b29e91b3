package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An arrow says what a folder may import of the house and of the world. The
// first arrow whose folder holds a file decides.
type arrow struct {
	folder string
	house  []string // folders of this module; "games/..." is games and all below
	world  []string // modules; nil: the standard library alone, "*": any
	never  []string // packages of the standard library that may not be used
	words  []string // "time.Now": names that may not be used
}

// The arrows of ARCHITECTURE.md.
var arrows = []arrow{
	{folder: "games/gamestest", house: []string{"games/..."}, world: []string{"*"}}, // read by tests alone
	{folder: "games", house: []string{"games/..."},
		never: []string{"os", "net", "net/http", "database/sql", "log", "log/slog", "syscall", "io/fs"},
		words: []string{"time.Now", "time.Since", "time.Until", "time.After", "time.NewTimer", "time.Sleep",
			"rand.Int", "rand.IntN", "rand.Intn", "rand.N", "rand.Shuffle", "rand.Perm", "rand.Float64", "rand.Uint64"}},
	{folder: "render/quilt"}, // knows pixels and bits, but no cards
	{folder: "render", house: []string{"games", "games/cards", "render/..."},
		world: []string{"github.com/fogleman/gg", "golang.org/x/image", "github.com/golang/freetype", "github.com/dustin/go-humanize"}},
	{folder: "migrations"},
	{folder: "store/ccall", world: []string{"modernc.org/libc"}},
	{folder: "store/gather", house: []string{"store/ccall"}, world: []string{"modernc.org/libc", "modernc.org/sqlite"}},
	{folder: "store/storetest", house: []string{"store/ccall"}, world: []string{"modernc.org/libc", "modernc.org/sqlite"}}, // read by tests alone
	{folder: "store", house: []string{"games", "games/cards", "migrations", "store/..."},
		world: []string{"modernc.org/sqlite", "github.com/pressly/goose/v3", "golang.org/x/sync", "golang.org/x/sys"}},
	{folder: "bot/sandbox", house: []string{"bot/sandbox/..."}, world: []string{"*"}},
	{folder: "bot", house: []string{"bot", "bot/discord", "render", "store", "games", "games/cards"}, world: []string{"*"}},
	{folder: "cmd", house: []string{"..."}, world: []string{"*"}},
}

// TestArrows reads every file's imports and names what breaks an arrow, with
// file and line. Test files may import more: they play the whole house.
func TestArrows(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	var broken []string
	files := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		broken = append(broken, check(t, path, filepath.ToSlash(rel))...)
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, files, 10, "the walk found no code")
	require.Empty(t, broken, "broken arrows:\n%s", strings.Join(broken, "\n"))
}

// TestArrowsCanBreak shows that the check sees what it is for.
func TestArrowsCanBreak(t *testing.T) {
	source := "package classic\nimport (\"os\"; \"settable/bot\"; \"time\"; \"github.com/fogleman/gg\")\nvar _ = time.Now\n"
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, 0)
	require.NoError(t, err)
	require.Len(t, breaches(token.NewFileSet(), file, "games/classic/x.go"), 4)
}

func check(t *testing.T, path, rel string) []string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	return breaches(fset, file, rel)
}

func breaches(fset *token.FileSet, file *ast.File, rel string) []string {
	i := slices.IndexFunc(arrows, func(a arrow) bool { return strings.HasPrefix(rel, a.folder+"/") })
	if i < 0 {
		return []string{rel + ": no arrow allows this folder"}
	}
	a := arrows[i]
	var found []string
	say := func(pos token.Pos, what string) {
		line := 0
		if f := fset.File(pos); f != nil {
			line = f.Line(pos)
		}
		found = append(found, fmt.Sprintf("%s:%d: %s (%s may not)", rel, line, what, a.folder))
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !a.allows(path) {
			say(spec.Pos(), "imports "+path)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(a.words, x.Name+"."+sel.Sel.Name) {
			say(sel.Pos(), "uses "+x.Name+"."+sel.Sel.Name)
		}
		return true
	})
	return found
}

func (a arrow) allows(path string) bool {
	if rest, ok := strings.CutPrefix(path, "settable/"); ok {
		return slices.ContainsFunc(a.house, func(may string) bool {
			below, all := strings.CutSuffix(may, "...")
			return rest == may || all && (strings.HasPrefix(rest, below) || rest+"/" == below)
		})
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		return !slices.Contains(a.never, path)
	}
	return slices.ContainsFunc(a.world, func(may string) bool {
		return may == "*" || path == may || strings.HasPrefix(path, may+"/")
	})
}
