package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

func TestASealedCustomIDIsKnownAgain(t *testing.T) {
	k := seal("a key of thirty-two bytes, really")
	for _, id := range []customID{
		{moveButton, sight{Table: 12, Line: 345}, "none"},
		{formButton, sight{Table: 1, Line: 0}, "set"},
		{boardButton, sight{}, "sets,solitaire,month,999999"},
		{ownForm, sight{Table: 1<<63 - 1, Line: 1<<31 - 1}, "exchange"},
	} {
		text := k.write(5, id)
		require.LessOrEqual(t, len(text), 100, "Discord's limit: %s", text)
		back, refusal := k.read("5", text)
		require.Empty(t, refusal)
		require.Equal(t, id, back)
	}
}

// TestNobodyElseSealsACustomID: not by changing any character of one, not on
// another server, not with another key.
func TestNobodyElseSealsACustomID(t *testing.T) {
	k := seal("a key of thirty-two bytes, really")
	id := customID{moveButton, sight{Table: 12, Line: 345}, "bet 2"}
	text := k.write(5, id)
	for i := range len(text) {
		for _, c := range "A0z-_:. " {
			if changed := text[:i] + string(c) + text[i+1:]; changed != text {
				_, refusal := k.read("5", changed)
				require.NotEmpty(t, refusal, changed)
			}
		}
		_, refusal := k.read("5", text[:i])
		require.NotEmpty(t, refusal)
		_, refusal = k.read("5", text[:i]+text[i+1:])
		require.NotEmpty(t, refusal)
	}
	for _, g := range []discord.GuildID{"", "6", "55", "x"} {
		_, refusal := k.read(g, text)
		require.Equal(t, forged, refusal)
	}
	_, refusal := seal("another key").read("5", text)
	require.Equal(t, forged, refusal)
	_, refusal = k.read("5", strings.Replace(text, "bet 2", "bet 3", 1))
	require.Equal(t, forged, refusal)
}

// TestAButtonFromBeforeTheSealIsOld, and says what to do.
func TestAButtonFromBeforeTheSealIsOld(t *testing.T) {
	_, refusal := seal("k").read("5", customID{moveButton, sight{Table: 12, Line: 345}, "none"}.String())
	require.Equal(t, outdated, refusal)
}
