package table

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
)

const eve = store.PlayerID(75) // sits nowhere

var rules = func() map[string]games.Rules {
	all := map[string]games.Rules{}
	for _, k := range kinds {
		all[k.Name()] = k.Rules
	}
	return all
}()

// corpus returns the lines of a file of what people say.
func corpus(t *testing.T, file string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile("../testdata/talk/" + file)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t").Replace(line))
		}
	}
	return lines
}

// someone is who is meant by a name, or whose turn it is.
func (f *felt) someone(name string) store.PlayerID {
	if name == "turn" {
		if all := f.Session().Thinkers(); len(all) > 0 {
			return all[0]
		}
		return ann // it is everybody's
	}
	return map[string]store.PlayerID{"ann": ann, "bob": bob, "cid": cid, "eve": eve}[name]
}

// stage returns a table at which this was said, "ann join, ann start".
func stage(t *testing.T, game, said string, options ...string) *felt {
	t.Helper()
	o := games.Options{}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		o[name] = value
	}
	f := lay(t, rules[game], o)
	for _, p := range []store.PlayerID{ann, bob, cid, eve} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
	}
	for line := range strings.SplitSeq(said, ", ") {
		who, words, _ := strings.Cut(line, " ")
		require.Equal(t, Played, f.says(f.someone(who), words).Verdict, "%s: %s", game, line)
	}
	return f
}

// plan returns what typed words would do.
func (f *felt) plan(who store.PlayerID, words string) Plan {
	defer func(at time.Time) { f.at = at }(f.at) // nothing has happened
	return f.Session().Plan(f.through(Typed, who, words), f.moment())
}

// meant returns what they would do as a command.
func (f *felt) meant(who store.PlayerID, words string) Plan {
	defer func(at time.Time) { f.at = at }(f.at)
	return f.Session().Plan(f.through(Slash, who, words), f.moment())
}

// isSilent wants nothing done, told or answered.
func isSilent(t *testing.T, p Plan, args ...any) {
	t.Helper()
	require.Equal(t, Answer{}, p.Answer, args...)
	require.Empty(t, p.Lines, args...)
	require.Empty(t, p.Notices, args...)
}

// playing tables of all games, some in more than one situation.
var stages = func() map[string][]string {
	const begun = "ann join, bob join, ann start"
	all := map[string][]string{}
	for _, k := range kinds {
		all[k.Name()] = []string{begun}
	}
	all["classic"] = []string{begun, begun + ", ann set", "ann join, bob join"}
	all["twenty"] = []string{begun, "ann join, bob join"}
	all["poker"] = []string{begun, begun + ", turn bet 1"}
	return all
}()

// behaviour, Moves 3: everything else is talk, whoever says it. A reply to a message that isn't the table's is
// typed like everything else.
func TestTalkIsSilent(t *testing.T) {
	gamestest.Unraced(t)
	talk := corpus(t, "talk.txt")
	require.Greater(t, len(talk), 400)
	for game, all := range stages {
		for _, said := range all {
			f := stage(t, game, said)
			people := []store.PlayerID{ann, bob, eve}
			if strings.HasSuffix(said, "ann set") {
				people = people[1:] // who has called may say the letters alone
			}
			for _, words := range talk {
				for _, who := range people {
					isSilent(t, f.plan(who, words), "%s after %s: %q by %d", game, said, words, who)
				}
			}
		}
	}
}

// What a player says may be a move as well: who does not sit there is not answered, seated
// or punished for it.
func TestWhatOnlyPlayersMean(t *testing.T) {
	gamestest.Unraced(t)
	tables := map[string]*felt{}
	for game, all := range stages {
		tables[game] = stage(t, game, all[0])
	}
	for _, line := range corpus(t, "players.txt") {
		game, words, ok := strings.Cut(line, ": ")
		require.True(t, ok, line)
		p := tables[game].plan(bob, words)
		require.Contains(t, []Verdict{Played, Refused, OnlyLooked}, p.Answer.Verdict, line)
		for other, f := range tables {
			if words != "join" { // who types it sits down
				isSilent(t, f.plan(eve, words), "%s at %s", line, other)
			}
		}
	}
}

// A message that is a move as a whole may be typed in several ways (behaviour, Moves 2); the journal keeps the
// notation.
func TestMovesAsPeopleTypeThem(t *testing.T) {
	gamestest.Unraced(t)
	var f *felt
	var at string
	count := 0
	for _, line := range corpus(t, "moves.txt") {
		if head, said, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(line, "at ") {
			at = line
			fields := strings.Fields(head)
			f = stage(t, fields[1], said, fields[3:]...)
			continue
		}
		parts := strings.SplitN(line, " | ", 3)
		require.Len(t, parts, 3, line)
		who, want, typed := f.someone(parts[0]), parts[1], parts[2]
		w := f.through(Typed, who, typed)
		require.NotNil(t, w.Move, "%s\n%s", at, line)
		require.Equal(t, want, w.Move.String(), "%s\n%s", at, line)
		p := f.Session().Plan(w, f.moment())
		require.Contains(t, []Verdict{Played, Refused, OnlyLooked}, p.Answer.Verdict, "%s\n%s", at, line)
		if p.Answer.Verdict == Played {
			written := slices.ContainsFunc(p.Lines, func(l PlannedLine) bool { return l.Action.Move.String() == want })
			require.True(t, written, "%s\n%s", at, line)
		}
		count++
	}
	require.Greater(t, count, 200)
}

// Letters that only look like those of a move make it talk, at every game.
func TestLookAlikesAreTalk(t *testing.T) {
	gamestest.Unraced(t)
	cyrillic := strings.NewReplacer("a", "а", "c", "с", "e", "е", "o", "о", "p", "р", "d", "ԁ", "i", "і",
		"l", "ӏ", "1", "१", "2", "٢")
	greek := strings.NewReplacer("a", "α", "t", "τ", "e", "ε", "o", "ο", "n", "ν", "r", "г", "s", "ѕ")
	for game, moves := range map[string][]string{
		"classic": {"set a c l", "none", "join", "set"}, "twenty": {"set b 1 4", "none", "draw"},
		"poker":     {"bet 2", "check", "call", "raise 2", "drop", "pass"},
		"solitaire": {"set 1 2 4", "look 4", "deal", "done"}, "english": {"turn", "exchange"},
	} {
		f := stage(t, game, stages[game][0])
		for _, words := range moves {
			for _, alike := range []string{
				cyrillic.Replace(words), greek.Replace(words), words + "\u200b", "\u202e" + words, words + "\ufe0f",
			} {
				for _, who := range []store.PlayerID{ann, bob, eve} {
					if alike != words {
						isSilent(t, f.plan(who, alike), "%s: %q", game, alike)
					}
				}
			}
		}
	}
}

// A passer-by who types a set that lies there is seated and has it. A wrong claim, a late
// one, a call and "none" are talk; meant for the table they are what they always were.
func TestAPasserBy(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start", "extra=agree")
	right := f.set()
	p := f.plan(eve, "Set: "+strings.ToUpper(strings.TrimPrefix(right, "set "))+" 🎉")
	require.Equal(t, Played, p.Answer.Verdict)
	require.Equal(t, games.Seat(3), p.Lines[0].Action.Seat)
	require.Equal(t, "join", p.Lines[0].Action.Move.String())
	require.Equal(t, right, p.Lines[1].Action.Move.String())

	wrong := f.wrong()
	for _, words := range []string{wrong, "set", "none", "set a a b", "set a b z", "start", "away", "back"} {
		isSilent(t, f.plan(eve, words), words)
	}
	require.Equal(t, Played, f.meant(eve, wrong).Answer.Verdict, "a command is meant")
	require.Equal(t, Played, f.meant(eve, "set").Answer.Verdict)

	f.says(ann, right)
	isSilent(t, f.plan(eve, right), "late")
	require.Equal(t, TooLate, f.meant(eve, right).Answer.Verdict)
	require.Equal(t, TooLate, f.plan(bob, right).Answer.Verdict)
}

// wrong are three cards that lie on the table and are no set.
func (f *felt) wrong() string {
	a := f.Session().View().Faces(games.Watcher)
	for _, c := range a[2:] {
		if !cards.IsSet(a[0], a[1], c) {
			return games.ClaimOf([3]cards.Card{a[0], a[1], c}).String()
		}
	}
	return ""
}

// A claim of cards that do not lie there is refused by who means it, and talk else; "end"
// and "leave" act for who means the table.
func TestWhoMeansTheTableIsAnswered(t *testing.T) {
	f := stage(t, "classic", "ann join, bob join, ann start")
	for _, door := range []Door{Typed, Mention, Slash, Button} {
		for words, want := range map[string]Verdict{"set h o t": Refused, "leave": Played, "end": Played} {
			w := f.word(ann, "/"+words)
			w.Door, w.IsReply, w.Sight = door, door == Typed, Sight{Line: f.Session().Line}
			require.Equal(t, want, f.Session().Plan(w, f.moment()).Answer.Verdict, "%s by door %d", words, door)
		}
	}
	for _, words := range []string{"set h o t", "leave", "end", "Leave!", "end."} {
		isSilent(t, f.plan(ann, words), words)
	}
}

// An answer to the table may be the letters alone; letters that stand together may be a word,
// which counts only if it is right, and a smile is no call.
func TestAnAnswerMayBeAWord(t *testing.T) {
	gamestest.Unraced(t)
	var f *felt
	answer := func(words string, by ...store.PlayerID) Plan {
		w := f.through(Slash, append(by, bob)[0], "nothing")
		w.Door, w.IsReply, w.Words, w.Move = Typed, true, words, nil
		return f.Session().Plan(f.Session().Understand(w), f.moment())
	}
	for game := range stages {
		f = stage(t, game, stages[game][0])
		for _, word := range []string{"bad", "big", "her", "omg", "lol", "nice one", "👍", "!", "...", ":tada:"} {
			isSilent(t, answer(word, bob), "%s: %q", game, word)
			isSilent(t, answer(word, eve), "%s: %q", game, word)
		}
	}
	f = stage(t, "classic", "ann join, bob join, ann start, bob set")
	isSilent(t, f.plan(bob, "😅"))
	f = stage(t, "classic", "ann join, bob join, ann start")
	require.Equal(t, Played, answer("a b d").Answer.Verdict)
	var labels string
	v := f.Session().View()
	set := cards.Sets(v.Faces(games.Watcher))[0]
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			if slices.Contains(set[:], c.Card) && c.Kind == games.Face {
				labels += c.Label
			}
		}
	}
	require.Equal(t, Played, answer(labels).Answer.Verdict, labels)
}
