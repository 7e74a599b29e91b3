package bot_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// At the debug level, the log shows what the bot received, did and sent, but no hidden card and nothing that players
// wrote.
func TestDebugLogHasNoSecrets(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.say("Ann", "set a b c")
	n.shows("Ann takes **A B C**")
	n.slash("Ann", "set", world.Opt("words", "a a b"))
	for _, line := range []string{
		`msg=event type=MESSAGE_CREATE id=\d+ channel=\d+ server=\d+`,
		`msg=plan .*door=typed message=\d+ verdict=played lines=[1-9]\d* after_line=\d+ `,
		`msg=plan .*door=slash message=0 verdict=refused lines=0 `,
		`msg=request method=POST route=/channels/{}/messages channel=\d+ status=200 took=`,
		`msg=request method=PATCH route=/channels/{}/messages/{} channel=\d+ status=200 took=`,
	} {
		require.Eventually(t, func() bool { return regexp.MustCompile(line).MatchString(n.log.String()) }, 30*time.Second,
			time.Millisecond, line)
	}
	n.stop()
	for card := range strings.FieldsSeq(knownCards) {
		require.NotContains(t, n.log.String(), card)
	}
	require.NotContains(t, n.log.String(), "set a b", "a player's text")
}
