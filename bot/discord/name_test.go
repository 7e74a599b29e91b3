package discord_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// A name can be in any script, contain markup, be empty, or consist of emoji with many code points.
func TestNameInAMessage(t *testing.T) {
	const family = "👩‍👩‍👧‍👦"
	for raw, want := range map[string]string{
		"":                                   "",
		"Zoë":                                "Zoë",
		"Łukasz Ćwik":                        "Łukasz Ćwik",
		"ひまり":                                "ひまり",
		"สมชาย":                              "สมชาย",
		"**bold** `x` @everyone":             "\\*\\*bold\\*\\* \\`x\\` @\u200beveryone",
		"דנה 19":                             "\u2068דנה 19\u2069",
		"علي":                                "\u2068علي\u2069",
		"Ann דנה":                            "\u2068Ann דנה\u2069",
		"\u202ednA":                          "dnA",
		"a\u2069b":                           "ab",
		strings.Repeat(family, 32):           strings.Repeat(family, 32),
		strings.Repeat(family, 33):           strings.Repeat(family, 32) + "…",
		"Z" + strings.Repeat("\u0300", 2000): "…",
	} {
		require.Equal(t, want, discord.Name(raw), "%q", raw)
	}
	require.Equal(t, "דנה 19", discord.Unescape(discord.Name("דנה 19")), "in a picture, the name is unchanged")
	line := "`R` " + discord.Name("דנה") + " **19**"
	require.Equal(t, "`R` \u2068דנה\u2069 **19**", line, "the number stays after the name")
}

// The bot uses Escape only for texts that aren't names, and passes raw names only to discord.Name or to a picture.
func TestNamesGoThroughDiscordName(t *testing.T) {
	var wrong []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "../sandbox/") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		wrong = append(wrong, unescapedNames(t, path, string(text))...)
		return nil
	})
	require.NoError(t, err)
	require.Empty(t, wrong, "use discord.Name")
}

func TestUnescapedNamesAreFound(t *testing.T) {
	for code, found := range map[string]bool{
		`discord.Escape(i.User.Name)`:                   true,
		`discord.Escape(g.Reason)`:                      false,
		`c.Say("x.y", "who", c.Names[u])`:               true,
		`c.Say("x.y", "who", who.Raw)`:                  true,
		`line = known[p] + " 3"`:                        true,
		`c.Say("x.y", "who", discord.Name(c.Names[u]))`: false,
		`known.Of(p)`:                                   false,
		`render.ChartRow{Name: known[p]}`:               false,
		`known[p] = "x"`:                                false,
	} {
		if !strings.Contains(code, " = ") {
			code = "use(" + code + ")"
		}
		got := unescapedNames(t, "x.go", "package x\n\nfunc f() {\n\t"+code+"\n}\n")
		require.Equal(t, found, len(got) > 0, "%s: %v", code, got)
	}
}

// unescapedNames returns the expressions in a file that use a name without calling discord.Name.
func unescapedNames(t *testing.T, path, text string) (wrong []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, 0)
	require.NoError(t, err)
	allowed := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch functionName(n) {
			case "Name", "SetName": // SetName keeps a name unchanged
				for _, a := range n.Args {
					allowed[a] = true
				}
			}
			if arg := source(text, files, n); functionName(n) == "Escape" && !strings.Contains(path, "discord/") &&
				!strings.Contains(arg, "Reason") {
				wrong = append(wrong, position(files, n)+": "+arg)
			}
		case *ast.KeyValueExpr:
			if key, is := n.Key.(*ast.Ident); is && (key.Name == "Name" || key.Name == "Raw") {
				allowed[n.Value] = true
			}
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				allowed[to] = true
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				allowed[n.X], allowed[n.Y] = true, true
			}
		case *ast.IndexExpr:
			of := source(text, files, n.X)
			if raw := of == "known" || strings.HasSuffix(of, ".known") || strings.HasSuffix(of, "c.Names"); raw && !allowed[n] {
				wrong = append(wrong, position(files, n)+": "+source(text, files, n))
			}
		case *ast.SelectorExpr:
			if n.Sel.Name == "Raw" && !allowed[n] {
				wrong = append(wrong, position(files, n)+": "+source(text, files, n))
			}
		}
		return true
	})
	return wrong
}

func functionName(c *ast.CallExpr) string {
	if s, is := c.Fun.(*ast.SelectorExpr); is {
		return s.Sel.Name
	}
	return ""
}

func source(text string, files *token.FileSet, n ast.Node) string {
	return text[files.Position(n.Pos()).Offset:files.Position(n.End()).Offset]
}

func position(files *token.FileSet, n ast.Node) string {
	at := files.Position(n.Pos())
	return fmt.Sprintf("%s:%d", at.Filename, at.Line)
}
