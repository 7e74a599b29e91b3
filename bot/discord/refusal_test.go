package discord

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

func TestARefusedTokenIsOneClearError(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, typed)
	client := sb.Client()
	defer client.CloseIdleConnections()
	_, err := Dial(t.Context(), Config{Token: "wrong.token.entirely", HTTP: client, times: sandboxTimes()})
	var refused *Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, refusals[401], err.Error())
	_, err = Dial(t.Context(), Config{HTTP: client})
	require.ErrorAs(t, err, &refused)
	require.Contains(t, err.Error(), "no Discord token")
}

func TestATokenRevokedLaterStopsTheSession(t *testing.T) {
	t.Parallel()
	r := table(t, typed, Config{MessageContent: true})
	r.sb.Revoke()
	r.sb.DropSockets()
	for range r.Events() {
	}
	require.EqualError(t, r.Err(), refusals[4004])
}

func TestARefusedIntent(t *testing.T) {
	t.Parallel()
	t.Run("stops", func(t *testing.T) {
		t.Parallel()
		r := enter(t, sandbox.Options{}, Config{MessageContent: true})
		for range r.Events() {
		}
		require.EqualError(t, r.Err(), refusals[4014])
		require.Contains(t, r.Err().Error(), "MESSAGE CONTENT INTENT")
	})
	t.Run("falls back", func(t *testing.T) {
		t.Parallel()
		r := enter(t, sandbox.Options{}, Config{MessageContent: true, FallBack: true})
		require.False(t, await[Ready](t, r.Session).ContentAllowed)
		r.say("Ann", Mention(r.Me().ID)+" set a b c")
		require.Equal(t, "set a b c", await[Said](t, r.Session).Content)
	})
	t.Run("falls back when it is taken away", func(t *testing.T) {
		t.Parallel()
		r := table(t, typed, Config{MessageContent: true, FallBack: true})
		r.sb.RefuseIntents()
		r.sb.InvalidSession(false)
		ready := await[Ready](t, r.Session)
		require.True(t, ready.Again)
		require.False(t, ready.ContentAllowed)
		await[Gap](t, r.Session)
	})
}
