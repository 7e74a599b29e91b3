package gateway

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox"
	"settable/store/ids"
)

func TestSessionStart(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var states []State
	r := newFixture(t, typed, Config{MessageContent: true, Status: func(s Status) {
		mu.Lock()
		defer mu.Unlock()
		states = append(states, s.State)
	}})
	ready := discordtest.Await[discord.Ready](t, r.Session)
	require.Equal(t, discord.Ready{User: r.Me(), App: r.Sandbox.Application(),
		Guilds: []ids.Guild{discordtest.ID[ids.Guild](r.Sandbox.Guild())}, GuildsKnown: true,
		ContentAllowed: true}, ready)
	here := discordtest.Await[discord.GuildHere](t, r.Session)
	require.Equal(t, discordtest.ID[ids.Guild](r.Sandbox.Guild()), here.Guild)

	id := r.Say("Ann", "set a b c")
	said := discordtest.Await[discord.TypedMessage](t, r.Session)
	require.WithinDuration(t, time.Now(), said.ReceivedAt, time.Minute)
	said.ReceivedAt = time.Time{}
	require.Equal(t, discord.TypedMessage{ID: id, Channel: r.Channel, Guild: here.Guild, Content: "set a b c",
		At:     ids.Time(id),
		Author: discord.UserRef{ID: discordtest.ID[ids.User](r.Sandbox.User("Ann").ID), Name: "Ann"}}, said)
	require.WithinDuration(t, time.Now(), said.At, time.Minute)
	require.NoError(t, r.Close(t.Context()))
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []State{Connecting, Live, Stopped}, states)
	require.False(t, r.Sandbox.Online())
}

func TestMentionsAndReplies(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, sandbox.Options{}, Config{}) // without the privileged intent
	silent := r.Say("Ann", "set a b c")
	require.Equal(t, silent, discordtest.Await[discord.OtherMessage](t, r.Session).ID, "the message came without its text")
	r.Say("Ann", discord.Mention(r.Me().ID)+" set a b c")
	said := discordtest.Await[discord.TypedMessage](t, r.Session)
	require.True(t, said.MentionsMe)
	require.Equal(t, "set a b c", said.Content)
	mine, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "The table"})
	require.NoError(t, err)
	require.Equal(t, discord.OtherMessage{ID: mine, Channel: r.Channel},
		discordtest.Await[discord.OtherMessage](t, r.Session))
	_, err = r.Sandbox.Reply("Bob", "card-night", mine.String(), "set d e f")
	require.NoError(t, err)
	said = discordtest.Await[discord.TypedMessage](t, r.Session)
	require.Equal(t, []any{"set d e f", true}, []any{said.Content, said.ReplyToMe})
}

func TestMessageOrder(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	const many = 2000
	go func() {
		for n := range many {
			if _, err := r.Sandbox.Say("Ann", "card-night", fmt.Sprint("set ", n)); err != nil {
				t.Error(err)
			}
		}
	}()
	for n := range many {
		require.Equal(t, fmt.Sprint("set ", n), discordtest.Await[discord.TypedMessage](t, r.Session).Content)
	}
	require.Zero(t, r.Counts().Lost)
}

func TestUnknownComponentIsAccepted(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	id := ids.MessageAt(time.Now().Add(-time.Second)) // not one of the sandbox's ids
	odd := fmt.Sprintf(`{"id":%q,"channel_id":%q,"guild_id":%q,"type":0,"content":"set a b c",
		"author":{"id":"4242","username":"stranger"},
		"components":[{"type":4711,"components":[{"type":-1}]}],"embeds":7}`, id, r.Channel, r.Sandbox.Guild())
	require.NoError(t, r.Sandbox.Dispatch("MESSAGE_CREATE", json.RawMessage(odd)))
	for _, raw := range []string{`null`, `[]`, `{}`, `{"id":null}`, `"text"`, `{"type":2,"data":null}`,
		`{"type":3,"data":{"components":7}}`,
		`{"type":5,"data":{"components":[null,{"type":1,"components":[null]}]}}`, `{"type":77,"data":{}}`} {
		require.NoError(t, r.Sandbox.Dispatch("MESSAGE_CREATE", json.RawMessage(raw)))
		require.NoError(t, r.Sandbox.Dispatch("INTERACTION_CREATE", json.RawMessage(raw)))
		require.NoError(t, r.Sandbox.Dispatch("SOMETHING_NEW", json.RawMessage(raw)))
	}
	r.Say("Ann", "after")
	require.Equal(t, "stranger", discordtest.Await[discord.TypedMessage](t, r.Session).Author.Name)
	require.Equal(t, "after", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
}

func TestRepeatedMessageIsDropped(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	r.Sandbox.Duplicate(2)
	r.Say("Ann", "one")
	r.Say("Ann", "two")
	r.Say("Ann", "three")
	for _, want := range []string{"one", "two", "three"} {
		require.Equal(t, want, discordtest.Await[discord.TypedMessage](t, r.Session).Content)
	}
}

func TestGuildsAndChannelsComeAndGo(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	id := discordtest.ID[ids.Channel](r.Sandbox.AddChannel("third"))
	require.NoError(t, r.Sandbox.RemoveChannel("third"))
	require.Equal(t, discord.ChannelGone{Guild: discordtest.ID[ids.Guild](r.Sandbox.Guild()), Channel: id},
		discordtest.Await[discord.ChannelGone](t, r.Session))
	r.Sandbox.Kick()
	require.Equal(t, discord.GuildGone{Guild: discordtest.ID[ids.Guild](r.Sandbox.Guild())},
		discordtest.Await[discord.GuildGone](t, r.Session))
	r.Sandbox.Invite()
	require.Equal(t, discordtest.ID[ids.Guild](r.Sandbox.Guild()), discordtest.Await[discord.GuildHere](t,
		r.Session).Guild)
}

// A list of servers that can't be read is not treated as empty.
func TestUnreadableServerList(t *testing.T) {
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	for list, want := range map[string]discord.Ready{
		`"later"`: {}, `null`: {}, `7`: {}, `[{"id":"5"},{"id":6}]`: {}, `[{"id":"5"},null]`: {},
		`[]`:                        {GuildsKnown: true},
		`[{"id":"5"},{"id":"600"}]`: {GuildsKnown: true, Guilds: []ids.Guild{5, 600}},
	} {
		r.intake.event(r.link.Load(), "READY", 0, []byte(`{"session_id":"a","guilds":`+list+`}`))
		e := discordtest.Await[discord.Ready](t, r.Session)
		require.Equal(t, want.GuildsKnown, e.GuildsKnown, list)
		if e.GuildsKnown {
			require.ElementsMatch(t, want.Guilds, e.Guilds, list)
		}
	}
	r.intake.event(r.link.Load(), "READY", 0, []byte(`{"session_id":"a"}`))
	require.False(t, discordtest.Await[discord.Ready](t, r.Session).GuildsKnown)
}
