package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// Whoever mentions the bot is answered also where it may not read what was said before, and so may refer to
// no message.
func TestAMentionIsAnsweredWithoutHistory(t *testing.T) {
	n := open(t)
	require.NoError(t, n.sb.Deny(channelName, world.PermissionReadHistory))
	n.say("Bob", "<@"+botID(n)+">")
	n.wait("an answer", func() bool { return len(n.saying("What shall we play")) == 1 })
	require.Nil(t, n.saying("What shall we play")[0].MessageReference)
}
