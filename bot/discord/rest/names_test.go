package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store/ids"
)

// A refused message is retried once without names. If the retry succeeds, the bot sends no names in that channel for
// some time. If the retry is refused too, the names weren't the reason.
func TestRefusedMessageIsSentWithoutNames(t *testing.T) {
	blocked := reply(400, `{"code":200000,"message":"Message was blocked by automatic moderation"}`)
	invalid := reply(400, `{"code":50035,"message":"Invalid Form Body"}`)
	gone := reply(404, `{"code":10008,"message":"Unknown Message"}`)
	page := reply(400, `<html>`)
	for name, c := range map[string]struct {
		answers []http.HandlerFunc
		sent    string // the two edits: N with names, M with mentions
		fails   bool
	}{
		"nothing is refused":           {nil, "N N", false},
		"the name is blocked":          {[]http.HandlerFunc{blocked}, "NM M", false},
		"the name is invalid":          {[]http.HandlerFunc{invalid}, "NM M", false},
		"something else is refused":    {[]http.HandlerFunc{blocked, blocked}, "NM N", true},
		"the message no longer exists": {[]http.HandlerFunc{gone}, "N N", true},
		"a proxy refuses it":           {[]http.HandlerFunc{page}, "N N", true},
		"blocked after a 502":          {[]http.HandlerFunc{reply(502, ""), blocked}, "NNM M", false},
		"a 502 after a block":          {[]http.HandlerFunc{blocked, reply(502, "")}, "NMM M", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, d := newScriptedServer(t, append(c.answers, reply(200, `{"id":"8"}`))...)
			r.FilterNames(func(_ context.Context, in ids.Channel, m discord.Message) (discord.Message, error) {
				m.Content = strings.ReplaceAll(m.Content, "Bob", discord.Mention(1)+" in "+in.String())
				return m, nil
			})
			err := r.Edit(t.Context(), 2, 8, discord.Message{Content: "Bob"})
			require.Equal(t, c.fails, err != nil, "%v", err)
			first := len(d.requests())
			require.NoError(t, r.Edit(t.Context(), 2, 8, discord.Message{Content: "Bob"}))
			var sent strings.Builder
			for i, q := range d.requests() {
				if i == first {
					sent.WriteString(" ")
				}
				switch content(t, q) {
				case "Bob":
					sent.WriteString("N")
				case "<@1> in 2":
					sent.WriteString("M")
				}
			}
			require.Equal(t, c.sent, sent.String())
		})
	}
}

// If Discord refuses a response to an interaction, the bot retries it without names, whatever kind of response it is.
// The bot sends no names in that channel for some time, and other channels are unaffected.
func TestRefusedAnswerIsSentWithoutNames(t *testing.T) {
	blocked := reply(400, `{"code":200000,"message":"Message was blocked by automatic moderation"}`)
	m := discord.Message{Content: "Bob"}
	elsewhere := ticket
	elsewhere.Channel = 3
	for name, answer := range map[string]func(*Client, discord.Ticket) error{
		"an answer":        func(r *Client, to discord.Ticket) error { return r.Answer(t.Context(), to, m, true) },
		"an update":        func(r *Client, to discord.Ticket) error { return r.Update(t.Context(), to, m) },
		"an edited answer": func(r *Client, to discord.Ticket) error { return r.EditAnswer(t.Context(), to, m) },
		"a follow-up":      func(r *Client, to discord.Ticket) error { return r.FollowUp(t.Context(), to, m, true) },
	} {
		t.Run(name, func(t *testing.T) {
			r, d := newScriptedServer(t, blocked, reply(200, `{"id":"8"}`))
			r.FilterNames(func(_ context.Context, in ids.Channel, m discord.Message) (discord.Message, error) {
				m.Content = discord.Mention(1) + " in " + in.String()
				return m, nil
			})
			for _, to := range []discord.Ticket{ticket, ticket, elsewhere} {
				require.NoError(t, answer(r, to))
			}
			var sent []string
			for _, q := range d.requests() {
				var body struct{ Data struct{ Content string } }
				require.NoError(t, json.Unmarshal([]byte(q.body), &body))
				sent = append(sent, cmp.Or(body.Data.Content, content(t, q)))
			}
			require.Equal(t, []string{"Bob", "<@1> in 2", "<@1> in 2", "Bob"}, sent)
		})
	}
}

func content(t *testing.T, q receivedRequest) string {
	var m struct{ Content string }
	require.NoError(t, json.Unmarshal([]byte(q.body), &m))
	return m.Content
}
