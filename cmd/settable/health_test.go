package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// freeAddress returns a local address that no program is listening on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return l.Addr().String()
}

// requestPage requests a page from a bot's health address. It returns status 0 if the bot doesn't respond.
func requestPage(t *testing.T, address, page string) (status int, text string) {
	t.Helper()
	answer, err := http.Get("http://" + address + "/" + page)
	if err != nil {
		return 0, ""
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(all)
}

// The health endpoints work from the program's start to its end. A move changes the metrics, and the program's own
// health check can read the endpoints.
func TestHealthEndpoints(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	ask := []string{"check", "--health-address", address}
	p := startSandbox(t, filepath.Join(t.TempDir(), "data"), "--no-deal", "--health-address", address)
	waitUntil(t, func() bool { status, _ := requestPage(t, address, "readyz"); return status == 200 }, "it is ready")
	for _, page := range []string{"--health", "--ready"} {
		code, out, errs := settable(t, "", append(ask, page)...)
		require.Zero(t, code, errs)
		require.Equal(t, "ok\n", out)
	}
	ann, channel, _ := p.look()
	p.act(map[string]any{"as": ann, "do": "slash", "channel": channel, "name": "play",
		"options": []any{map[string]any{"name": "classic", "type": 1}}})
	p.table("sits down")
	p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": "start"})
	p.table("starts the game")
	p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": "set a a a"})
	p.act(map[string]any{"as": ann, "do": "send", "channel": channel, "content": "set a b c"})
	var numbers string
	shown := regexp.MustCompile(`(?m)^settable_move_shown_seconds_count [2-9]`)
	waitUntil(t, func() bool {
		_, numbers = requestPage(t, address, "metrics")
		return shown.MatchString(numbers) && strings.Contains(numbers, "settable_refusals_total{")
	}, "two moves and a refusal are counted")
	for _, line := range []string{`settable_moves_total\{game="classic"\} [1-9]`, `settable_ready 1`,
		`settable_tables\{state="open"\} 1`, `settable_database_size_bytes\{file="database"\} [1-9]`,
		`settable_shards\{state="live"\} 1`, `settable_shards\{state="lost"\} 0`, `settable_servers [1-9]`,
		`settable_build_info\{commit="[^"]*",go="go[^"]+",version="` + regexp.QuoteMeta(version) + `"\} 1`} {
		require.Regexp(t, `(?m)^`+line, numbers)
	}
	for _, secret := range []string{ann, channel, "Ann", "card-night"} {
		require.NotContains(t, numbers, secret)
	}
	status, _ := requestPage(t, address, "else")
	require.Equal(t, 404, status)
	checkDashboard(t, numbers)
	t.Run("conventions", func(t *testing.T) { promtool(t, numbers, "check", "metrics") })

	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, p.cmd.Wait())
	code, _, errs := settable(t, "", append(ask, "--health")...)
	require.Equal(t, exitFailed, code)
	require.Contains(t, errs, "no bot responds at the health address "+address)
}

var (
	ownMetric = regexp.MustCompile(`\b(?:settable|process|go)_[a-z_]+`)
	exports   = regexp.MustCompile(`(?m)^# TYPE (\S+) `)
	suffix    = regexp.MustCompile(`_(?:bucket|sum|count)$`)
)

// runOnlyMetrics lists metrics that `settable run` has and the sandbox doesn't. TestReadyzWhileWaitingForDiscord reads
// them.
var runOnlyMetrics = []string{"settable_disk_free_bytes", "settable_last_backup_timestamp_seconds"}

// checkDashboard compares the metrics on the dashboard with those of the bot. Every metric on the dashboard must exist,
// and every metric of the bot must be on the dashboard.
func checkDashboard(t *testing.T, numbers string) {
	t.Helper()
	text, err := os.ReadFile("../../packaging/grafana.json")
	require.NoError(t, err)
	var board struct {
		Title  string
		Panels []struct {
			Type, Title string
			Targets     []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(text, &board))
	require.Equal(t, "Settable", board.Title)
	var asked, has []string
	for _, p := range board.Panels {
		require.True(t, p.Type == "row" || len(p.Targets) > 0, "the panel %q has no query", p.Title)
		for _, target := range p.Targets {
			names := ownMetric.FindAllString(target.Expr, -1)
			require.NotEmpty(t, names, "%q queries no metric of the bot: %s", p.Title, target.Expr)
			require.Equal(t, len(names), strings.Count(target.Expr, `job="$job"`), target.Expr)
			for _, name := range names {
				asked = append(asked, suffix.ReplaceAllString(name, ""))
			}
		}
	}
	for _, m := range exports.FindAllStringSubmatch(numbers, -1) {
		has = append(has, m[1])
	}
	for _, name := range asked {
		require.Contains(t, append(has, runOnlyMetrics...), name, "the dashboard queries a missing metric")
	}
	for _, name := range has {
		require.True(t, !strings.HasPrefix(name, "settable_") || slices.Contains(asked, name),
			"%s is on no panel", name)
	}
}

// A bot that is waiting for Discord is alive but not ready. It reports the reason without revealing its token.
func TestReadyzWhileWaitingForDiscord(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "backups"), 0o700))
	for _, made := range []string{"settable-20260301T000000Z.db", "settable-20260302T000000Z.db", "else.db"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "backups", made), nil, 0o600))
	}
	p := &program{t: t, cmd: programCommand("run", "--database", filepath.Join(folder, "s.db"),
		"--health-address", address)}
	p.cmd.Env = append(p.cmd.Env, "HTTPS_PROXY=http://127.0.0.1:1", "SETTABLE_TOKEN=MTE0.canary.Y2FuYXJ5")
	require.NoError(t, p.cmd.Start())
	t.Cleanup(p.kill)
	waitUntil(t, func() bool { status, _ := requestPage(t, address, "livez"); return status == 200 }, "it lives")
	status, why := requestPage(t, address, "readyz")
	require.Equal(t, 503, status)
	require.Equal(t, "waiting for Discord's first response\n", why)
	code, _, errs := settable(t, "", "check", "--ready", "--health-address", address)
	require.Equal(t, exitFailed, code)
	require.Equal(t, "settable: "+why, errs)
	code, out, errs := settable(t, "", "check", "--health", "--health-address", address)
	require.Zero(t, code, errs)
	require.Equal(t, "ok\n", out)
	_, numbers := requestPage(t, address, "metrics")
	for _, line := range []string{"settable_ready 0", `settable_shards\{state="live"\} 0`,
		"settable_last_backup_timestamp_seconds 1.7724096e\\+09", "settable_disk_free_bytes [1-9].*"} {
		require.Regexp(t, "(?m)^"+line+"$", numbers)
	}
	require.NotContains(t, fmt.Sprint(numbers, why), "canary")
}
