package gateway

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox"
	"settable/store/ids"
)

// nextProcess dials a session that continues where another one has saved its position.
func nextProcess(t *testing.T, r *fixture, saved SavedPosition) *Session {
	t.Helper()
	c := Config{Token: r.Token(), HTTP: r.Sandbox.Client(), MessageContent: true, FallBack: true,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)), times: quickTimings(), Position: NewPosition(saved)}
	s, err := Dial(t.Context(), restOf(c), c)
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Close(ctx))
	})
	return s
}

// After a process was killed, the next one resumes its session, and Discord sends it everything that came after the
// saved position. The killed process can't take the session back.
func TestSessionOfAKilledProcessIsResumed(t *testing.T) {
	t.Parallel()
	var isGone atomic.Bool
	position := NewPosition(SavedPosition{})
	r := newFixture(t, typed, Config{MessageContent: true, Position: position, MayConnect: func() error {
		if isGone.Load() {
			return errors.New("another process holds this shard")
		}
		return nil
	}})
	here := discordtest.Await[discord.GuildHere](t, r.Session)
	r.Say("Ann", "handled")
	require.Equal(t, "handled", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
	position.Settled()
	saved, changed := position.Settled()
	require.True(t, changed)
	r.Say("Ann", "received, but not handled")
	discordtest.Await[discord.TypedMessage](t, r.Session)
	isGone.Store(true)
	r.Sandbox.DropSockets()
	r.Say("Ann", "not received")

	next := nextProcess(t, r, saved)
	ready := discordtest.Await[discord.Ready](t, next)
	guild := discordtest.ID[ids.Guild](r.Sandbox.Guild())
	require.Equal(t, discord.Ready{User: r.Me(), App: r.Sandbox.Application(), Guilds: []ids.Guild{guild},
		GuildsKnown: true, ContentAllowed: true}, ready)
	require.Equal(t, here, discordtest.Await[discord.GuildHere](t, next))
	for _, words := range []string{"received, but not handled", "not received"} {
		require.Equal(t, words, discordtest.Await[discord.TypedMessage](t, next).Content)
	}
	discordtest.Await[discord.Resumed](t, next)
	r.Say("Ann", "after")
	require.Equal(t, "after", discordtest.Await[discord.TypedMessage](t, next).Content)
	require.Equal(t, 1, r.Sandbox.Identified())
	r.Sandbox.DropSockets() // the adopted session can be resumed like any other
	discordtest.Await[discord.Resumed](t, next)
	require.Equal(t, 1, r.Sandbox.Identified())
}

// A process that stops leaves its session to the next one, at the last event.
func TestSessionOfAStoppedProcessIsResumed(t *testing.T) {
	t.Parallel()
	position := NewPosition(SavedPosition{})
	r := newReadyFixture(t, typed, Config{MessageContent: true, Position: position})
	r.Say("Ann", "handled")
	discordtest.Await[discord.TypedMessage](t, r.Session)
	require.NoError(t, r.Close(t.Context()))
	r.Say("Ann", "meanwhile")
	next := nextProcess(t, r, position.Final())
	require.Equal(t, "meanwhile", discordtest.Await[discord.TypedMessage](t, next).Content)
	discordtest.Await[discord.Resumed](t, next)
	require.Equal(t, 1, r.Sandbox.Identified())
}

// If Discord no longer has the session, or the saved text is useless, the next process identifies.
func TestSessionThatCannotBeResumed(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*place){
		"unknown session":  func(p *place) { p.Session = "gone" },
		"later position":   func(p *place) { p.Sequence += 1000 },
		"other intents":    func(p *place) { p.Intents = 1 },
		"no saved session": func(p *place) { *p = place{} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			position := NewPosition(SavedPosition{})
			r := newReadyFixture(t, sandbox.Options{MessageContent: true}, Config{MessageContent: true, Position: position})
			require.NoError(t, r.Close(t.Context()))
			saved := position.Final()
			at := NewPosition(saved).now
			change(&at)
			saved.Session = text(at)
			next := nextProcess(t, r, saved)
			require.True(t, discordtest.Await[discord.Ready](t, next).GuildsKnown)
			require.Equal(t, 2, r.Sandbox.Identified())
		})
	}
	require.Empty(t, NewPosition(SavedPosition{Session: "{"}).Final())
	require.Empty(t, NewPosition(SavedPosition{Session: `{"session":"s"}`}).Final(), "the servers are unknown")
}

// A saved position changes only with new events. It names the servers only if they have changed.
func TestPositionIsSavedAfterChanges(t *testing.T) {
	p := NewPosition(SavedPosition{})
	p.begin(place{Session: "s"}, []ids.Guild{5})
	p.note(discord.GuildHere{Guild: 5, Locale: "de"}, &sync.Map{})
	save := func() (sequence, answered int64, servers string) {
		t.Helper()
		saved, changed := p.Settled()
		require.True(t, changed)
		p.MarkSaved(saved)
		at := NewPosition(SavedPosition{Session: saved.Session, Servers: "{}"}).now
		return at.Sequence, at.Answered, saved.Servers
	}
	check := func(wantSequence, wantAnswered int64, wantServers string) {
		t.Helper()
		sequence, answered, servers := save()
		require.Equal(t, []any{wantSequence, wantAnswered, wantServers}, []any{sequence, answered, servers})
	}
	p.reach(7, true)
	check(0, 7, `{"5":{"here":true,"locale":"de"}}`)
	check(7, 7, "")
	_, changed := p.Settled()
	require.False(t, changed)
	p.reach(8, false) // after StopIntake
	check(7, 8, "")
	p.note(discord.GuildGone{Guild: 5, Outage: true}, &sync.Map{})
	check(7, 8, `{"5":{}}`)
	p.note(discord.GuildGone{Guild: 5}, &sync.Map{})
	saved, _ := p.Settled()
	require.Equal(t, `{}`, saved.Servers, "if saving fails, the servers are saved the next time")
	check(7, 8, `{}`)
	p.begin(place{}, nil)
	saved, _ = p.Settled()
	require.Empty(t, saved.Session, "while the bot identifies, there is no session to resume")
}

// The next process drops presses that the former one has answered, and those that Discord no longer waits for.
func TestRepeatedInteractions(t *testing.T) {
	l := &link{adopted: &place{Answered: 7}}
	now := time.Now()
	require.True(t, l.wasAnswered(7, now))
	require.False(t, l.wasAnswered(8, now))
	require.True(t, l.wasAnswered(8, now.Add(-answerWithin)))
	l.replayed = true
	require.False(t, l.wasAnswered(7, now.Add(-time.Minute)))
	require.False(t, (&link{}).wasAnswered(7, now.Add(-time.Minute)))
}
