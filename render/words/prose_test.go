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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What may be prose in Go, each with its reason: files that players do not read.
var prose = map[string]string{
	"games/*/figures.go":          "read by a host in a terminal",
	"games/gamestest/*.go":        "read by who tests a game",
	"games/event.go":              "read in scripts",
	"games/viewtext.go":           "read in scripts",
	"games/replay.go":             "read by who writes a script",
	"games/script.go":             "read by who writes a script",
	"bot/dial.go":                 "read by a host in a log",
	"bot/health.go":               "read by a host who asks whether the bot plays",
	"bot/measure.go":              "read by a host beside a number",
	"bot/meter/*.go":              "read by a host beside a number",
	"render/words/catalogues.go":  "read by who writes a catalogue",
	"render/words/catalogue.go":   "read by who writes a catalogue",
	"render/words/check.go":       "read by who writes a catalogue",
	"render/words/lexicon.go":     "said where no catalogue has anything to say",
	"render/words/wordstest/*.go": "a language for tests",
	"bot/discord/*.go":            "the protocol of Discord",
	"bot/discord/discordtest/*":   "read by who tests",
	"bot/discord/rest/*.go":       "the protocol of Discord",
	"bot/discord/gateway/*.go":    "the protocol of Discord, and read by a host in a terminal",
	"bot/sandbox/*.go":            "a Discord of its own",
	"bot/sandbox/*/*.go":          "a Discord of its own",
}

// And texts that they do not read, in files that have to do with what they do.
var hidden = map[string][]string{
	"a host reads in the status what stands": {
		"channels to be read again", "nights of which people are to be reminded, to be looked for",
		"planned nights to be announced", "nights of which people are to be reminded",
		"nights that were planned in channels that are gone", "tables to be shown",
		"old messages to be taken away",
		"tables that Discord did not show whole", "people to be forgotten",
		"servers to be noted on which the bot is", "servers to be purged that have sent the bot away",
		"people to be forgotten, to be looked for", "daily deals to be told of the time away",
		"looks for tables that have slept for a day", "daily deals to be ended with their day",
		"channels that are gone", "closed tables to be told of", "tables to be closed that have slept for a day",
	},
	"a host reads in the log what failed": {
		"it was played by rules that this version no longer knows", "it could not go on",
		"a server's settings can't be read: the usual ones serve",
		"a player's settings can't be read: the server's serve",
		"the clock's line", "what the disk refused before", "what the table was left with",
		"a line whose outcome is unknown", "reading the journal", "the end of a table whose channel is gone",
	},
	"a host reads in the log what was going on": {"taking a note away"},
	"a value of a game, which a phrase tells": {
		"most sets", "no sets", "last left", "deck empty", "fewest chips", "left of dealer", "one each",
	},
	"read in scripts":               {" is away: "},
	"a word of a key":               {"daily deals"},
	"signs that never begin a line": {"、。，．,.：；:;？！?!）)」』】〉》”’％%々ー…・〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"},
}

// exempt is the exception that covers a file; "" if none does.
func exempt(file string) string {
	for pattern := range prose {
		if fits, _ := path.Match(pattern, file); fits {
			return pattern
		}
	}
	return ""
}

// No sentence for players stands in Go, under games, render and bot, nor a part of one. What a fault of the
// program says begins small and goes to an error, a log or a panic. An exception that covers nothing any more
// has to go.
func TestNoSentenceStandsInGo(t *testing.T) {
	needed := map[string]bool{}
	for _, s := range sources(t) {
		if room := strings.Split(s.file, "/")[0]; room != "games" && room != "render" && room != "bot" {
			continue
		}
		exception := exempt(s.file)
		for _, l := range spokenIn(s.tree) {
			text, _ := literal(l)
			switch {
			case exception != "":
				needed[exception] = true
			case isHidden(text):
				needed[text] = true
			default:
				t.Errorf("%s: %q", s.at(l), text)
			}
		}
	}
	for pattern := range prose {
		assert.True(t, needed[pattern], "no sentence stands in %s any more", pattern)
	}
	for _, texts := range hidden {
		for _, text := range texts {
			assert.True(t, needed[text], "nobody says %q any more", text)
		}
	}
}

func isHidden(text string) bool {
	for _, texts := range hidden {
		if slices.Contains(texts, text) {
			return true
		}
	}
	return false
}

// spokenIn are the texts of a file that may be prose.
func spokenIn(file *ast.File) (all []*ast.BasicLit) {
	var look func(quiet bool) func(ast.Node) bool
	look = func(quiet bool) func(ast.Node) bool {
		return func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field: // its tag
				return n.Tag == nil
			case *ast.CallExpr:
				if !quiet && toHosts(n) {
					ast.Inspect(n, look(true))
					return false
				}
			case *ast.KeyValueExpr:
				if field, is := n.Key.(*ast.Ident); is && onSight(field) {
					all = append(all, worded(n.Value)...)
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if field, is := to.(*ast.SelectorExpr); is && onSight(field.Sel) && i < len(n.Rhs) {
						all = append(all, worded(n.Rhs[i])...)
					}
				}
			case *ast.BasicLit:
				text, ok := literal(n)
				if ok && (isSentence(text) || !quiet && isPart(text) && !isNotation(text)) {
					all = append(all, n)
				}
			}
			return true
		}
	}
	ast.Inspect(file, look(false))
	return all
}

// hosts are the calls that say something to a host, or make an error for one, each with the names of what
// they are called on. A method of that name of anything else may well speak to players.
var hosts = map[string][]string{
	"Errorf": {"fmt"}, "New": {"errors"}, "MustCompile": {"regexp"},
	"Error": logs, "Warn": logs, "Info": logs, "Debug": logs,
	"Go": {"send", "Send", "beats"}, "Post": {"send", "Send"}, "Recover": {"delivery"},
}

// logs are what logs are called, and what is told there once and not again.
var logs = []string{"log", "Log", "slog", "faults", "Faults", "told", "mute"}

// toHosts tells whether a call says something to a host, or makes an error for one.
func toHosts(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		switch on := f.X.(type) {
		case *ast.Ident:
			return slices.Contains(hosts[f.Sel.Name], on.Name)
		case *ast.SelectorExpr:
			return slices.Contains(hosts[f.Sel.Name], on.Sel.Name)
		}
	}
	return false
}

// onSight tells a field that people see as it stands: there a single word is prose, too.
func onSight(field *ast.Ident) bool {
	return slices.Contains([]string{"Label", "Placeholder", "Title"}, field.Name)
}

// worded are the literals with a word of which a value is put together, if not by a call.
func worded(value ast.Expr) (all []*ast.BasicLit) {
	switch v := value.(type) {
	case *ast.BasicLit:
		if text, ok := literal(v); ok && word.MatchString(text) {
			return []*ast.BasicLit{v}
		}
	case *ast.BinaryExpr:
		return append(worded(v.X), worded(v.Y)...)
	case *ast.ParenExpr:
		return worded(v.X)
	}
	return nil
}

var word = regexp.MustCompile(`\pL{2,}`)

// A sentence begins with a capital, or ends with a full stop, or is Japanese.
func isSentence(text string) bool {
	text = strings.TrimSpace(text)
	if unspaced.MatchString(text) {
		return true
	}
	if !strings.Contains(text, " ") || !letters.MatchString(text) {
		return false
	}
	first, last := text[0], text[len(text)-1]
	return first >= 'A' && first <= 'Z' || last == '.' && !strings.Contains(text, ": ")
}

var unspaced = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}]`)

// Two small letters make a word; cards by their codes are none.
var letters = regexp.MustCompile("[a-z]{2}")

// A part of a sentence has two words, or goes on behind a blank.
var part = regexp.MustCompile(`\pL{2,}[^\pL]* [^\pL]*\pL{2,}|^[^\pL]* \pL{2,}`)

func isPart(text string) bool { return letters.MatchString(text) && part.MatchString(text) }

// isNotation tells whether a text is a move of a game, perhaps with a hole for what it takes.
func isNotation(text string) bool {
	for _, k := range kinds {
		if _, ok := k.Parse(strings.ReplaceAll(text, "%d", "1")); ok {
			return true
		}
	}
	return false
}

// The scan sees a sentence in whatever guise it stands, and is not taken in by what only looks like one.
func TestASentenceIsSeenInEveryGuise(t *testing.T) {
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
		require.Equal(t, seen, len(spokenIn(file)) > 0, code)
	}
}
