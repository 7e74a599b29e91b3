package poster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// A sentence may come before a table is shown after a start: it stands alone, for there is
// nothing to draw yet.
func TestASentenceBeforeAnythingIsShown(t *testing.T) {
	p := &Poster{}
	p.recent = []Sentence{{Text: "The bot restarts."}}
	m := p.compose()
	require.Contains(t, m.Content, "The bot restarts.")
	require.Empty(t, m.Files)
	require.Nil(t, m.InWords)
}

// TestADeletedPostBeforeAnythingIsShown: the post of the run before is deleted before the table has told what
// there is to show. Nothing is drawn until it does.
func TestADeletedPostBeforeAnythingIsShown(t *testing.T) {
	p := New(Parts{LastPost: "1175928847299117063"})
	p.deleted = []discord.MessageID{p.LastPost}
	p.RemoveSentences("Ann")
	p.noticeDeleted()
	maySend, _ := p.next()
	require.False(t, maySend)
	require.Empty(t, p.message, "the next post is a new one")
}
