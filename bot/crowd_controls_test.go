package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/sandboxtest"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// A crowdControl breaks a part of the bot on purpose, which one of the laws must report.
type crowdControl struct {
	store     func(store.Store) store.Store
	rules     func(games.Rules) games.Rules
	transport func(http.RoundTripper) http.RoundTripper
	law       string // the law that detects it
}

// games returns the games that the bot offers.
func (c crowdControl) games() []games.Kind { return control{rules: c.rules}.games() }

var crowdControls = map[string]crowdControl{
	"an interaction gets no answer": {
		transport: func(to http.RoundTripper) http.RoundTripper { return &forgetsAnswers{RoundTripper: to} },
		law:       "answers",
	},
	"an interaction gets two answers": {
		transport: func(to http.RoundTripper) http.RoundTripper { return twoAnswers{to} },
		law:       "once",
	},
	"something breaks": {
		store: func(s store.Store) store.Store { return noBoards{s} },
		law:   "broken",
	},
	"chips are lost": {
		store: func(s store.Store) store.Store { return lateDebits{s} },
		law:   "books",
	},
	"seats are numbered by the players present": {
		rules: func(r games.Rules) games.Rules { return gamestest.ChangedRules{Rules: r, Show: presentSeats} },
		law:   "log",
	},
	"nobody is forgotten": {
		store: func(s store.Store) store.Store { return neverForgets{s} },
		law:   "forgotten",
	},
	"a table can't be ended": {
		rules: func(r games.Rules) games.Rules { return endless{r} },
		law:   "ends",
	},
}

// TestCrowdFindsBrokenControls breaks each control in turn and requires that a crowd evening reports the matching
// law.
func TestCrowdFindsBrokenControls(t *testing.T) {
	gamestest.SkipUnderRace(t)
	steady(t)
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	names := []string{"an interaction gets no answer", "chips are lost", "something breaks"} // these violations are found quickly
	if gamestest.Times(0, 1) > 0 {
		names = slices.Sorted(maps.Keys(crowdControls))
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			spoil := crowdControls[name]
			var found *crowd
			for seed := uint64(1); seed <= 60 && found == nil; seed++ {
				if c := crowdEvening(t, seed, nil, spoil); c.Breaks(spoil.law) {
					found = c
				}
			}
			require.NotNil(t, found, "no law was reported as broken")
			t.Logf("seed %d: %s", found.seed, found.Broken[0])
		})
	}
}

// TestBrokenSentencesAreFound checks the laws about sentences, which no control can break.
func TestBrokenSentencesAreFound(t *testing.T) {
	fine := "Ann takes `1SRD`, **3 chips** in the pot. {} (100%)"
	bad := map[string]string{
		"Hello {{.who}}.": "holes", "<missing who>": "holes", "%!s(MISSING)": "holes", "{who} sits down": "holes",
		"table.answers.nobody": "holes", brokenSentences()[0]: "broken", strings.Repeat("x", 4097): "length",
		"*Quentin_ wins.": "forgotten", "Bravo, Bob!": "forgotten",
	}
	newCrowd := func() *sandboxtest.Crowd {
		c := sandboxtest.NewCrowd()
		c.BrokenSentences = brokenSentences()
		c.Forgotten("Bob", "77")
		c.Forgotten("*Quentin_", "78")
		return c
	}
	c := newCrowd()
	c.Sentence(fine, "")
	c.Sentence("Bobby wins.", "")
	require.Empty(t, c.Broken)
	for text, law := range bad {
		c := newCrowd()
		c.Sentence(text, "")
		require.True(t, c.Breaks(law), text)
	}
}

// forgetsAnswers drops every thirtieth interaction response and reports success.
type forgetsAnswers struct {
	http.RoundTripper
	n atomic.Int64
}

func (w *forgetsAnswers) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/callback") && w.n.Add(1)%30 == 0 {
		return &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
	}
	return w.RoundTripper.RoundTrip(r)
}

// twoAnswers sends every interaction response twice.
type twoAnswers struct{ http.RoundTripper }

func (w twoAnswers) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasSuffix(r.URL.Path, "/callback") && r.GetBody != nil {
		if body, err := r.GetBody(); err == nil {
			again := r.Clone(r.Context())
			again.Body = body
			if resp, err := w.RoundTripper.RoundTrip(again); err == nil {
				_, _ = io.Copy(io.Discard, resp.Body)
				_ = resp.Body.Close()
			}
		}
	}
	return w.RoundTripper.RoundTrip(r)
}

// noBoards is a store that fails to read leaderboards.
type noBoards struct{ store.Store }

func (noBoards) Leaderboard(context.Context, store.Board, int, int, ids.User) (store.Page, error) {
	return store.Page{}, errors.New("the table is missing")
}

// neverForgets is a store that reports that users were forgotten but keeps their data.
type neverForgets struct{ store.Store }

func (neverForgets) Forget(context.Context, ids.User) error { return nil }

// presentSeats is a view that shows only the seats of players who are present, so that the next seat depends on their
// number.
func presentSeats(g games.Game, seat games.Seat) games.View {
	v := g.View(seat)
	v.Seats = slices.DeleteFunc(slices.Clone(v.Seats), func(p games.SeatView) bool { return p.HasLeft })
	return v
}

// endless are rules that let a game neither end nor be left.
type endless struct{ games.Rules }

func (r endless) Parse(words string) (games.Move, bool) {
	if verb, _, _ := strings.Cut(words, " "); slices.Contains([]string{"end", "leave", "away"}, verb) {
		return nil, false
	}
	return r.Rules.Parse(words)
}

// A conversation that breaks a law is reduced to the acts that cause the violation. Replaying the shortened
// conversation breaks the law again.
func TestFailingConversationIsShortenedAndReplayed(t *testing.T) {
	gamestest.Long(t)
	steady(t)
	spoil := crowdControls["seats are numbered by the players present"]
	var found *crowd
	for seed := uint64(1); seed <= 60 && found == nil; seed++ {
		if c := crowdEvening(t, seed, nil, spoil); c.Breaks(spoil.law) {
			found = c
		}
	}
	require.NotNil(t, found)
	short := found.shrink(t, 20*time.Second)
	require.Less(t, len(short.ownActs()), len(found.ownActs()))
	acts, err := sandboxtest.ParseActs(short.script())
	require.NoError(t, err)
	again := crowdEvening(t, found.seed, acts, spoil)
	require.True(t, again.Breaks(spoil.law))
	require.Contains(t, again.violationText(), fmt.Sprintf("-crowd.seed %d", found.seed))
	require.Contains(t, again.violationText(), `law "log"`)
	require.Contains(t, again.violationText(), acts[len(acts)-1].String())
}
