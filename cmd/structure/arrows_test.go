package structure

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

const module = "settable/"

// imports checks every import against the boundary of the file's folder.
func imports(t *tree) []breach {
	var found []breach
	for _, f := range t.files {
		if f.syntax == nil {
			continue
		}
		r, drawn := boundaryOf(f.dir)
		if !drawn {
			found = append(found, breach{path: f.path, line: t.line(f.syntax.Package), arrow: "undrawn",
				text: "no arrow is drawn for " + f.dir})
			continue
		}
		for _, i := range f.imports() {
			if arrow, why := refusedBy(r, f, i.path); arrow != "" {
				found = append(found, breach{path: f.path, line: t.line(i.pos), arrow: arrow,
					text: "imports " + i.path + ": " + why})
			}
		}
	}
	return found
}

// refusedBy returns the rule that refuses an import and the reason, or "".
func refusedBy(r boundary, f *file, p string) (arrow, why string) {
	for _, only := range reserved {
		if p != only.module && !strings.HasPrefix(p, only.module+"/") {
			continue
		}
		if !fitsAny(only.folders, f.dir) && !(f.test && fitsAny(only.tests, f.dir)) {
			return only.module, only.why
		}
	}
	inside, ours := strings.CutPrefix(p, module)
	if ours && inside != f.dir { // a test may be in an external package
		return refusedInside(r, f, inside)
	}
	if first, _, _ := strings.Cut(p, "/"); ours || f.test || !strings.Contains(first, ".") {
		return "", "" // the standard library is allowed, and so is everything in tests
	}
	for _, may := range r.world {
		if may == "*" || p == may || strings.HasPrefix(p, may+"/") {
			return "", ""
		}
	}
	return r.folder, r.folder + " may not"
}

func refusedInside(r boundary, f *file, folder string) (arrow, why string) {
	if to, _ := boundaryOf(folder); to.only != "" && to.folder != r.folder && !f.test && !r.mayImportReserved(to) {
		return "only " + to.folder, "it is there for " + to.only
	}
	if fitsAny(r.ours, folder) || f.test && fitsAny(r.tests, folder) {
		return "", ""
	}
	return r.folder, r.folder + " may not"
}

// unused finds permitted imports that no file needs, because such permissions must be removed. It skips boundaries
// that allow any module.
func unused(t *tree, boundaries []boundary) (found []string) {
	for _, r := range boundaries {
		imported := map[bool][]string{} // key: whether a test imports it
		for _, f := range t.files {
			if of, _ := boundaryOf(f.dir); f.syntax == nil || of.folder != r.folder {
				continue
			}
			for _, i := range f.imports() {
				imported[f.test] = append(imported[f.test], i.path)
			}
		}
		ask := func(allowed []string, test bool, within string) {
			for _, may := range allowed {
				if may != "*" && !slices.ContainsFunc(imported[test], func(p string) bool {
					return fits(within+may, p) || strings.HasPrefix(p, within+may+"/")
				}) {
					found = append(found, "boundaries: nothing in "+r.folder+" imports "+may)
				}
			}
		}
		ask(r.ours, false, module)
		ask(r.world, false, "")
		ask(r.tests, true, module)
	}
	return found
}

func TestUnusedArrowsAreFound(t *testing.T) {
	sources, err := readTree(fstest.MapFS{
		"bot/bot.go": {Data: []byte(`package bot
			import _ "settable/games"
			import _ "example.org/x/y"`)},
		"bot/bot_test.go": {Data: []byte(`package bot
			import _ "settable/store/sqlite"`)},
	})
	require.NoError(t, err)
	require.Empty(t, unused(sources, []boundary{{folder: "bot", ours: []string{"games"},
		world: []string{"example.org/x"}, tests: []string{"store/..."}}}))
	require.Equal(t, []string{"boundaries: nothing in bot imports store/...",
		"boundaries: nothing in bot imports example.org/z", "boundaries: nothing in bot imports games"},
		unused(sources, []boundary{{folder: "bot", ours: []string{"store/..."},
			world: []string{"example.org/z"}, tests: []string{"games"}}}))
}

// mayImportReserved reports whether a folder may import a folder that is reserved for tests, or for commands and tests.
func (r boundary) mayImportReserved(with boundary) bool {
	return r.only == "tests" || r.only == with.only || fitsAny([]string{"cmd/settable", "cmd/bench"}, r.folder) && with.only != "tests"
}

// The rules of games use neither a clock nor a random source: the clock and the dealer take part in a game like
// players. They may only calculate with times, and may only use random generators that callers pass in.
var (
	pureTime = []string{"Time", "Duration", "Nanosecond", "Microsecond", "Millisecond", "Second", "Minute",
		"Hour",
		"ParseDuration", "Unix", "UnixMilli", "UnixMicro", "Date", "UTC", "Month", "Weekday", "RFC3339",
		"RFC3339Nano",
		"Parse", "DateOnly", "DateTime"}
	pureRand = []string{"Rand", "New", "NewPCG", "NewChaCha8", "Source", "PCG", "ChaCha8"}
	outside  = []string{"os", "net", "database", "log", "syscall", "unsafe", "C"} // including subpackages
)

// impure finds rules that use a clock, a global random source, files, the network or a log.
func impure(t *tree) []breach {
	var found []breach
	for _, f := range t.files {
		if f.syntax == nil || f.test || !fits("games/...", f.dir) || f.dir == "games/gamestest" {
			continue
		}
		say := func(pos token.Pos, what string) {
			found = append(found, breach{path: f.path, line: t.line(pos), text: what})
		}
		for _, i := range f.imports() {
			first, _, _ := strings.Cut(i.path, "/")
			if slices.Contains(outside, first) || i.path == "math/rand" || i.path == "crypto/rand" {
				say(i.pos, "imports "+i.path+": the rules reach nothing outside themselves")
			}
			if i.name == "." {
				say(i.pos, "imports all names of "+i.path+": what is used of it would not be seen")
			}
		}
		f.uses(func(p, name string, pos token.Pos) {
			if p == "time" && !slices.Contains(pureTime, name) ||
				p == "math/rand/v2" && !slices.Contains(pureRand, name) {
				say(pos, "uses "+p+"."+name+": the clock and the dealer's chance are players, no calls")
			}
		})
	}
	return found
}

// unsyncedEvents finds SyncEvents = false. With that setting, discordgo starts a goroutine for each event, and the
// events lose their order.
func unsyncedEvents(t *tree) []breach {
	var found []breach
	for _, f := range t.files {
		if f.syntax == nil {
			continue
		}
		see := func(name, value ast.Expr) {
			if sel, ok := name.(*ast.SelectorExpr); ok {
				name = sel.Sel
			}
			n, named := name.(*ast.Ident)
			v, plain := value.(*ast.Ident)
			if named && plain && n.Name == "SyncEvents" && v.Name == "false" {
				found = append(found, breach{path: f.path, line: t.line(n.Pos()),
					text: "SyncEvents is false: the order of events would be lost"})
			}
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				see(n.Key, n.Value)
			case *ast.AssignStmt:
				for i := range n.Lhs {
					if len(n.Lhs) == len(n.Rhs) {
						see(n.Lhs[i], n.Rhs[i])
					}
				}
			}
			return true
		})
	}
	return found
}
