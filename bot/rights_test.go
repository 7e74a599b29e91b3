package bot

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// A player who leaves is told only what it costs. If leaving costs staked chips, the player is asked first.
func TestLeaversReadWhatItCosts(t *testing.T) {
	for name, c := range map[string]struct {
		game   string
		before func(*virtualBot)
		asked  string // before Bob leaves; "": nothing
		told   string
	}{
		"before a game": {"classic", func(*virtualBot) {}, "", "You've left the table."},
		"without a set": {"classic", func(q *virtualBot) { q.say(q.ann, "start") }, "", "You've left the table."},
		"in the lead": {"classic", func(q *virtualBot) { q.say(q.ann, "start"); q.say(q.bob, q.set()) }, "",
			"You've left the table and forfeited the game."},
		"behind": {"classic", func(q *virtualBot) { q.say(q.ann, "start"); q.say(q.ann, q.set()) }, "",
			"You've left the table and forfeited the game."},
		"with chips": {"poker", func(*virtualBot) {}, "",
			"You've left the table. Your 20 chips are back in your balance."},
		"in a hand without a bet": {"poker", func(q *virtualBot) { q.say(q.ann, "start") }, "",
			"You're leaving. Your 20 chips go back to your balance after this hand."},
		"after a bet": {"poker", func(q *virtualBot) { q.say(q.ann, "start"); q.say(q.bob, "bet 3") },
			"If you leave now, you lose what you have in the pot: 3 chips. Leave anyway?",
			"You're leaving. Your 17 chips go back to your balance after this hand."},
		"after folding": {"poker", func(q *virtualBot) {
			q.say(q.ann, "start")
			q.say(q.bob, "bet 3")
			q.say(q.cid, "raise 3")
			q.say(q.ann, "drop")
			q.say(q.bob, "drop")
		},
			"", "You've left the table. Your 17 chips are back in your balance."},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", c.game, nil)
				q.say(q.bob, "join")
				q.say(q.cid, "join")
				c.before(q)
				leave := func() { q.slash(q.bob, "leave", "", nil) }
				if c.asked != "" {
					before := q.words()
					require.Equal(q.t, c.asked+"\nleave 3", q.privateAnswers(q.bob, leave))
					require.Equal(q.t, before, q.words())
					leave = func() { q.wire.send(q.confirmation(q.bob)); q.settle() }
				}
				require.Equal(q.t, c.told, q.privateAnswers(q.bob, leave))
				q.requireAudited()
			})
		})
	}
}

// A player who leaves never loses more than they agreed to. If they have bet more since the bot asked, or play
// another hand, the old button asks for confirmation again.
func TestLeavingIsConfirmedForItsCost(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "0", "limit": "10"})
		q.say(q.bob, "join")
		q.say(q.cid, "join")
		q.say(q.ann, "start")
		q.say(q.bob, "bet 3")
		require.Contains(q.t, q.privateAnswers(q.bob, func() { q.slash(q.bob, "leave", "", nil) }), "3 chips")
		old := q.confirmation(q.bob)
		q.say(q.cid, "raise 10")
		q.say(q.ann, "drop")
		q.say(q.bob, "call")
		press := func() {
			old.Interaction = q.slashEvent(q.bob, "", "", nil).Interaction
			q.wire.send(old)
			q.settle()
		}
		require.Equal(q.t, "If you leave now, you lose what you have in the pot: 13 chips. Leave anyway?\nleave 13",
			q.privateAnswers(q.bob, press))
		require.False(q.t, q.table().Game.Session().View().Seat(2).IsLeaving)
		old = q.confirmation(q.bob)
		require.Contains(q.t, q.privateAnswers(q.bob, press), "Your 7 chips")
		q.requireAudited()
	})
}

// confirmation returns a press of the button that confirms that the player wants to leave.
func (q *virtualBot) confirmation(who discord.UserRef) discord.Press {
	s := q.table().Game.Session()
	e := discord.Press{Interaction: q.slashEvent(who, "", "", nil).Interaction, Private: true}
	e.CustomID = q.bot.lobby.Seal.For(farHome)(message.ID{
		Kind: message.ConfirmButton, Table: int64(s.Row.ID), Line: s.Sight,
		Words: message.Confirmation{Words: "leave", Cost: s.View().Seat(s.Seats[who.ID]).Staked}.String()})
	return e
}

// A night that is ended during a hand needs no second command. The answer says that the night ends after the hand,
// and then the bot posts the standings by itself.
func TestEndOfANightNeedsOneCommand(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.bob, "night", "start", map[string]string{"buy_in": "10", "turn": "0"})
		q.say(q.cid, "join")
		q.say(q.bob, "start")
		q.say(q.cid, "bet 2")
		end := func() []string { // returns the lines of the answer and of the messages that the bot posts at the same time
			return strings.Split(q.askAs(farHome, q.channel, q.bob, false, slashCommand("night", "end", nil)), "\n")
		}
		require.Contains(q.t, end(), "The poker night ends after this hand.")
		require.Contains(q.t, end(), "The poker night is already set to end after the current game.")
		q.say(q.bob, "drop")
		q.wait(time.Minute)
		var standings []string
		for _, said := range q.posts() {
			if strings.Contains(said, "**Poker night") {
				standings = append(standings, said)
			}
		}
		require.Len(q.t, standings, 1)
		_, standing, _ := strings.Cut(standings[0], "\n")
		require.Equal(q.t, "-# Buy-in 10 · 1 hand · biggest pot 2 (Cid)\n🥇 **Bob 0**\n🥇 **Cid 0** · won 1 pot (2)", standing)
		q.requireAudited()
	})
}

// A player can't keep a pot from the others forever by hiding the channel from the bot: when Discord has refused to
// show the table for a day, the table closes and the cards decide the hand, even if the bot was restarted (Rights
// 11). If the bot can post there again after its next start, it shows the end.
func TestHiddenHandIsDecidedAfterADay(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, during := range map[string]func(*virtualBot){
		"without a restart": func(q *virtualBot) { q.wait(22 * time.Hour) },
		"with restarts": func(q *virtualBot) {
			for range 2 {
				q.wait(10 * time.Hour)
				q.stop()
				q.wait(time.Hour)
				q.restart()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "poker", map[string]string{"turn": "60", "stack": "50", "limit": "10"})
				q.say(q.bob, "join")
				q.say(q.cid, "join")
				q.say(q.ann, "start")
				q.say(q.bob, "bet 10")
				q.say(q.cid, "raise 10")
				q.say(q.ann, "call")
				q.deny(world.PermissionViewChannel)
				q.slash(q.bob, "drop", "", nil) // the others are asked whether they show
				during(q)
				q.wait(time.Hour)
				require.NotNil(q.t, q.table())
				require.Equal(q.t, games.Chips(50), q.table().Game.Session().View().Pot)
				q.wait(2 * time.Hour)
				require.Nil(q.t, q.table(), "the table must close after a day")
				q.requireAudited()
				for who, want := range map[discord.UserRef]games.Chips{q.ann: 105, q.bob: 90, q.cid: 105} { // neither Ann nor Cid has a set
					has, err := q.store.Balance(q.t.Context(), farHome, who.ID)
					require.NoError(q.t, err)
					require.Equal(q.t, store.Holding{Balance: want}, has, who.Name)
				}
				q.deny(0)
				q.stop()
				q.restart()
				q.wait(time.Minute)
				require.Contains(q.t, q.latest(), "**Cid and Ann share the pot of 50 chips**")
			})
		})
	}
}

// A table stays open if it wasn't shown for a day because of an outage or because the bot wasn't running, or if it is
// shown again before the day is over.
func TestTableSurvivesADayWithoutDiscord(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, during := range map[string]func(*virtualBot){
		"an outage": func(q *virtualBot) {
			q.failRequests(func(method, path string, _ requestBody) *requestFault {
				if method == http.MethodGet || !strings.HasPrefix(path, "channels/") {
					return nil
				}
				return &requestFault{status: 503}
			})
			q.slash(q.mover(), "call", "", nil)
			q.wait(25 * time.Hour)
			q.failRequests(nil)
		},
		"the bot is away": func(q *virtualBot) {
			q.deny(world.PermissionViewChannel)
			q.slash(q.mover(), "call", "", nil)
			q.stop()
			q.wait(30 * time.Hour)
			q.restart()
			q.wait(30 * time.Minute)
			q.deny(0)
		},
		"shown in between": func(q *virtualBot) {
			for range 2 {
				q.deny(world.PermissionViewChannel)
				q.slash(q.bob, "away", "", nil)
				q.wait(20 * time.Hour)
				q.deny(0)
				q.slash(q.bob, "back", "", nil)
				q.wait(10 * time.Second)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "an outage" { // the table is posted again and again for a day
				gamestest.Long(t)
			}
			runVirtual(t, func(q *virtualBot) {
				q.opens("poker", map[string]string{"turn": "0"})
				q.say(q.mover(), "bet 2")
				during(q)
				q.wait(10 * time.Minute)
				require.NotNil(q.t, q.table())
				require.NotZero(q.t, q.table().Game.Session().View().Pot)
				require.Zero(q.t, q.table().Game.Session().HaltedSince)
			})
		})
	}
}

// A member with Manage Server can't harm another player by changing the server's settings during a game: the grace
// period for late claims and the turn clock stay as they were when the table was opened.
func TestSettingsChangeNoGameInPlay(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.opens("classic", nil)
		set := q.set()
		q.say(q.bob, set)
		require.Contains(q.t, q.askAs(farHome, q.channel, q.ann, true,
			slashCommand("settings", "server", map[string]string{"grace": "0"})), "beaten by less than 0 s")
		set = q.set()
		q.say(q.ann, set)
		q.say(q.bob, set) // half a second later
		require.Contains(q.t, q.words(), "1 "+set)
		require.Equal(q.t, 1, q.table().Game.Session().View().Seat(2).Score, "a late claim costs nothing")
	})
	runVirtual(t, func(q *virtualBot) {
		q.opens("poker", map[string]string{"turn": "60"})
		before := q.table().Game.Session().Course.Deadline()
		q.askAs(farHome, q.channel, q.ann, true, slashCommand("settings", "server", map[string]string{"turn": "1"}))
		q.wait(10 * time.Second)
		require.Equal(q.t, before, q.table().Game.Session().Course.Deadline())
		require.NotContains(q.t, q.words(), "-2 ")
	})
}

// "Play again" can't undo a lead or take someone's seat: while a game is being played, the buttons below this game
// and an earlier one change nothing, whoever presses them.
func TestPlayAgainUndoesNoLead(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.opens("classic", nil)
		earlier := q.table().Row.ID
		require.NoError(q.t, q.bot.lobby.Close(q.t.Context(), q.channel, 0))
		q.settle()
		q.slash(q.ann, "play", "classic", nil)
		q.say(q.bob, "join")
		q.say(q.cid, "join")
		q.say(q.ann, "start")
		q.say(q.bob, q.set())
		now := q.table()
		require.NotEqual(q.t, earlier, now.Row.ID)
		q.slash(q.cid, "leave", "", nil)
		before := now.Game.Session()
		for _, who := range []discord.UserRef{q.ann, q.cid} {
			for _, old := range []store.TableID{earlier, now.Row.ID} {
				id := q.bot.lobby.Seal.For(farHome)(message.ID{Kind: message.AgainButton, Table: int64(old)})
				said := q.askAs(farHome, q.channel, who, true, func(i discord.Interaction) discord.Event {
					return discord.Press{Interaction: i, CustomID: id}
				})
				require.NotEmpty(q.t, said)
				require.NotContains(q.t, said, "went wrong")
				require.Same(q.t, now, q.table())
				require.Equal(q.t, before.Line, now.Game.Session().Line, said)
			}
		}
		require.True(q.t, now.Game.Session().View().Seat(3).HasLeft)
		q.slash(q.bob, "end", "", nil)
		q.slash(q.ann, "leave", "", nil)
		require.True(q.t, now.Game.Session().View().Seat(2).Winner)
	})
}

// A table doesn't count as abandoned because its players couldn't play. Otherwise the player in the lead could hide
// the table for an hour, or wait until the bot has been away for an hour, and then end the game alone (Rights 11).
func TestTimeAwayAbandonsNoTable(t *testing.T) {
	for name, away := range map[string]func(*virtualBot){
		"the table is hidden": func(q *virtualBot) {
			q.deny(world.PermissionViewChannel)
			q.say(q.bob, q.set())
			q.wait(2 * time.Hour)
			q.askAs(farHome, q.channel, q.cid, false, slashCommand("end", "", nil))
			q.deny(0)
			q.slash(q.bob, "table", "", nil)
			q.wait(10 * time.Minute)
		},
		"the bot is away": func(q *virtualBot) {
			q.say(q.bob, q.set())
			q.stop()
			q.wait(2 * time.Hour)
			q.restart()
		},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.opens("classic", nil)
				away(q)
				q.askAs(farHome, q.channel, q.cid, false, slashCommand("end", "", nil))
				q.slash(q.bob, "end", "", nil)
				require.NotNil(q.t, q.table())
				require.False(q.t, q.table().Game.Session().Over(), q.words())
				q.stop()
				q.restart()
				q.wait(61 * time.Minute)
				q.askAs(farHome, q.channel, q.cid, false, slashCommand("end", "", nil))
				require.Nil(q.t, q.table(), "now the table is abandoned")
			})
		})
	}
}

func (q *virtualBot) sayIn(channel ids.Channel, who discord.UserRef, words string) {
	m, _ := q.far.write(channel, who, words)
	q.wire.send(m)
	q.settle()
}

// A seat at one table doesn't change a member's rights at another (Rights 10 to 12).
func TestModeratorWithASeatElsewhere(t *testing.T) {
	const other ids.Channel = 920000000000000050
	dee, eve := discord.UserRef{ID: 910000000000000003, Name: "Dee"}, discord.UserRef{ID: 910000000000000004, Name: "Eve"}
	runVirtual(t, func(q *virtualBot) {
		q.far.addChannel(farHome, other)
		manager := func(channel ids.Channel, name, whom string) string {
			options := map[string]string{}
			if whom != "" {
				options["who"] = whom
			}
			return q.askAs(farHome, channel, eve, true, slashCommand(name, "", options))
		}
		q.askAs(farHome, other, eve, true, slashCommand("play", "poker", map[string]string{"stack": "20", "turn": "0"}))
		q.sayIn(other, dee, "join")
		q.sayIn(other, q.ann, "join")
		q.sayIn(other, eve, "start")
		q.slash(q.ann, "play", "poker", map[string]string{"stack": "20", "turn": "0"})
		q.say(q.bob, "join")
		q.say(q.cid, "join")
		q.say(q.ann, "start")
		q.say(q.bob, "bet 3")
		there := func() games.View { return q.bot.lobby.Tables.In(other).Game.Session().View() }
		here := func() games.View { return q.table().Game.Session().View() }

		require.Contains(q.t, manager(q.channel, "kick", q.cid.ID.String()), "Cid")
		require.True(q.t, here().Seat(3).IsLeaving)
		require.Equal(q.t, games.Chips(3), here().Pot)
		require.Contains(q.t, manager(q.channel, "void", ""), "A moderator voids this hand")
		require.Zero(q.t, here().Pot)
		require.Equal(q.t, games.Chips(20), here().Seat(2).Chips)

		// At her own table, she can only vote.
		before := there()
		require.Contains(q.t, manager(other, "void", ""), "Eve wants to void this hand (1 of 3")
		require.Contains(q.t, manager(other, "kick", dee.ID.String()), "Eve wants to remove Dee from the table (1 of 2")
		require.Equal(q.t, before.Pot, there().Pot)
		require.False(q.t, there().Seat(2).IsLeaving)

		// The same is true after she leaves with chips in the pot.
		q.askAs(farHome, other, eve, true, func(i discord.Interaction) discord.Event {
			s := q.bot.lobby.Tables.In(other).Game.Session()
			return discord.Press{Interaction: i, Private: true, CustomID: q.bot.lobby.Seal.For(farHome)(message.ID{
				Kind: message.ConfirmButton, Table: int64(s.Row.ID), Line: s.Sight, Words: "leave 20"})}
		})
		require.True(q.t, there().Seat(1).IsLeaving || there().Seat(1).HasLeft)
		for _, name := range []string{"void", "kick"} {
			manager(other, name, map[string]string{"kick": dee.ID.String()}[name])
		}
		require.Equal(q.t, before.Pot, there().Pot)
		require.False(q.t, there().Seat(2).IsLeaving)
		q.requireAudited()
	})
}

// A member with Manage Server who has played in a night can't void a hand, remove a player or end a game at any table
// of that night, because this could keep a rival from overtaking them in the standings (Rights 10 to 12). A member
// who has only watched the night can do all of that.
func TestNightPlayersModerateNoneOfItsTables(t *testing.T) {
	const refusal = "You've played in this poker night, so you can't moderate its tables."
	eve := discord.UserRef{ID: 910000000000000004, Name: "Eve"}
	runVirtual(t, func(q *virtualBot) {
		manager := func(who discord.UserRef, name string) string {
			options := map[string]string{}
			if name == "kick" {
				options["who"] = q.cid.ID.String()
			}
			return q.askAs(farHome, q.channel, who, true, slashCommand(name, "", options))
		}
		q.slash(q.ann, "night", "start", map[string]string{"buy_in": "10", "turn": "0"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		q.say(q.mover(), "bet 2")
		q.say(q.mover(), "drop")
		q.slash(q.ann, "leave", "", nil)
		q.slash(q.bob, "end", "", nil)
		q.wait(time.Minute)
		require.Nil(q.t, q.table())

		q.slash(q.bob, "play", "poker", map[string]string{"turn": "0"})
		q.say(q.cid, "join")
		q.say(q.bob, "start")
		q.say([]discord.UserRef{q.bob, q.cid}[q.toMove()], "bet 2")
		for range 2 {
			before := q.table().Game.Session()
			require.NotZero(q.t, before.Row.Night)
			require.NotZero(q.t, before.View().Pot)
			for _, name := range []string{"void", "kick"} {
				require.Equal(q.t, refusal, manager(q.ann, name), name)
			}
			require.Equal(q.t, before.Line, q.table().Game.Session().Line)
			q.stop()
			q.restart()
		}
		require.Contains(q.t, manager(eve, "void"), "A moderator voids this hand")
		q.slash(q.bob, "end", "", nil)
		q.wait(time.Minute)
		require.Nil(q.t, q.table())

		q.slash(q.bob, "play", "classic", nil)
		q.say(q.cid, "join")
		q.say(q.bob, "start")
		q.say(q.cid, q.set())
		for _, name := range []string{"end", "kick"} {
			require.Equal(q.t, refusal, manager(q.ann, name), name)
		}
		q.askAs(farHome, q.channel, q.ann, true, slashCommand("night", "end", nil))
		require.False(q.t, q.table().Game.Session().Over(), "the night must wait for the end of the game")
		require.Contains(q.t, manager(eve, "end"), "Cid wins")
		q.wait(time.Minute)
		require.Contains(q.t, strings.Join(q.posts(), "\n"), "**Poker night")
		q.requireAudited()

		q.slash(q.bob, "play", "classic", nil) // the night is over, so this table isn't part of it
		q.say(q.cid, "join")
		q.say(q.bob, "start")
		require.NotContains(q.t, manager(q.ann, "kick"), refusal)
		require.True(q.t, q.table().Game.Session().View().Seat(2).HasLeft)
	})
}

// If everyone asks for a kick, a void, a clock or an end at the same moment, and then again, each of them gets an
// answer, and the outcome follows the rules (Rights 10 to 14). Among them are a player who has folded, one who is away,
// one who is being forgotten, and a user without a seat.
func TestEveryoneAsksForARightAtOnce(t *testing.T) {
	dee, eve, fay := discord.UserRef{ID: 910000000000000003, Name: "Dee"}, discord.UserRef{ID: 910000000000000004, Name: "Eve"},
		discord.UserRef{ID: 910000000000000005, Name: "Fay"}
	for name, c := range map[string]struct {
		options map[string]string
		want    func(*virtualBot, games.View)
	}{
		"kick": {map[string]string{"who": "910000000000000001"}, func(q *virtualBot, v games.View) {
			require.True(q.t, v.Seat(2).IsLeaving, "Ann and Cid have agreed, and nobody else is present")
			require.Equal(q.t, games.Chips(9), v.Pot)
		}},
		"void": {nil, func(q *virtualBot, v games.View) {
			require.Equal(q.t, games.Chips(9), v.Pot, "Dee is away and has not agreed")
		}},
		"hurry": {nil, func(q *virtualBot, v games.View) {
			require.Equal(q.t, games.Chips(9), v.Pot)
			require.Equal(q.t, []games.Seat{1}, v.Hurried)
		}},
		"end": {nil, func(q *virtualBot, v games.View) {
			require.Equal(q.t, games.Chips(9), v.Pot, "the hand must be played to its end")
			require.True(q.t, q.table().Game.Session().Course.Game.Presence().Closing)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", "poker", map[string]string{"turn": "0", "stack": "20"})
				for _, who := range []discord.UserRef{q.bob, q.cid, dee, eve} {
					q.say(who, "join")
				}
				q.say(q.ann, "start")
				q.say(q.bob, "bet 3")
				q.say(q.cid, "drop")
				q.say(dee, "call")
				q.say(eve, "call")
				q.say(dee, "away")
				q.forget(eve)
				require.Contains(q.t, q.askAs(farHome, q.channel, eve, false, slashCommand(name, "", c.options)), "You asked me to delete your data")
				var asked []string
				for range 2 {
					for _, who := range []discord.UserRef{fay, eve, dee, q.cid, q.ann, q.bob} {
						if who == dee && name != "hurry" {
							continue // an away player who votes is back
						}
						e := q.slashEvent(who, name, "", c.options)
						asked = append(asked, e.Interaction.ID)
						q.wire.send(e)
					}
				}
				q.wait(5 * time.Second)
				q.far.do(func(w *world.World) {
					for _, id := range asked {
						require.NotContains(q.t, []world.State{world.Waiting, world.Failed}, w.Interactions[id].State)
					}
				})
				c.want(q, q.table().Game.Session().View())
				q.requireAudited()
				q.wait(time.Hour) // the clock ends the hand, or everyone is away
				q.slash(q.ann, "back", "", nil)
				q.say(q.ann, "drop")
				q.requireAudited()
			})
		})
	}
}

// A player who added house players has no more rights than anyone else. If that player leaves, even in the lead, the
// others play on and keep their points.
func TestHousePlayersOwnerLeaves(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", map[string]string{"house": "1"})
		q.say(q.bob, "join")
		q.say(q.ann, "start")
		q.say(q.bob, q.set())
		for range 2 {
			for _, name := range []string{"kick", "end", "void", "hurry"} {
				options := map[string]string{"kick": q.bob.ID.String()}
				asked := map[string]string{}
				if who := options[name]; who != "" {
					asked["who"] = who
				}
				require.NotEmpty(q.t, q.askAs(farHome, q.channel, q.ann, false, slashCommand(name, "", asked)), name)
				require.False(q.t, q.table().Game.Session().Over(), name)
			}
		}
		bob := q.table().Game.Session().Seats[q.bob.ID]
		q.wire.send(q.confirmation(q.ann))
		q.settle()
		v := q.table().Game.Session().View()
		require.True(q.t, v.Seat(q.table().Game.Session().Seats[q.ann.ID]).HasLeft)
		require.False(q.t, v.Seat(bob).HasLeft)
		require.Equal(q.t, 1, v.Seat(bob).Score)
		q.say(q.bob, q.set())
		require.Equal(q.t, 2, q.table().Game.Session().View().Seat(bob).Score)
		q.slash(q.bob, "end", "", nil)
		require.Nil(q.t, q.table())
	})
}
