package structure

import (
	"bytes"
	"go/ast"
	"path"
	"regexp"
	"strings"
)

// inBackticks matches code in a document. The code may name a file, a folder or an identifier of this repository.
var inBackticks = regexp.MustCompile("`([^`]+)`")

// missingNames finds files, folders and identifiers that a document mentions but that don't exist. The changelog is
// exempt, because it describes the past.
func missingNames(t *tree) []breach {
	var found []breach
	for _, f := range t.files {
		if path.Ext(f.path) != ".md" || f.path == "CHANGELOG.md" {
			continue
		}
		number := 0
		for line := range bytes.Lines(f.text) {
			number++
			for _, m := range inBackticks.FindAllSubmatch(line, -1) {
				for _, name := range expandBraces(string(m[1])) {
					if t.ours(name) && !t.knows(name) {
						found = append(found, breach{path: f.path, line: number, text: name + " doesn't exist"})
					}
				}
			}
		}
	}
	return found
}

// expandBraces expands braces, so that a/{b,c} becomes a/b and a/c. It returns nil for text with spaces or placeholders.
func expandBraces(name string) []string {
	if strings.ContainsAny(name, " <>…=()\"") || strings.Contains(name, "NAME") {
		return nil
	}
	before, rest, ok := strings.Cut(name, "{")
	if !ok {
		return []string{name}
	}
	inner, after, _ := strings.Cut(rest, "}")
	var all []string
	for part := range strings.SplitSeq(inner, ",") {
		all = append(all, before+strings.TrimSpace(part)+after)
	}
	return all
}

// ours reports whether a name belongs to this repository, because it is a path in one of its folders or an identifier
// of one of its packages, such as games.Course.
func (t *tree) ours(name string) bool {
	first, _, below := strings.Cut(name, "/")
	if below {
		return t.exists(first)
	}
	_, ok := t.packageNamed(name)
	return ok
}

var ofPackage = regexp.MustCompile(`^([a-z]+)\.([A-Z]\w*)`)

func (t *tree) packageNamed(name string) (dir string, ok bool) {
	m := ofPackage.FindStringSubmatch(name)
	for dir := range t.packages {
		if m != nil && path.Base(dir) == m[1] {
			return dir, true
		}
	}
	return "", false
}

// knows reports whether a path or an identifier such as games/cards.Third exists.
func (t *tree) knows(name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "/..."), "/")
	if strings.Contains(name, "*") || t.exists(name) {
		return true
	}
	pkg, rest, _ := strings.Cut(path.Base(name), ".")
	exported, _, _ := strings.Cut(rest, ".")
	dir := path.Join(path.Dir(name), pkg)
	if !strings.Contains(name, "/") {
		dir, _ = t.packageNamed(name)
	}
	return exported != "" && t.declares(dir, exported)
}

func (t *tree) declares(dir, name string) bool {
	for _, f := range t.packages[dir] {
		for _, d := range f.syntax.Decls {
			if declared(d)[name] {
				return true
			}
		}
	}
	return false
}

// declared returns the names that a declaration adds to its package. This includes methods.
func declared(d ast.Decl) map[string]bool {
	names := map[string]bool{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		names[d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				if i, ok := s.Type.(*ast.InterfaceType); ok {
					for _, m := range i.Methods.List {
						for _, n := range m.Names {
							names[n.Name] = true
						}
					}
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names[n.Name] = true
				}
			}
		}
	}
	return names
}
