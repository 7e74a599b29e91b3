package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/page"
	"settable/store/sqlite"
)

// A program is `settable sandbox` in a separate process. Tests control it through its page's protocol.
type program struct {
	t    *testing.T
	cmd  *exec.Cmd
	page string
	errs *bytes.Buffer
}

var pageAddress = regexp.MustCompile(`http://127\.0\.0\.1:\d+/p/\S+/`)

// startSandbox runs the program with a data folder, in an empty working folder. By default, it doesn't open a first
// table.
func startSandbox(t *testing.T, data string, more ...string) *program {
	t.Helper()
	if more == nil {
		more = []string{"--no-deal"}
	}
	args := append([]string{"sandbox", "--address", "127.0.0.1:0", "--data", data}, more...)
	p := &program{t: t, cmd: programCommand(args...), errs: &bytes.Buffer{}}
	p.cmd.Dir = t.TempDir()
	p.cmd.Stderr = p.errs
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(p.kill)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if p.page = pageAddress.FindString(lines.Text()); p.page != "" {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p
		}
	}
	require.Fail(t, "the program did not print its page's address", p.errs.String())
	return nil
}

// programCommand returns a command that runs the program with these arguments.
func programCommand(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// waitUntil waits until a condition holds. Its timeout is long enough for a busy machine.
func waitUntil(t *testing.T, is func() bool, what string, args ...any) {
	t.Helper()
	for late := time.Now().Add(patience); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("waited in vain until "+what, args...)
		}
	}
}

// kill sends SIGKILL, so that the program can neither shut down nor flush.
func (p *program) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// act performs an action as the page does.
func (p *program) act(what map[string]any) map[string]any {
	p.t.Helper()
	body, err := json.Marshal(what)
	require.NoError(p.t, err)
	var status int
	var answer map[string]any
	waitUntil(p.t, func() bool { // a bot is online before it has registered its commands
		res, err := http.Post(p.page+"act", "application/json", bytes.NewReader(body))
		require.NoError(p.t, err)
		defer res.Body.Close()
		status, answer = res.StatusCode, map[string]any{}
		require.NoError(p.t, json.NewDecoder(res.Body).Decode(&answer))
		return !strings.HasPrefix(fmt.Sprint(answer["message"]), "There is no command")
	}, "there are commands for %v", what)
	require.Equal(p.t, 200, status, "%v: %v", what, answer)
	return answer
}

// mustRefuse performs an action that the page must refuse. It returns the error that the page shows.
func (p *program) mustRefuse(what map[string]any) string {
	p.t.Helper()
	body, err := json.Marshal(what)
	require.NoError(p.t, err)
	res, err := http.Post(p.page+"act", "application/json", bytes.NewReader(body))
	require.NoError(p.t, err)
	defer res.Body.Close()
	require.Equal(p.t, http.StatusBadRequest, res.StatusCode)
	var answer struct{ Message string }
	require.NoError(p.t, json.NewDecoder(res.Body).Decode(&answer))
	return answer.Message
}

type seen struct {
	ID          string
	Content     string
	Author      struct{ Bot bool }
	Attachments []struct{ Filename, Description string }
	Components  []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		}
	}
}

// hello is the first frame that an open page receives.
type hello struct {
	Me       struct{ ID string }
	Channels []struct{ ID, Name string }
	Messages map[string][]seen
	Shows    []page.Show
}

// look reloads the page as Ann. It returns her id, the channel's id and its messages.
func (p *program) look() (ann, channel string, messages []seen) {
	p.t.Helper()
	h := p.open()
	return h.Me.ID, h.Channels[0].ID, h.Messages[h.Channels[0].ID]
}

// runningShows returns the games that simulated people are playing.
func (p *program) runningShows() []page.Show { return p.open().Shows }

func (p *program) open() (h hello) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(p.page, "http", "ws", 1)+"live", nil)
	require.NoError(p.t, err)
	defer ws.CloseNow()
	ws.SetReadLimit(1 << 24)
	_, frame, err := ws.Read(ctx)
	require.NoError(p.t, err)
	require.NoError(p.t, json.Unmarshal(frame, &h))
	require.NotEmpty(p.t, h.Channels, string(frame))
	return h
}

// table waits until the newest table contains a text, and returns its message.
func (p *program) table(words string) seen {
	p.t.Helper()
	return p.tableThat("says "+words, func(m seen) bool { return strings.Contains(m.Content, words) })
}

// tableThat waits until the newest table meets a condition, and returns its message.
func (p *program) tableThat(is string, so func(m seen) bool) (m seen) {
	p.t.Helper()
	waitUntil(p.t, func() bool {
		_, _, all := p.look()
		for i := len(all) - 1; i >= 0; i-- {
			if len(all[i].Attachments) == 1 && all[i].Attachments[0].Filename == "table.png" {
				m = all[i]
				return so(m)
			}
		}
		return false
	}, "there is a table that %s", is)
	return m
}

var (
	readAloud = regexp.MustCompile(`\b[A-U]: (?:one|two|three) (?:solid|striped|open) \w+ \w+`)
	twoClaims = []string{"set a b c", "set d e f"}
)

// If a sandbox is killed in the middle of a game and restarted with the same data folder, it has the same table, scores
// and cards.
func TestKilledSandboxContinues(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	p := startSandbox(t, data)
	ann, channel, _ := p.look()
	p.act(map[string]any{"as": ann, "do": "slash", "channel": channel, "name": "play",
		"options": []any{map[string]any{
			"name": "classic", "type": 1, "options": []any{
				map[string]any{"name": "penalty", "type": 3, "value": "none"}}}}})
	m := p.table("sits down")
	start := ""
	for _, row := range m.Components {
		for _, b := range row.Components {
			if strings.HasSuffix(b.CustomID, ":start") {
				start = b.CustomID
			}
		}
	}
	p.act(map[string]any{"as": ann, "do": "click", "channel": channel, "message": m.ID, "custom_id": start})
	p.table("starts the game")
	for i, claim := range twoClaims { // both write a line, whether they are sets or not
		p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": claim})
		p.table([]string{"**A B C**", "**D E F**"}[i])
	}
	before := p.table("D E F").Attachments[0].Description
	require.GreaterOrEqual(t, len(readAloud.FindAllString(before, -1)), 12, before)
	p.kill()

	p = startSandbox(t, data)
	back := p.table("Back after")
	require.Equal(t, readAloud.FindAllString(before, -1),
		readAloud.FindAllString(back.Attachments[0].Description, -1), "the same cards")
	require.Equal(t, score.FindString(before), score.FindString(back.Attachments[0].Description),
		"the same score")
	p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": "set g h i"})
	p.table("**G H I**")
}

// After several crashes in a row, the bot's downtime is counted only once.
func TestTimeAwayIsCountedOnce(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	p := startSandbox(t, data)
	ann, channel, _ := p.look()
	p.act(map[string]any{"as": ann, "do": "slash", "channel": channel, "name": "play",
		"options": []any{map[string]any{"name": "poker", "type": 1, "options": []any{
			map[string]any{"name": "house", "type": 4, "value": 1},
			map[string]any{"name": "now", "type": 5, "value": true}}}}})
	p.table("Hand 1")
	away := func() (n int) {
		st, err := sqlite.Open(t.Context(), filepath.Join(data, "settable.db"), sqlite.Options{ReadOnly: true})
		require.NoError(t, err)
		defer st.Close()
		lines, err := st.Lines(t.Context(), 1)
		require.NoError(t, err)
		for i, l := range lines {
			if strings.HasPrefix(l.Words, "away ") {
				n++
				require.False(t, countsTwice(lines[i-1], l), "%v", lines)
			}
		}
		return n
	}
	for deaths := 1; deaths <= 4; deaths++ {
		p.kill()
		time.Sleep(time.Second)
		p = startSandbox(t, data)
		waitUntil(t, func() bool { return away() == deaths }, "death %d is a line", deaths)
	}
}

var score = regexp.MustCompile(`Seat P: -?\d+ point`)

// A second sandbox with the same data folder fails with a single line.
func TestSecondSandboxOnTheSameDataIsRefused(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	startSandbox(t, data)
	code, _, errs := settable(t, "", "sandbox", "--address", "127.0.0.1:0", "--data", data)
	require.Equal(t, exitInUse, code)
	require.Contains(t, errs, "another Settable process uses this database")
	require.Equal(t, 1, strings.Count(errs, "\n"), "the error must be a single line: %s", errs)
}

// A new user of the sandbox sees the page's address and no log lines.
func TestSandboxLogsNothingAtItsStart(t *testing.T) {
	t.Parallel()
	p := startSandbox(t, filepath.Join(t.TempDir(), "data"))
	p.kill()
	require.Empty(t, p.errs.String())
}

// If the port is in use, a single line says so and suggests a solution.
func TestPortInUseIsOneLine(t *testing.T) {
	t.Parallel()
	p := startSandbox(t, filepath.Join(t.TempDir(), "data"))
	port := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(p.page)
	code, _, errs := settable(t, "", "sandbox", "--address", port, "--data", filepath.Join(t.TempDir(), "other"))
	require.Equal(t, 1, code)
	require.Contains(t, errs, port)
	require.Contains(t, errs, "--address")
	require.NotContains(t, fmt.Sprint(errs), "goroutine")
}

// A game from a sandbox can be exported, and replaying it leads to the same end.
func TestExportedJournalReplays(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	p := startSandbox(t, data)
	ann, channel, _ := p.look()
	p.act(map[string]any{"as": ann, "do": "slash", "channel": channel, "name": "play",
		"options": []any{map[string]any{"name": "classic", "type": 1}}})
	p.table("sits down")
	p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": "start"})
	p.table("starts the game")
	p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": "set a b c"})
	end := p.table("**A B C**")
	db := filepath.Join(data, "settable.db")
	code, out, errs := settable(t, "", "export", "--database", db)
	require.Zero(t, code, errs)
	require.Contains(t, out, "classic")
	code, script, errs := settable(t, "", "export", "--database", db, "--names", "1")
	require.Zero(t, code, errs)
	require.Contains(t, script, "Ann set a b c")
	require.Empty(t, errs, "classic SET has no hidden cards to warn about")
	code, out, errs = settable(t, script, "replay", "-")
	require.Zero(t, code, errs)
	left := regexp.MustCompile(`(\d+) cards left`).FindStringSubmatch(end.Content)[1]
	require.Contains(t, out, "left "+left)
	code, _, errs = settable(t, "", "export", "--database", db, "99")
	require.Equal(t, 1, code)
	require.Contains(t, errs, "table 99 not found")

	p.act(map[string]any{"as": ann, "do": "slash", "channel": channel, "name": "end"})
	p.table("has ended") // there is a winner if A, B and C were a set
	p.act(map[string]any{"as": ann, "do": "slash", "channel": channel, "name": "play",
		"options": []any{map[string]any{"name": "poker", "type": 1}}})
	p.table("SET Poker")
	code, _, errs = settable(t, "", "export", "--database", db, "2")
	require.Zero(t, code, errs)
	require.Contains(t, errs, "Table 2 is still open: the export shows the players' hands.")
}
