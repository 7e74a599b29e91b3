package rest

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/bot/sandbox/world"
	"settable/store/ids"
)

// losesResponses is a transport that creates events but loses the responses to those requests.
type losesResponses struct {
	http.RoundTripper
	left atomic.Int64
}

func (f *losesResponses) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := f.RoundTripper.RoundTrip(r)
	if err == nil && r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/scheduled-events") &&
		f.left.Add(-1) >= 0 {
		return nil, errors.Join(resp.Body.Close(), errors.New("the answer got lost"))
	}
	return resp, err
}

func TestEventIsScheduledOnce(t *testing.T) {
	t.Parallel()
	place := discordtest.Start(t, typed)
	client := place.Sandbox.Client()
	losing := &losesResponses{RoundTripper: client.Transport}
	client.Transport = losing
	rest := New(Config{Token: place.Token(), HTTP: client, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		times: quickTimings()})
	r, ctx := Calendar{rest, discordtest.ID[ids.Guild](place.Sandbox.Guild())}, t.Context()
	name, err := r.ChannelName(ctx, place.Channel)
	require.NoError(t, err)
	start := time.Now().Add(time.Hour).Truncate(time.Second)
	s := discord.Scheduled{Name: "Poker night", About: "Sign up", Place: "#" + name, Start: start,
		End: start.Add(4 * time.Hour)}

	losing.left.Store(1)
	_, err = r.Schedule(ctx, s)
	require.Error(t, err)
	require.Len(t, scheduledEvents(place), 1, "the event exists, so it must not be sent again")
	id, err := r.Schedule(ctx, s)
	require.NoError(t, err)
	again, err := r.Schedule(ctx, s)
	require.NoError(t, err)
	require.Equal(t, id, again)
	all := scheduledEvents(place)
	require.Len(t, all, 1)
	require.Equal(t, []string{id.String(), "Poker night", "#card-night"},
		[]string{all[0].ID, all[0].Name, all[0].Place})
	s.Place = "#side-table"
	other, err := r.Schedule(ctx, s)
	require.NoError(t, err)
	require.NotEqual(t, id, other)

	require.NoError(t, r.Unschedule(ctx, id))
	require.NoError(t, r.Unschedule(ctx, id), "deleting a deleted event is no error")
	require.Len(t, scheduledEvents(place), 1)
	place.Sandbox.Do(func(w *world.World) { w.Denied = int64(discord.CreateEvents) })
	s.Place = "elsewhere"
	_, err = r.Schedule(ctx, s)
	require.ErrorIs(t, err, discord.ErrMissingAccess)
	s.Name = ""
	_, err = r.Schedule(ctx, s)
	require.ErrorIs(t, err, discord.ErrInvalid)
}

func scheduledEvents(p discordtest.Place) (all []*world.Scheduled) {
	p.Sandbox.Do(func(w *world.World) { all = slices.Clone(w.Events) })
	return all
}
