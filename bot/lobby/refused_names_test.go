package lobby

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/message"
	"settable/store/ids"
)

func TestNamesBecomeMentions(t *testing.T) {
	names := map[ids.User]string{1: "Bob", 2: "Bob *the* Builder", 3: "ドナ", 4: "Élan", 5: "  "}
	for text, want := range map[string]string{
		"":                           "",
		"Bob takes A B C.":           "<@1> takes A B C.",
		"**Bob** and Bobby, Kebob":   "**<@1>** and Bobby, Kebob",
		"BobBob, Bob":                "BobBob, <@1>",
		`Bob \*the\* Builder, Bob's`: "<@2>, <@1>'s",
		"ドナさんの番です。Bobさんは待ちます。": "<@3>さんの番です。<@1>さんは待ちます。",
		"Élan, Élans":          "<@4>, Élans",
		"\u2068Bob\u2069  Ann": "\u2068<@1>\u2069  Ann",
	} {
		require.Equal(t, want, mentionPlayers(text, names, message.MostText), text)
	}
	full := strings.Repeat("Bob\n", message.MostText/4)
	require.LessOrEqual(t, message.Size(mentionPlayers(full, names, message.MostText)), message.MostText)
}
