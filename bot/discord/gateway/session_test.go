package gateway

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/sandbox"
)

func TestASessionBegins(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var states []State
	r := newFixture(t, typed, Config{MessageContent: true, Status: func(s Status) {
		mu.Lock()
		defer mu.Unlock()
		states = append(states, s.State)
	}})
	ready := await[discord.Ready](t, r.Session)
	require.Equal(t, discord.Ready{User: r.Me(), App: r.sb.Application(),
		Guilds: []discord.GuildID{discord.GuildID(r.sb.Guild())}, ContentAllowed: true}, ready)
	here := await[discord.GuildHere](t, r.Session)
	require.Equal(t, discord.GuildID(r.sb.Guild()), here.Guild)
	require.Equal(t, discord.UserID(r.sb.User("Ann").ID), here.Owner)
	require.Contains(t, here.Channels, discord.ChannelRef{ID: r.channel, Name: "card-night"})

	id := r.say("Ann", "set a b c")
	said := await[discord.Said](t, r.Session)
	require.Equal(t, discord.Said{ID: id, Channel: r.channel, Guild: here.Guild, Content: "set a b c",
		At:     discord.At(id),
		Author: discord.UserRef{ID: discord.UserID(r.sb.User("Ann").ID), Name: "Ann"}}, said)
	require.WithinDuration(t, time.Now(), said.At, time.Minute)
	require.NoError(t, r.Close(t.Context()))
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []State{Connecting, Live, Stopped}, states)
	require.False(t, r.sb.Online())
}

func TestMentionsAndReplies(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, sandbox.Options{}, Config{}) // without the privileged intent
	r.say("Ann", "set a b c")
	require.False(t, await[discord.Passed](t, r.Session).Mine, "no words came")
	r.say("Ann", discord.Mention(r.Me().ID)+" set a b c")
	said := await[discord.Said](t, r.Session)
	require.True(t, said.MentionsMe)
	require.Equal(t, "set a b c", said.Content)
	mine, err := r.rest.Post(t.Context(), r.channel, discord.Message{Content: "The table"})
	require.NoError(t, err)
	require.Equal(t, discord.Passed{ID: mine, Channel: r.channel, Mine: true},
		await[discord.Passed](t, r.Session))
	_, err = r.sb.Reply("Bob", "card-night", string(mine), "set d e f")
	require.NoError(t, err)
	said = await[discord.Said](t, r.Session)
	require.Equal(t, []any{"set d e f", mine, true}, []any{said.Content, said.ReplyTo, said.ReplyToMe})
}

func TestTheOrderOfManyMessages(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	const many = 2000
	go func() {
		for n := range many {
			if _, err := r.sb.Say("Ann", "card-night", fmt.Sprint("set ", n)); err != nil {
				t.Error(err)
			}
		}
	}()
	for n := range many {
		require.Equal(t, fmt.Sprint("set ", n), await[discord.Said](t, r.Session).Content)
	}
	require.Zero(t, r.Counts().Lost)
}

func TestAnUnknownComponentDoesNotBreakTheStream(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	id := discord.IDAt(time.Now().Add(-time.Second)) // no id of the sandbox
	odd := fmt.Sprintf(`{"id":%q,"channel_id":%q,"guild_id":%q,"type":0,"content":"set a b c",
		"author":{"id":"4242","username":"stranger"},
		"components":[{"type":4711,"components":[{"type":-1}]}],"embeds":7}`, id, r.channel, r.sb.Guild())
	require.NoError(t, r.sb.Dispatch("MESSAGE_CREATE", json.RawMessage(odd)))
	for _, raw := range []string{`null`, `[]`, `{}`, `{"id":null}`, `"text"`, `{"type":2,"data":null}`,
		`{"type":3,"data":{"components":7}}`,
		`{"type":5,"data":{"components":[null,{"type":1,"components":[null]}]}}`, `{"type":77,"data":{}}`} {
		require.NoError(t, r.sb.Dispatch("MESSAGE_CREATE", json.RawMessage(raw)))
		require.NoError(t, r.sb.Dispatch("INTERACTION_CREATE", json.RawMessage(raw)))
		require.NoError(t, r.sb.Dispatch("SOMETHING_NEW", json.RawMessage(raw)))
	}
	r.say("Ann", "after")
	require.Equal(t, "stranger", await[discord.Said](t, r.Session).Author.Name)
	require.Equal(t, "after", await[discord.Said](t, r.Session).Content)
}

func TestAnExactRepeatIsDropped(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	r.sb.Duplicate(2)
	r.say("Ann", "one")
	r.say("Ann", "two")
	r.say("Ann", "three")
	for _, want := range []string{"one", "two", "three"} {
		require.Equal(t, want, await[discord.Said](t, r.Session).Content)
	}
}

func TestGuildsAndChannelsComeAndGo(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	id := discord.ChannelID(r.sb.AddChannel("third"))
	require.NoError(t, r.sb.RemoveChannel("third"))
	require.Equal(t, discord.ChannelGone{Channel: id, Guild: discord.GuildID(r.sb.Guild())},
		await[discord.ChannelGone](t, r.Session))
	r.sb.Kick()
	require.Equal(t, discord.GuildGone{Guild: discord.GuildID(r.sb.Guild())},
		await[discord.GuildGone](t, r.Session))
	r.sb.Invite()
	require.Equal(t, discord.GuildID(r.sb.Guild()), await[discord.GuildHere](t, r.Session).Guild)
}
