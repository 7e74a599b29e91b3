package main

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"settable/games/cards"
)

// A screenReader reads and operates the page only through its accessibility tree and the keyboard.
type screenReader struct {
	*tab
	title   string // of the game
	unheard *int   // number of moves after which the table looked unchanged
}

// spoken describes an element of the page as a screen reader announces it.
type spoken struct {
	role, name string
	node       cdp.BackendNodeID
}

// listen opens a table by typing and lets these players join. The first of them starts the game.
func listen(b *tab, title, play string, others ...string) screenReader {
	e := screenReader{b, title, new(int)}
	e.call(emulation.SetFocusEmulationEnabledParams{Enabled: true})
	e.typeText(play)
	e.until(func() bool { return e.table() != "" }, "a table of "+title)
	for _, who := range others {
		e.switchPerson(who)
		e.act(func() { e.activate("button", "Join") })
	}
	e.switchPerson("Ann")
	e.act(func() { e.activate("button", "Start") })
	return e
}

func (e screenReader) call(p emulation.SetFocusEmulationEnabledParams) {
	_, err := chromedp.Call(e.ctx, emulation.SetFocusEmulationEnabled, p)
	require.NoError(e.t, err)
}

// readPage reads the page from top to bottom.
func (e screenReader) readPage() (all []spoken) {
	ctx, cancel := context.WithTimeout(e.ctx, patience)
	defer cancel()
	tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil || len(tree.Nodes) == 0 {
		return nil // the caller's wait times out
	}
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range tree.Nodes {
		nodes[n.NodeID] = n
	}
	var read func(*accessibility.Node)
	read = func(n *accessibility.Node) {
		if n == nil {
			return
		}
		if !n.Ignored {
			all = append(all, spoken{wordOf(n.Role), wordOf(n.Name), n.BackendDOMNodeID})
		}
		for _, id := range n.ChildIDs {
			read(nodes[id])
		}
	}
	read(tree.Nodes[0])
	return all
}

func wordOf(v *accessibility.Value) (word string) {
	if v != nil {
		_ = json.Unmarshal(v.Value, &word) // a screen reader skips values that aren't strings
	}
	return word
}

// last returns the newest element with this role whose name has the given beginning.
func (e screenReader) last(role, name string) (found spoken) {
	for _, s := range e.readPage() {
		if s.role == role && strings.HasPrefix(s.name, name) {
			found = s
		}
	}
	return found
}

func (e screenReader) has(button string) bool { return e.last("button", button).name != "" }

// table returns the newest public text of the table.
func (e screenReader) table() (text string) {
	for _, s := range e.readPage() {
		if s.role == "image" && strings.HasPrefix(s.name, e.title) && !strings.Contains(s.name, "Your hand") {
			text = s.name
		}
	}
	return text
}

// waitAtMost waits until a condition holds or the time is up, and reports whether the condition holds.
func (e screenReader) waitAtMost(most time.Duration, is func() bool) bool {
	end, again := time.After(most), time.NewTicker(40*time.Millisecond)
	defer again.Stop()
	for !is() {
		select {
		case <-again.C:
		case <-end:
			return false
		}
	}
	return true
}

func (e screenReader) until(is func() bool, what string) {
	e.t.Helper()
	if !e.waitAtMost(patience, is) {
		e.logPage()
		e.t.Fatal("waited in vain for ", what)
	}
}

// logPage logs the page as a screen reader announces it.
func (e screenReader) logPage() {
	for _, s := range e.readPage() {
		if s.role != "InlineTextBox" {
			e.t.Log(s.role, s.name)
		}
	}
}

// focus moves the focus to an element, as the keys of a screen reader do.
func (e screenReader) focus(s spoken) {
	e.t.Helper()
	require.NotZero(e.t, s.node)
	_, err := chromedp.Call(e.ctx, dom.Focus, dom.FocusParams{BackendNodeID: s.node})
	require.NoError(e.t, err)
}

func (e screenReader) activate(role, name string) {
	e.t.Helper()
	s := e.last(role, name)
	if s.name == "" {
		e.logPage()
	}
	require.NotEmpty(e.t, s.name, "there is no %s %s", role, name)
	e.focus(s)
	e.do(chromedp.KeyEvent(" "))
}

func (e screenReader) typeText(words string) {
	e.t.Helper()
	e.focus(e.last("textbox", "Message #"))
	e.do(chromedp.KeyEvent(words))
	e.activate("button", "Send")
}

func (e screenReader) switchPerson(who string) {
	e.t.Helper()
	if is := func() bool { return strings.HasSuffix(e.last("textbox", "Message #").name, " as "+who) }; !is() {
		e.activate("radio", who)
		e.until(is, "to be "+who)
	}
}

// act performs an action and waits until the table changes. It tolerates three actions after which the table stays
// unchanged, because another player was faster or the update is late.
func (e screenReader) act(do func()) {
	e.t.Helper()
	before := e.table()
	do()
	if !e.waitAtMost(10*time.Second, func() bool { return e.table() != before || e.ended() }) {
		if *e.unheard++; *e.unheard == 4 {
			e.logPage()
			e.t.Fatal("several moves changed nothing at ", before)
		}
	}
}

func (e screenReader) say(words string) { e.t.Helper(); e.act(func() { e.typeText(words) }) }

// hand requests the player's hand and returns its private text. The new message replaces the last one.
func (e screenReader) hand() string {
	e.t.Helper()
	newest := func() (hand spoken) {
		for _, s := range e.readPage() {
			if s.role == "image" && strings.Contains(s.name, "Your hand") {
				hand = s
			}
		}
		return hand
	}
	before, now := newest(), spoken{}
	e.typeText("/hand")
	e.until(func() bool { now = newest(); return now.node != 0 && now.node != before.node }, "one's own hand")
	return now.name
}

// ended reports whether the game has ended.
func (e screenReader) ended() bool { return e.has("Play again") }

var (
	saidCard  = regexp.MustCompile(`(?:one|two|three|[123]) (?:solid|striped|open) \w+ (?:diamond|squiggle|oval)s?`)
	saidLabel = regexp.MustCompile(`\b([A-Z]|[1-9]): (` + saidCard.String() + `)`)
)

// cardsByLabel returns the cards in a text by their labels.
func cardsByLabel(text string) map[string]cards.Card {
	all := map[string]cards.Card{}
	for _, m := range saidLabel.FindAllStringSubmatch(text, -1) {
		all[m[1]] = cardNamed(m[2])
	}
	return all
}

// cardsIn returns the cards in a table's alternative text.
func cardsIn(alt string) map[string]cards.Card {
	_, text, _ := strings.Cut(alt, "Table:")
	return cardsByLabel(text)
}

// cardNamed returns the card with this full or short name.
func cardNamed(name string) cards.Card {
	for _, c := range cards.SETPack().Cards() {
		if name == inEnglish().Card(c) || name == inEnglish().Brief(c) {
			return c
		}
	}
	return cards.Hidden
}

// bestSet returns the lower-case labels of a set that uses as many of the player's own cards as possible. The player's
// own cards are labelled with digits.
func bestSet(lie map[string]cards.Card) (best string) {
	most := -1
	for a, x := range lie {
		for b, y := range lie {
			for c, z := range lie {
				if a >= b || b >= c || !cards.IsSet(x, y, z) {
					continue
				}
				own := 0
				for _, label := range a + b + c {
					if label <= '9' {
						own++
					}
				}
				if own > most {
					most, best = own, strings.ToLower(a+" "+b+" "+c)
				}
			}
		}
	}
	return best
}
