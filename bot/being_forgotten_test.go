package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/privacy"
	"settable/games/gamestest"
)

// forget has somebody ask to be forgotten.
func (q *quiet) forget(who discord.UserRef) {
	q.t.Helper()
	require.NoError(q.t, q.store.Forgetting(q.t.Context(), lobby.PlayerID(who.ID), time.Now()))
	require.NoError(q.t, privacy.Look(q.t.Context(), q.bot.lobby, q.bot.agenda))
	q.rest()
}

// isForgotten says whether nothing is kept of somebody.
func (q *quiet) isForgotten(who discord.UserRef) bool {
	q.t.Helper()
	kept, err := q.store.Kept(q.t.Context(), lobby.PlayerID(who.ID))
	require.NoError(q.t, err)
	return kept.Number == 0
}

// Without a turn clock, at a table where nobody else says anything more, a player is forgotten all the same:
// at once where they fold, and after half an hour at most.
func TestForgettingEndsWithoutATurnClock(t *testing.T) {
	gamestest.Unraced(t)
	for name, c := range map[string]struct {
		said   string
		within time.Duration
	}{
		"not dealt in":        {"", 10 * time.Second},
		"nothing staked":      {"Bob start", 31 * time.Minute},
		"it's their turn":     {"Bob start, Cid bet 1, Ann call", 10 * time.Second},
		"they were raised":    {"Bob start, Cid check, Ann check, Bob bet 1, Cid raise 2, Ann drop", 10 * time.Second},
		"others are to call":  {"Bob start, Cid check, Ann check, Bob bet 2", 31 * time.Minute},
		"they are all-in":     {"Bob start, Cid check, Ann check, Bob bet 20", 31 * time.Minute},
		"and others all-in":   {"Bob start, Cid check, Ann check, Bob bet 20, Cid call", 31 * time.Minute},
		"asked at a showdown": {"Bob start, Cid bet 1, Ann call, Bob call", 31 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			quietly(t, func(q *quiet) {
				people := map[string]discord.UserRef{"Ann": q.ann, "Bob": q.bob,
					"Cid": {ID: "910000000000000002", Name: "Cid"}}
				q.slash(q.bob, "play", "poker", map[string]string{"turn": "0", "limit": "20"})
				q.say(people["Cid"], "join")
				q.say(q.ann, "join")
				for said := range strings.SplitSeq(c.said, ", ") {
					who, words, _ := strings.Cut(said, " ")
					before := len(q.words())
					if said != "" {
						q.say(people[who], words)
						require.Greater(q.t, len(q.words()), before, said)
					}
				}
				q.forget(q.bob)
				for from := time.Now(); !q.isForgotten(q.bob); q.rest() {
					require.Less(q.t, time.Since(from), c.within)
				}
				audit, err := q.store.Audit(q.t.Context(), 0)
				require.NoError(q.t, err)
				require.Empty(q.t, audit.Findings)
			})
		})
	}
}
