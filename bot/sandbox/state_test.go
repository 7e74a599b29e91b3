package sandbox_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

func TestRestartedSandboxKeepsItsState(t *testing.T) {
	t.Parallel()
	o := sandbox.Options{State: filepath.Join(t.TempDir(), "data", "sandbox.json"), MessageContent: true}
	first, err := sandboxtest.Open(o)
	require.NoError(t, err)
	for _, words := range []string{"hello", "again"} {
		_, err = first.Say("Ann", "card-night", words)
		require.NoError(t, err)
	}
	status, _, body := answer(t, first, multipartMessage(t, first, 100, "Twelve cards."))
	require.Equal(t, 200, status, body)
	status, _, _ = rest(t, first, "PUT", "/applications/"+first.Application()+"/commands",
		`[{"name":"play","description":"d"}]`)
	require.Equal(t, 200, status)
	before, page, commands := first.Messages("card-night", "Bob"), first.Page()[len(first.URL()):],
		first.Commands()
	require.NoError(t, first.Close())

	second, err := sandboxtest.Open(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, second.Close()) })
	require.Empty(t, cmp.Diff(before, second.Messages("card-night", "Bob")))
	require.Empty(t, cmp.Diff(commands, second.Commands(), cmpopts.EquateEmpty()))
	require.Equal(t, page, second.Page()[len(second.URL()):])
	require.Equal(t, first.User("Bob"), second.User("Bob"))
	file, err := second.Attachment(before[2].Attachments[0].ID, "Bob")
	require.NoError(t, err)
	require.Len(t, file, 100)
	id, err := second.Say("Ann", "card-night", "and on")
	require.NoError(t, err)
	require.Greater(t, id, before[2].ID)
	require.NoError(t, second.Close())
	require.NoError(t, os.Remove(filepath.Join(o.State+".files", before[2].Attachments[0].ID)))
	third, err := sandboxtest.Open(o)
	require.NoError(t, err, "a missing picture must not prevent a start")
	t.Cleanup(func() { require.NoError(t, third.Close()) })
	require.Len(t, third.Messages("card-night", "Bob"), 4)
	info, err := os.Stat(o.State)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// Servers can be added to a stored sandbox.
func TestServersAreAddedToAStoredSandbox(t *testing.T) {
	t.Parallel()
	o := sandbox.Options{State: filepath.Join(t.TempDir(), "sandbox.json")}
	first, err := sandboxtest.Open(o)
	require.NoError(t, err)
	guild := first.Guild()
	require.NoError(t, first.Close())
	for _, there := range [][2]int{{1, 1}, {3, 3}, {2, 3}, {4, 4}} { // servers are never removed
		o.Guilds = there[0]
		sb, err := sandboxtest.Open(o)
		require.NoError(t, err)
		all := sandboxtest.Guilds(sb)
		require.Len(t, all, there[1])
		require.Equal(t, guild, all[0])
		require.Equal(t, guild, channelObject(t, sb, "side-table")["guild_id"])
		if there[1] > 2 {
			require.Equal(t, all[2], channelObject(t, sb, "side-table-3")["guild_id"])
		}
		require.NoError(t, sb.Close())
	}
}

func channelObject(t *testing.T, sb *sandboxtest.Server, name string) map[string]any {
	t.Helper()
	status, _, body := rest(t, sb, "GET", "/channels/"+sb.Channel(name), "")
	require.Equal(t, 200, status)
	return body
}

func TestStateIsWrittenWithoutAClose(t *testing.T) {
	t.Parallel()
	o := sandbox.Options{State: filepath.Join(t.TempDir(), "sandbox.json")}
	sb := start(t, o)
	_, err := sb.Say("Ann", "card-night", "written down")
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		// The copy is what a killed sandbox would leave behind.
		raw, err := os.ReadFile(o.State)
		require.NoError(t, err)
		left := filepath.Join(t.TempDir(), "left.json")
		require.NoError(t, os.WriteFile(left, raw, 0o600))
		again, err := sandboxtest.Open(sandbox.Options{State: left})
		require.NoError(t, err, "the state file must always be complete")
		defer again.Close()
		return len(again.Messages("card-night", "Ann")) == 1
	}, 10*time.Second, 10*time.Millisecond)
}

func TestForeignStateFileIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sandbox.json")
	for _, words := range []string{"not JSON", "{}", `{"People":7}`} {
		require.NoError(t, os.WriteFile(path, []byte(words), 0o600))
		_, err := sandbox.Start(sandbox.Options{State: path})
		require.ErrorContains(t, err, path)
		require.ErrorContains(t, err, "move the file away")
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, words, string(raw), "the file must not change")
	}
}
