package cards

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func card(t testing.TB, code string) Card {
	c, ok := Parse(code)
	require.True(t, ok, code)
	return c
}

func TestCardsAreCodesInJSON(t *testing.T) {
	out, err := json.Marshal([]Card{card(t, "2SRD"), card(t, "TD"), Hidden})
	require.NoError(t, err)
	require.JSONEq(t, `["2SRD","TD","????"]`, string(out))
}
