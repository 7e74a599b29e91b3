package discord

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Discord strips leading and trailing spaces, and refuses an empty message.
func TestBlankMessageIsEmpty(t *testing.T) {
	require.ErrorIs(t, Message{Content: " \n "}.Check(), ErrInvalid)
	require.ErrorIs(t, Message{Framed: "\t"}.Check(), ErrInvalid)
	require.NoError(t, Message{Content: " ", Framed: "x"}.Check())
	require.NoError(t, Message{Content: " ", Files: []File{{Name: "a.png"}}}.Check())
	require.NoError(t, Message{Content: " ", KeepFiles: true}.Check())
}

func TestInvalidFieldIsFound(t *testing.T) {
	form := func(least, most int) error {
		f := Field{ID: "w", Label: "l", Min: least, Max: most}
		return Modal{CustomID: "a", Title: "t", Fields: []Field{f}}.Check()
	}
	require.ErrorIs(t, form(5, 3), ErrInvalid)
	require.NoError(t, form(3, 3))
	require.NoError(t, form(5, 0))
}
