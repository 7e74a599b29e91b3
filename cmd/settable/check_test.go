package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/cmd/settable/checkup"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

const wellShaped = "MTE0.token.Y2FuYXJ5"

// host runs the check command against a simulated Discord of its own.
type host struct {
	t  *testing.T
	sb *sandboxtest.Server
	c  checkCmd
}

func newHost(t *testing.T, o sandbox.Options) *host {
	o.Token = wellShaped
	h := &host{t: t, sb: sandboxtest.Start(t, o)}
	h.c = checkCmd{http: h.sb.Client()}
	h.c.Token, h.c.MessageContent = wellShaped, true
	h.c.Database = filepath.Join(t.TempDir(), "settable.db")
	return h
}

// table adds an open table for the given channel to the database.
func (h *host) table(channel string) {
	h.t.Helper()
	number := func(id string) int64 {
		n, err := strconv.ParseInt(id, 10, 64)
		require.NoError(h.t, err)
		return n
	}
	st, err := sqlite.Open(h.t.Context(), h.c.Database, sqlite.Options{})
	require.NoError(h.t, err)
	_, err = st.OpenTable(h.t.Context(), store.Table{Guild: ids.Guild(number(h.sb.Guild())),
		Channel: ids.Channel(number(h.sb.Channel(channel))), Game: "classic", Opener: 1, Opened: time.Now()},
		"1")
	require.NoError(h.t, err)
	require.NoError(h.t, st.Close())
}

// findings returns the findings by topic, and the exit status.
func (h *host) findings() (map[string]checkup.Finding, int) {
	h.t.Helper()
	var out bytes.Buffer
	h.c.JSON = true
	err := h.c.Run(h.t.Context(), streams{out: &out, err: &out})
	var list []checkup.Finding
	require.NoError(h.t, json.Unmarshal(out.Bytes(), &list), out.String())
	require.NotContains(h.t, out.String(), wellShaped)
	found := map[string]checkup.Finding{}
	for _, f := range list {
		require.NotContains(h.t, found, f.About, "each topic is checked once")
		require.True(h.t, f.State != checkup.Wrong || f.Do != "" || strings.Contains(f.Says, ": "),
			"a finding must say what to do: %v", f)
		found[f.About] = f
	}
	if err == nil {
		return found, 0
	}
	return found, exitOf(err)
}

func (h *host) wants(exit int, about string, state checkup.State, says string) {
	h.t.Helper()
	found, status := h.findings()
	f := found[about]
	require.Equal(h.t, state, f.State, "%v", found)
	require.Contains(h.t, f.Says+"\n"+f.Do, says)
	require.Equal(h.t, exit, status, "%v", found)
}

func TestCheckPassesIfEverythingIsSetUp(t *testing.T) {
	h := newHost(t, sandbox.Options{MessageContent: true})
	h.table("card-night")
	found, exit := h.findings()
	require.Zero(t, exit)
	for about, f := range found {
		require.Equal(t, checkup.Fine, f.State, "%s: %v", about, f)
	}
	require.Len(t, found, 10)
	require.Contains(t, found, "#card-night in "+"Card night", "%v", found)
	entries, err := os.ReadDir(filepath.Dir(h.c.Database))
	require.NoError(t, err)
	for _, e := range entries {
		require.True(t, strings.HasPrefix(e.Name(), "settable.db"), "the check left a file behind: %s", e.Name())
	}
}

func TestCheckNamesMissingSettings(t *testing.T) {
	h := newHost(t, sandbox.Options{})
	h.wants(0, "intents", checkup.Poor, "turn on Message Content Intent")
	h.c.MessageContent = false
	h.wants(0, "intents", checkup.Fine, "message_content is off")
	h.wants(0, "database", checkup.Fine, "the first start creates it")
	h.wants(0, "permissions", checkup.Skipped, "--channel ID")

	h.c.Channel = []string{h.sb.Channel("card-night")}
	require.NoError(t, h.sb.Deny("card-night", world.PermissionSendMessages|world.PermissionAttachFiles))
	found, exit := h.findings()
	require.Equal(t, exitRefused, exit)
	require.NotContains(t, found, "permissions")
	for about, f := range found {
		if strings.HasPrefix(about, "#card-night") {
			require.Equal(t, "missing permissions: Send Messages, Attach Files", f.Says)
		}
	}
	h.sb.Do(func(w *world.World) { w.Denied = world.PermissionCreateEvents }) // Manage Events alone isn't enough to create events
	h.wants(exitRefused, "calendar of Card night", checkup.Poor, "missing permission: Create Events")
	h.sb.Do(func(w *world.World) { w.Denied = 0 })
	h.wants(exitRefused, "calendar of Card night", checkup.Fine, "may create events")
	require.NoError(t, h.sb.Deny("card-night", world.PermissionViewChannel))
	h.wants(exitRefused, "channel "+h.c.Channel[0], checkup.Wrong, "View Channel")
	h.c.Channel = []string{"1000000000000000000"}
	h.wants(0, "channel 1000000000000000000", checkup.Poor, "the channel no longer exists")
	h.c.Channel = []string{"general"}
	var out bytes.Buffer
	err := h.c.Run(t.Context(), streams{out: &out, err: &out})
	require.ErrorContains(t, err, `must be a channel ID, not "general"`)
	require.Equal(t, exitUsage, exitOf(err))
}

func TestInvalidTokenSkipsOtherChecks(t *testing.T) {
	h := newHost(t, sandbox.Options{MessageContent: true})
	h.sb.Revoke()
	h.wants(exitRefused, "token", checkup.Wrong, "reset it on the Bot page")
	h.wants(exitRefused, "intents", checkup.Skipped, "the token doesn't work")
	h.c.Token = ""
	h.wants(exitUsage, "token", checkup.Wrong, "no token")
	h.c.Token = "not a token"
	h.wants(exitUsage, "token", checkup.Wrong, "copy it again")
	h.c.Token = "0123456789abcdef"
	h.wants(exitUsage, "token", checkup.Wrong, "client secret")
	h.wants(exitUsage, "network", checkup.Fine, "answers in")
}

// The check finds an unreachable Discord, and a clock that differs from Discord's.
func TestCheckFindsNetworkAndClockProblems(t *testing.T) {
	h := newHost(t, sandbox.Options{MessageContent: true})
	asked, real := 0, h.c.http.Transport
	h.c.http = &http.Client{Transport: roundTrip(func(q *http.Request) (*http.Response, error) {
		a, err := real.RoundTrip(q)
		if err == nil {
			a.Header.Set("Date", time.Now().Add(-10*time.Minute).UTC().Format(http.TimeFormat))
		}
		return a, err
	})}
	found, _ := h.findings()
	require.Equal(t, checkup.Poor, found["clock"].State)
	require.Contains(t, found["clock"].Says, "10m0s ahead of Discord's")

	h.c.http = &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) {
		asked++
		return nil, errors.New("no route to host")
	})}
	h.wants(exitFailed, "network", checkup.Wrong, "no route to host")
	require.Equal(t, 1, asked, "the check must not retry")
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(q *http.Request) (*http.Response, error) { return f(q) }

func TestCheckFindsDamageAndOtherInstances(t *testing.T) {
	h := newHost(t, sandbox.Options{MessageContent: true})
	st, err := sqlite.Open(t.Context(), h.c.Database, sqlite.Options{})
	require.NoError(t, err)
	h.wants(0, "second instance", checkup.Poor, "expected if the bot is running")
	require.NoError(t, st.Close())
	h.wants(0, "second instance", checkup.Fine, "no other")

	h.c.Database = filepath.Join(t.TempDir(), "notes.txt")
	require.NoError(t, os.WriteFile(h.c.Database, []byte(strings.Repeat("no database ", 1000)), 0o600))
	h.wants(exitDatabase, "database", checkup.Wrong, "not a Settable database")
	h.c.Database = filepath.Join(h.c.Database, "below", "a", "file.db")
	h.wants(exitDatabase, "disk", checkup.Wrong, "give this user write access to")
}

// The program removes characters that were copied along with a token. It rejects a text that can't be a token without
// sending it.
func TestTokenIsCleanedOrRefused(t *testing.T) {
	for _, copied := range []string{"a.b-c.d_9", " a.b-c.d_9\r\n", `"a.b-c.d_9"`, "'Bot a.b-c.d_9'\n",
		"Bot a.b-c.d_9", "bot  'a.b-c.d_9' "} {
		token, err := hostSettings{Token: copied}.token()
		require.NoError(t, err, "%q", copied)
		require.Equal(t, "a.b-c.d_9", string(token), "%q", copied)
	}
	for _, none := range []string{"a.b\n.c", "a b.c.d", `a."b".c`, "abc", "a.b", "a.b.c.d", "ä.b.c"} {
		_, err := hostSettings{Token: none}.token()
		require.Error(t, err, "%q", none)
		require.NotContains(t, err.Error(), none)
	}
	_, err := hostSettings{Token: " \n'' "}.token()
	require.ErrorContains(t, err, "no token")
}
