package message

import (
	"strings"
	"testing"

	"settable/store/ids"

	"github.com/stretchr/testify/require"
)

func TestSignedCustomIDIsAccepted(t *testing.T) {
	k := Seal("a key of thirty-two bytes, really")
	for _, id := range []ID{
		{MoveButton, 12, 345, "none"},
		{FormButton, 1, 0, "set"},
		{BoardButton, 0, 0, "sets,solitaire,month,999999"},
		{OwnForm, 1<<63 - 1, 1<<31 - 1, "exchange"},
	} {
		text := k.Write(5, id)
		require.LessOrEqual(t, len(text), 100, "longer than Discord allows: %s", text)
		back, refusal := k.Read(5, text)
		require.Empty(t, refusal)
		require.Equal(t, id, back)
	}
}

// A button that was posted before an upgrade still works after the upgrade.
func TestSignaturesAreStable(t *testing.T) {
	k := Seal("a key of thirty-two bytes, really")
	sign := k.For(5)
	for _, want := range []string{
		"move:12:345.kjxOKTjaXQYZpr4e:bet 2", "board:0:0.3HrsALFHjhB7vKqq:sets,solitaire,month,9",
		"hand:1:7._frXzPe0JLozgp0s:",
	} {
		id, _, ok := splitID(want)
		require.True(t, ok)
		require.Equal(t, want, sign(id))
		require.Equal(t, want, k.Write(5, id))
	}
}

// A custom id is rejected if a single character is changed, or if it is used on another server or with another key.
func TestCustomIDsCannotBeForged(t *testing.T) {
	k := Seal("a key of thirty-two bytes, really")
	id := ID{MoveButton, 12, 345, "bet 2"}
	text := k.Write(5, id)
	for i := range len(text) {
		for _, c := range "A0z-_:. " {
			if changed := text[:i] + string(c) + text[i+1:]; changed != text {
				_, refusal := k.Read(5, changed)
				require.NotEmpty(t, refusal, changed)
			}
		}
		_, refusal := k.Read(5, text[:i])
		require.NotEmpty(t, refusal)
		_, refusal = k.Read(5, text[:i]+text[i+1:])
		require.NotEmpty(t, refusal)
	}
	for _, g := range []ids.Guild{0, 6, 55} {
		_, refusal := k.Read(g, text)
		require.Equal(t, Forged, refusal)
	}
	_, refusal := Seal("another key").Read(5, text)
	require.Equal(t, Forged, refusal)
	_, refusal = k.Read(5, strings.Replace(text, "bet 2", "bet 3", 1))
	require.Equal(t, Forged, refusal)
}

// A button from before the bot began to sign the ids of buttons is refused as outdated.
func TestUnsignedButtonIsOutdated(t *testing.T) {
	_, refusal := Seal("k").Read(5, ID{MoveButton, 12, 345, "none"}.String())
	require.Equal(t, outdated, refusal)
}
