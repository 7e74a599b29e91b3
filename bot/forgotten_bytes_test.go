package bot_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store/sqlite"
)

// A user plays, makes a wrong claim, asks for help, plans a night, plays a daily deal and receives chips. Once they
// have been forgotten, the database, its WAL, a backup and the log no longer contain the bytes of their name or id.
func TestForgettingErasesEveryByte(t *testing.T) {
	gamestest.SkipUnderRace(t)
	const name = "Zebulon-the-Forgotten"
	n := newBot(t, func(n *testBot, o *sandbox.Options) { o.People, n.config.Games = []string{name}, allGames })
	who := n.sb.User(name).ID
	id, err := strconv.ParseInt(who, 10, 64)
	require.NoError(t, err)
	n.deal(world.Opt("penalty", "none"))
	n.say(name, "set a b c")
	n.shows("takes **A B C**")
	n.say(name, "set a b d")
	n.slash(name, "daily", world.Opt("deal", "classic"))
	n.slash(name, "night", world.Sub("plan", world.Opt("when", "in 3 hours")))
	n.slash(name, "chips", world.Sub("daily"))
	n.slash(name, "leaderboard")
	n.forgetMe(name)
	n.waitUntilErased(who)
	traces := [][]byte{[]byte(name), []byte(who), binary.BigEndian.AppendUint64(nil, uint64(id)), varint(uint64(id))}
	n.wait("the files to be overwritten while the bot runs", func() bool {
		for _, path := range []string{n.path, n.path + "-wal"} {
			raw, err := os.ReadFile(path)
			require.NoError(t, err)
			if slices.ContainsFunc(traces, func(trace []byte) bool { return bytes.Contains(raw, trace) }) {
				return false
			}
		}
		return true
	})
	n.stop()
	n.start()
	n.slash("Ann", "table")
	n.stop()
	n.start()
	copied := filepath.Join(t.TempDir(), "backup.db")
	_, err = n.openReaderStore().(*sqlite.DB).Backup(n.ctx(), copied)
	require.NoError(t, err)
	for _, path := range []string{n.path, n.path + "-wal", copied} {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		for i, trace := range traces {
			require.False(t, bytes.Contains(raw, trace), "%s contains trace %d", path, i)
		}
	}
	for _, trace := range traces[:2] {
		require.False(t, strings.Contains(n.log.String(), string(trace)), "the log contains %s", trace)
	}
}

// varint encodes a number of more than 56 bits in SQLite's format.
func varint(n uint64) []byte {
	all := make([]byte, 9)
	all[8] = byte(n)
	for i, left := 7, n>>8; i >= 0; i, left = i-1, left>>7 {
		all[i] = byte(left&0x7f | 0x80)
	}
	return all
}
