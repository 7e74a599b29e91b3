package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// proseFiles lists the files that may contain prose, and why players don't read it.
var proseFiles = map[string]string{
	"games/*/figures.go":          "read by a host in a terminal",
	"games/gamestest/*.go":        "read by developers who test a game",
	"games/facts.go":              "read in scripts",
	"games/replay.go":             "read by authors of scripts",
	"games/script.go":             "read by authors of scripts",
	"bot/health.go":               "read by a host who asks whether the bot plays",
	"bot/measure.go":              "describes a metric to a host",
	"bot/meter/*.go":              "describes a metric to a host",
	"render/words/catalogues.go":  "read by translators",
	"render/words/catalogue.go":   "read by translators",
	"render/words/check.go":       "read by translators",
	"render/words/lexicon.go":     "used if no catalogue has a sentence",
	"render/words/wordstest/*.go": "a language for tests",
	"bot/discord/*.go":            "part of the Discord protocol",
	"bot/discord/discordtest/*":   "read by developers in tests",
	"bot/discord/rest/*.go":       "part of the Discord protocol",
	"bot/discord/gateway/*.go":    "part of the Discord protocol, or read by a host in a terminal",
	"bot/sandbox/*.go":            "imitates Discord",
	"bot/sandbox/*/*.go":          "imitates Discord",
}

// hiddenTexts lists texts that players don't read, in files that also contain texts for players.
var hiddenTexts = map[string][]string{
	"what failed, for the log": {
		"this version no longer supports its rules", "it couldn't continue",
		"loading a server's settings failed, using the defaults",
		"loading a player's settings failed, using the server's",
		"a line of the clock", "a line that failed before", "lines owed by the dealer",
		"a line with an unknown commit outcome", "reading the journal", "closing a table in a deleted channel",
		"closing a table that can't be shown",
	},
	"what was being done, for the log": {
		"deleting a temporary message", "deferring an answer", "telling a player that their move is still being saved",
		"showing the card picker", "sending news",
	},
	"a value that a phrase explains": {
		"most sets", "no sets", "last left", "deck empty", "fewest chips", "left of dealer", "one each",
	},
	"read in scripts":               {" is away: "},
	"a part of a key":               {"daily deals", "%s: %d of %d, %d", "%d in %d"},
	"the names of house players":    {"Ada", "Emmy", "Kurt"},
	"signs that never begin a line": {"、。，．,.：；:;？！?!）)」』】〉》”’％%々ー…・〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"},
}

// exceptionFor returns the exception that covers a file, or "".
func exceptionFor(file string) string {
	for pattern := range proseFiles {
		if fits, _ := path.Match(pattern, file); fits {
			return pattern
		}
	}
	return ""
}

// Go code under games, render and bot contains no sentences for players, and no parts of sentences. Messages about
// program faults begin in lower case and go to an error, a log or a panic. An unused exception fails the test.
func TestNoSentencesInGoCode(t *testing.T) {
	needed := map[string]bool{}
	for _, s := range sources(t) {
		if room := strings.Split(s.file, "/")[0]; room != "games" && room != "render" && room != "bot" {
			continue
		}
		exception := exceptionFor(s.file)
		told, shown := textsIn(s.tree)
		if strings.HasPrefix(s.file, "bot/sandbox/") { // the sandbox's page has its own text
			shown = nil
		}
		for _, l := range shown {
			t.Errorf("%s: %q is shown to players", s.at(l), textOf(l))
		}
		for _, l := range told {
			text := textOf(l)
			switch {
			case exception != "":
				needed[exception] = true
			case isHidden(text):
				needed[text] = true
			default:
				t.Errorf("%s: %q: put what players read in words/en.yaml and what hosts read in figures.go, or list it above",
					s.at(l), text)
			}
		}
	}
	for pattern := range proseFiles {
		assert.True(t, needed[pattern], "%s contains no sentences any more: remove the exception", pattern)
	}
	for _, texts := range hiddenTexts {
		for _, text := range texts {
			assert.True(t, needed[text], "%q is no longer in the code: remove the exception", text)
		}
	}
}

func isHidden(text string) bool {
	for _, texts := range hiddenTexts {
		if slices.Contains(texts, text) {
			return true
		}
	}
	return false
}

// textsIn returns the texts of a file that may be prose: messages to players (told), and texts that players see
// unchanged (shown).
func textsIn(file *ast.File) (told, shown []ast.Expr) {
	var look func(quiet bool) func(ast.Node) bool
	look = func(quiet bool) func(ast.Node) bool {
		return func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field: // struct tags
				return n.Tag == nil
			case *ast.CallExpr:
				if !quiet && isForHosts(n) {
					ast.Inspect(n, look(true))
					return false
				}
				shown = append(shown, saidLiterals(n)...)
				if !quiet {
					told = append(told, errorTexts(n)...)
				}
			case *ast.KeyValueExpr:
				if field, is := n.Key.(*ast.Ident); is && isShownUnchanged(field) {
					shown = append(shown, wordLiterals(n.Value)...)
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if field, is := to.(*ast.SelectorExpr); is && isShownUnchanged(field.Sel) && i < len(n.Rhs) {
						shown = append(shown, wordLiterals(n.Rhs[i])...)
					}
				}
			case *ast.BinaryExpr:
				if text := literalsOf(n); !quiet && (isPart(text) || unit.MatchString(text)) {
					told = append(told, n)
					return false
				}
			case *ast.BasicLit:
				text, ok := literal(n)
				if ok && (isSentence(text) || !quiet && isPart(text) && !isNotation(text)) {
					told = append(told, n)
				}
			}
			return true
		}
	}
	ast.Inspect(file, look(false))
	return told, shown
}

// textOf returns the text of a string expression.
func textOf(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.BasicLit:
		text, _ := literal(n)
		return text
	case *ast.BinaryExpr:
		return literalsOf(n)
	}
	return "the text of an error"
}

// literalsOf returns the joined literals of a concatenation, without the values between them.
func literalsOf(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.ADD {
			return literalsOf(n.X) + literalsOf(n.Y)
		}
	case *ast.ParenExpr:
		return literalsOf(n.X)
	}
	text, _ := literal(n)
	return text
}

// unit matches a unit after a number and a space, as in " s".
var unit = regexp.MustCompile(`^[^\pL]* \pL+`)

// verbatim lists the functions that show a text unchanged.
var verbatim = []string{
	"text", "reply", "replySparsely", "whisper", "Reply", "Private", "Instead", "Note", "NewButton",
	"Prose", "Sentence", "Labelled", "Aside", "Quoted", "Row", "List", "Beside",
}

// saidLiterals returns the string literals that contain a word and that a call shows verbatim. Keys are not included,
// because they stand for sentences.
func saidLiterals(call *ast.CallExpr) (all []ast.Expr) {
	if !slices.Contains(verbatim, nameOf(call)) {
		return nil
	}
	if len(call.Args) > 0 && keyLike.MatchString(textOf(call.Args[0])) {
		return nil // a key with names and values
	}
	for _, arg := range call.Args {
		all = append(all, wordLiterals(arg)...)
	}
	return slices.DeleteFunc(all, func(l ast.Expr) bool { return keyLike.MatchString(textOf(l)) })
}

// errorTexts returns the texts of errors that a call creates or formats. Only hosts read errors.
func errorTexts(call *ast.CallExpr) (all []ast.Expr) {
	name := nameOf(call)
	if name == "Error" && len(call.Args) == 0 {
		return []ast.Expr{call}
	}
	if !strings.HasPrefix(name, "Sprint") && !slices.Contains(phraseFunctions, name) {
		return nil
	}
	for _, arg := range call.Args {
		if id, is := arg.(*ast.Ident); is && id.Name == "err" {
			all = append(all, arg)
		}
	}
	return all
}

// nameOf returns the called function's name without its receiver.
func nameOf(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// hostCalls lists the calls that create a message for hosts, with the names of their receivers. With other receivers, a
// method of the same name may create messages for players.
var hostCalls = map[string][]string{
	"Errorf": {"fmt"}, "New": {"errors"}, "MustCompile": {"regexp"},
	"Error": loggers, "Warn": loggers, "Info": loggers, "Debug": loggers,
	"Go": {"send", "Send", "beats"}, "Post": {"send", "Send"}, "Recover": {"delivery"},
}

// loggers lists the names of variables that hold loggers.
var loggers = []string{"log", "Log", "slog", "faults", "Faults", "told", "mute"}

// isForHosts reports whether a call creates a message for hosts.
func isForHosts(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		switch on := f.X.(type) {
		case *ast.Ident:
			return slices.Contains(hostCalls[f.Sel.Name], on.Name)
		case *ast.SelectorExpr:
			return slices.Contains(hostCalls[f.Sel.Name], on.Sel.Name)
		}
	}
	return false
}

// isShownUnchanged reports whether players see the text in a field unchanged. In such a field, even a single word is
// prose.
func isShownUnchanged(field *ast.Ident) bool {
	return slices.Contains([]string{"Label", "Placeholder", "Title", "Content", "Description", "About", "Alt",
		"Footer"}, field.Name)
}

// wordLiterals returns the literals that contain a word, in an expression that isn't a call.
func wordLiterals(value ast.Expr) (all []ast.Expr) {
	switch v := value.(type) {
	case *ast.BasicLit:
		if text, ok := literal(v); ok && word.MatchString(text) {
			return []ast.Expr{v}
		}
	case *ast.BinaryExpr:
		return append(wordLiterals(v.X), wordLiterals(v.Y)...)
	case *ast.ParenExpr:
		return wordLiterals(v.X)
	}
	return nil
}

// word matches two adjacent letters, even with a slash between them, as in "N/A".
var word = regexp.MustCompile(`\pL/?\pL`)

// isSentence reports whether a text is a sentence: it begins with a capital, ends with a full stop, or is Japanese. A
// single word also counts if it has a capital or an exclamation mark.
func isSentence(text string) bool {
	text = strings.TrimSpace(text)
	if unspaced.MatchString(text) || lone.MatchString(text) {
		return true
	}
	if !strings.Contains(text, " ") || !letters.MatchString(text) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first) || text[len(text)-1] == '.' && !strings.Contains(text, ": ")
}

var (
	unspaced = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}]`)
	lone     = regexp.MustCompile(`^\p{Lu}\p{Ll}+[.!?…]?$|^\pL{2,}[!?…]+$`)
)

// letters matches two adjacent lower-case letters. The codes of cards don't match.
var letters = regexp.MustCompile(`\p{Ll}{2}`)

// part matches a part of a sentence: at least two words, or a word after a space. Inserted values don't count.
var part = regexp.MustCompile(`\pL{2,}[^\pL]* [^\pL]*\pL{2,}|^[^\pL]* \pL{2,}`)

var put = regexp.MustCompile(`%[-+#0-9.*]*[a-zA-Z]`)

func isPart(text string) bool {
	text = put.ReplaceAllString(text, "")
	return letters.MatchString(text) && part.MatchString(text)
}

// isNotation reports whether a text is a move in the notation of a game. A placeholder may stand for an argument.
func isNotation(text string) bool {
	for _, k := range kinds {
		if _, ok := k.Parse(strings.ReplaceAll(text, "%d", "1")); ok {
			return true
		}
	}
	return false
}

// The scan recognises all forms of sentences, and ignores texts that only look like sentences.
func TestSentencesInCodeAreRecognised(t *testing.T) {
	for code, seen := range map[string]bool{
		`const c = "You have no chips left"`:                                 true,
		`var m = map[string]string{"a": "Nobody sits here any more"}`:        true,
		`var f = struct{ text string }{text: "please wait for the others"}`:  true,
		`func f(n int) string { return fmt.Sprintf("you need %d more", n) }`: true,
		`func f(who string) string { return who + " sits down" }`:            true,
		`func f(who string) string { return "**" + who + "** has won" }`:     true,
		"var r = `**Bold** words for all`":                                   true,
		`var q = "…and nobody came"`:                                         true,
		`var l = []string{"- do this"}`:                                      true,
		`var j = "手札です"`:                                                     true,
		`var e = fmt.Errorf("Nobody is there.")`:                             true,
		`func f(p page) { p.Info("nobody sits here any more") }`:             true,
		`func f(p page) { p.table.Error("the table is full") }`:              true,
		`var b = discord.Component{Label: "Join"}`:                           true,
		`var b = []discord.Component{{Placeholder: "cards…"}}`:               true,
		`func f() { form.Title = "Bet " + n }`:                               true,
		`const c = "nobody" + " " + "left"`:                                  true,
		`func f(n int) string { return fmt.Sprintf("%d cards", n) }`:         true,
		`func f(n int) string { return strconv.Itoa(n) + " s" }`:             true,
		`func f(who string) string { return fmt.Sprintf("%s wins", who) }`:   true,
		`var m = discord.Message{Content: "done"}`:                           true,
		`var m = discord.Message{Content: "N/A"}`:                            true,
		`var o = discord.Option{Description: "amount"}`:                      true,
		`var c = discord.Choice{Name: "Usual"}`:                              true,
		`var b = c.NewButton("join", discord.Green, id)`:                     true,
		`var a = text("nope")`:                                               true,
		`func f() { t.reply(w, "later") }`:                                   true,
		`func f() string { return "Nobody" }`:                                true,
		`var w = "win!"`:                                                     true,
		`var p = games.Phrase{Key: "No"}`:                                    true,
		`var r = "ход игрока"`:                                               true,
		`func f() { t.reply(w, err.Error()) }`:                               true,
		`func f() string { return fmt.Sprint(err) }`:                         true,
		`var p = games.Say("table.broken", "why", err)`:                      true,
		`func f() { log.Error("no card", "why", err.Error()) }`:              false,
		`func f() { d.whisper(w, "lobby.no_table") }`:                        false,
		`var b = c.NewButton(c.Say("games.button.join"), discord.Green, id)`: false,
		`var n = "replay.gif"`:                                               false,
		`var e = fmt.Errorf("read the journal: %w", err)`:                    false,
		`func f() { panic("a card lies twice") }`:                            false,
		`func f() { log.Info("a table stays shut", "error", err) }`:          false,
		`func f(c *call) { c.bot.Log.Warn("a table stays shut") }`:           false,
		`var c = games.Cell{Label: "A"}`:                                     false,
		`var b = discord.Component{Label: s.say("games.button.join")}`:       false,
		`var m = "set a b c"`:                                                false,
		`var d = []string{"1SRD 2TGQ 3NPV"}`:                                 false,
		`var p = games.Say("poker.wins")`:                                    false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+code, parser.SkipObjectResolution)
		require.NoError(t, err)
		told, shown := textsIn(file)
		require.Equal(t, seen, len(told)+len(shown) > 0, code)
	}
}
