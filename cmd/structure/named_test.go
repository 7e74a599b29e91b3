package structure

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// namedGames finds code that names a game outside the game's folder: as a string or a key, in an import, or in a
// sentence. Only games/every may list the games, but any test may play one of them.
func namedGames(t *tree) []breach {
	var found []breach
	for _, f := range t.files {
		if to, _ := boundaryOf(f.dir); f.test || to.only == "tests" || f.dir == "games/every" {
			continue
		}
		for _, game := range gamesOf(t) {
			if fits("games/"+game+"/...", f.dir) {
				continue
			}
			for _, line := range linesNaming(t, f, game) {
				found = append(found, breach{path: f.path, line: line,
					text: fmt.Sprintf("names the game %q, which is a folder and a line of games/every", game)})
			}
		}
	}
	return found
}

// gamesOf returns the folders of games. A game's package exports the game as Game.
func gamesOf(t *tree) (names []string) {
	for dir, files := range t.packages {
		if path.Dir(dir) != "games" || dir == "games/every" {
			continue
		}
		if slices.ContainsFunc(files, func(f *file) bool { return exports(f, "Game") }) {
			names = append(names, path.Base(dir))
		}
	}
	slices.Sort(names)
	return names
}

func exports(f *file, name string) bool {
	return slices.ContainsFunc(f.syntax.Decls, func(d ast.Decl) bool {
		g, is := d.(*ast.GenDecl)
		return is && g.Tok == token.VAR && slices.ContainsFunc(g.Specs, func(s ast.Spec) bool {
			return s.(*ast.ValueSpec).Names[0].Name == name
		})
	})
}

func linesNaming(t *tree, f *file, game string) (lines []int) {
	if f.syntax != nil {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			l, is := n.(*ast.BasicLit)
			if !is || l.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(l.Value)
			if text == game || strings.HasPrefix(text, game+".") || text == module+"games/"+game {
				lines = append(lines, t.line(l.Pos()))
			}
			return true
		})
		return lines
	}
	var names *regexp.Regexp
	switch path.Ext(f.path) {
	case ".js", ".mjs", ".html":
		names = regexp.MustCompile("[\"'`]" + game + "[\"'`]")
	case ".yaml":
		either := `^(command\.name\.)?` + game + `[.:]`
		if title := t.titleOf(game, path.Base(f.path)); title != "" {
			either += `|(?i)(^|\PL)` + regexp.QuoteMeta(title) + `(\PL|$)`
		}
		names = regexp.MustCompile(either)
	default:
		return nil
	}
	n := 0
	for line := range bytes.Lines(f.text) {
		if n++; names.Match(line) {
			lines = append(lines, n)
		}
	}
	return lines
}

// titleOf returns a game's title in one of its catalogues, such as "de.yaml".
func (t *tree) titleOf(game, catalogue string) string {
	own, _ := fs.ReadFile(t.fsys, path.Join("games", game, "words", catalogue))
	for line := range strings.Lines(string(own)) {
		if title, is := strings.CutPrefix(line, game+".title: "); is {
			return strings.Trim(title, "\"\n")
		}
	}
	return ""
}
