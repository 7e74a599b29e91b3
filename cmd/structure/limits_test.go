package structure

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// The limits, where a package stops being one noun and a type one object.
const (
	mostMethods = 25
	mostFiles   = 25
	mostInRing  = 16
	mostColumns = 110
)

// mostMethodsOf are narrower limits: a bot puts packages together and does nothing that a package can do.
var mostMethodsOf = map[string]int{"bot.Bot": 20}

// manyMethods finds types and interfaces with more methods than an object has. What an alias or the files
// of another system add is counted, a name once; what is embedded counts where it is declared.
func manyMethods(t *tree) []breach {
	var found []breach
	for _, dir := range sorted(t.packages) {
		methods := map[string]map[string]bool{}
		add := func(of, name string) {
			if methods[of] == nil {
				methods[of] = map[string]bool{}
			}
			methods[of][name] = true
		}
		where, alias := t.typesOf(dir)
		for name, spec := range where {
			if i, ok := spec.syntax.Type.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, n := range m.Names {
						add(name, n.Name)
					}
				}
			}
		}
		for _, f := range t.packages[dir] {
			for _, d := range f.syntax.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil {
					of := named(d.Recv.List[0].Type)
					for alias[of] != "" {
						of = alias[of]
					}
					add(of, d.Name.Name)
				}
			}
		}
		for _, name := range sorted(methods) {
			most := cmp.Or(mostMethodsOf[dir+"."+name], mostMethods)
			if n := len(methods[name]); n > most {
				b := where[name].breach
				b.text = fmt.Sprintf("%s has %d methods, at most %d", name, n, most)
				found = append(found, b)
			}
		}
	}
	return found
}

type typeAt struct {
	breach
	syntax *ast.TypeSpec
}

// typesOf are the types that a package declares, and what its aliases stand for.
func (t *tree) typesOf(dir string) (where map[string]typeAt, alias map[string]string) {
	where, alias = map[string]typeAt{}, map[string]string{}
	for _, f := range t.packages[dir] {
		for _, d := range f.syntax.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			for _, spec := range d.Specs {
				s := spec.(*ast.TypeSpec)
				where[s.Name.Name] = typeAt{breach{path: f.path, line: t.line(s.Pos())}, s}
				if s.Assign.IsValid() {
					alias[s.Name.Name] = named(s.Type)
				}
			}
		}
	}
	return where, alias
}

// named is the name of a type, of a pointer to it, or of an instance of it.
func named(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return named(e.X)
	case *ast.ParenExpr:
		return named(e.X)
	case *ast.IndexExpr:
		return named(e.X)
	case *ast.IndexListExpr:
		return named(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// manyFiles finds packages with more files than one noun has.
func manyFiles(t *tree) []breach {
	var found []breach
	for _, dir := range sorted(t.packages) {
		files := t.packages[dir]
		if len(files) > mostFiles {
			last := files[mostFiles]
			found = append(found, breach{path: last.path, line: t.line(last.syntax.Package),
				text: fmt.Sprintf("package %s has %d files, at most %d", dir, len(files), mostFiles)})
		}
	}
	return found
}

// largeRings finds files of a package that need each other, directly or by way
// of others, in too large a ring: none of them can be understood alone.
func largeRings(t *tree) []breach {
	var found []breach
	for _, dir := range sorted(t.packages) {
		files := t.packages[dir]
		if len(files) <= mostInRing {
			continue
		}
		for _, ring := range ringsOf(t.needs(files)) {
			if len(ring) > mostInRing {
				slices.Sort(ring)
				found = append(found, breach{path: path.Join(dir, ring[0]), line: 1,
					text: fmt.Sprintf("%d files need each other, at most %d: %s", len(ring), mostInRing,
						strings.Join(ring, " "))})
			}
		}
	}
	return found
}

// needs says for each file of a package which others it names something of.
func (t *tree) needs(files []*file) map[string]map[string]bool {
	pkg, uses := t.check(files)
	name := func(pos token.Pos) string { return path.Base(t.fset.Position(pos).Filename) }
	needs := map[string]map[string]bool{}
	for _, f := range files {
		needs[path.Base(f.path)] = map[string]bool{}
	}
	for id, object := range uses {
		if _, imported := object.(*types.PkgName); imported || object.Pkg() != pkg {
			continue
		}
		from, to := name(id.Pos()), name(object.Pos())
		if from != to { // what is local to a function lies in the file that names it
			needs[from][to] = true
		}
	}
	return needs
}

// ringsOf groups files that reach each other: the strongly connected parts.
func ringsOf(needs map[string]map[string]bool) [][]string {
	reach := map[string]map[string]bool{}
	for from := range needs {
		seen := map[string]bool{from: true}
		for next := []string{from}; len(next) > 0; next = next[1:] {
			for to := range needs[next[0]] {
				if !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		reach[from] = seen
	}
	var rings [][]string
	done := map[string]bool{}
	for _, a := range sorted(needs) {
		if done[a] {
			continue
		}
		var ring []string
		for _, b := range sorted(needs) {
			if reach[a][b] && reach[b][a] {
				done[b] = true
				ring = append(ring, b)
			}
		}
		rings = append(rings, ring)
	}
	return rings
}

// wideLines finds lines that don't fit beside each other on a screen. A tab
// counts one column. A line stays whole where to break it would change what it
// says: a row of a table in Markdown, an address, a sentence of a catalogue, and in Go
// a field's tag, or in a test what stands between backquotes.
func wideLines(t *tree) []breach {
	var found []breach
	for _, f := range t.files {
		raw := t.backquoted(f)
		number := 0
		for line := range bytes.Lines(f.text) {
			number++
			line = bytes.TrimRight(line, "\r\n")
			n := utf8.RuneCount(line)
			if n <= mostColumns || raw[number] || unbreakable(f, string(line)) {
				continue
			}
			found = append(found, breach{path: f.path, line: number,
				text: fmt.Sprintf("%d columns, at most %d", n, mostColumns)})
		}
	}
	return found
}

func unbreakable(f *file, line string) bool {
	text := strings.TrimSpace(line)
	if path.Base(path.Dir(f.path)) == "words" && path.Ext(f.path) == ".yaml" && !strings.HasPrefix(text, "#") {
		return true
	}
	if path.Ext(f.path) == ".md" && (strings.HasPrefix(text, "|") || strings.HasPrefix(text, "<img ")) {
		return true
	}
	longest := slices.MaxFunc(strings.Fields(text), func(a, b string) int { return len(a) - len(b) })
	return len(text)-len(longest) < mostColumns/2 && strings.Contains(longest, "://")
}

// backquoted are the lines of a Go file with a field's tag that reaches beyond the last
// column, and those of a test on which any string between backquotes does or goes on.
func (t *tree) backquoted(f *file) map[int]bool {
	lines := map[int]bool{}
	if f.syntax == nil {
		return lines
	}
	tags := map[ast.Node]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if field, is := n.(*ast.Field); is && field.Tag != nil {
			tags[field.Tag] = true
		}
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || lit.Value[0] != '`' || !f.test && !tags[lit] {
			return true
		}
		first, last := t.fset.Position(lit.Pos()), t.fset.Position(lit.End())
		for line := first.Line + 1; line <= last.Line; line++ {
			lines[line] = true
		}
		if last.Line > first.Line || last.Column > mostColumns {
			lines[first.Line] = true
		}
		return true
	})
	return lines
}
