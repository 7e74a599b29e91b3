package sandbox_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/page"
)

// The page receives the list of processes and its changes, and can control the processes.
func TestPageListsTheProcesses(t *testing.T) {
	t.Parallel()
	var killed atomic.Value
	sb := start(t, sandbox.Options{Processes: page.Processes{
		List: func(context.Context) []page.Process {
			p := page.Process{Name: "p1", PID: 7, Shards: []int{0, 2},
				Tables: []page.Table{{Channel: "9", Game: "poker"}}}
			if killed.Load() != nil {
				p = page.Process{Name: "p1", Shards: []int{}, Tables: []page.Table{}}
			}
			return []page.Process{p}
		},
		Do: func(process, what string) error {
			if process != "p1" {
				return errors.New("who is that")
			}
			killed.Store(what)
			return nil
		},
	}})
	ann := look(t, sb, "Ann")
	told := ann.await("hello")["processes"]
	if told == nil { // the page was open before the first update
		told = ann.await("processes")["d"]
	}
	require.Len(t, told, 1)
	first := told.([]any)[0].(map[string]any)
	require.Equal(t, []any{"p1", 7.0, []any{0.0, 2.0}}, []any{first["name"], first["pid"], first["shards"]})
	require.Equal(t, map[string]any{"channel": "9", "game": "poker"}, first["tables"].([]any)[0])

	ann.act("process", map[string]any{"name": "p1", "content": "kill"})
	require.Equal(t, "kill", killed.Load())
	require.Equal(t, 0.0, ann.await("processes")["d"].([]any)[0].(map[string]any)["pid"])
	status, _, body := fetch(t, sb, "POST", sb.Page()+"act",
		`{"as":"Ann","do":"process","name":"p9","content":"kill"}`, nil)
	require.Equal(t, 400, status)
	require.Contains(t, body, "who is that")
}

// With a single process, the page shows no list and no controls.
func TestSingleProcessIsNotListed(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{})
	require.Nil(t, look(t, sb, "Ann").await("hello")["processes"])
	status, _, body := fetch(t, sb, "POST", sb.Page()+"act",
		`{"as":"Ann","do":"process","name":"p1","content":"kill"}`, nil)
	require.Equal(t, 400, status)
	require.True(t, strings.Contains(body, "one process"), body)
}
