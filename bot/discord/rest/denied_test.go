package rest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
	"settable/store/ids"
)

// shutChannel is a transport that simulates Discord. It refuses all messages and reactions in channel 1 unless open
// is set.
type shutChannel struct {
	mu      sync.Mutex
	open    bool
	refused int
}

func (s *shutChannel) RoundTrip(q *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := httptest.NewRecorder()
	if !s.open && q.Method != http.MethodPatch && strings.Contains(q.URL.Path, "/channels/1/") {
		s.refused++
		w.WriteHeader(http.StatusForbidden)
		w.WriteString(`{"code":50013,"message":"Missing Permissions"}`)
		return w.Result(), nil
	}
	w.WriteString(`{"id":"8"}`)
	return w.Result(), nil
}

func (s *shutChannel) setOpen(open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = open
}

func (s *shutChannel) refusals() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused
}

// After a refusal, optional requests (reactions, replies) are suppressed in that channel for some minutes. Reactions
// and replies are suppressed separately. The messages of tables are still sent.
func TestRefusedRequestsAreSuppressedForAWhile(t *testing.T) {
	type send func(context.Context, *Client, ids.Channel) error
	react := func(ctx context.Context, r *Client, c ids.Channel) error {
		return r.React(ctx, c, 7, "❓")
	}
	reply := func(ctx context.Context, r *Client, c ids.Channel) error {
		_, err := r.Post(ctx, c, discord.Message{Content: "no", ReplyTo: 7})
		return err
	}
	for name, c := range map[string]struct{ send, other send }{
		"reactions": {react, reply},
		"replies":   {reply, react},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, d := t.Context(), &shutChannel{}
				r := New(Config{Token: botToken, HTTP: &http.Client{Transport: d}, times: quickTimings()})
				var all sync.WaitGroup
				for range 20 { // all at the same time: only the first reaches Discord
					all.Go(func() {
						if err := c.send(ctx, r, 1); err == nil {
							t.Error("sent")
						}
					})
				}
				all.Wait()
				require.Equal(t, 1, d.refusals())
				require.ErrorIs(t, c.send(ctx, r, 1), discord.ErrMissingAccess)
				require.NoError(t, c.send(ctx, r, 2), "another channel is unaffected")
				require.ErrorIs(t, c.other(ctx, r, 1), discord.ErrMissingAccess)
				require.Equal(t, 2, d.refusals(), "the other kind of request is suppressed separately")
				_, err := r.Post(ctx, 1, discord.Message{Content: "a table"})
				require.ErrorIs(t, err, discord.ErrMissingAccess)
				require.Equal(t, 3, d.refusals(), "the table's message is still sent")

				d.setOpen(true)
				require.ErrorIs(t, c.send(ctx, r, 1), discord.ErrMissingAccess)
				time.Sleep(deniedFor)
				require.NoError(t, c.send(ctx, r, 1))
			})
		})
	}
}

// As soon as the bot can post a table in the channel, it sends replies again.
func TestAcceptedPostEndsTheSuppression(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &shutChannel{}
		r := New(Config{Token: botToken, HTTP: &http.Client{Transport: d}, times: quickTimings()})
		reply := func() error {
			_, err := r.Post(t.Context(), 1, discord.Message{Content: "no", ReplyTo: 7})
			return err
		}
		require.ErrorIs(t, reply(), discord.ErrMissingAccess)
		d.setOpen(true)
		require.ErrorIs(t, reply(), discord.ErrMissingAccess)
		_, err := r.Post(t.Context(), 1, discord.Message{Content: "a table"})
		require.NoError(t, err)
		require.NoError(t, reply())
	})
}

func TestOldDenialsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := testLimits()
		for n := range 5000 {
			l.learn(request{bucket: fmt.Sprint("PUT reactions ", n)}, answerWith(http.StatusForbidden), nil)
			time.Sleep(time.Second)
		}
		require.LessOrEqual(t, len(l.denied), maxDenied)
		require.Error(t, l.checkSuppressed(request{bucket: "PUT reactions 4999", optional: true}))
	})
}

// Every move at a table that can't be shown triggers another attempt to show it, so these attempts are limited.
func TestRefusedTableIsRarelyRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &shutChannel{}
		r := New(Config{Token: botToken, HTTP: &http.Client{Transport: d}, times: quickTimings()})
		for range 600 {
			_, err := r.Post(t.Context(), 1, discord.Message{Content: "a table"})
			require.ErrorIs(t, err, discord.ErrMissingAccess)
			time.Sleep(time.Second)
		}
		require.Equal(t, 120, d.refusals())
		d.setOpen(true)
		time.Sleep(retryAfterDenial)
		_, err := r.Post(t.Context(), 1, discord.Message{Content: "a table"})
		require.NoError(t, err)
	})
}

// A server uses up at most half of the tolerated refusals, even if the bot can't post in many of its channels. Tables
// in other channels aren't affected.
func TestRefusingChannelsDoNotAffectOtherTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, d := t.Context(), &shutChannels{}
		r := New(Config{Token: botToken, HTTP: &http.Client{Transport: d}, times: quickTimings()})
		for n := range 2000 {
			channel := ids.Channel(1000 + n%500)
			require.Error(t, r.React(ctx, channel, 7, "❓"))
			_, err := r.Post(ctx, channel, discord.Message{Content: "a table"})
			require.Error(t, err)
			time.Sleep(100 * time.Millisecond)
		}
		require.Less(t, d.refused, maxRefused)
		require.Error(t, r.React(ctx, 2, 7, "❓"), "optional requests wait")
		_, err := r.Post(ctx, 2, discord.Message{Content: "a table"})
		require.NoError(t, err)
		time.Sleep(refusedIn)
		require.NoError(t, r.React(ctx, 2, 7, "❓"))
	})
}

// shutChannels is a transport that refuses everything except requests for channel 2.
type shutChannels struct{ refused int }

func (s *shutChannels) RoundTrip(q *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	if !strings.Contains(q.URL.Path, "/channels/2/") {
		s.refused++
		w.WriteHeader(http.StatusForbidden)
		w.WriteString(`{"code":50013,"message":"Missing Permissions"}`)
		return w.Result(), nil
	}
	w.WriteString(`{"id":"8"}`)
	return w.Result(), nil
}

// Without permission to read the message history, Discord refuses replies. The bot then sends plain messages, and
// doesn't try replies in that channel for some minutes.
func TestReplyWithoutHistoryPermissionIsPosted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &noHistory{}
		r := New(Config{Token: botToken, HTTP: &http.Client{Transport: d}, times: quickTimings()})
		reply := func(channel ids.Channel) error {
			_, err := r.Post(t.Context(), channel, discord.Message{Content: "no", ReplyTo: 7})
			return err
		}
		for range 3 {
			require.NoError(t, reply(1))
		}
		require.Equal(t, []bool{true, false, false, false}, d.referred)
		require.NoError(t, reply(2))
		require.Equal(t, []bool{true, false}, d.referred[4:], "another channel still gets replies")
		d.allowed = true
		time.Sleep(deniedFor)
		require.NoError(t, reply(1))
		require.Equal(t, []bool{true}, d.referred[6:])
	})
}

// noHistory is a transport that refuses references to messages until they are allowed.
type noHistory struct {
	allowed  bool
	referred []bool // whether each request had a reference, in order
}

func (h *noHistory) RoundTrip(q *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(q.Body)
	refers := strings.Contains(string(body), "message_reference")
	h.referred = append(h.referred, refers)
	w := httptest.NewRecorder()
	if refers && !h.allowed {
		w.WriteHeader(http.StatusForbidden)
		w.WriteString(`{"code":160002,"message":"Cannot reply without permission to read message history"}`)
		return w.Result(), err
	}
	w.WriteString(`{"id":"8"}`)
	return w.Result(), err
}

// A request that was suppressed, or refused by a proxy, could succeed later. Only a refusal of this token by Discord
// itself is permanent.
func TestPermanentRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		status        int
		body          string
		asked         int // the number of requests
		now, whenever bool
	}{
		"missing permission": {403, `{"code":50013,"message":"Missing Permissions"}`, 1, true, true},
		"suppressed":         {403, `{"code":50013,"message":"Missing Permissions"}`, 2, true, false},
		"invalid form":       {400, `{"code":50035,"message":"Invalid Form Body"}`, 1, true, true},
		"unknown message":    {404, `{"code":10008,"message":"Unknown Message"}`, 1, true, true},
		"unauthorized":       {401, `{"code":0,"message":"401: Unauthorized"}`, 1, true, false},
		"refused by a proxy": {403, `<h1>Forbidden</h1>`, 1, true, false},
		"rate limit":         {429, `{"message":"slow down","retry_after":1}`, 1, false, false},
		"server error":       {500, `{"code":0,"message":"500: Internal Server Error"}`, 1, false, false},
		"success":            {204, ``, 1, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				answers := discordtest.Answer{Status: c.status, Body: c.body}
				r := New(Config{Token: botToken, HTTP: &http.Client{Transport: answers}, times: quickTimings()})
				var err error
				for range c.asked {
					err = r.Delete(t.Context(), 1, 7)
				}
				require.Equal(t, c.now, IsRefusal(err), err)
				require.Equal(t, c.whenever, IsPermanentRefusal(err), err)
			})
		})
	}
	require.True(t, IsRefusal(discord.ErrInvalid))
	require.True(t, IsPermanentRefusal(discord.ErrInvalid))
}
