package bot_test

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store/sqlite"
)

// sentData records everything the bot sends that could contain a secret or a ping.
type sentData struct {
	mu     sync.Mutex
	tokens map[string]bool // interaction tokens
	pings  []string        // bodies that could ping users who weren't named
	posts  int
}

var tokenIn = regexp.MustCompile(`/(?:interactions|webhooks)/\d+/([^/?]+)`)

func (w *sentData) see(e traffic.Exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if m := tokenIn.FindStringSubmatch(e.Path); m != nil {
		w.tokens[m[1]] = true
	}
	if e.Gateway || !strings.Contains(string(e.Body), `"content"`) {
		return
	}
	w.posts++
	for _, body := range messagesIn(e.Body) {
		var m struct {
			Mentions *struct {
				Parse *[]string `json:"parse"`
			} `json:"allowed_mentions"`
		}
		if json.Unmarshal(body, &m) != nil || m.Mentions == nil || m.Mentions.Parse == nil ||
			len(*m.Mentions.Parse) > 0 {
			w.pings = append(w.pings, string(e.Body))
		}
	}
}

// messagesIn returns the messages in a body: the body itself, or the data of an interaction response.
func messagesIn(body []byte) (all []json.RawMessage) {
	var m struct {
		Content *string         `json:"content"`
		Data    json.RawMessage `json:"data"`
	}
	if json.Unmarshal(body, &m) != nil {
		return nil
	}
	if m.Content != nil {
		all = append(all, body)
	}
	if strings.Contains(string(m.Data), `"content"`) {
		all = append(all, m.Data)
	}
	return all
}

// Nothing leaks even on an evening when Discord and the disk fail in every way: no output contains the bot token, an
// interaction token, the key that signs the buttons, or a hidden card, either as code or in words.
func TestFaultyEveningLeaksNoSecrets(t *testing.T) {
	gamestest.SkipUnderRace(t)
	wire := &sentData{tokens: map[string]bool{}}
	f := sitWith(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 0, 0, 0, 0)}, nil, func(n *testBot, o *sandbox.Options) {
		o.Token, o.Watch = "MTE0.canary.Y2FuYXJ5IGluIGEgY29hbCBtaW5l", wire.see
	})
	hands := map[string]string{}
	for _, who := range fourPlayers {
		hands[who] = f.hand(who).Attachments[0].Description
	}
	trouble := []func(){
		func() { f.sb.FailREST(4, http.StatusInternalServerError) },
		func() { f.sb.LoseREST(3, http.StatusBadGateway) },
		func() { f.sb.FailREST(3, 0) },
		func() { f.sb.LoseREST(2, 0) },
		func() { f.sb.Limit(4, 50*time.Millisecond, true) },
		func() { f.sb.FailREST(4, http.StatusForbidden) },
		func() { f.sb.FailREST(6, http.StatusBadRequest) },
		f.sb.DropSockets,
		f.sb.Reconnect,
		func() { f.sb.InvalidSession(false) },
		func() { f.sb.CloseSockets(4000, "canary") },
	}
	for i, throw := range trouble {
		throw()
		who, asked := fourPlayers[i%len(fourPlayers)], []string{}
		ask := func(id string, err error) {
			require.NoError(t, err)
			asked = append(asked, id)
		}
		f.say(who, "set a 1 2")
		f.say(who, "bet 1")
		for _, name := range []string{"hand", "table", "help"} {
			ask(f.sb.Slash(who, f.channel, name))
		}
		ask(f.sb.Slash(who, f.channel, "chips", world.Sub("history")))
		if m, ok := f.testBot.table(); ok {
			for _, id := range append(buttons(f.testBot, m.ID, ":"), "move:1:1:drop", "own:1:1:bet") {
				ask(f.sb.Forge(who, f.channel, m.ID, id))
			}
		}
		f.answersOrNone(asked)
	}
	f.sb.Mend()
	full := f.lockDisk()
	f.say("Ann", "drop")
	f.say("Bob", "call")
	f.wait("an apology", func() bool { return strings.Contains(f.log.String(), "moves are refused") })
	full()
	f.stop()

	st, err := sqlite.Open(t.Context(), f.path, sqlite.Options{})
	require.NoError(t, err)
	key, err := st.Key(t.Context())
	require.NoError(t, err)
	require.NoError(t, st.Close())
	for _, form := range []string{string(key), hex.EncodeToString(key), base64.StdEncoding.EncodeToString(key),
		fmt.Sprint(key)} {
		wire.mu.Lock()
		wire.tokens[form] = true
		wire.mu.Unlock()
	}
	wire.mu.Lock()
	defer wire.mu.Unlock()
	f.requireNoSecrets(f.log.String(), wire, hands)
	for _, body := range wire.pings {
		require.Fail(t, "this message may ping users", body)
	}
	require.Greater(t, wire.posts, 10)
	require.Greater(t, len(wire.tokens), 40)
	require.Contains(t, f.log.String(), "HTTP 500")
	require.Contains(t, f.log.String(), "HTTP 403")
	entries, err := os.ReadDir(filepath.Dir(f.path))
	require.NoError(t, err)
	for _, e := range entries {
		// Database files may contain secrets, so only the other files are checked.
		if !strings.HasPrefix(e.Name(), filepath.Base(f.path)) || strings.HasSuffix(e.Name(), ".lock") {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(f.path), e.Name()))
			require.NoError(t, err)
			f.requireNoSecrets(string(text), wire, hands)
		}
	}
}

// answersOrNone gives the bot a second to answer interactions, and lets the others expire.
func (f *testTable) answersOrNone(asked []string) {
	soon, stop := context.WithTimeout(f.t.Context(), time.Second)
	defer stop()
	_ = f.sb.Wait(soon, func() bool { // fails if the bot or Discord couldn't be reached
		return !slices.ContainsFunc(asked,
			func(id string) bool { out, ok := f.sb.Outcome(id); return ok && out.State == world.Waiting })
	})
	f.sb.Do(func(w *world.World) {
		for _, id := range asked {
			w.Expire(id)
		}
	})
}

// lockDisk makes every write fail until free is called, as if another program kept the database locked.
func (f *testTable) lockDisk() (free func()) {
	db, err := sql.Open("sqlite", f.path+"?_pragma=busy_timeout(60000)")
	require.NoError(f.t, err)
	conn, err := db.Conn(f.t.Context())
	require.NoError(f.t, err)
	_, err = conn.ExecContext(f.t.Context(), `BEGIN IMMEDIATE`)
	require.NoError(f.t, err)
	return func() {
		_, err := conn.ExecContext(f.t.Context(), `ROLLBACK`)
		require.NoError(f.t, err)
		require.NoError(f.t, conn.Close())
		require.NoError(f.t, db.Close())
	}
}

var (
	cardCode = regexp.MustCompile(`\b[123][STN][RGP][DQV]\b`)
	cardText = regexp.MustCompile(
		`(one|two|three|[123]) (solid|striped|open) (red|green|purple) (diamond|squiggle|oval)`)
)

func (f *testTable) requireNoSecrets(text string, wire *sentData, hands map[string]string) {
	f.t.Helper()
	for line := range strings.Lines(text) {
		require.NotContains(f.t, line, "canary.Y2FuYXJ5")
		require.NotContains(f.t, line, "Authorization")
		for token := range wire.tokens {
			require.NotContains(f.t, line, token)
		}
		for who, hand := range hands {
			require.NotContains(f.t, line, hand, who)
		}
		require.NotRegexp(f.t, cardCode, line)
		require.NotRegexp(f.t, cardText, line)
	}
}
