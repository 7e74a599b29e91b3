package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
)

// The bot answers a mention even if it lacks the permission to read the message history and therefore can't reply.
func TestMentionIsAnsweredWithoutHistory(t *testing.T) {
	n := newBot(t)
	require.NoError(t, n.sb.Deny(channelName, world.PermissionReadHistory))
	n.say("Bob", "<@"+botID(n)+">")
	n.wait("an answer", func() bool { return len(n.postsWith("What shall we play")) == 1 })
	require.Nil(t, n.postsWith("What shall we play")[0].MessageReference)
}
