package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
)

func TestTalkIsNotPlayed(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	n.deal()
	before := len(n.sb.Messages(n.channel, "Ann"))
	talk := []string{
		"set a reminder", "set the table", "SET a b", "set abcd", "set a b c d", "reset a b c",
		"setabc",
		"set a b c?", "set a. b. c.", "set a b d", "set her", "bet 20",
		"call me later", "check this out", "none of you", "i set a b c", "join us", "leave me",
		"start now",
		"deal 2SRD", "deal 1SRD 2SRD 3SRD", "away 5", "clock", "end of story",
		strings.Repeat("noise ", 333), "set a b \u202ec", "set a\u200b b c", "ＳＥＴ a b d", "set а б в", "سِت أ ب ج",
		"set a b c\u0000", "set\u00a0a\u00a0b\u00a0d",
		"<@1> set a b c", "`set a b c", "> set a b d", "set a b c\nset d e f", "set 2SRD 1TGQ",
		"join 5", "start",
		"none", "leave",
	}
	for _, words := range talk {
		who := "Bob" // Bob has no seat
		n.say(who, words)
	}
	n.say("Ann", "set a b c")
	n.shows("Ann takes **A B C**")
	require.Equal(t, []string{"1 join", "1 start", "1 set a b c"}, n.words())
	said := 0
	for _, m := range n.sb.Messages(n.channel, "Ann")[before:] {
		require.Empty(t, m.Reactions, m.Content)
		if m.Author.Bot {
			require.Nil(t, m.MessageReference, "the bot answered talk: %q", m.Content)
			said++
		}
	}
	require.LessOrEqual(t, said, 1, "only the table may be posted again")
}

func TestEditedMessagesAreNotPlayed(t *testing.T) {
	n := newBot(t)
	n.deal()
	id := n.say("Ann", "hello")
	require.NoError(t, n.sb.Edit("Ann", n.channel, id, "set a b c"))
	n.say("Ann", "set d e f")
	n.shows("Ann takes **D E F**")
	require.Len(t, n.words(), 3)
}

func TestDuplicateEventIsPlayedOnce(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.sb.Duplicate(1)
	n.say("Ann", "set g h i")
	n.shows("Ann **-1**")
	n.say("Ann", "set a b c")
	n.shows("Ann **0**")
	require.Equal(t, []string{"1 join", "1 start", "1 set g h i", "1 set a b c"}, n.words())
}

func TestForeignAndOutdatedButtons(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	n.deal(world.Opt("extra", "agree"))
	first, _ := n.table()

	t.Run("pressed twice", func(t *testing.T) {
		join := buttons(n, first.ID, ":join")[0]
		one, err := n.sb.Click("Bob", n.channel, first.ID, join)
		require.NoError(t, err)
		two, err := n.sb.Forge("Bob", n.channel, first.ID, join)
		require.NoError(t, err)
		require.NotContains(t, n.answer(one), "already")
		require.Contains(t, n.answer(two), "You're already at this table")
	})

	none := buttons(n, first.ID, ":none")[0]
	n.say("Ann", "set a b c")
	n.shows("Ann takes **A B C**")
	t.Run("stale", func(t *testing.T) {
		require.Contains(t, n.forged("Ann", first.ID, none), "Too late, the table has changed")
	})

	t.Run("forged", func(t *testing.T) {
		m, _ := n.table()
		real := buttons(n, m.ID, ":none")[0]
		for id, says := range map[string]string{
			"nonsense": "isn't from this table", "move:1:1": "isn't from this table",
			strings.Repeat("move:", 20):                          "isn't from this table",
			"move:1:999999:end":                                  "from before my update",
			"move:1:3:deal 1SRD":                                 "from before my update",
			"board:0:0:secrets,,all,1":                           "from before my update",
			strings.Replace(real, ":none", ":end", 1):            "isn't from this table",
			strings.Replace(real, "move:1:", "move:2:", 1):       "isn't from this table",
			strings.Replace(real, "move:1:", "move:1:9", 1):      "isn't from this table",
			strings.Replace(real, "move:", "again:", 1):          "isn't from this table",
			strings.Replace(real, "none", "none; drop table", 1): "isn't from this table",
		} {
			before := len(n.lines())
			require.Contains(t, n.forged("Dee", m.ID, id), says, "%s gets one private sentence", id)
			require.Len(t, n.lines(), before, id)
		}
	})

	t.Run("as if it were below the user's own hand", func(t *testing.T) {
		m, _ := n.table()
		press, err := n.sb.Forge("Ann", n.channel, m.ID,
			strings.Replace(buttons(n, m.ID, ":none")[0], "move:", "own:", 1))
		require.NoError(t, err)
		n.answer(press)
		after, _ := n.table()
		require.NotContains(t, after.Content, "Your cards", "a private answer must not replace a public message")
	})

	t.Run("in another channel", func(t *testing.T) {
		side := n.sb.Channel("side-table")
		id, err := n.sb.Say("Ann", side, "hello")
		require.NoError(t, err)
		press, err := n.sb.Forge("Ann", side, id, none)
		require.NoError(t, err)
		require.Contains(t, n.answer(press), "That table is closed")
	})

	t.Run("a form submitted after the table changed", func(t *testing.T) {
		press := n.press("Bob", "form:")
		out, err := n.sb.WaitOutcome(n.ctx(), press)
		require.NoError(t, err)
		n.say("Ann", "set d e f")
		n.shows("Ann takes **D E F**")
		id, err := n.sb.Submit("Bob", press, sandboxtest.FilledWith(*out.Form, "d e f"))
		require.NoError(t, err)
		require.Contains(t, n.answer(id), "Beaten by")
		m, _ := n.table()
		require.Contains(t, m.Content, "Bob **0**")
	})
}

func TestNamesPingNoOne(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.say("Bob", "set a b c")
	n.shows("Bob takes")
	for _, m := range n.sb.Messages(n.channel, "Ann") {
		if m.Author.Bot {
			require.Empty(t, m.Mentions, m.Content)
			require.False(t, m.MentionEveryone)
		}
	}
}

// An interaction without data gets a one-sentence answer. However many of them arrive, they cause only one log line.
// Interactions with ids of zero get no answer.
func TestMalformedInteractionIsAnswered(t *testing.T) {
	var answered atomic.Int32
	n := newBot(t, func(_ *testBot, o *sandbox.Options) {
		o.Watch = func(e traffic.Exchange) {
			if strings.Contains(e.Path, "/callback") && strings.Contains(string(e.Body), "couldn't read") {
				answered.Add(1)
			}
		}
	})
	n.deal()
	ann := n.sb.User("Ann").ID
	for i, data := range []string{`null`, `{}`, `[]`, `{"custom_id":""}`} {
		raw := fmt.Sprintf(`{"id":"110000000000000000%d","token":"t%d","type":3,"channel_id":%q,"guild_id":%q,`+
			`"member":{"user":{"id":%q,"username":"Ann"}},"data":%s}`, i, i, n.channel, n.sb.Guild(), ann, data)
		require.NoError(t, n.sb.Dispatch("INTERACTION_CREATE", json.RawMessage(raw)))
		require.NoError(t, n.sb.Dispatch("INTERACTION_CREATE",
			json.RawMessage(`{"id":"0","token":"t","type":3,"user":{"id":"`+ann+`"},"data":{"custom_id":"x"}}`)))
		end := fmt.Sprintf(`{"id":"0","channel_id":%q,"guild_id":%q,"author":{"id":%q},"content":"end"}`,
			n.channel, n.sb.Guild(), ann)
		require.NoError(t, n.sb.Dispatch("MESSAGE_CREATE", json.RawMessage(end)))
	}
	n.say("Ann", "set a b c")
	n.shows("Ann takes **A B C**")
	require.Equal(t, []string{"1 join", "1 start", "1 set a b c"}, n.words())
	n.wait("the answers", func() bool { return answered.Load() >= 4 })
	require.Equal(t, 2, strings.Count(n.log.String(), "reading an interaction event failed"))
	require.Equal(t, 1, strings.Count(n.log.String(), "reading a message event failed"))
}
