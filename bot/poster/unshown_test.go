package poster

import (
	"testing"

	"settable/store/ids"

	"github.com/stretchr/testify/require"
)

// If a sentence arrives after a start, before the table has been shown, the poster sends it on its own, because there
// is nothing to draw yet.
func TestSentenceBeforeTheFirstScene(t *testing.T) {
	p := &Poster{}
	p.recent = []sentence{{text: "The bot restarts."}}
	m := p.compose()
	require.Contains(t, m.Content, "The bot restarts.")
	require.Empty(t, m.Files)
	require.Nil(t, m.InWords)
}

// If the previous run's post is deleted before the table has anything to show, the poster draws nothing until it
// does.
func TestPostDeletedBeforeTheFirstScene(t *testing.T) {
	p := New(Parts{LastPost: 1175928847299117063})
	p.deleted = []ids.Message{p.LastPost}
	p.RemoveSentences("Ann")
	p.noticeDeleted()
	maySend, _ := p.next()
	require.False(t, maySend)
	require.Empty(t, p.message, "the next post must be a new message")
}
