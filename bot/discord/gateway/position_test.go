package gateway

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox"
)

// nextProcess dials a session that continues where another one has saved its position.
func nextProcess(t *testing.T, r *fixture, saved string) *Session {
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
	position := NewPosition("")
	r := newReadyFixture(t, typed, Config{MessageContent: true, Position: position, MayConnect: func() error {
		if isGone.Load() {
			return errors.New("another process holds this shard")
		}
		return nil
	}})
	r.Say("Ann", "handled")
	require.Equal(t, "handled", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
	position.Settled()
	saved := position.Settled()
	require.NotEmpty(t, saved)
	r.Say("Ann", "received, but not handled")
	discordtest.Await[discord.TypedMessage](t, r.Session)
	isGone.Store(true)
	r.Sandbox.DropSockets()
	r.Say("Ann", "not received")

	next := nextProcess(t, r, saved)
	ready := discordtest.Await[discord.Ready](t, next)
	require.True(t, ready.Adopted && ready.ContentAllowed && !ready.GuildsKnown)
	require.NotEmpty(t, ready.App)
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
	position := NewPosition("")
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
			position := NewPosition("")
			r := newReadyFixture(t, sandbox.Options{MessageContent: true}, Config{MessageContent: true, Position: position})
			require.NoError(t, r.Close(t.Context()))
			saved := NewPosition(position.Final()).now
			change(&saved)
			next := nextProcess(t, r, saved.text())
			require.True(t, discordtest.Await[discord.Ready](t, next).GuildsKnown)
			require.Equal(t, 2, r.Sandbox.Identified())
		})
	}
	require.Empty(t, NewPosition("{").Final())
}
