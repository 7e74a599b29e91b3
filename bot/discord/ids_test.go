package discord

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEscapeMakesNamesHarmless(t *testing.T) {
	for name, want := range map[string]string{
		"Ann":                    "Ann",
		"Anne-Marie":             "Anne-Marie",
		"J. R.":                  "J. R.",
		"李 小龙":                   "李 小龙",
		"*bold* _it_":            `\*bold\* \_it\_`,
		"@everyone":              "@\u200beveryone",
		"<@123>":                 "\\<@\u200b123\\>",
		"[here](https://a.test)": `\[here\](https\:\/\/a.test)`,
		"discord.gg/abc":         `discord.gg\/abc`, // Discord recognises an invitation even without https
		"# big":                  `\# big`,
		"1. one":                 `1\. one`,
		"two\nlines":             "two lines",
		"a\u202eb":               "ab",
		"`x`||y||~~z~~":          "\\`x\\`\\|\\|y\\|\\|\\~\\~z\\~\\~",
	} {
		require.Equal(t, want, Escape(name), name)
	}
}

func TestInvisibleNameIsReplaced(t *testing.T) {
	for _, blank := range []string{"", " ", "\u200b", "\u3164\u3164", "\u2800 \u200d", "\ufe0f", "\u202e"} {
		require.Equal(t, "ann_1", FirstVisible(blank, blank, "ann_1"), "%q", blank)
		require.Equal(t, "Ann", FirstVisible(blank, "Ann", "ann_1"), "%q", blank)
	}
	for _, name := range []string{"Ann", "李", "🎉", "\u200bx", "é", "."} {
		require.Equal(t, name, FirstVisible(name, "Ann", "ann_1"))
	}
	require.Equal(t, "\u3164", FirstVisible("", "", "\u3164"), "no name is visible")
}

func TestNoncesAreShortAndDiffer(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		n := NewNonce()
		require.LessOrEqual(t, len(n), 25)
		require.False(t, seen[n])
		seen[n] = true
	}
}

func TestSecretIsNotPrinted(t *testing.T) {
	press := Press{Interaction: Interaction{Ticket: Ticket{ID: "7", Token: "aW50ZXJhY3Rpb24"}}}
	config := struct{ Token Secret }{"bot.token.here"}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "press", press, "ticket", press.Ticket, "token",
		config.Token)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "press", press, "token", config.Token)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		fmt.Fprintf(&log, verb, press)
		fmt.Fprintf(&log, verb, config)
		fmt.Fprintf(&log, verb, config.Token)
	}
	require.NotContains(t, log.String(), "aW50ZXJhY3Rpb24")
	require.NotContains(t, log.String(), "bot.token.here")
	require.Contains(t, log.String(), hidden)
}

// Pictures show the original name, without the effect of Escape.
func TestUnescape(t *testing.T) {
	for _, name := range []string{"Ann", "*Bob*", "@everyone", "_c_ `d`", "https://x.y", "1. a"} {
		require.Equal(t, name, Unescape(Escape(name)))
	}
}
