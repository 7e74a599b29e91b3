package bot_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/bot/command"
	"settable/bot/daily"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/privacy"
	"settable/games"
	"settable/games/gamestest"
	"settable/render"
	"settable/render/words"
)

var writePages = flag.Bool("pages", false, "write the pages of docs that the program can write itself")

const docs = "../docs"

// A page is a Markdown page under construction, with wrapped paragraphs and list items.
type page struct{ strings.Builder }

// columns is the maximum length of a line on such a page.
const columns = 108

func (p *page) line(s string) { p.WriteString(s + "\n") }

// put wraps a text. It indents every line except the first.
func (p *page) put(text, indent string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > columns {
			p.line(line)
			line = indent + word
		} else if line += " " + word; strings.TrimSpace(line) == word {
			line = word
		}
	}
	p.line(line)
}

// requireFile requires that the file in docs equals the page. With the flag -pages, it updates the file.
func (p *page) requireFile(t *testing.T, name string) {
	file(t, name, []byte(p.String()))
}

func file(t *testing.T, name string, want []byte) {
	path := filepath.Join(docs, name)
	if *writePages {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, want, 0o644))
	}
	is, err := os.ReadFile(path)
	require.NoError(t, err)
	same := string(is) == string(want)
	require.True(t, same, "docs/%s is out of date: run go test ./bot -run TestPages -pages", name)
}

// inventoryOf returns what is needed to build the commands, with the catalogues of all packages.
func inventoryOf(t *testing.T) command.Inventory {
	catalogues, err := words.New(nil, allGames, bot.Catalogues()...)
	require.NoError(t, err)
	return command.Inventory{Games: allGames, Language: catalogues.In("en"), All: catalogues.Languages()}
}

// docs/commands.md lists every registered command.
func TestPagesListAllCommands(t *testing.T) {
	gamestest.SkipUnderRace(t)
	register := command.All(slices.Concat((&privacy.Service{}).Commands(), daily.Commands(nil))...)
	var p page
	p.line("# Commands\n")
	p.put("Every slash command, as Discord shows it. Parameters in brackets are optional. Moves can also be "+
		"typed or pressed; see [How to play](playing.md).", "")
	for _, c := range register.Shapes(inventoryOf(t)) {
		p.line("\n## `/" + c.Name + usage(c.Options) + "`\n")
		p.put(endSentence(c.Description), "")
		p.options("/"+c.Name, c.Options)
	}
	p.requireFile(t, "commands.md")
}

func (p *page) options(of string, list []discord.Option) {
	if len(list) > 0 {
		p.line("")
	}
	for _, o := range list {
		if o.Kind == discord.SubCommand {
			p.put("- `"+of+" "+o.Name+usage(o.Options)+"`: "+endSentence(o.Description), "  ")
			continue
		}
		p.put("- `"+o.Name+"`: "+endSentence(o.Description)+choices(o), "  ")
	}
}

func usage(list []discord.Option) (s string) {
	for _, o := range list {
		switch {
		case o.Kind == discord.SubCommand:
			return " …"
		case o.Required:
			s += " " + o.Name
		default:
			s += " [" + o.Name + "]"
		}
	}
	return s
}

func choices(o discord.Option) string {
	var all []string
	for _, c := range o.Choices {
		all = append(all, "`"+c.Value+"`")
	}
	if all == nil {
		return ""
	}
	return " One of " + strings.Join(all, ", ") + "."
}

func endSentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") || strings.HasSuffix(s, "…") {
		return s
	}
	return s + "."
}

// docs/games.md describes each game in the bot's own words: its rules with a picture, its moves and its options.
func TestPagesDescribeGames(t *testing.T) {
	gamestest.SkipUnderRace(t)
	lang := inventoryOf(t).Language
	var p page
	p.line("# The five games\n")
	p.put("The rules, moves and options of each game, as `/rules` explains them. Choose options when you "+
		"open a table, as in `/play classic penalty:lockout`; a script has `option penalty=lockout`. `/play` uses "+
		"house rules unless you choose `rules:book`.", "")
	for _, kind := range allGames {
		m := kind.Manual()
		p.line("\n## " + lang.Plain(m.Title()) + "\n")
		p.put(seatsOf(m)+" "+endSentence(lang.Plain(m.Summary())), "")
		name := "games/" + m.Game + ".png"
		picture, err := render.Draw(message.Example(m, lang), render.Style{}, lang)
		require.NoError(t, err)
		file(t, name, picture)
		alt := strings.ReplaceAll(render.Alt(message.Example(m, lang), lang), `"`, "”")
		p.WriteString("\n<img src=\"" + name + "\" width=\"326\"\n")
		p.put("alt=\""+alt+"\">", "")
		for paragraph := range strings.SplitSeq(lang.Plain(m.Text()), "\n") {
			if paragraph != "" {
				p.line("")
				p.put(paragraph, "")
			}
		}
		p.line("\n| move | what it does |\n| --- | --- |")
		for _, v := range m.Verbs {
			p.line("| `" + v.Example + "` | " + endSentence(lang.Plain(m.Help(v))) + " |")
		}
		p.line("\n| option | values | default | house rules | meaning |\n| --- | --- | --- | --- | --- |")
		for _, o := range m.Options {
			about := endSentence(lang.Plain(m.About(o)))
			house := m.HouseRules[o.Name]
			if house != "" {
				house = "`" + house + "`"
			}
			p.line(fmt.Sprintf("| `%s` | %s | `%s` | %s | %s |", o.Name, allowedValues(o), o.Default, house, about))
		}
	}
	p.requireFile(t, "games.md")
}

func seatsOf(m games.Manual) string {
	switch {
	case m.MinSeats == 1:
		return fmt.Sprintf("For 1 to %d players.", m.MaxSeats)
	default:
		return fmt.Sprintf("For %d to %d players.", m.MinSeats, m.MaxSeats)
	}
}

func allowedValues(o games.Option) string {
	if o.Values == nil {
		return strconv.Itoa(o.Min) + " to " + strconv.Itoa(o.Max)
	}
	all := slices.Clone(o.Values)
	for i := range all {
		all[i] = "`" + all[i] + "`"
	}
	return strings.Join(all, ", ")
}
