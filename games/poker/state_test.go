package poker_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// In each phase of a hand, the state has the fields that the specification lists (notation, Replaying 4).
func TestStateInEveryPhase(t *testing.T) {
	begun := []string{"P join", "Q join", "R join", "P start", "Q bet 2", "R drop"}
	for name, c := range map[string]struct {
		more []string
		want string
	}{
		"betting": {nil,
			`{"active":["1","2"],"away":[],"bets":{"1":0,"2":2,"3":0},"chips":{"1":20,"2":18,"3":20},
			"left":[],"passes":[],"phase":"bet","pot":2,"to_call":2,"turn":"1"}`},
		"asked": {[]string{"P call", "P always pass", "P pass"},
			`{"active":["1","2"],"away":[],"chips":{"1":18,"2":18,"3":20},
			"left":[],"passed":["1"],"passes":["1"],"phase":"show","pot":4}`},
		"over": {[]string{"P drop"},
			`{"active":["2"],"away":[],"chips":{"1":20,"2":20,"3":20},
			"left":[],"passes":[],"phase":"over","pot":0,"result":{"gain":{"2":2},"shown":false}}`},
		"gone": {[]string{"P drop", "R leave", "Q away"},
			`{"active":["2"],"away":["2"],"chips":{"1":20,"2":20,"3":0},
			"left":["3"],"passes":[],"phase":"over","pot":0,"result":{"gain":{"2":2},"shown":false}}`},
		"closed": {[]string{"dealer last", "P drop"},
			`{"active":["2"],"away":[],"chips":{"1":0,"2":0,"3":0},
			"left":[],"passes":[],"phase":"over","pot":0,"result":{"gain":{"2":2},"shown":false}}`},
	} {
		g := gameAfterLines(t, nil, append(begun[:len(begun):len(begun)], c.more...)...)
		got, err := json.Marshal(g.State(games.Seat.String))
		require.NoError(t, err)
		var state map[string]any
		require.NoError(t, json.Unmarshal(got, &state))
		require.Equal(t, float64(73), state["deck"], "81 cards, six to hands and two to the centre")
		require.Len(t, state["hands"], 3)
		require.Equal(t, name == "closed", state["closed"])
		for _, settled := range []string{"center", "hands", "dealer", "deck", "hand", "interval", "closed"} {
			delete(state, settled)
		}
		got, err = json.Marshal(state)
		require.NoError(t, err)
		require.JSONEq(t, c.want, string(got), name)
	}
}
