package bot_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games/cards"
	"settable/games/gamestest"
)

// pick presses the button of a card in a private message and returns the updated message.
func (n *testBot) pick(who string, m world.Message, label string) world.Message {
	n.t.Helper()
	id, err := n.sb.Click(who, n.channel, m.ID, cardButton(n.t, m, label))
	require.NoError(n.t, err)
	n.answer(id)
	for _, after := range n.sb.Messages(n.channel, who) {
		if after.ID == m.ID {
			return after
		}
	}
	require.Fail(n.t, "the cards are gone")
	return m
}

// cardButton returns the custom id of the card with that label.
func cardButton(t *testing.T, m world.Message, label string) string {
	t.Helper()
	for _, row := range m.Components {
		for _, b := range row.Components {
			if name, _, _ := strings.Cut(strings.TrimPrefix(b.Label, "✓ "), ": "); name == label {
				return b.CustomID
			}
		}
	}
	require.Fail(t, "no such card", "%s in %s", label, m.Content)
	return ""
}

// A claim takes four presses and no typing, and writes the same line as the typed claim.
func TestPickingACardByCardClaim(t *testing.T) {
	n := newBot(t)
	n.deal()
	out, err := n.sb.WaitOutcome(n.ctx(), n.press("Bob", "cards:"))
	require.NoError(t, err)
	require.NotNil(t, out.Message)
	m := *out.Message
	require.NotZero(t, m.Flags&64, "for the presser alone")
	require.Equal(t, strings.Split("ABCDEFGHIJKL", ""), labels(m)[:12])
	require.Len(t, m.Components, 5, "twelve cards, three in a row")
	picture := requirePicture(t, m)

	m = n.pick("Bob", m, "A")
	require.Equal(t, "Chosen: A.", m.Content)
	m = n.pick("Bob", m, "D")
	require.Equal(t, "Chosen: A, D.", m.Content)
	m = n.pick("Bob", m, "D")
	require.Equal(t, "Chosen: A.", m.Content, "given back")
	require.Contains(t, labels(m), "✓ A")
	require.Equal(t, picture, requirePicture(t, m), "it was not sent again")
	require.NotContains(t, strings.Join(n.all(), "\n"), "set ", "two cards are no claim")
	m = n.pick("Bob", m, "B")

	public, _ := n.table()
	press, err := n.sb.Forge("Bob", n.channel, public.ID, cardButton(t, m, "D"))
	require.NoError(t, err)
	require.Contains(t, n.answer(press), "isn't from this table", "what everybody sees is not replaced")

	m = n.pick("Bob", m, "C")
	n.shows("Bob takes **A B C**")
	require.NotContains(t, m.Content, "Chosen", "fresh cards for the next claim")
	require.NotEmpty(t, m.Components)
	require.NotEqual(t, picture, requirePicture(t, m))
}

// requirePicture requires that a message has exactly one picture, and returns its id.
func requirePicture(t *testing.T, m world.Message) string {
	t.Helper()
	require.Len(t, m.Attachments, 1)
	return m.Attachments[0].ID
}

// "As text" lists the cards in words. The player's next private messages also use words until they switch back to the
// picture. The selection is kept.
func TestPickingCardsAsText(t *testing.T) {
	n := newBot(t)
	n.deal()
	opened := func(who string) world.Message {
		out, err := n.sb.WaitOutcome(n.ctx(), n.press(who, "cards:"))
		require.NoError(t, err)
		return *out.Message
	}
	m := n.pick("Bob", opened("Bob"), "A")
	m = n.pressReplay("Bob", m, "As text")
	require.Empty(t, m.Attachments)
	require.Contains(t, m.Content, "Chosen: A: ")
	require.Regexp(t, `^B: \w+ \w+ \w+ \w+$`, labels(m)[1])
	require.Equal(t, "As a picture", labels(m)[12])
	m = n.pick("Bob", m, "B")
	require.Contains(t, m.Content, "; B: ")

	again := opened("Bob")
	require.Regexp(t, "^A: ", labels(again)[0], "he chose words before")
	n.wait("the cards before them to go", func() bool {
		return !slices.ContainsFunc(n.sb.Messages(n.channel, "Bob"),
			func(x world.Message) bool { return x.ID == m.ID })
	})
	requirePicture(t, opened("Cid"))
	again = n.pressReplay("Bob", again, "As a picture")
	requirePicture(t, again)
	last := opened("Bob")
	requirePicture(t, last)
	for _, letter := range []string{"A", "B", "C"} {
		last = n.pick("Bob", last, letter)
	}
	n.shows("Bob takes **A B C**")
}

// Pressing the same letter twice before the buttons are redrawn selects the card once.
func TestDoublePressSelectsACardOnce(t *testing.T) {
	n := newBot(t)
	n.deal()
	out, err := n.sb.WaitOutcome(n.ctx(), n.press("Bob", "cards:"))
	require.NoError(t, err)
	a := cardButton(t, *out.Message, "A")
	for range 2 {
		press, err := n.sb.Forge("Bob", n.channel, out.Message.ID, a)
		require.NoError(t, err)
		n.answer(press)
	}
	require.Equal(t, "Chosen: A.", n.latest("Bob", *out.Message).Content)
}

// Pressing three cards before the buttons are redrawn selects all three.
func TestThreeQuickPressesSelectThreeCards(t *testing.T) {
	n := newBot(t)
	n.deal()
	out, err := n.sb.WaitOutcome(n.ctx(), n.press("Bob", "cards:"))
	require.NoError(t, err)
	m := *out.Message
	var last string
	for _, label := range []string{"A", "B", "C", "D"} { // the fourth card starts a new claim
		last, err = n.sb.Forge("Bob", n.channel, m.ID, cardButton(t, m, label))
		require.NoError(t, err)
	}
	n.answer(last)
	n.shows("Bob takes **A B C**")
}

// If a selected card is taken, the selection drops it. A late claim costs nothing. One sentence above the current
// cards explains either.
func TestSelectedCardIsTaken(t *testing.T) {
	n := newBot(t)
	n.deal()
	out, err := n.sb.WaitOutcome(n.ctx(), n.press("Bob", "cards:"))
	require.NoError(t, err)
	m := n.pick("Bob", *out.Message, "D")
	m = n.pick("Bob", m, "E")
	out, err = n.sb.WaitOutcome(n.ctx(), n.press("Cid", "cards:"))
	require.NoError(t, err)
	cid := n.pick("Cid", *out.Message, "D")
	n.say("Ann", "set d e f")
	n.shows("Ann takes **D E F**")
	late := n.pick("Bob", m, "F")
	require.Contains(t, late.Content, "Beaten by")
	require.NotEmpty(t, late.Components)

	gone := n.pick("Cid", cid, "A")
	require.Equal(t, "One of your cards was just taken. Here's what's on the table now.\nChosen: A.", gone.Content)
	require.NotEqual(t, requirePicture(t, cid), requirePicture(t, gone), "others lie there now")
	table, _ := n.table()
	require.NotContains(t, table.Content, "Bob **", "late costs nothing, and seats nobody")
}

// Choosing an amount takes two presses. The private message with the amounts then shows the player's hand.
func TestPickingAnAmount(t *testing.T) {
	gamestest.Unraced(t)
	f := sit(t, []string{"Ann", "Bob"}, [][]cards.Card{dealt(t, 2, 1, 0), dealt(t, 2, 0, 0)})
	press := func(part string) world.Message {
		out, err := f.sb.WaitOutcome(f.ctx(), f.press("Bob", part))
		require.NoError(t, err)
		require.NotNil(t, out.Message)
		require.True(t, out.Message.Ephemeral())
		return *out.Message
	}
	m := press("form:")
	require.Equal(t, "How many chips?", m.Content)
	require.Equal(t, []string{"1", "2", "3", "Type it…"}, labels(m))
	id, err := f.sb.Click("Bob", f.channel, m.ID, buttonLabelled(t, m, "2"))
	require.NoError(t, err)
	require.Contains(t, f.answer(id), "Your cards (you're **")
	f.shows("Bob bets 2.")
	require.Len(t, f.message(m.ID, "Bob").Attachments, 1, "his hand")
	f.move("Ann", "raise 1")
	require.Equal(t, "How many chips?", press("form:").Content)
	require.Never(t, f.isGone("Bob", m), time.Second, 50*time.Millisecond,
		"his hand is no question that was answered")

	id, err = f.sb.Forge("Bob", f.channel, m.ID, buttonLabelled(t, m, "3"))
	require.NoError(t, err)
	require.Contains(t, f.answer(id), "the table has changed", "it was asked on another table")
	require.Contains(t, f.waitUntilShown().Content, "(bet 2)")
}

// slowLine is a transport that holds back the next interaction response, or Discord's reply to it, until release. It
// can also refuse the next response.
type slowLine struct {
	http.RoundTripper
	answer, receipt, refused atomic.Bool
	free                     chan struct{}
}

func (l *slowLine) RoundTrip(r *http.Request) (*http.Response, error) {
	next := func(is *atomic.Bool) bool {
		return strings.HasSuffix(r.URL.Path, "/callback") && is.CompareAndSwap(true, false)
	}
	if next(&l.refused) {
		return &http.Response{StatusCode: http.StatusNotFound, Request: r,
			Header: http.Header{"Content-Type": {"application/json"}},
			Body:   io.NopCloser(strings.NewReader(`{"code": 10062, "message": "Unknown interaction"}`))}, nil
	}
	if next(&l.answer) {
		<-l.free
	}
	resp, err := l.RoundTripper.RoundTrip(r)
	if next(&l.receipt) {
		<-l.free
	}
	return resp, err
}

func onSlowLine(t *testing.T) (*slowLine, *testTable) {
	line := &slowLine{free: make(chan struct{})}
	return line, sitWith(t, []string{"Ann", "Bob"}, [][]cards.Card{dealt(t, 2, 1, 0), dealt(t, 2, 0, 0)}, nil,
		func(n *testBot, _ *sandbox.Options) {
			n.wrapTransport = func(rt http.RoundTripper) http.RoundTripper { line.RoundTripper = rt; return line }
		})
}

func (f *testTable) asksForAmount(who string) world.Message {
	f.t.Helper()
	out, err := f.sb.WaitOutcome(f.ctx(), f.press(who, "form:"))
	require.NoError(f.t, err)
	return *out.Message
}

// If a player presses an amount before the bot knows that the amounts were shown, the hand in that message stays.
func TestPickingAnAmountBeforeTheReceipt(t *testing.T) {
	line, f := onSlowLine(t)
	line.receipt.Store(true)
	m := f.asksForAmount("Bob")
	id, err := f.sb.Click("Bob", f.channel, m.ID, buttonLabelled(t, m, "2"))
	require.NoError(t, err)
	require.Contains(t, f.answer(id), "Your cards (you're **")
	close(line.free)
	f.shows("Bob bets 2.")
	f.move("Ann", "raise 1")
	f.asksForAmount("Bob")
	require.Never(t, f.isGone("Bob", m), time.Second, 50*time.Millisecond)
}

// Asking for the amounts twice at once shows them once, whichever response Discord accepts first.
func TestAmountsRequestedTwiceAtOnce(t *testing.T) {
	line, f := onSlowLine(t)
	line.answer.Store(true)
	first := f.press("Bob", "form:")
	require.Eventually(t, func() bool { return !line.answer.Load() }, 10*time.Second, time.Millisecond)
	m := f.asksForAmount("Bob")
	close(line.free)
	out, err := f.sb.WaitOutcome(f.ctx(), first)
	require.NoError(t, err)
	require.Equal(t, world.Answered, out.State)
	if out.Message != nil { // it may have been deleted by now
		require.Eventually(t, f.isGone("Bob", *out.Message), 10*time.Second, time.Millisecond)
	}
	require.False(t, f.isGone("Bob", m)())
}

// If Discord refuses to show a list of amounts, nothing is removed. The next list works normally.
func TestRefusedListRemovesNothing(t *testing.T) {
	line, f := onSlowLine(t)
	m := f.asksForAmount("Bob")
	line.refused.Store(true)
	f.press("Bob", "form:")
	f.wait("the refusal", func() bool { return strings.Contains(f.log.String(), "10062") })
	require.False(t, f.isGone("Bob", m)())
	f.asksForAmount("Bob")
	require.Eventually(t, f.isGone("Bob", m), 10*time.Second, time.Millisecond)
}

// A press on a message that its reader dismisses meanwhile is answered with a new message.
func TestPressOnADismissedMessageIsAnswered(t *testing.T) {
	line, f := onSlowLine(t)
	m := f.asksForAmount("Bob")
	line.answer.Store(true)
	id, err := f.sb.Click("Bob", f.channel, m.ID, buttonLabelled(t, m, "2"))
	require.NoError(t, err)
	require.Eventually(t, func() bool { return !line.answer.Load() }, 10*time.Second, time.Millisecond)
	require.NoError(t, f.sb.Dismiss("Bob", f.channel, m.ID))
	close(line.free)
	require.Contains(t, f.answer(id), "Your cards (you're **")
}

// isGone returns a check whether a user no longer sees a message.
func (f *testTable) isGone(who string, m world.Message) func() bool {
	return func() bool {
		return !slices.ContainsFunc(f.sb.Messages(f.channel, who),
			func(x world.Message) bool { return x.ID == m.ID })
	}
}

// Two moves on piles: look under one, and move one to an empty place.
func TestPickingPiles(t *testing.T) {
	gamestest.Unraced(t)
	f := round(t, "solitaire", []string{"Ann", "Bob"}, threes(), nil)
	f.move("Ann", "deal")
	f.move("Ann", "set 1 2 3")
	choose := func(verb, asked string, piles ...string) (told string) {
		out, err := f.sb.WaitOutcome(f.ctx(), f.press("Bob", ":"+verb))
		require.NoError(t, err)
		m := *out.Message
		require.Contains(t, m.Content, asked)
		for _, p := range piles {
			id, err := f.sb.Click("Bob", f.channel, m.ID, cardButton(t, m, p))
			require.NoError(t, err)
			told = f.answer(id)
			m = f.message(m.ID, "Bob")
		}
		return told
	}
	require.Contains(t, choose("look", "Which pile?", "4"), "Under the top of pile 4:")
	f.moveAll("set 1 2 3", "Ann") // the cards below
	choose("move", "From which pile?", "4", "1")
	f.shows("from pile 4 to pile 1.")
}
