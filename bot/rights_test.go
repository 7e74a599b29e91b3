package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
)

// Each player who leaves reads what it costs, and nothing else: before it costs staked chips they are asked.
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
					require.Equal(q.t, c.asked+"\nleave", q.privateAnswers(q.bob, leave))
					require.Equal(q.t, before, q.words())
					leave = func() { q.wire.send(q.confirmation(q.bob)); q.settle() }
				}
				require.Equal(q.t, c.told, q.privateAnswers(q.bob, leave))
				q.requireAudited()
			})
		})
	}
}

// confirmation returns a press on the button with which a player confirms that they leave.
func (q *virtualBot) confirmation(who discord.UserRef) discord.Press {
	s := q.table().Game.Session()
	e := discord.Press{Interaction: q.slashEvent(who, "", "", nil).Interaction, Private: true}
	e.CustomID = q.bot.lobby.Seal.For(farHome)(message.ID{
		Kind: message.ConfirmButton, Table: int64(s.Row.ID), Line: s.Sight, Words: "leave"})
	return e
}

// A night that is ended during a hand needs no second command: the answer says once that it ends after the hand, and
// then the standings are posted without anyone asking.
func TestNightEndIsSaidOnce(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.bob, "night", "start", map[string]string{"buy_in": "10", "turn": "0"})
		q.say(q.cid, "join")
		q.say(q.bob, "start")
		q.say(q.cid, "bet 2")
		end := func() string {
			said := q.askAs(farHome, q.channel, q.bob, false, given("night", "end", nil))
			answer, _, _ := strings.Cut(said, "\n**SET Poker**") // the table's message, which names the last hand
			return answer
		}
		require.Equal(q.t, "The night ends after this hand.", end())
		require.Equal(q.t, "The night is already ending, after the current game.", end())
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
