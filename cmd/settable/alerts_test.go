package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// promtool runs Prometheus's tool for checking rules and metrics. The test is skipped if the tool is missing.
func promtool(t *testing.T, input string, args ...string) {
	t.Helper()
	name, err := exec.LookPath("promtool")
	if errors.Is(err, exec.ErrNotFound) && os.Getenv("SETTABLE_CI") != "1" {
		t.Skip("promtool is not installed")
	}
	require.NoError(t, err)
	c := exec.Command(name, args...)
	c.Stdin = strings.NewReader(input)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// Each alert fires when it should and never earlier.
func TestAlertsFire(t *testing.T) {
	promtool(t, "", "check", "rules", "../../packaging/alerts.yml")
	promtool(t, "", "test", "rules", "testdata/alerts.test.yml")
	rules, err := os.ReadFile("../../packaging/alerts.yml")
	require.NoError(t, err)
	tests, err := os.ReadFile("testdata/alerts.test.yml")
	require.NoError(t, err)
	var all struct {
		Groups []struct{ Rules []struct{ Alert string } }
	}
	require.NoError(t, yaml.Unmarshal(rules, &all))
	for _, r := range all.Groups[0].Rules {
		require.Regexp(t, `alertname: `+r.Alert+`\n +exp_alerts:`, string(tests), "no test checks that the alert fires")
		require.Contains(t, string(tests), "alertname: "+r.Alert+"}", "no test checks that the alert stays silent")
	}
}

// dashboardQuery returns the query of a dashboard panel that has exactly one.
func dashboardQuery(t *testing.T, panel string) string {
	t.Helper()
	text, err := os.ReadFile("../../packaging/grafana.json")
	require.NoError(t, err)
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal(text, &board))
	for _, p := range board.Panels {
		if p.Title == panel {
			require.Len(t, p.Targets, 1)
			return strings.NewReplacer("$job", "settable", "$__rate_interval", "5m").Replace(p.Targets[0].Expr)
		}
	}
	t.Fatalf("no panel %q", panel)
	return ""
}

// The dashboard shows correct values for two processes with two shards each, one of which is reconnecting.
func TestDashboardWithSeveralShards(t *testing.T) {
	var series, queries []string
	for _, s := range []string{
		`settable_shards{job="settable",instance="a",state="live"} 2`,
		`settable_shards{job="settable",instance="a",state="lost"} 0`,
		`settable_shards{job="settable",instance="b",state="live"} 1`,
		`settable_shards{job="settable",instance="b",state="lost"} 1`,
		`settable_ready{job="settable",instance="a"} 1`,
		`settable_ready{job="settable",instance="b"} 0`,
		`settable_servers{job="settable",instance="a"} 20`,
		`settable_servers{job="settable",instance="b"} 22`,
		`settable_seats_away{job="settable",instance="a"} 1`,
		`settable_seats_away{job="settable",instance="b"} 2`,
	} {
		name, value, _ := strings.Cut(s, " ")
		series = append(series, fmt.Sprintf("{series: '%s', values: %s}", name, value))
	}
	for panel, want := range map[string]string{
		"Shards":     `{labels: '{state="live"}', value: 3}, {labels: '{state="lost"}', value: 1}`,
		"Ready":      `{labels: '{}', value: 0}`,
		"Servers":    `{labels: '{}', value: 42}`,
		"Seats away": `{labels: '{}', value: 3}`,
	} {
		queries = append(queries, fmt.Sprintf("{expr: '%s', eval_time: 0m, exp_samples: [%s]}",
			dashboardQuery(t, panel), want))
	}
	file := filepath.Join(t.TempDir(), "dashboard.test.yml")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, "tests:\n  - input_series: [%s]\n    promql_expr_test: [%s]\n",
		strings.Join(series, ", "), strings.Join(queries, ", ")), 0o600))
	promtool(t, "", "test", "rules", file)
}
