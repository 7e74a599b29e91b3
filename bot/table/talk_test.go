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
	"settable/store/ids"
)

const eve = ids.User(75) // has no seat

var rules = func() map[string]games.Rules {
	all := map[string]games.Rules{}
	for _, k := range allGames {
		all[k.Name()] = k.Rules
	}
	return all
}()

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

// playerNamed returns the player with the given name. The name "turn" stands for the player to move.
func (f *testTable) playerNamed(name string) ids.User {
	if name == "turn" {
		if all := f.Session().Thinkers(); len(all) > 0 {
			return all[0]
		}
		return ann // it is everyone's turn
	}
	return map[string]ids.User{"ann": ann, "bob": bob, "cid": cid, "eve": eve}[name]
}

// newStage returns a table after the given commands, such as "ann join, ann start".
func newStage(t *testing.T, game, said string, options ...string) *testTable {
	t.Helper()
	o := games.Options{}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		o[name] = value
	}
	f := newTable(t, rules[game], o)
	for _, p := range []ids.User{ann, bob, cid, eve} {
		_, err := f.journal.Welcome(t.Context(), 1, p, 100, f.at)
		require.NoError(t, err)
	}
	for line := range strings.SplitSeq(said, ", ") {
		who, words, _ := strings.Cut(line, " ")
		require.Equal(t, Played, f.answerTo(f.playerNamed(who), words).Verdict, "%s: %s", game, line)
	}
	return f
}

// planTyped returns the plan for a typed text.
func (f *testTable) planTyped(who ids.User, words string) Plan {
	defer func(at time.Time) { f.at = at }(f.at) // the table doesn't change
	return f.Session().Plan(f.wordVia(Typed, who, words), f.moment())
}

func (f *testTable) planCommand(who ids.User, words string) Plan {
	defer func(at time.Time) { f.at = at }(f.at)
	return f.Session().Plan(f.wordVia(Slash, who, words), f.moment())
}

// requireSilent requires that a plan writes, announces and answers nothing.
func requireSilent(t *testing.T, p Plan, args ...any) {
	t.Helper()
	require.Equal(t, Answer{}, p.Answer, args...)
	require.Empty(t, p.Entry.Played, args...)
	require.Empty(t, p.Notices, args...)
}

// stages lists situations in every game, each as the commands that lead to it.
var stages = func() map[string][]string {
	const begun = "ann join, bob join, ann start"
	all := map[string][]string{}
	for _, k := range allGames {
		all[k.Name()] = []string{begun}
	}
	all["classic"] = []string{begun, begun + ", ann set", "ann join, bob join"}
	all["twenty"] = []string{begun, "ann join, bob join"}
	all["poker"] = []string{begun, begun + ", turn bet 1"}
	return all
}()

// Every message that isn't a move is talk, whoever writes it (behaviour, Moves 3). A reply counts as addressed to the
// table only if it replies to the table's message.
func TestTalkIsIgnored(t *testing.T) {
	gamestest.SkipUnderRace(t)
	talk := corpus(t, "talk.txt")
	require.Greater(t, len(talk), 400)
	for game, all := range stages {
		for _, said := range all {
			f := newStage(t, game, said)
			people := []ids.User{ann, bob, eve}
			if strings.HasSuffix(said, "ann set") {
				people = people[1:] // a player who has called can claim by typing only letters
			}
			for _, words := range talk {
				for _, who := range people {
					requireSilent(t, f.planTyped(who, words), "%s after %s: %q by %d", game, said, words, who)
				}
			}
		}
	}
}

// Some talk looks like a move. If a user without a seat types it, the table ignores it and gives them neither a seat
// nor a penalty.
func TestBystandersTalkIsIgnored(t *testing.T) {
	gamestest.SkipUnderRace(t)
	tables := map[string]*testTable{}
	for game, all := range stages {
		tables[game] = newStage(t, game, all[0])
	}
	for _, line := range corpus(t, "players.txt") {
		game, words, ok := strings.Cut(line, ": ")
		require.True(t, ok, line)
		p := tables[game].planTyped(bob, words)
		require.Contains(t, []Verdict{Played, Refused, OnlyLooked}, p.Answer.Verdict, line)
		for other, f := range tables {
			if words != "join" { // typing it joins the game
				requireSilent(t, f.planTyped(eve, words), "%s at %s", line, other)
			}
		}
	}
}

// A message that is nothing but a move can be spelled in several ways (behaviour, Moves 2). The journal keeps the
// standard notation.
func TestSpellingsOfMoves(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var f *testTable
	var at string
	count := 0
	for _, line := range corpus(t, "moves.txt") {
		if head, said, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(line, "at ") {
			at = line
			fields := strings.Fields(head)
			f = newStage(t, fields[1], said, fields[3:]...)
			continue
		}
		parts := strings.SplitN(line, " | ", 3)
		require.Len(t, parts, 3, line)
		who, want, typed := f.playerNamed(parts[0]), parts[1], parts[2]
		w := f.wordVia(Typed, who, typed)
		require.NotNil(t, w.Move, "%s\n%s", at, line)
		require.Equal(t, want, w.Move.String(), "%s\n%s", at, line)
		p := f.Session().Plan(w, f.moment())
		require.Contains(t, []Verdict{Played, Refused, OnlyLooked}, p.Answer.Verdict, "%s\n%s", at, line)
		if p.Answer.Verdict == Played {
			written := slices.ContainsFunc(p.Entry.Played, func(played store.Played) bool { return played.Line.Words == want })
			require.True(t, written, "%s\n%s", at, line)
		}
		count++
	}
	require.Greater(t, count, 200)
}

// In every game, a text is talk if some of its letters only look like those of a move.
func TestLookAlikeLettersAreTalk(t *testing.T) {
	gamestest.SkipUnderRace(t)
	cyrillic := strings.NewReplacer("a", "а", "c", "с", "e", "е", "o", "о", "p", "р", "d", "ԁ", "i", "і",
		"l", "ӏ", "1", "१", "2", "٢")
	greek := strings.NewReplacer("a", "α", "t", "τ", "e", "ε", "o", "ο", "n", "ν", "r", "г", "s", "ѕ")
	for game, moves := range map[string][]string{
		"classic": {"set a c l", "none", "join", "set"}, "twenty": {"set b 1 4", "none", "draw"},
		"poker":     {"bet 2", "check", "call", "raise 2", "drop", "pass"},
		"solitaire": {"set 1 2 4", "look 4", "deal", "done"}, "english": {"turn", "exchange"},
	} {
		f := newStage(t, game, stages[game][0])
		for _, words := range moves {
			for _, alike := range []string{
				cyrillic.Replace(words), greek.Replace(words), words + "\u200b", "\u202e" + words, words + "\ufe0f",
			} {
				for _, who := range []ids.User{ann, bob, eve} {
					if alike != words {
						requireSilent(t, f.planTyped(who, alike), "%s: %q", game, alike)
					}
				}
			}
		}
	}
}

// A bystander who types a correct claim gets a seat and the set. Typed by a bystander, a wrong or late claim, a call
// and "none" are talk unless they are addressed to the table.
func TestMovesOfABystander(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start", "extra=agree")
	right := f.set()
	p := f.planTyped(eve, "Set: "+strings.ToUpper(strings.TrimPrefix(right, "set "))+" 🎉")
	require.Equal(t, Played, p.Answer.Verdict)
	require.Equal(t, games.Seat(3), p.Entry.Played[0].Line.Seat)
	require.Equal(t, "join", p.Entry.Played[0].Line.Words)
	require.Equal(t, right, p.Entry.Played[1].Line.Words)

	wrong := f.wrongClaim()
	for _, words := range []string{wrong, "set", "none", "set a a b", "set a b z", "start", "away", "back"} {
		requireSilent(t, f.planTyped(eve, words), words)
	}
	require.Equal(t, Played, f.planCommand(eve, wrong).Answer.Verdict, "a slash command is never talk")
	require.Equal(t, Played, f.planCommand(eve, "set").Answer.Verdict)

	f.answerTo(ann, right)
	requireSilent(t, f.planTyped(eve, right), "late")
	require.Equal(t, TooLate, f.planCommand(eve, right).Answer.Verdict)
	require.Equal(t, TooLate, f.planTyped(bob, right).Answer.Verdict)
}

func (f *testTable) wrongClaim() string {
	a := f.Session().View().Faces(games.Watcher)
	for _, c := range a[2:] {
		if !cards.IsSet(a[0], a[1], c) {
			return games.ClaimOf([3]cards.Card{a[0], a[1], c}).String()
		}
	}
	return ""
}

// A claim of cards that aren't on the table is refused if it is addressed to the table; otherwise it is talk. "end" and
// "leave" work only if they are addressed to the table.
func TestMovesAddressedToTheTableAreAnswered(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	for _, door := range []Door{Typed, Mention, Slash, Button} {
		for words, want := range map[string]Verdict{"set h o t": Refused, "leave": Played, "end": Played} {
			w := f.word(ann, "/"+words)
			w.Door, w.IsReply, w.Sight = door, door == Typed, Sight{Line: f.Session().Line}
			require.Equal(t, want, f.Session().Plan(w, f.moment()).Answer.Verdict, "wrong verdict for %q through door %d", words, door)
		}
	}
	for _, words := range []string{"set h o t", "leave", "end", "Leave!", "end."} {
		requireSilent(t, f.planTyped(ann, words), words)
	}
}

// In a reply to the table's message, a player can claim a set by typing nothing but the letters. Letters that might
// be an ordinary word count only if the claim is correct, and an emoticon isn't a claim.
func TestReplyWithLettersOnly(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var f *testTable
	answer := func(words string, by ...ids.User) Plan {
		w := f.wordVia(Slash, append(by, bob)[0], "nothing")
		w.Door, w.IsReply, w.Words, w.Move = Typed, true, words, nil
		return f.Session().Plan(f.Session().Understand(w), f.moment())
	}
	for game := range stages {
		f = newStage(t, game, stages[game][0])
		for _, word := range []string{"bad", "big", "her", "omg", "lol", "nice one", "👍", "!", "...", ":tada:"} {
			requireSilent(t, answer(word, bob), "%s: %q", game, word)
			requireSilent(t, answer(word, eve), "%s: %q", game, word)
		}
	}
	f = newStage(t, "classic", "ann join, bob join, ann start, bob set")
	requireSilent(t, f.planTyped(bob, "😅"))
	f = newStage(t, "classic", "ann join, bob join, ann start")
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
