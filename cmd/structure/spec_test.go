package structure

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A specPage holds the parts of a docs/spec page that comments can cite: sections, numbered rules ("Poker 7", "English
// 1.2") and options ("Poker, option ante").
type specPage map[string]bool

var (
	ruleLine   = regexp.MustCompile(`^(\d+)\. `)
	partLine   = regexp.MustCompile(`^   (\d+)\. `)
	rowLine    = regexp.MustCompile(`^\| (\d+) \|`)
	optionLine = regexp.MustCompile("^\\| `([a-z_]+)` \\|")
)

func readSpec(t *testing.T, name string) (page specPage, rules []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/spec/" + name)
	require.NoError(t, err)
	page = specPage{}
	section, rule := "", ""
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
			section, rule = title, ""
			page[section] = true
			continue
		}
		if m := ruleLine.FindStringSubmatch(line); m != nil {
			rule = section + " " + m[1]
			require.False(t, page[rule], "%s: %s appears twice", name, rule)
			page[rule] = true
			rules = append(rules, rule)
		}
		if m := partLine.FindStringSubmatch(line); m != nil {
			page[rule+"."+m[1]] = true
			rules = append(rules, rule+"."+m[1])
		}
		if m := rowLine.FindStringSubmatch(line); m != nil {
			page[section+" "+m[1]] = true
		}
		if m := optionLine.FindStringSubmatch(line); m != nil {
			page[section+", option "+m[1]] = true
		}
	}
	require.NotEmpty(t, rules, name)
	return page, rules
}

// rulePattern returns a regular expression for citations of rules in these sections, such as "Classic 3 and 7" and
// "Poker, option ante".
func rulePattern(sections ...string) string {
	return `\b(` + strings.Join(sections, "|") + `)` +
		`( (\d[\d.]*(?:(?:, | and | to )\d[\d.]*)*)|, options? ([a-z_]+)(?: and ([a-z_]+))?)`
}

// inScripts finds citations of rules in scripts. In Go, a citation must be in brackets, as in "(Poker 7)", or name the
// page, as in "Poker 7 (docs/spec/rules.md)". Otherwise, words such as "Cards 3" may be part of an ordinary sentence.
func inScripts(sections ...string) *regexp.Regexp {
	return regexp.MustCompile(rulePattern(sections...))
}

func inGo(sections ...string) *regexp.Regexp {
	return regexp.MustCompile(`\(?` + rulePattern(sections...) + `(?: \(docs/spec/rules\.md\)|\))`)
}

var (
	// ofOthers finds citations such as "behaviour, Feedback 4" and "discord, REST 1".
	ofOthers = regexp.MustCompile(`\b(behaviour|notation|discord), ([A-Z]\w*(?: [a-z]\w*)*)(?: (\d+)(?: and (\d+))?)?`)
	numbers  = regexp.MustCompile(`\d+(?:\.\d+)?`)
)

// citedRules returns the rules of docs/spec/rules.md that a text cites.
func citedRules(text string, in *regexp.Regexp) (rules []string) {
	for _, m := range in.FindAllStringSubmatch(text, -1) {
		for _, n := range numbers.FindAllString(m[3], -1) {
			rules = append(rules, m[1]+" "+n)
		}
		for _, option := range m[4:] {
			if option != "" {
				rules = append(rules, m[1]+", option "+option)
			}
		}
	}
	return rules
}

// citedElsewhere returns the pages and paragraphs other than rules.md that a text cites.
func citedElsewhere(text string) (found [][2]string) {
	for _, m := range ofOthers.FindAllStringSubmatch(text, -1) {
		if m[3] == "" {
			found = append(found, [2]string{m[1], m[2]})
		}
		for _, n := range m[3:] {
			if n != "" {
				found = append(found, [2]string{m[1], m[2] + " " + n})
			}
		}
	}
	return found
}

// comments returns the text of all comments in a Go file or script. It replaces line breaks with spaces.
func comments(name, text string) string {
	mark := "//"
	if path.Ext(name) != ".go" {
		mark = "#"
	}
	var all []string
	for line := range strings.Lines(text) {
		if _, comment, ok := strings.Cut(line, mark); ok {
			all = append(all, strings.TrimSpace(comment))
		}
	}
	return strings.Join(all, " ")
}

// unscripted lists rules that have no scripts yet.
var unscripted = []string{"Rights 16"}

// TestScriptsCiteEveryRule requires a script for each numbered rule of docs/spec/rules.md. It also checks that every
// rule or paragraph that a script or Go file cites exists in docs/spec.
func TestScriptsCiteEveryRule(t *testing.T) {
	rules, numbered := readSpec(t, "rules.md")
	others := map[string]specPage{}
	for _, name := range []string{"behaviour", "notation", "discord"} {
		others[name], _ = readSpec(t, name+".md")
	}
	var sections []string
	for _, rule := range numbered {
		section, _, _ := strings.Cut(rule, " "+numbers.FindString(rule))
		if !slices.Contains(sections, section) {
			sections = append(sections, section)
		}
	}
	scriptForm, goForm := inScripts(sections...), inGo(sections...)
	proven := map[string]bool{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != "." {
			return fs.SkipDir
		}
		script := slices.Contains([]string{".game", ".chat"}, path.Ext(name))
		if !script && path.Ext(name) != ".go" {
			return nil
		}
		content, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		text := comments(name, string(content))
		form := goForm
		if script {
			form = scriptForm
		}
		for _, rule := range citedRules(text, form) {
			if !rules[rule] {
				t.Errorf("%s cites %q, which docs/spec/rules.md doesn't have", name, rule)
			}
			proven[rule] = proven[rule] || script
		}
		for _, c := range citedElsewhere(text) {
			if !others[c[0]][c[1]] {
				t.Errorf("%s cites %q, which docs/spec/%s.md doesn't have", name, c[1], c[0])
			}
		}
		return nil
	})
	require.NoError(t, err)
	var missing []string
	for _, rule := range numbered {
		if !proven[rule] && !slices.Contains(unscripted, rule) {
			missing = append(missing, rule)
		}
	}
	require.Empty(t, missing, "no script cites these rules of docs/spec/rules.md")
}

func TestCitationsAreFound(t *testing.T) {
	text := "Classic 3 and 7: calls. English 1.2, 1.3. Poker, option ante: and Every game, options turn and pause. " +
		"See behaviour, Playing again 5: notation, Scripts. discord, REST 4: nothing of Poker."
	require.Equal(t, []string{"Classic 3", "Classic 7", "English 1.2", "English 1.3", "Poker, option ante",
		"Every game, option turn", "Every game, option pause"}, citedRules(text, inScripts("Classic", "English", "Poker", "Every game")))
	require.Equal(t, []string{"Poker 4", "Cards 2", "Cards 3"},
		citedRules("Cards 30 pixels wide. Poker 4 (docs/spec/rules.md). Sets (Cards 2 and 3).", inGo("Cards", "Poker")))
	require.Equal(t, "[[behaviour Playing again 5] [notation Scripts] [discord REST 4]]", fmt.Sprint(citedElsewhere(text)))
}
