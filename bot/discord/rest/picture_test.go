package rest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// Only a 4xx turns pictures off in a channel, and only if Discord then accepts the same message without its picture. A
// 5xx, a timeout or a lost connection doesn't show whether pictures are to blame.
func TestWhenPicturesAreTurnedOff(t *testing.T) {
	table := discord.Message{Content: "table", Files: []discord.File{{Name: "t.png", Content: []byte("PNG")}},
		InWords: func() string { return "in words" }}
	const patience = time.Second // only an attempt that hangs takes this long
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	repeat := func(n int, h http.HandlerFunc) (all []http.HandlerFunc) {
		for range n {
			all = append(all, h)
		}
		return all
	}
	for name, c := range map[string]struct {
		trouble []http.HandlerFunc
		sent    string // the failing edit and the next one: P with its picture, W without
		fails   bool
	}{
		"no error":                 {nil, "P P", false},
		"four 502s":                {repeat(4, reply(502, `<html>`)), "PPPPP P", false},
		"an edit that hangs":       {repeat(1, hang), "PP P", false},
		"a lost connection":        {repeat(4, hangUp), "PPPPP P", false},
		"only uploads fail":        {repeat(5, reply(502, `<html>`)), "PPPPPW P", false},
		"only uploads hang":        {repeat(2, hang), "PPW P", false},
		"an outage":                {repeat(6, reply(503, `<html>`)), "PPPPPW P", true},
		"the picture is too large": {repeat(1, reply(413, `<html>`)), "PW W", false},
		"files are forbidden": {repeat(1, reply(403, `{"code":50013,"message":"Missing Permissions"}`)),
			"PW W", false},
		"everything is refused": {repeat(2, reply(400, `{"code":50035,"message":"Invalid Form Body"}`)), "PW P", true},
		"AutoMod blocks a word": {repeat(1, reply(400, `{"code":200000,"message":"Blocked"}`)), "P P", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, d := newScriptedServer(t, append(c.trouble, reply(200, `{"id":"8"}`))...)
			r.times.patience = patience
			err := r.Edit(t.Context(), 2, 8, table)
			require.Equal(t, c.fails, err != nil, "%v", err)
			r.times.patience = time.Minute
			first := len(d.requests())
			require.NoError(t, r.Edit(t.Context(), 2, 8, table))
			var sent strings.Builder
			for i, q := range d.requests() {
				if i == first {
					sent.WriteString(" ")
				}
				if strings.HasPrefix(q.kind, "multipart") {
					sent.WriteString("P")
				} else {
					sent.WriteString("W")
				}
			}
			require.Equal(t, c.sent, sent.String())
		})
	}
}
