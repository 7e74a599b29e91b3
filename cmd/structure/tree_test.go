package structure

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A tree is the text of a repository or of an example.
type tree struct {
	fset     *token.FileSet
	files    []*file
	fsys     fs.FS
	packages map[string][]*file // the program's files by folder, without tests
}

// A file is a text file. A Go file includes its syntax tree.
type file struct {
	path, dir string
	text      []byte
	syntax    *ast.File
	test      bool // the file is a Go test
}

// readTree reads all text that people write: Go, Markdown, SQL, scripts and the sandbox's page. It skips testdata
// folders, because they contain other trees.
func readTree(fsys fs.FS) (*tree, error) {
	t := &tree{fset: token.NewFileSet(), fsys: fsys, packages: map[string][]*file{}}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			hidden := strings.HasPrefix(d.Name(), ".") && p != "." && d.Name() != ".ci"
			if hidden || d.Name() == "testdata" || d.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		switch path.Ext(p) {
		case ".go", ".md", ".sql", ".js", ".mjs", ".css", ".html", ".py", ".c", ".yaml", "":
			return t.read(p)
		}
		return nil
	})
	return t, err
}

func (t *tree) read(p string) error {
	text, err := fs.ReadFile(t.fsys, p)
	if err != nil {
		return err
	}
	f := &file{path: p, dir: path.Dir(p), text: text}
	t.files = append(t.files, f)
	if path.Ext(p) != ".go" {
		return nil
	}
	f.test = strings.HasSuffix(p, "_test.go")
	f.syntax, err = parser.ParseFile(t.fset, p, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("reading %s: %w", p, err)
	}
	if !f.test {
		t.packages[f.dir] = append(t.packages[f.dir], f)
	}
	return nil
}

func (t *tree) line(pos token.Pos) int { return t.fset.Position(pos).Line }

// imported is one of the imports of a file.
type imported struct {
	path, name string
	pos        token.Pos
}

func (f *file) imports() []imported {
	var all []imported
	for _, spec := range f.syntax.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(strings.TrimSuffix(p, "/v2"))
		if spec.Name != nil {
			name = spec.Name.Name
		}
		all = append(all, imported{path: p, name: name, pos: spec.Pos()})
	}
	return all
}

// uses reports each identifier that a file uses from an imported package, such as time.Now.
func (f *file) uses(say func(path, name string, pos token.Pos)) {
	paths := map[string]string{}
	for _, i := range f.imports() {
		paths[i.name] = i.path
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && paths[x.Name] != "" {
				say(paths[x.Name], sel.Sel.Name, sel.Pos())
			}
		}
		return true
	})
}

func (t *tree) exists(p string) bool {
	_, err := fs.Stat(t.fsys, p)
	return err == nil
}

func sorted[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
