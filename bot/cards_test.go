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

// pick presses the button of a card in a private message, and returns the updated message.
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
	require.Fail(n.t, "the cards have disappeared")
	return m
}

// cardButton returns the custom id of the button for the card with the given label.
func cardButton(t *testing.T, m world.Message, label string) string {
	t.Helper()
	for _, row := range m.Components {
		for _, b := range row.Components {
			if name, _, _ := strings.Cut(strings.TrimPrefix(b.Label, "✓ "), ": "); name == label {
				return b.CustomID
			}
		}
	}
	require.Fail(t, "no such card", "no such card", label, m.Content)
	return ""
}

// card presses a card's button in the table's message.
func (n *testBot) card(who, label string) {
	n.t.Helper()
	_, err := n.sb.WaitOutcome(n.ctx(), n.clicks(who, func() (world.Message, string) {
		m, ok := n.table()
		require.True(n.t, ok, "there is no table")
		return m, cardButton(n.t, m, label)
	}))
	require.NoError(n.t, err)
}

// picks returns the private message that tells a player which cards they have picked. Each player has at most one.
func (n *testBot) picks(who string) (line world.Message) {
	n.t.Helper()
	for _, m := range n.sb.Messages(n.channel, who) {
		if m.Ephemeral() && len(m.Attachments) == 0 && m.Flags&world.FlagLoading == 0 {
			line = m
		}
	}
	return line
}

// reads waits until a player's private list of picked cards has exactly the given text.
func (n *testBot) reads(who, words string) world.Message {
	n.t.Helper()
	n.wait(who+" to read: "+words, func() bool { return n.picks(who).Content == words })
	return n.picks(who)
}

// Some of the first cards of the stacked deck, as private messages name them.
const (
	cardA = "**A** (one solid red diamond)"
	cardB = "**B** (two solid red diamonds)"
	cardD = "**D** (one striped green squiggle)"
	cardE = "**E** (two striped green squiggles)"
)

// Pressing three cards makes a claim. Until then, a private message lists the picked cards, and the other players see
// nothing.
func TestThreePressesAreAClaim(t *testing.T) {
	n := newBot(t)
	n.deal()
	before, _ := n.table()
	require.Equal(t, strings.Split("ABCDEFGHIJKL", ""), labels(before)[:12])
	require.Len(t, before.Components, 5, "four rows of three cards and one row of other buttons")
	seen := n.sb.Messages(n.channel, "Ann")

	n.card("Bob", "A")
	line := n.reads("Bob", "You picked "+cardA+". Two more.")
	n.card("Bob", "D")
	n.reads("Bob", "You picked "+cardA+" and "+cardD+". One more.")
	n.card("Bob", "D")
	n.reads("Bob", "You picked "+cardA+". Two more.")
	n.card("Bob", "A")
	n.reads("Bob", "Nothing picked. Press three cards to claim a set.")
	n.card("Bob", "B")
	n.card("Bob", "A")
	n.reads("Bob", "You picked "+cardB+" and "+cardA+". One more.")
	require.Equal(t, seen, n.sb.Messages(n.channel, "Ann"), "other users must not see picks")
	require.NotContains(t, strings.Join(n.all(), "\n"), "set ", "two cards are not a claim")

	n.card("Bob", "C")
	n.shows("Bob takes **A B C**")
	require.Equal(t, line.ID, n.reads("Bob", "Yes! +1 · **A B C**").ID, "the same message must be edited")
	n.card("Bob", "D")
	require.Equal(t, line.ID, n.reads("Bob", "You picked "+cardD+". Two more.").ID, "the next claim uses the same message")
}

// A wrong claim with buttons costs as much as a typed one, and the private message explains why the cards aren't a
// set.
func TestThreePressesOnAWrongSet(t *testing.T) {
	n := newBot(t)
	n.deal()
	for _, label := range []string{"A", "B", "D"} {
		n.card("Bob", label)
	}
	n.shows("Bob **-1**")
	n.wait("the reason", func() bool { return strings.Contains(n.picks("Bob").Content, "isn't a set") })
}

// If another player takes a picked card, that card is no longer picked. The private message says so immediately, and
// the card is never claimed.
func TestAPickedCardIsTaken(t *testing.T) {
	n := newBot(t)
	n.deal()
	old, _ := n.table()
	n.card("Bob", "D")
	n.card("Bob", "E")
	n.reads("Bob", "You picked "+cardD+" and "+cardE+". One more.")
	n.card("Cid", "A")
	n.card("Cid", "D")
	n.say("Ann", "set d e f")
	n.shows("Ann takes **D E F**")
	n.reads("Bob", cardD+" and "+cardE+" are no longer on the table.")
	n.reads("Cid", cardD+" is no longer on the table. You picked "+cardA+". Two more.")

	late, err := n.sb.Forge("Bob", n.channel, old.ID, cardButton(t, old, "F"))
	require.NoError(t, err)
	_, err = n.sb.WaitOutcome(n.ctx(), late)
	require.NoError(t, err)
	n.reads("Bob", "That card is gone. Check the latest picture.")
	table, _ := n.table()
	require.NotContains(t, table.Content, "Bob **", "a late claim costs nothing and gives no seat")
	n.card("Cid", "B")
	n.card("Cid", "C")
	n.shows("Cid takes **A B C**")
}

// If two players press the same set at the same time, one of them gets it. The other is told how late they were, and
// loses nothing.
func TestTwoPlayersPressTheSameSet(t *testing.T) {
	n := newBot(t)
	n.deal()
	for _, who := range []string{"Bob", "Cid"} {
		n.card(who, "A")
		n.card(who, "B")
	}
	m, _ := n.table()
	for _, who := range []string{"Bob", "Cid"} {
		_, err := n.sb.Click(who, n.channel, m.ID, cardButton(t, m, "C"))
		require.NoError(t, err)
	}
	n.shows("Bob takes **A B C**")
	n.reads("Bob", "Yes! +1 · **A B C**")
	n.wait("Cid to read that it was too late", func() bool {
		c := n.picks("Cid").Content
		return strings.Contains(c, "There's no penalty") || strings.Contains(c, "That card is gone")
	})
	table, _ := n.table()
	require.NotContains(t, table.Content, "Cid **")
}

// Presses count one by one, even if they arrive before earlier ones are answered: a fourth press begins the next
// claim, and another press on a card of the claim does nothing.
func TestFourPressesAtOnce(t *testing.T) {
	n := newBot(t)
	n.deal()
	m, _ := n.table()
	for _, label := range []string{"A", "B", "C", "D"} {
		_, err := n.sb.Click("Bob", n.channel, m.ID, cardButton(t, m, label))
		require.NoError(t, err)
	}
	n.shows("Bob takes **A B C**")
	n.wait("both answers", func() bool {
		c := n.picks("Bob").Content
		return c == "Yes! +1 · **A B C** You picked "+cardD+". Two more." || c == "You picked "+cardD+". Two more."
	})
}

// A press without effect gets a one-sentence answer, and picked cards stay picked.
func TestPressesWithoutEffect(t *testing.T) {
	n := newBot(t)
	n.deal()
	old, _ := n.table()
	n.card("Bob", "A")
	n.reads("Bob", "You picked "+cardA+". Two more.")

	side := n.sb.Channel("side-table")
	there, err := n.sb.Say("Bob", side, "hello")
	require.NoError(t, err)
	press, err := n.sb.Forge("Bob", side, there, cardButton(t, old, "B"))
	require.NoError(t, err)
	require.Contains(t, n.answer(press), "That table is closed", "a button of another table")
	n.card("Bob", "B")
	n.reads("Bob", "You picked "+cardA+" and "+cardB+". One more.")

	n.stop()
	n.start()
	n.wait("the table", func() bool { m, ok := n.table(); return ok && strings.Contains(m.Content, "Back after") })
	n.card("Bob", "A")
	n.wait("the notice about the restart", func() bool {
		return n.picks("Bob").Content == "I restarted, so any earlier picks are gone. You picked "+cardA+". Two more."
	})
	n.card("Bob", "B")
	n.reads("Bob", "You picked "+cardA+" and "+cardB+". One more.")

	old, _ = n.table()
	n.slash("Ann", "end")
	n.wait("the end", func() bool { m, _ := n.table(); return strings.Contains(m.Content, "ended") })
	end, _ := n.table()
	require.Contains(t, n.forged("Bob", end.ID, cardButton(t, old, "C")), "That table is closed")
	require.NotContains(t, strings.Join(n.all(), "\n"), "set ")
}

// A bystander who can't join is told so at the first press.
func TestABystanderPressesACard(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Ann", "Bob"}, deckOfSets(), []world.Option{world.Opt("who", "alone")})
	f.move("Ann", "deal")
	f.card("Eve", "1")
	f.wait("the answer", func() bool { return f.picks("Eve").Content != "" })
	require.NotContains(t, f.picks("Eve").Content, "picked")
}

// If the interaction's token has expired or the player has dismissed the private message, the bot sends a new one.
func TestExpiredPrivateMessageIsReplaced(t *testing.T) {
	n := newBot(t)
	n.deal()
	n.card("Bob", "A")
	first := n.reads("Bob", "You picked "+cardA+". Two more.")
	require.NoError(t, n.sb.Dismiss("Bob", n.channel, first.ID))
	n.card("Bob", "B")
	second := n.reads("Bob", "You picked "+cardA+" and "+cardB+". One more.")
	require.NotEqual(t, first.ID, second.ID)
	n.later(16 * time.Minute)
	n.card("Bob", "B")
	third := n.reads("Bob", "You picked "+cardA+". Two more.")
	require.NotEqual(t, second.ID, third.ID)
	n.card("Bob", "B")
	require.Equal(t, third.ID, n.reads("Bob", "You picked "+cardA+" and "+cardB+". One more.").ID)
}

// Choosing an amount takes two presses. The private message that showed the amounts then shows the player's hand.
func TestPickingAnAmount(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, []string{"Ann", "Bob"}, [][]cards.Card{deckWithSets(t, 2, 1, 0), deckWithSets(t, 2, 0, 0)})
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
	require.Contains(t, f.clicked("Bob", m.ID, buttonLabelled(t, m, "2")), "Your cards (you're **")
	f.shows("Bob bets 2.")
	require.Len(t, f.message(m.ID, "Bob").Attachments, 1, "the message must show his hand")
	f.move("Ann", "raise 1")
	require.Equal(t, "How many chips?", press("form:").Content)
	require.Never(t, f.isGone("Bob", m), time.Second, 50*time.Millisecond,
		"only the message with the question may show his hand")

	require.Contains(t, f.forged("Bob", m.ID, buttonLabelled(t, m, "3")), "the table has changed", "the button belongs to an earlier state of the table")
	require.Contains(t, f.waitUntilShown().Content, "(bet 2)")
}

// slowLine is a transport that delays the next interaction response, or Discord's reply to that response, until release
// is called. It can also refuse the next response.
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
	return line, sitWith(t, []string{"Ann", "Bob"}, [][]cards.Card{deckWithSets(t, 2, 1, 0), deckWithSets(t, 2, 0, 0)}, nil,
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

// If a player presses an amount before the bot knows that the amounts were shown, the message still shows the hand
// afterwards.
func TestPickingAnAmountBeforeTheListIsConfirmed(t *testing.T) {
	line, f := onSlowLine(t)
	line.receipt.Store(true)
	m := f.asksForAmount("Bob")
	require.Contains(t, f.clicked("Bob", m.ID, buttonLabelled(t, m, "2")), "Your cards (you're **")
	close(line.free)
	f.shows("Bob bets 2.")
	f.move("Ann", "raise 1")
	f.asksForAmount("Bob")
	require.Never(t, f.isGone("Bob", m), time.Second, 50*time.Millisecond)
}

// If a player asks for the amounts twice at the same time, they are shown once, no matter which response Discord
// accepts first.
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
	if out.Message != nil { // the message may already be deleted
		require.Eventually(t, f.isGone("Bob", *out.Message), 10*time.Second, time.Millisecond)
	}
	require.False(t, f.isGone("Bob", m)())
}

// If Discord refuses to show a new list of amounts, the previous one stays. The next list that is shown replaces it.
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

// If the user dismisses a message just after pressing one of its buttons, the answer is a new message.
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

// isGone returns a function that reports whether a user no longer sees a message.
func (f *testTable) isGone(who string, m world.Message) func() bool {
	return func() bool {
		return !slices.ContainsFunc(f.sb.Messages(f.channel, who),
			func(x world.Message) bool { return x.ID == m.ID })
	}
}

// A player looks under a pile and moves another pile to an empty cell, choosing the piles with buttons.
func TestPickingPiles(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Ann", "Bob"}, deckOfSets(), nil)
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
	require.Contains(t, choose("look", "Which pile?", "4"), "Under the top card of pile 4:")
	f.moveAll("set 1 2 3", "Ann") // the cards underneath
	choose("move", "From which pile?", "4", "1")
	f.shows("from pile 4 to pile 1.")
}
