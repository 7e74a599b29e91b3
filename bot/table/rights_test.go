package table

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store/ids"
)

// tableAfter returns a table after the given commands, with confirmations where necessary.
func tableAfter(t *testing.T, game, said string) *testTable {
	begun, rest, _ := strings.Cut(said, ", ")
	f := newStage(t, game, begun)
	for line := range strings.SplitSeq(rest, ", ") {
		if line == "" {
			continue
		}
		who, words, _ := strings.Cut(line, " ")
		w := f.word(f.playerNamed(who), words)
		w.Confirmed, w.AgreedCost = true, 100
		f.take(w)
		require.Equal(t, Played, f.outlet.lastAnswer().Verdict, line)
	}
	return f
}

// A user with Manage Server counts as a moderator only if they have neither a seat nor a stake at the table (Rights 10
// to 12).
func TestModeratorsHaveNoStake(t *testing.T) {
	const poker = "ann join, bob join, cid join, ann start, turn bet 2, turn call, turn call"
	for _, c := range []struct {
		game, played string
		who          ids.User
		moderates    bool
	}{
		{"poker", poker, eve, true},
		{"poker", poker, ann, false},
		{"poker", poker + ", bob /leave", bob, false},
		{"poker", "ann join, bob join, cid join, ann start, bob /leave", bob, false},
		{"poker", "ann join, bob join, cid join, bob /leave, ann start", bob, true},
		{"poker", "ann join, bob join, cid join, ann start, turn bet 2, turn drop, cid /leave", cid, false},
		{"classic", "ann join, bob join, cid join, ann start", bob, false},
		{"classic", "ann join, bob join, cid join, ann start, bob /leave", bob, true},
	} {
		t.Run(fmt.Sprint(c.game, " ", c.played, " ", c.who), func(t *testing.T) {
			f := tableAfter(t, c.game, c.played)
			for _, words := range []string{"kick <@71>", "void"} {
				w := f.word(c.who, "/"+words)
				w.Who.Manages = true
				p := f.Session().Plan(w, f.moment())
				moderates := len(p.Entry.Played) > 0 && p.Entry.Played[0].Line.Seat == games.Dealer
				possible := words != "void" || c.game == "poker" && strings.Contains(c.played, "start")
				require.Equal(t, c.moderates && possible, moderates, words)
			}
		})
	}
}

// A member with Manage Server who leaves with points still has a stake, because they may return and continue with
// those points. They can't remove the leader and then play on, and they can't end the game (Rights 11 and 12).
func TestLeaverWithPointsIsNoModerator(t *testing.T) {
	f := tableAfter(t, "classic", "ann join, bob join, cid join, ann start")
	f.answerTo(bob, f.set())
	leave := f.word(bob, "/leave")
	leave.Confirmed, leave.AgreedCost = true, 100
	f.take(leave)
	require.True(t, f.Session().View().Seat(2).HasLeft)
	for _, words := range []string{"/kick <@71>", "/end"} {
		w := f.word(bob, words)
		w.Who.Manages = true
		require.Empty(t, f.Session().Plan(w, f.moment()).Entry.Played, words)
	}
	require.Equal(t, Played, f.answerTo(bob, "/join").Verdict)
	require.Equal(t, 1, f.Session().View().Seat(2).Score)
}

// A member with Manage Server who has played at a night's table doesn't count as its moderator even after they leave
// with no chips at stake, because they are still in the night's standings.
func TestPlayerWhoLeftANightsTableIsNoModerator(t *testing.T) {
	f := tableAfter(t, "poker", "ann join, bob join, cid join, bob /leave, ann start")
	s := f.Session()
	s.Row.Night = 1
	for _, words := range []string{"/kick <@71>", "/void"} {
		for who, moderates := range map[ids.User]bool{bob: false, eve: true} {
			w := f.word(who, words)
			w.Who.Manages = true
			require.Equal(t, moderates, len(s.Plan(w, f.moment()).Entry.Played) > 0, "%s %d", words, who)
		}
	}
}

// A kicked player can still win by points, even with a negative score, so they don't count as a moderator.
func TestKickedPlayerIsNoModerator(t *testing.T) {
	f := tableAfter(t, "classic", "ann join, bob join, cid join, ann start")
	_, wrong := f.claims()
	f.answerTo(bob, wrong)
	require.Equal(t, -1, f.Session().View().Seat(2).Score)
	f.answerTo(ann, "/kick <@72>")
	f.answerTo(cid, "/kick <@72>")
	require.True(t, f.Session().View().Seat(2).HasLeft)
	for _, words := range []string{"/kick <@71>", "/end"} {
		w := f.word(bob, words)
		w.Who.Manages = true
		require.Empty(t, f.Session().Plan(w, f.moment()).Entry.Played, words)
	}
}

// A player who is behind can't take the win from the leader by deleting the channel (Rights 11).
func TestLeaderWinsIfTheChannelIsDeleted(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.answerTo(bob, f.set())
	f.vanish()
	require.True(t, f.Session().View().Seat(2).Winner)
}

// If everyone has left, a player who was kicked can still win by points (Rights 12).
func TestKickedLeaderWinsADesertedGame(t *testing.T) {
	f := tableAfter(t, "classic", "ann join, bob join, cid join, ann start")
	f.answerTo(bob, f.set())
	for _, who := range []ids.User{ann, cid} {
		require.Equal(t, Played, f.answerTo(who, "/kick <@72>").Verdict)
	}
	for _, who := range []ids.User{ann, cid} {
		w := f.word(who, "/leave")
		w.Confirmed, w.AgreedCost = true, 100
		f.take(w)
	}
	require.True(t, f.Session().Over())
	require.True(t, f.Session().View().Seat(2).Winner)
}

// The test cases list what /end does for each kind of user (Rights 11).
func TestEffectOfEnd(t *testing.T) {
	const (
		poker   = "ann join, bob join, cid join, ann start, turn bet 2"
		classic = "ann join, bob join, cid join, ann start"
	)
	for _, c := range []struct {
		game, played string
		who          ids.User
		manages      bool
		want         string
	}{
		{"poker", poker, ann, false, "dealer last"},
		{"poker", poker, bob, false, "2 end"},
		{"poker", poker, bob, true, "dealer last"},
		{"poker", poker, eve, true, "dealer last"},
		{"poker", poker, eve, false, "table.may_not_end"},
		{"poker", "ann join, bob join", ann, false, "1 leave"},
		{"poker", "ann join, bob join", eve, true, "dealer last"},
		{"poker", "ann join", ann, false, "dealer last"},
		{"classic", classic, ann, false, "1 leave"},
		{"classic", classic, bob, false, "2 end"},
		{"classic", classic, bob, true, "2 end"},
		{"classic", classic, eve, true, "dealer last"},
		{"classic", classic + ", bob /end", ann, false, "1 end"},
		{"classic", classic + ", bob away, cid away", ann, false, "1 end"},
		{"classic", classic + ", ann /leave", ann, false, "table.may_not_end"},
		{"classic", "ann join", ann, false, "dealer last"},
		{"classic", "ann join, bob join", bob, false, "2 end"},
	} {
		t.Run(fmt.Sprint(c.game, " ", c.played, " ", c.who, c.manages), func(t *testing.T) {
			f := tableAfter(t, c.game, c.played)
			w := f.word(c.who, "/end")
			w.Who.Manages = c.manages
			p := f.Session().Plan(w, f.moment())
			got := p.Answer.Phrase.Key
			if len(p.Entry.Played) > 0 {
				got = fmt.Sprint(p.Entry.Played[0].Line.Seat, " ", p.Entry.Played[0].Line.Words)
			}
			require.Equal(t, c.want, got)
		})
	}
}

// If the opener would forfeit the game by ending it, the other players are asked to agree, and the opener is asked to
// confirm that they want to leave.
func TestOpenerMayForfeit(t *testing.T) {
	f := newStage(t, "classic", "ann join, bob join, ann start")
	f.answerTo(bob, f.set())
	p := f.Session().Plan(f.word(ann, "/end"), f.moment())
	require.Equal(t, NeedsConfirmation, p.Answer.Verdict)
	require.Equal(t, "table.end_costs", p.Answer.Phrase.Key)
	require.Equal(t, "end", p.Entry.Played[0].Line.Words)
	f.answerTo(ann, "/end")
	require.False(t, f.Session().Over())
	f.answerTo(bob, "/end")
	require.True(t, f.Session().Over())
	require.True(t, f.Session().View().Seat(2).Winner, "the leader must win")
}

// With /hurry, the players whose move is pending are pinged immediately, and the clock moves for them after two
// minutes.
func TestHurryPingsImmediately(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, cid join, ann start", "turn=0")
	turn := f.Session().Thinkers()[0]
	var c clock
	require.Greater(t, c.wait(f.Session(), f.Now()), time.Hour)
	require.Equal(t, Refused, f.answerTo(turn, "/hurry").Verdict)
	require.Equal(t, Silence, f.answerTo(turn, "hurry").Verdict, "typed, hurry is talk")
	other := map[ids.User]ids.User{ann: bob, bob: cid, cid: ann}[turn]
	require.Equal(t, Played, f.answerTo(other, "/hurry").Verdict)
	s, now := f.Session(), f.Now()
	require.Equal(t, 2*time.Minute, s.Course.Deadline().Sub(games.JournalTime(s.LastWritten)))
	require.LessOrEqual(t, c.wait(s, now), time.Duration(0))
	require.Equal(t, []ids.User{turn}, s.Thinkers())
	require.Equal(t, Refused, f.answerTo(other, "/hurry").Verdict)
}

// A mention is replaced by a seat only if it names a present or former player.
func TestMentionStandsForASeat(t *testing.T) {
	f := newStage(t, "poker", "ann join, bob join, ann start")
	for words, want := range map[string]string{
		"kick <@72>": "kick #2", "kick <@!71>": "kick #1", "kick <@zz>": "kick <@zz>", "greet <@72>": "greet <@72>",
	} {
		require.Equal(t, want, seatWords(words, f.Session().View(), f.Session().Seats))
	}
}

// A press that arrives twice is played only once. The second one is acknowledged, because Discord shows the user an
// error if a press gets no answer. A typed move that arrives twice gets only one answer.
func TestRepeatedMoveIsAcknowledged(t *testing.T) {
	for words, want := range map[string]Verdict{"/away": Played, "away": Silence} {
		f := newStage(t, "classic", "ann join, bob join, ann start")
		w := f.word(bob, words)
		f.take(w)
		require.True(t, f.Session().View().Seat(2).Away)
		f.answerTo(bob, "back")
		line := f.Session().Line
		f.take(w)
		require.Equal(t, want, f.outlet.lastAnswer().Verdict, words)
		require.Equal(t, line, f.Session().Line, words)
		require.False(t, f.Session().View().Seat(2).Away, words)
	}
}

// A player who asks for a kick, a void, a hurry or an end gets exactly one answer, even if they ask again. No single
// player can change chips, points or another player's seat in this way (Rights 10 to 14).
func TestEveryoneWhoClaimsARightIsAnswered(t *testing.T) {
	const poker = "ann join, bob join, cid join, ann start, bob bet 2, cid drop"
	const classic = "ann join, bob join, cid join, ann start"
	for name, c := range map[string]struct {
		game, played string
		who          ids.User
	}{
		"poker, a player in the hand":     {"poker", poker, bob},
		"poker, the player to act":        {"poker", poker, ann},
		"poker, a folded player":          {"poker", poker, cid},
		"poker, an away player":           {"poker", poker + ", bob away", bob},
		"poker, a player who leaves":      {"poker", poker + ", bob /leave", bob},
		"poker, a bystander":              {"poker", poker, eve},
		"classic, a player":               {"classic", classic, bob},
		"classic, the opener":             {"classic", classic, ann},
		"classic, an away player":         {"classic", classic + ", cid away", cid},
		"classic, a bystander":            {"classic", classic, eve},
		"the owner of a house player":     {"classic", "ann join, bob join, ann house steady, ann start", ann},
		"a player next to a house player": {"classic", "ann join, bob join, ann house steady, ann start", bob},
	} {
		t.Run(name, func(t *testing.T) {
			for _, words := range []string{"/kick <@71>", "/kick <@72>", "/kick <@99>", "/void", "/hurry", "/end"} {
				f := tableAfter(t, c.game, c.played)
				own := f.Session().Seats[c.who]
				for range 2 {
					answers, before := len(f.outlet.answers), f.Session().View()
					f.answerTo(c.who, words)
					require.Len(t, f.outlet.answers, answers+1, words)
					require.NotEqual(t, Silence, f.outlet.lastAnswer().Verdict, words)
					after := f.Session().View()
					require.Equal(t, before.Pot, after.Pot, words)
					require.NotEqual(t, games.Finished, after.Phase, words)
					for _, was := range before.Seats {
						is := after.Seat(was.Seat)
						require.Equal(t, was.Chips, is.Chips, words)
						require.Equal(t, was.Score, is.Score, words)
						if was.Seat != own {
							require.Equal(t, was.HasLeft || was.IsLeaving, is.HasLeft || is.IsLeaving, words)
						}
					}
				}
			}
		})
	}
}

// If all players vote at the same time, the vote takes effect once, and each player gets an answer.
func TestEveryoneVotesAtOnce(t *testing.T) {
	for words, happened := range map[string]func(games.View) bool{
		"/void":       func(v games.View) bool { return v.Pot == 0 && v.Seat(2).Chips == 20 },
		"/kick <@72>": func(v games.View) bool { return v.Seat(2).IsLeaving || v.Seat(2).HasLeft },
		"/end":        func(v games.View) bool { return v.Pot == 2 && v.Seat(2).Chips == 18 },
	} {
		f := tableAfter(t, "poker", "ann join, bob join, cid join, ann start, bob bet 2")
		for range 2 {
			for _, who := range []ids.User{ann, bob, cid, eve} {
				answers := len(f.outlet.answers)
				f.answerTo(who, words)
				require.Len(t, f.outlet.answers, answers+1, words)
			}
		}
		require.True(t, happened(f.Session().View()), words)
	}
}

// Each seat has one vote, whether or not its player gains or loses Manage Server during the vote, because a member
// with a seat is never a moderator of that table (Rights 10 to 12).
func TestManageServerAddsNoVote(t *testing.T) {
	f := tableAfter(t, "classic", "ann join, bob join, cid join, ann start")
	f.answerTo(bob, f.set())
	say := func(who ids.User, words string, manages bool) {
		w := f.word(who, words)
		w.Who.Manages = manages
		f.take(w)
	}
	for _, manages := range []bool{false, true, false} {
		say(ann, "/kick <@72>", manages)
		say(ann, "/end", manages)
		require.False(t, f.Session().View().Seat(2).HasLeft)
		require.False(t, f.Session().Over())
	}
	say(cid, "/kick <@72>", true)
	require.True(t, f.Session().View().Seat(2).HasLeft, "both other players agree")
	require.Equal(t, 1, f.Session().View().Seat(2).Score)
}
