package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// forget makes a user ask the bot to delete their data.
func (q *virtualBot) forget(who discord.UserRef) {
	q.t.Helper()
	require.NoError(q.t, q.store.Forgetting(q.t.Context(), who.ID, time.Now()))
	require.NoError(q.t, q.bot.privacy.StartPending(q.t.Context()))
	q.settle()
}

// isForgotten reports whether all data about a user has been deleted.
func (q *virtualBot) isForgotten(who discord.UserRef) bool {
	q.t.Helper()
	kept, err := q.store.PlayerData(q.t.Context(), who.ID)
	require.NoError(q.t, err)
	return kept.Number == 0
}

// A player can ask to be forgotten even if the table has no turn clock and the other players are silent. The bot
// deletes their data immediately if they can fold, and otherwise within half an hour.
func TestPlayerIsForgottenWithoutATurnClock(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, c := range map[string]struct {
		said   string
		within time.Duration
	}{
		"not dealt in":               {"", 10 * time.Second},
		"nothing staked":             {"Bob start", 31 * time.Minute},
		"it's their turn":            {"Bob start, Cid bet 1, Ann call", 10 * time.Second},
		"they face a raise":          {"Bob start, Cid check, Ann check, Bob bet 1, Cid raise 2, Ann drop", 10 * time.Second},
		"other players have to call": {"Bob start, Cid check, Ann check, Bob bet 2", 31 * time.Minute},
		"they are all-in":            {"Bob start, Cid check, Ann check, Bob bet 20", 31 * time.Minute},
		"and so are others":          {"Bob start, Cid check, Ann check, Bob bet 20, Cid call", 31 * time.Minute},
		"asked at a showdown":        {"Bob start, Cid bet 1, Ann call, Bob call", 31 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				people := map[string]discord.UserRef{"Ann": q.ann, "Bob": q.bob,
					"Cid": {ID: 910000000000000002, Name: "Cid"}}
				q.slash(q.bob, "play", "poker", map[string]string{"turn": "0", "limit": "20"})
				q.say(people["Cid"], "join")
				q.say(q.ann, "join")
				for said := range strings.SplitSeq(c.said, ", ") {
					who, words, _ := strings.Cut(said, " ")
					before := len(q.words())
					if said != "" {
						q.say(people[who], words)
						require.Greater(q.t, len(q.words()), before, said)
					}
				}
				q.forget(q.bob)
				for from := time.Now(); !q.isForgotten(q.bob); q.wait(c.within / 60) {
					require.Less(q.t, time.Since(from), c.within)
				}
				q.requireAudited()
			})
		})
	}
}

// A kicked player can't return to the table by asking to be forgotten, neither while the request is pending, nor
// afterwards, nor after a restart. The votes of a forgotten player still count.
func TestKickedPlayerCannotReturnByBeingForgotten(t *testing.T) {
	gamestest.SkipUnderRace(t)
	onEachDatabase(t, func(t *testing.T, quietly func(*testing.T, func(*virtualBot))) {
		quietly(t, func(q *virtualBot) {
			q.slash(q.ann, "play", "classic", nil)
			for _, who := range []discord.UserRef{q.bob, q.cid} {
				q.say(who, "join")
			}
			q.say(q.ann, "start")
			for _, who := range []discord.UserRef{q.ann, q.cid} {
				q.slash(who, "kick", "", map[string]string{"who": q.bob.ID.String()})
			}
			seat := q.table().Game.Session().Seats[q.bob.ID]
			require.True(q.t, q.table().Game.Session().View().Seat(seat).HasLeft)
			q.forget(q.bob)
			for range 2 {
				for from := time.Now(); time.Since(from) < 10*time.Second; q.settle() {
					q.privateAnswer(q.bob, func() { q.slash(q.bob, "join", "", nil) })
					q.say(q.bob, q.set())
					require.Equal(q.t, 2, q.seatedCount())
				}
				require.True(q.t, q.isForgotten(q.bob))
				text, _ := q.privateAnswer(q.bob, func() { q.slash(q.bob, "join", "", nil) })
				require.Contains(q.t, text, "You left this table for good")
				q.stop()
				q.restart()
			}
		})
	})
}

// A member with Manage Server who had a seat at a table can't act as its moderator by asking to be forgotten. This
// holds while the request is pending, after that, and after a restart. Once forgotten, the member can act as a
// moderator at other tables.
func TestForgottenPlayerIsNoModerator(t *testing.T) {
	gamestest.SkipUnderRace(t)
	onEachDatabase(t, func(t *testing.T, quietly func(*testing.T, func(*virtualBot))) {
		quietly(t, func(q *virtualBot) {
			who := map[string]string{"who": q.ann.ID.String()}
			tries := func(refusal string, names ...string) {
				q.t.Helper()
				before := q.words()
				for _, name := range names {
					options := map[string]map[string]string{"kick": who}[name]
					said := q.askAs(farHome, q.channel, q.bob, true, slashCommand(name, "", options))
					require.Contains(q.t, said, refusal, name)
				}
				require.Equal(q.t, before, q.words())
			}
			q.slash(q.ann, "play", "poker", map[string]string{"turn": "0", "stack": "3"})
			q.say(q.bob, "join")
			q.say(q.cid, "join")
			q.say(q.ann, "start")
			for _, words := range []string{"bet 3", "call", "call"} {
				q.say([]discord.UserRef{q.ann, q.bob, q.cid}[q.toMove()], words)
			}
			require.Equal(q.t, games.Chips(9), q.table().Game.Session().View().Pot, "all players are all-in")
			q.forget(q.bob)
			require.False(q.t, q.isForgotten(q.bob))
			tries("You asked me to delete your data", "void", "kick")
			for from := time.Now(); !q.isForgotten(q.bob); q.settle() {
				require.Less(q.t, time.Since(from), 10*time.Minute)
				q.say(q.ann, "pass")
				q.say(q.cid, "pass")
			}
			tries("You left this table for good", "kick")
			q.stop()
			q.restart()
			tries("You left this table for good", "kick")
			require.Contains(q.t, q.askAs(farHome, q.channel, q.cid, true, slashCommand("end", "", nil)), "closed")

			q.slash(q.ann, "play", "classic", nil)
			q.say(q.cid, "join")
			q.askAs(farHome, q.channel, q.bob, true, slashCommand("kick", "", who))
			require.Equal(q.t, 1, q.seatedCount())
		})
	})
}

// When a player is forgotten, the message of a sleeping table stops naming them, even if they had already left the
// table or another process has deleted their data. The table stays asleep.
func TestSleepingTableDropsForgottenNames(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, forget := range map[string]func(*virtualBot){
		"here": func(q *virtualBot) { q.forget(q.bob) },
		"by another process": func(q *virtualBot) {
			bob := q.bob.ID
			require.NoError(q.t, q.store.Forgetting(q.t.Context(), bob, time.Now()))
			require.NoError(q.t, q.store.Forget(q.t.Context(), bob))
			require.NoError(q.t, q.bot.privacy.RenameForgotten(q.t.Context(), bob))
		},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "classic", nil)
				q.say(q.bob, "join")
				q.say(q.cid, "join")
				q.say(q.ann, "start")
				q.slash(q.bob, "leave", "", nil)
				for _, who := range []discord.UserRef{q.ann, q.cid} {
					q.slash(who, "away", "", nil)
				}
				time.Sleep(time.Minute)
				require.Len(q.t, q.bot.lobby.Tables.SleepingChannels(), 1)
				require.Contains(q.t, q.latest(), "Bob")
				forget(q)
				q.wait(time.Minute)
				require.NotContains(q.t, q.latest(), "Bob")
				require.Contains(q.t, q.latest(), "former player")
				require.Len(q.t, q.bot.lobby.Tables.SleepingChannels(), 1)
			})
		})
	}
}

// If a player is forgotten just after taking a set, late claimers aren't told their name.
func TestLateClaimDropsForgottenNames(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.opens("classic", nil)
		set := q.set()
		q.failRequests(func(method, _ string, _ requestBody) *requestFault { // no one can see the table change
			if method == http.MethodPatch {
				return &requestFault{status: 403, out: refusal(50013, "Missing Permissions")}
			}
			return nil
		})
		q.say(q.bob, set)
		q.forget(q.bob)
		for from := time.Now(); !q.isForgotten(q.bob); q.settle() {
			require.Less(q.t, time.Since(from), 10*time.Second)
		}
		words := map[string]string{"words": strings.TrimPrefix(set, "set ")}
		text, _ := q.privateAnswer(q.ann, func() { q.slash(q.ann, "set", "", words) })
		require.Contains(q.t, text, "took that set")
		require.Contains(q.t, text, "former player")
		require.NotContains(q.t, text, "Bob")
	})
}

// A message that has to be sent twice doesn't name a player who was forgotten between the two attempts.
func TestRetriedPostDropsForgottenNames(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.bob, "join")
		q.slash(q.bob, "leave", "", nil)
		var posted []string
		q.failRequests(func(method, path string, b requestBody) *requestFault {
			if method != http.MethodPost || !strings.HasPrefix(path, "channels/") {
				return nil
			}
			posted = append(posted, b.Content)
			if len(posted) > 1 {
				return nil
			}
			go func() {
				bob := q.bob.ID
				require.NoError(q.t, q.store.Forgetting(q.t.Context(), bob, time.Now()))
				require.NoError(q.t, q.bot.privacy.StartPending(q.t.Context()))
			}()
			return &requestFault{status: http.StatusBadGateway}
		})
		q.slash(q.ann, "table", "", nil)
		q.wait(10 * time.Second)
		require.Len(q.t, posted, 2)
		require.Contains(q.t, posted[0], "Bob")
		require.NotContains(q.t, posted[1], "Bob")
	})
}

// seatedCount returns the number of human players at the table.
func (q *virtualBot) seatedCount() (n int) {
	for _, p := range q.table().Game.Session().View().Seats {
		if !p.HasLeft {
			n++
		}
	}
	return n
}

// A night continues after a player is forgotten. The standings omit that player's name and still add up to zero.
func TestNightContinuesAfterForgetting(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "night", "start", map[string]string{"buy_in": "10", "turn": "0"})
		q.say(q.bob, "join")
		q.say(q.cid, "join")
		q.say(q.ann, "start")
		q.say(q.bob, "bet 2")
		q.say(q.cid, "call")
		q.forget(q.bob)
		text, _ := q.privateAnswer(q.bob, func() {
			q.slash(q.bob, "night", "plan", map[string]string{"when": "in 3 hours"})
		})
		require.Contains(q.t, text, "You asked me to delete your data")
		q.say(q.ann, "raise 3")
		q.say(q.cid, "drop")
		for range 20 {
			q.settle()
		}
		require.True(q.t, q.isForgotten(q.bob))
		q.slash(q.ann, "night", "end", nil)
		time.Sleep(time.Minute)
		n, err := q.store.LastNight(q.t.Context(), farHome)
		require.NoError(q.t, err)
		standing, err := q.store.Standing(q.t.Context(), n.ID)
		require.NoError(q.t, err)
		require.Len(q.t, standing.Players, 3)
		require.NotContains(q.t, q.latest(), "Bob")
		require.Contains(q.t, q.latest(), "former player")
		q.requireAudited()
	})
}

// cardPress returns the press of a card's button below the table.
func (q *virtualBot) cardPress(who discord.UserRef, card cards.Card) discord.Press {
	e := discord.Press{Interaction: q.slashEvent(who, "", "", nil).Interaction}
	s := q.table().Game.Session()
	e.CustomID = q.bot.lobby.Seal.For(farHome)(message.ID{
		Kind: message.CardButton, Table: int64(s.Row.ID), Line: s.Sight, Words: card.String()})
	return e
}

// When a forgotten player comes back, their picked cards and their preference for words are gone.
func TestForgettingDropsPicks(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.bob, "chips", "daily", nil)
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.cid, "join")
		q.say(q.ann, "start")
		var faces []cards.Card
		for _, c := range q.table().Game.Session().View().Areas[0].Cells {
			faces = append(faces, c.Card)
		}
		set := cards.Sets(faces)[0]
		press := func(c cards.Card) string {
			return q.privateAnswers(q.bob, func() { q.wire.send(q.cardPress(q.bob, c)); time.Sleep(3 * time.Second) })
		}
		press(set[0])
		require.Contains(q.t, press(set[1]), "One more")
		q.bot.lobby.Picks.Choose(q.bob.ID, "set "+message.NoChoice, true)
		require.True(q.t, q.bot.lobby.Picks.PrefersWords(q.bob.ID))
		q.forget(q.bob)
		q.wait(10 * time.Second)
		require.True(q.t, q.isForgotten(q.bob))
		before := q.words()
		require.Contains(q.t, press(set[2]), "Two more")
		require.Equal(q.t, before, q.words())
		require.False(q.t, q.bot.lobby.Picks.PrefersWords(q.bob.ID))
	})
}

// If a player is forgotten in the middle of a daily deal, the deal ends immediately with its result so far. Its
// buttons no longer work, and the player can't play the same cards again that day.
func TestForgettingEndsADailyDeal(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		open := func() string {
			return q.askAs(farHome, q.channel, q.bob, false, slashCommand("daily", "", map[string]string{"deal": "classic"}))
		}
		open()
		deal, err := q.store.Table(q.t.Context(), 1)
		require.NoError(q.t, err)
		require.NotZero(q.t, deal.Daily)
		require.Zero(q.t, deal.Closed)
		q.forget(q.bob)
		q.wait(5 * time.Second)
		require.True(q.t, q.isForgotten(q.bob))
		deal, err = q.store.Table(q.t.Context(), 1)
		require.NoError(q.t, err)
		require.NotZero(q.t, deal.Closed, "the deal is still open")
		stop := q.bot.lobby.Seal.For(farHome)(message.ID{Kind: message.DealtButton, Table: int64(deal.ID), Words: "stop"})
		told := q.askAs(farHome, q.channel, q.bob, false, func(i discord.Interaction) discord.Event {
			return discord.Press{Interaction: i, Private: true, CustomID: stop}
		})
		require.Equal(q.t, "That deal isn't yours. `/daily` shows today's deals.", told)
		require.Contains(q.t, open(), "You've already played today's")
		q.requireAudited()
	})
}
