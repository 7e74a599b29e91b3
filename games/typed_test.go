package games

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Players may type a move in several ways (behaviour, Moves 2).
func TestDecorationOfMovesIsIgnored(t *testing.T) {
	for _, typed := range []string{
		"set a g l.", "Set: a g l", "set a g l ✅", "SET : A, G, L!!!", "set a g l…", "set a g l。",
		"set a g l ‼️",
		"set a g l 👍🏽", "set a g l👩‍👩‍👧", "set a g l 🏳️‍🌈!", "set a g l ❤️❤️", "set a g l ☑",
		"set a g l 🇩🇪", "set a g l →",
		"set a g l :tada:", "set a g l<:set_it:123456789>", "set a g l <a:yes:1><a:yes:1>",
		"set a g l :+1::skin-tone-3:",
		"`set a g l`", "```\nset a g l\n```", "**set a g l**", "**Set:** a g l",
		"__set__ _a_ *g* `l`", "~~set a g l~~",
		"||set a g l||", "\"set a g l\"", "“set a g l”", "„Set a g l“!", "« set a g l »",
		"「set a g l」", "'set' a g l.",
		"> set a g l", ">>> **set a g l** ✅", "**`set a g l!`** 🎉.", "set\na\ng\nl",
		"set\r\na g l\n", "\tset\ta\tg\tl",
		"ｓｅｔ　ａ　ｇ　ｌ！", "ＳＥＴ：Ａ，Ｇ，Ｌ．", "set\u00a0a g l\u202f!", "set a、g、l", ": set a g l",
	} {
		require.Equal(t, []string{"set", "a", "g", "l"}, Fields(typed), "%q", typed)
	}
	require.Equal(t, []string{"bet", "2"}, Fields("bet 2️⃣"))
	require.Equal(t, []string{"bet", "2.5"}, Fields("bet 2.5."))
	require.Equal(t, []string{"kick", "#2"}, Fields("Kick #2!"))
}

// Text that only looks like a move is not treated as one.
func TestTextThatOnlyLooksLikeAMove(t *testing.T) {
	for _, talk := range []string{
		"set a g l?", "set a g l！？", "set a g l ❓", "set a g l ⁉️", "set: a: g l", "set a: g l",
		"set a. g. l.", "set a g l :)",
		"`set a g l", "set a g l*", "\"set a g l'", "sеt a g l", "set а g l", "ѕеt a g l",
		"set α g l", "set a g l\u200b",
		"set a g l\ufe0f", "set a g l\u200d", "set\u200b a g l", "s\u200det a g l",
		"\u202eset a g l", "set á g l", "𝐬𝐞𝐭 a g l",
		"ⓢⓔⓣ a g l", "set ✅ a g l", "/set a g l", "!set a g l", "- set a g l", "# set a g l",
		"(set a g l)", "set a g l lol",
		"set a g l, ok", "<@1> set a g l", "set a g l <@1>", "set a g l <#1>", "set a g l\xff",
		"set a g\u2028l",
		"set a g l" + strings.Repeat("!", 600),
	} {
		require.NotEqual(t, []string{"set", "a", "g", "l"}, Fields(talk), "%q", talk)
	}
	for _, nothing := range []string{"", " ", "✅", "!", "...", "**", "> ", "``", "❤️"} {
		require.Empty(t, Fields(nothing), "%q", nothing)
	}
}
