package bot_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
)

// atShowdown returns a table after Bob has won a showdown, and the message with its recap.
func atShowdown(t *testing.T, change ...func(*testBot, *sandbox.Options)) (*testTable, world.Message) {
	t.Helper()
	f := midHand(t, change...)
	f.move("Ann", "call")
	f.move("Bob", "call")
	m := f.move("Bob", "show")
	require.Contains(t, m.Content, "**Bob wins the pot of 17 chips**")
	return f, m
}

// tablePosts returns the ids of the messages with a picture of a table, oldest first.
func (f *testTable) tablePosts() (all []string) {
	for _, m := range f.sb.Messages(f.channel, "Cid") {
		if m.Author.Bot && m.Flags&64 == 0 && len(m.Attachments) > 0 && m.Attachments[0].Filename == "table.png" {
			all = append(all, m.ID)
		}
	}
	return all
}

func (f *testTable) why(m world.Message) string {
	f.t.Helper()
	i := slices.IndexFunc(m.Buttons(), func(b world.Component) bool { return b.Label == "Why?" })
	require.GreaterOrEqual(f.t, i, 0, labels(m))
	press, err := f.sb.Click("Dee", f.channel, m.ID, m.Buttons()[i].CustomID)
	require.NoError(f.t, err)
	return f.answer(press)
}

// A showdown stays in its message and names the players. Once the next hand has begun in a message below, its only
// button is "Why?", which explains the hand for as long as its journal exists.
func TestShowdownKeepsItsMessage(t *testing.T) {
	f, first := atShowdown(t)
	require.Contains(t, labels(first), "Next hand")
	require.Contains(t, first.Attachments[0].Description, "Bob")
	second := f.move("Cid", "next")
	require.NotEqual(t, first.ID, second.ID)
	require.Contains(t, second.Content, "**Hand 2**: Bob deals.")
	require.NotContains(t, second.Content, "Bob wins")
	kept := f.message(first.ID, "Cid")
	require.Contains(t, kept.Content, "**Bob wins the pot of 17 chips**")
	require.Equal(t, first.Attachments, kept.Attachments)
	require.Equal(t, []string{"Why?"}, labels(kept))
	why := f.why(kept)
	require.Contains(t, why, "Most sets: Bob.")
	f.move("Cid", "bet 1")
	f.moveAll("drop", "Dee", "Ann", "Bob")
	third := f.move("Dee", "next")
	require.Equal(t, second.ID, third.ID, "the second hand had no showdown, so it has no recap")
	require.Equal(t, kept, f.message(first.ID, "Cid"))
	require.Equal(t, why, f.why(kept), "the button must still explain the first hand")
	for _, who := range fourPlayers {
		f.leaves(who)
	}
	f.shows("The table is closed.")
	require.Equal(t, kept, f.message(first.ID, "Cid"))
	require.Equal(t, why, f.why(kept), "the button must work after the end")
	f.requireAudited()
}

// If an evening ends after a showdown, the end is shown in a separate message below the showdown.
func TestEndOfAnEveningComesBelowTheShowdown(t *testing.T) {
	f, first := atShowdown(t)
	f.slash("Ann", "end")
	end := f.shows("The table is closed.")
	require.NotEqual(t, first.ID, end.ID)
	require.Equal(t, []string{first.ID, end.ID}, f.tablePosts())
	f.wait("the showdown to lose its buttons", func() bool {
		return slices.Equal(labels(f.message(first.ID, "Cid")), []string{"Why?"})
	})
	require.Contains(t, f.message(first.ID, "Cid").Content, "**Bob wins the pot of 17 chips**")
	f.stop()
	f.start()
	f.requireAudited()
	require.Equal(t, []string{first.ID, end.ID}, f.tablePosts())
}

// Restarts between a showdown and the next hand, or during that hand, neither cause duplicate posts nor delete a
// recap.
func TestRestartAroundARecap(t *testing.T) {
	f, first := atShowdown(t)
	restart := func() {
		f.stop()
		f.start()
		f.shows("Back after")
		f.waitUntilShown()
	}
	restart()
	require.Equal(t, []string{first.ID}, f.tablePosts(), "the message must stay, with its reactions")
	second := f.move("Cid", "next")
	require.Equal(t, []string{first.ID, second.ID}, f.tablePosts())
	restart()
	f.wait("the old message of the second hand to be deleted", func() bool { return len(f.tablePosts()) == 2 })
	require.Equal(t, first.ID, f.tablePosts()[0])
	require.Equal(t, []string{"Why?"}, labels(f.message(first.ID, "Cid")))
	f.requireAudited()
}

// heldPosts is a transport that, while armed, fails all posts in channels, as if the network were down.
type heldPosts struct {
	http.RoundTripper
	armed  atomic.Bool
	failed chan struct{} // gets a value when a post has failed
}

func (h *heldPosts) RoundTrip(r *http.Request) (*http.Response, error) {
	if h.armed.Load() && r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") {
		offer(h.failed)
		return nil, errors.New("the network is down")
	}
	return h.RoundTripper.RoundTrip(r)
}

// If the bot stops after a recap has lost its buttons but before the next hand's message was posted, the next start
// posts that message once, below the recap.
func TestStopBetweenARecapAndTheNextMessage(t *testing.T) {
	held := &heldPosts{failed: make(chan struct{}, 1)}
	f, first := atShowdown(t, func(n *testBot, _ *sandbox.Options) {
		n.wrapTransport = func(rt http.RoundTripper) http.RoundTripper { held.RoundTripper = rt; return held }
	})
	held.armed.Store(true)
	f.say("Cid", "next")
	<-held.failed
	require.Equal(t, []string{"Why?"}, labels(f.message(first.ID, "Cid")))
	f.stop()
	held.armed.Store(false)
	f.start()
	f.shows("Hand 2")
	f.waitUntilShown()
	posts := f.tablePosts()
	require.Len(t, posts, 2)
	require.Equal(t, first.ID, posts[0])
	require.Equal(t, []string{"Why?"}, labels(f.message(first.ID, "Cid")))
	left, err := f.openReaderStore().(testStore).Leftovers(context.Background())
	require.NoError(t, err)
	require.Empty(t, left, "the next start must delete no recap")
	f.requireAudited()
}
