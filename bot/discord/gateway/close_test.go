package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
)

func busy(locale string, stopping bool) string {
	if stopping {
		return "Restarting, in " + locale + "."
	}
	return "Busy, in " + locale + "."
}

// If the queue is full, an interaction is answered and counts as lost. In this test, nothing reads from the queue.
func TestFullQueueCausesAGapAndBusyAnswers(t *testing.T) {
	t.Parallel()
	times := quickTimings()
	times.queue = 8
	r := newReadyFixture(t, typed, Config{MessageContent: true, Busy: busy, times: times})
	id, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "table",
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	press := func(id string) json.RawMessage {
		return json.RawMessage(`{"id":"` + id + `","token":"x","type":3,"channel_id":"1",` +
			`"guild_id":"` + r.Sandbox.Guild() + `","user":{"id":"5"},"data":{"custom_id":"x"}}`)
	}
	for range 20 {
		r.Say("Ann", "chat")
	}
	for n := range 8 {
		require.NoError(t, r.Sandbox.Dispatch("INTERACTION_CREATE", press("110000000000000001"+strconv.Itoa(n))))
	}
	asked, err := r.Sandbox.Click("Bob", "card-night", id.String(), "x")
	require.NoError(t, err)
	out, err := r.Sandbox.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, "Busy, in en-US.",
		out.Message.Content)
	require.Equal(t, out.Message.ID, r.Seen("Bob").ID)
	const unheard = "1100000000000000000"
	twice := press(unheard)
	lost := r.Counts().Lost
	require.NoError(t, r.Sandbox.Dispatch("INTERACTION_CREATE", twice))
	require.Eventually(t, func() bool { return r.Counts().Lost > lost }, time.Minute, time.Millisecond)
	discordtest.Await[discord.Gap](t, r.Session)
	require.NoError(t, r.Sandbox.Dispatch("INTERACTION_CREATE", twice))
	r.Say("Ann", "heard again")
	for e := range r.Events() {
		id := discord.InteractionOf(e).ID
		require.False(t, id == unheard || string(id) == asked, "an interaction that got a busy answer was also delivered")
		if said, ok := e.(discord.TypedMessage); ok && said.Content == "heard again" {
			break
		}
	}
}

func TestStopIntakeRefusesEvents(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true, Busy: busy})
	id, err := r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "table",
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	r.Say("Ann", "heard")
	require.Equal(t, "heard", discordtest.Await[discord.TypedMessage](t, r.Session).Content)
	r.StopIntake()
	r.Say("Ann", "unheard")
	asked, err := r.Sandbox.Click("Bob", "card-night", id.String(), "x")
	require.NoError(t, err)
	out, err := r.Sandbox.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, "Restarting, in en-US.", out.Message.Content)
	_, err = r.rest.Post(t.Context(), r.Channel, discord.Message{Content: "the tables may still post"})
	require.NoError(t, err)
	require.NoError(t, r.Close(t.Context()))
	_, open := <-r.Events()
	require.False(t, open)
}

// Close works with unread events, during a reconnect, and without a connection.
func TestCloseInEveryState(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*fixture){
		"with unread events": func(r *fixture) { r.Say("Ann", "one"); r.Say("Ann", "two") },
		"during a backoff": func(r *fixture) {
			r.Sandbox.FailREST(1000, http.StatusBadGateway)
			r.Sandbox.DropSockets()
			discordtest.Await[discord.Disconnected](r.T, r.Session)
		},
		"during a handshake": func(r *fixture) {
			r.Sandbox.Silence(true)
			r.Sandbox.DropSockets()
			discordtest.Await[discord.Disconnected](r.T, r.Session)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			times := quickTimings()
			times.backoff = func(int) time.Duration { return time.Minute }
			if name == "during a handshake" {
				times.backoff = func(int) time.Duration { return time.Millisecond }
			}
			r := newReadyFixture(t, typed, Config{MessageContent: true, Busy: busy, times: times})
			trouble(r)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			require.NoError(t, r.Close(ctx))
			require.NoError(t, r.Err())
		})
	}
}
