package words_test

import (
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"settable/render/words"
)

// composedKeys lists the keys that Go code composes, grouped by their constant prefixes. "*" stands for the names and
// descriptions of commands, options and verbs, which other tests check.
var composedKeys = map[string]string{
	"agenda.when.": "an at days days_later friday hours hours_later in minutes minutes_later monday oclock on " +
		"saturday sunday thursday today tomorrow tuesday wednesday weeks",
	"command.about.":                    "*",
	"command.about.leaderboard.board.":  "chips daily fastest nights owned sets streak wins",
	"command.about.leaderboard.period.": "all day month week",
	"command.count.":                    "chips coming games_won hands other_games players pots_won sets",
	"command.help.":                     "*",
	"command.history.": "bought cashed daily even gift line line_on_tables lost more " +
		"playing start title won",
	"command.leaderboard.unit.": "chips daily fastest nights owned sets streak wins",
	"command.name.":             "*",
	"command.night.chart.":      "chips sets wins",
	"command.option.strength.":  "easy sharp steady",
	"command.palette.":          "classic contrast default plain",
	"command.permission.": "add_reactions attach_files create_events embed_links read_message_history " +
		"send_messages send_messages_in_threads view_channel",
	"command.profile.practice.": "games hands sets wins",
	"command.replay.to.":        "back film first last newer next older turn",
	"command.theme.":            "dark light",
	"command.news.":             "messages table",
	"command.verb.":             "*",
	"english.call.":             "2 3 4 5 6 7 8 9 10 jack queen king ace",
	"english.rank.":             "2 3 4 5 6 7 8 9 10 jack queen king ace",
	"games.level.":              "easy sharp steady",
	"games.numeral.":            "1 10 2 3 4 5 6 7 8 9 more",
	"games.rules.":              "book house",
	"games.rules_here.":         "book house",
	"lobby.closed.":             "could_not_go_on rules_unknown",
	"message.needs.":            "chips choice pile piles three",
	"privacy.keeps.":            "chips games gone messages number others",
	"twenty.head.":              "example next_hand not_won not_won.hand play play.hand won won.hand",
	"words.diamonds.":           "card green open purple red solid striped",
	"words.ovals.":              "card green open purple red solid striped",
	"words.rank.":               "2 3 4 5 6 7 8 9 A J K Q T",
	"words.squiggles.":          "card green open purple red solid striped",
	"words.suit.":               "C D H S",
}

// Every composed key is in a catalogue, and the catalogues have no other keys with the same prefixes.
func TestComposedKeysAreListed(t *testing.T) {
	for _, fault := range wrongComposedKeys(allCatalogues(t), sources(t), composedKeys) {
		t.Error(fault)
	}
}

// The check reports an unlisted prefix, a key that no catalogue has, and a key that no code composes.
func TestWrongComposedKeysAreFound(t *testing.T) {
	catalogues, all := allCatalogues(t), sources(t)
	for _, broken := range []struct{ beginning, keys, want string }{
		{"command.theme.", "", "command.theme. begins keys that composedKeys does not list"},
		{"command.theme.", "dark light dusk", "no catalogue has command.theme.dusk"},
		{"command.theme.", "dark", "nobody puts command.theme.light together"},
	} {
		list := maps.Clone(composedKeys)
		list[broken.beginning] = broken.keys
		faults := wrongComposedKeys(catalogues, all, list)
		others := slices.ContainsFunc(faults, func(f string) bool { return !strings.Contains(f, broken.want) })
		if len(faults) == 0 || others {
			t.Errorf("%s %q: %q", broken.beginning, broken.keys, faults)
		}
	}
}

func wrongComposedKeys(catalogues *words.Catalogues, all []source, list map[string]string) (faults []string) {
	keys := catalogues.Keys()
	said := map[string]bool{} // string literals
	for _, s := range all {
		room := path.Base(path.Dir(s.file)) + "."
		ast.Inspect(s.tree, func(n ast.Node) bool {
			text, ok := literal(n)
			if !ok {
				return true
			}
			for _, start := range []string{text, room + text} {
				said[start] = true
				begins := func(key string) bool { return strings.HasPrefix(key, start) }
				if strings.HasSuffix(start, ".") && strings.Count(start, ".") > 1 && list[start] == "" &&
					slices.ContainsFunc(keys, begins) {
					faults = append(faults, s.at(n)+": "+start+" begins keys that composedKeys does not list")
				}
			}
			return true
		})
	}
	for start, ends := range list {
		if ends == "*" || ends == "" {
			continue
		}
		of := strings.Fields(ends)
		for _, end := range of {
			if !slices.Contains(keys, start+end) {
				faults = append(faults, "no catalogue has "+start+end)
			}
		}
		for _, key := range keys {
			if end, is := strings.CutPrefix(key, start); is && !said[key] && !slices.Contains(of, end) {
				faults = append(faults, catalogues.Position(key)+": nobody puts "+key+" together")
			}
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}
