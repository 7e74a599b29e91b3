package structure

import "strings"

// An exception permits a breach and states the reason. TestStructure fails if nothing needs the exception any more.
type exception struct {
	rule  string // a name from rules
	where string // a file, or a folder with all its subfolders: "bot/..."
	text  string // part of the message, if the rule reports several breaches there
	why   string
}

func (e exception) covers(b breach) bool {
	return e.rule == b.rule && fits(e.where, b.path) && strings.Contains(b.text, e.text)
}

var exceptions = []exception{
	{rule: "impure", where: "games/chance.go", text: "crypto/rand",
		why: "Chance is the dealer: the one random source, seeded so that nobody can foresee a card"},

	{rule: "imports", where: "bot/canary_test.go", text: "database/sql",
		why: "asks what the store can't be asked"},
	{rule: "imports", where: "bot/privacy_test.go", text: "database/sql",
		why: "looks for somebody in every column of every table"},
	{rule: "imports", where: "bot/waiting_test.go", text: "database/sql",
		why: "is told by SQLite that there is something new to read"},
	{rule: "imports", where: "cmd/settable/audit*_test.go", text: "database/sql",
		why: "falsifies a database as a thief would"},
	{rule: "imports", where: "cmd/bench/compare_test.go", text: "database/sql",
		why: "reads files of every version, of which the store knows one"},
	{rule: "imports", where: "cmd/settable/kill_laws_test.go", text: "database/sql",
		why: "a law holds what was told against the transfers themselves"},
	{rule: "named", where: "cmd/bench/*", text: `"classic"`,
		why: "the benchmark plays one game"},
	{rule: "named", where: "render/theme.go", text: `"classic"`, why: "is a palette, too"},
}
