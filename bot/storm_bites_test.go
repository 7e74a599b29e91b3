package bot

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var bites = flag.Bool("bites", os.Getenv("SETTABLE_CI") == "1", "break one control after the other, and see that the storm finds out")

// A spoiling is a control that is broken: words of a file, and what stands
// there instead.
type spoiling struct {
	file     string
	is, made string
	finds    string // what the storm then says
}

var spoilings = map[string][]spoiling{
	"answer before commit": {
		{file: "store/sqlite/writer.go", is: "	if err := p.ready(); err != nil {", made: "	for _, o := range taken {\n		o.done <- nil\n	}\n	if err := p.ready(); err != nil {", finds: "is told before it is written|the journal has|thinks of line|there is no such table|in the ledger"},
		{file: "store/sqlite/writer.go", is: "			o.done <- err\n", made: "			_ = o\n"},
		{file: "store/sqlite/writer.go", is: "		o.done <- answers[i]\n", made: "		_, _ = o, answers[i]\n"},
	},
	"memory changed before commit": {
		{file: "bot/write.go", is: "	if err := t.bot.Store.Append(", made: "	t.adopt(s, next, actions, steps)\n	if err := t.bot.Store.Append(", finds: "thinks of line|is told before it is written"},
		{file: "bot/write.go", is: "	t.adopt(s, next, actions, steps)\n	return steps", made: "	return steps"},
	},
	"debit at settlement": {
		{file: "bot/write.go", is: "Transfers: steps[i].Transfers", made: "Transfers: slices.DeleteFunc(slices.Clone(steps[i].Transfers), func(x games.Transfer) bool { return x.To == games.Pot })", finds: "chips in the pot|chips, "},
		{file: "bot/write.go", is: "import (\n", made: "import (\n	\"slices\"\n"},
	},
	"no key that keeps a message from being played twice": {
		{file: "store/sqlite/writer.go", is: "	seen, err := p.has(selectPlayed, string(source))\n", made: "	var seen bool\n	var err error\n", finds: "twice"},
		{file: "migrations/sqlite/00001_journal.sql", is: "CREATE UNIQUE INDEX lines_source", made: "CREATE INDEX lines_source"},
		{file: "migrations/sqlite/00006_fewer_indexes.sql", is: "        WHEN NEW.source IS NOT NULL\n", made: "        WHEN 0 AND NEW.source IS NOT NULL\n"},
	},
	"a view with a card too many": {
		{file: "games/poker/view.go", is: "hand.Cells[j].Kind = games.Back", made: "hand.Cells[j] = games.Cell{Kind: games.Face, Card: p.cards[j]}", finds: "reads .*, which seat"},
	},
}

// TestTheStormBites breaks the controls that keep chips, lines and secrets, one
// after the other, in a copy that only the compiler sees, and wants the storm to
// find each of them: a test that cannot fail proves nothing.
func TestTheStormBites(t *testing.T) {
	if !*bites {
		t.Skip("builds the bot five times; go test ./bot -run Bites -bites, or SETTABLE_CI=1")
	}
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	for name, all := range spoilings {
		t.Run(name, func(t *testing.T) {
			overlay := map[string]map[string]string{"Replace": {}}
			for _, s := range all {
				file := filepath.Join(root, s.file)
				copied := overlay["Replace"][file]
				if copied == "" {
					copied = filepath.Join(t.TempDir(), filepath.Base(s.file))
					overlay["Replace"][file] = copied
					text, err := os.ReadFile(file)
					require.NoError(t, err)
					require.NoError(t, os.WriteFile(copied, text, 0o600))
				}
				text, err := os.ReadFile(copied)
				require.NoError(t, err)
				require.Equal(t, 1, strings.Count(string(text), s.is), "%s does not stand in %s once", s.is, s.file)
				require.NoError(t, os.WriteFile(copied, []byte(strings.Replace(string(text), s.is, s.made, 1)), 0o600))
			}
			list, err := json.Marshal(overlay)
			require.NoError(t, err)
			path := filepath.Join(t.TempDir(), "overlay.json")
			require.NoError(t, os.WriteFile(path, list, 0o600))
			run := exec.Command("go", "test", "-overlay", path, "-count=1", "-run", "^TestStorm$", "./bot", "-args", "-storm", "60")
			run.Dir = root
			out, err := run.CombinedOutput()
			require.Error(t, err, "the storm finds nothing:\n%s", out)
			require.Regexp(t, "evening \\d+ (.|\n)*("+all[0].finds+")", string(out))
		})
	}
}
