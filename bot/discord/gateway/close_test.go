package gateway

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// TestAFullQueueIsAGapAndABusyAnswer: the reader sleeps while people talk and press.
func TestAFullQueueIsAGapAndABusyAnswer(t *testing.T) {
	t.Parallel()
	times := sandboxTimes()
	times.queue = 8
	r := newReadyFixture(t, typed, Config{MessageContent: true, times: times})
	id, err := r.rest.Post(t.Context(), r.channel, discord.Message{Content: "table",
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	for range 20 {
		r.say("Ann", "chat")
	}
	asked, err := r.sb.Click("Bob", "card-night", string(id), "x")
	require.NoError(t, err)
	out, err := r.sb.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, "Too much is going on here right now. Please try that again in a moment.",
		out.Message.Content)
	require.Equal(t, out.Message.ID, r.seen("Bob").ID)
	await[discord.Gap](t, r.Session)
	require.Positive(t, r.Counts().Lost)
	r.say("Ann", "heard again")
	require.Equal(t, "heard again", await[discord.Said](t, r.Session).Content)
}

func TestNothingComesInAfterStopIntake(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true, Busy: "The bot restarts."})
	id, err := r.rest.Post(t.Context(), r.channel, discord.Message{Content: "table",
		Rows: []discord.Row{{Buttons: []discord.Button{{Label: "x", CustomID: "x"}}}}})
	require.NoError(t, err)
	r.say("Ann", "heard")
	require.Equal(t, "heard", await[discord.Said](t, r.Session).Content)
	r.StopIntake()
	r.say("Ann", "unheard")
	asked, err := r.sb.Click("Bob", "card-night", string(id), "x")
	require.NoError(t, err)
	out, err := r.sb.WaitOutcome(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, "The bot restarts.", out.Message.Content)
	_, err = r.rest.Post(t.Context(), r.channel, discord.Message{Content: "the tables may still post"})
	require.NoError(t, err)
	require.NoError(t, r.Close(t.Context()))
	_, open := <-r.Events()
	require.False(t, open)
}

// TestCloseEndsWhateverIsGoingOn: events unread, reconnecting, nobody there.
func TestCloseEndsWhateverIsGoingOn(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]func(*fixture){
		"events unread": func(r *fixture) { r.say("Ann", "one"); r.say("Ann", "two") },
		"in a backoff": func(r *fixture) {
			r.sb.FailREST(1000, http.StatusBadGateway)
			r.sb.DropSockets()
			await[discord.Away](r.t, r.Session)
		},
		"in a handshake": func(r *fixture) {
			r.sb.Silence(true)
			r.sb.DropSockets()
			await[discord.Away](r.t, r.Session)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			times := sandboxTimes()
			times.backoff = func(int) time.Duration { return time.Minute }
			if name == "in a handshake" {
				times.backoff = func(int) time.Duration { return time.Millisecond }
			}
			r := newReadyFixture(t, typed, Config{MessageContent: true, times: times})
			trouble(r)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			require.NoError(t, r.Close(ctx))
			require.NoError(t, r.Err())
		})
	}
}
