package lobby

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/table"
	"settable/render"
	"settable/render/words"
	"settable/store/ids"
)

const (
	// liveEvery is the minimum pause between two edits of a player's hand.
	liveEvery = time.Second
	// editTime is the timeout for editing a hand. A press on the message waits until the edit is done.
	editTime = 5 * time.Second
	// handLife is how long a hand is kept up to date after its newest interaction. It leaves EndOldHands enough time
	// to run before the token expires.
	handLife = editableFor - 30*time.Second
	// toldFor is how long the hand keeps showing the sentences that answered a press.
	toldFor = 6 * time.Second
	// maxRetryDoubling is the maximum number of times that the pause is doubled after failed edits.
	maxRetryDoubling = 5
)

// A Viewer is a player who wants to see their hand, together with the interaction that requested it.
type Viewer struct {
	Who     ids.User
	Ticket  discord.Ticket
	Lang    *words.Language
	Pressed ids.Message // the private message that the hand replaces; 0: the hand gets a new message
	Picture string      // the description of that message's picture
}

// viewerOf returns the author of a Word as a viewer. If replaces is true, the hand replaces the message whose button
// they pressed.
func (t *Table) viewerOf(w table.Word, replaces bool) Viewer {
	v := Viewer{Who: w.Who.ID, Ticket: ticketOf(w), Lang: t.languages.reader(w)}
	if replaces {
		v.Pressed, v.Picture = pressedMessageOf(w), shownPictureOf(w)
	}
	return v
}

// A handAnswer is an interaction that must be answered with a hand.
type handAnswer struct {
	Viewer
	told     []string // sentences above the hand
	choosing string   // the verb of a move whose chips the player is choosing in the message; "": none
	last     bool     // the message is not edited again
}

// A liveHand is a private message that shows a player's hand. Whenever its content changes, the bot edits the message
// with the token of the newest interaction that it answered. Requests are sent one after another. The timer runs only
// while an edit is due later. The mutex of liveHands guards the fields above the blank line; the fields below are
// used only by the sending goroutine.
type liveHand struct {
	message ids.Message // 0: not known before the first press in the message
	opened  ids.Message // the interaction that opened the message
	pending []handAnswer
	former  *liveHand // the hand that this one replaces; kept until this hand's first answer has arrived
	stale   bool      // the table has changed
	gone    []string  // sentences about picked cards that are no longer on the table
	sending bool
	ends    bool // the next edit is the last one
	retired bool // a newer message has replaced this one, which must be deleted
	timer   *time.Timer

	newest    handAnswer
	style     render.Style
	shown     *handContent // what Discord shows; nil: not known
	toldUntil time.Time
	next      time.Time // the bot sends no edit before this time
	failures  int       // edits that failed since the last successful one
}

// A handContent is the content of a hand's message.
type handContent struct {
	text    string
	picture string // the picture's description
	rows    []discord.Row
}

// liveHands holds the newest hand of each player of a table who has asked for one.
type liveHands struct {
	mu sync.Mutex
	of map[ids.User]*liveHand
}

// drop forgets a player's hand and its token. The message isn't changed.
func (l *liveHands) drop(who ids.User) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.of[who]; h != nil {
		l.remove(who, h)
	}
}

// remove forgets the given hand of a player, unless a newer hand has already replaced it. The caller holds the mutex.
func (l *liveHands) remove(who ids.User, h *liveHand) {
	if l.of[who] == h {
		h.stopTimer()
		delete(l.of, who)
	}
}

func (h *liveHand) stopTimer() {
	if h.timer != nil {
		h.timer.Stop()
		h.timer = nil
	}
}

// isIn reports whether the message m shows the hand. If the id of the hand's message isn't known yet, isIn compares
// ids, which are all snowflakes: m must be newer than the interaction that opened the hand, and older than choice,
// the choice that the player may have opened since then.
func (h *liveHand) isIn(m, choice ids.Message) bool {
	if h.message != 0 {
		return h.message == m
	}
	return m > h.opened && (choice < h.opened || m < choice)
}

// hasAnswered reports whether the given interaction is the last one that was answered with the hand, or is about to
// be.
func (h *liveHand) hasAnswered(t discord.Ticket) bool {
	return h.newest.Ticket.ID == t.ID ||
		slices.ContainsFunc(h.pending, func(a handAnswer) bool { return a.Ticket.ID == t.ID })
}

// isEditable reports whether the token of the newest interaction is still valid.
func (h *liveHand) isEditable(now time.Time) bool {
	return now.Sub(ids.Time(interactionID(h.newest.Ticket))) < editableFor
}

func interactionID(t discord.Ticket) ids.Message {
	id, _ := ids.Parse[ids.Message](t.ID)
	return id
}

// ShowHand answers an interaction with the given sentences and the viewer's hand below them. From then on, the bot
// keeps the message up to date. It replaces the message that showed the viewer's hand before.
func (t *Table) ShowHand(v Viewer, told ...string) { t.showHand(handAnswer{Viewer: v, told: told}) }

func (t *Table) showHand(a handAnswer) {
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	h := t.hands.of[a.Who]
	if h != nil && h.hasAnswered(a.Ticket) { // Discord has delivered the interaction twice
		return
	}
	place := playerChannel{a.Who, t.Row.Channel}
	choice := interactionID(t.lobby.Picks.privateChoices.at(place).ticket)
	if h == nil || !h.isIn(a.Pressed, choice) {
		if a.Pressed > choice { // the choice becomes the hand
			t.lobby.Picks.privateChoices.replace(place, privateChoice{})
		}
		h = &liveHand{opened: interactionID(a.Ticket), former: h}
		if _, sits := t.Game.Session().SeatOf(a.Who); sits { // otherwise nothing will change for this user
			t.hands.set(a.Who, h)
		}
	}
	h.message = cmp.Or(a.Pressed, h.message)
	h.pending = append(h.pending, a)
	t.sendHand(h)
}

func (l *liveHands) set(who ids.User, h *liveHand) {
	if l.of == nil {
		l.of = map[ids.User]*liveHand{}
	}
	if old := l.of[who]; old != nil {
		old.stopTimer()
	}
	l.of[who] = h
}

// updateHands brings all hands up to date, and forgets those of players who have left.
func (t *Table) updateHands(now table.Session) {
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	for who, h := range t.hands.of {
		if _, sits := now.SeatOf(who); !sits {
			t.hands.remove(who, h)
			continue
		}
		h.stale = true
		t.sendHand(h)
	}
}

// RefreshHand answers a press in a player's hand with the current hand.
func (t *Table) RefreshHand(w table.Word) { t.ShowHand(t.viewerOf(w, true)) }

// EndOldHands updates the hands whose tokens expire soon for the last time, with a note that they won't change any
// more.
func (l *Lobby) EndOldHands() {
	for _, t := range l.Tables.All() {
		t.endOldHands()
	}
}

func (t *Table) endOldHands() {
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	for _, h := range t.hands.of {
		if h.newest.Ticket.ID != "" && t.lobby.Now().Sub(ids.Time(interactionID(h.newest.Ticket))) >= handLife {
			h.stale, h.ends = true, true
			t.sendHand(h)
		}
	}
}

// tellGone adds a sentence above a player's hand, which says that picked cards are no longer on the table. It returns
// false if the player's hand isn't shown.
func (l *liveHands) tellGone(who ids.User, told string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.of[who]
	if h != nil && told != "" {
		h.gone = []string{told}
	}
	return h != nil
}

// sendHand starts a goroutine that sends everything that is due for a hand, unless there already is one. The caller
// holds the mutex of the hands.
func (t *Table) sendHand(h *liveHand) {
	if h.sending || h.timer != nil && len(h.pending) == 0 {
		return
	}
	h.stopTimer()
	send := t.lobby.Send.Refresh
	if len(h.pending) > 0 {
		send = t.lobby.Send.Send
	}
	h.sending = send("showing a hand", func(ctx context.Context) (err error) {
		for t.sendsNext(h) {
			err = errors.Join(err, t.sendOne(ctx, h))
		}
		return err
	})
	if h.sending {
		return
	}
	h.pending = nil // there was no room for the answer
	if h.stale && !t.lobby.Leaving() {
		h.timer = time.AfterFunc(liveEvery, func() { t.resumeHand(h) })
	}
}

// sendsNext reports whether there is something to send now. If not, the sending goroutine ends; for an edit that is
// due later, sendsNext starts a timer.
func (t *Table) sendsNext(h *liveHand) bool {
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	if len(h.pending) > 0 {
		return true
	}
	current := t.hands.of[h.newest.Who] == h
	wait := time.Until(h.next)
	switch {
	case current && h.stale && wait <= 0:
		return true
	case current && h.stale:
		h.timer = time.AfterFunc(wait, func() { t.resumeHand(h) })
	}
	h.sending = false
	t.deleteRetired(h)
	return false
}

// deleteRetired deletes a hand's message if a newer one has replaced it and nothing is being sent for it.
func (t *Table) deleteRetired(h *liveHand) {
	if h.retired && !h.sending && h.isEditable(t.lobby.Now()) {
		t.lobby.Send.DeleteAnswer(h.newest.Ticket)
	}
}

// resumeHand is called when the timer fires.
func (t *Table) resumeHand(h *liveHand) {
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	if h.timer = nil; t.hands.of[h.newest.Who] == h {
		t.sendHand(h)
	}
}

// sendOne answers the next waiting interaction with the hand. If there is none, it edits the message.
func (t *Table) sendOne(ctx context.Context, h *liveHand) error {
	t.hands.mu.Lock()
	answers := len(h.pending) > 0
	if answers {
		h.newest, h.pending = h.pending[0], h.pending[1:]
		h.toldUntil, h.ends = t.lobby.Now().Add(toldFor), false
	} else if gone := h.gone; gone != nil || t.lobby.Now().After(h.toldUntil) {
		h.newest.told = gone
	}
	a := h.newest
	a.last = h.ends
	h.stale, h.gone = false, nil
	t.hands.mu.Unlock()
	if answers {
		return t.answerWithHand(ctx, h, a)
	}
	return t.editHand(ctx, h, a)
}

// answerWithHand answers an interaction with the hand.
func (t *Table) answerWithHand(ctx context.Context, h *liveHand, a handAnswer) error {
	t.retryIfHidden()
	h.style = t.lobby.Settings.StyleFor(ctx, t.Row.Guild, a.Who)
	oldPicture := a.Picture
	if h.shown != nil {
		oldPicture = h.shown.picture
	}
	m, _ := t.handMessage(a, h.style, oldPicture)
	send := func(m discord.Message) error { return t.lobby.Send.Answer(ctx, a.Ticket, m, true) }
	if a.Pressed != 0 {
		send = func(m discord.Message) error { return t.lobby.Send.Update(ctx, a.Ticket, m) }
	}
	err := h.send(m, oldPicture, send)
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	former := h.former
	h.former = nil
	switch current := t.hands.of[a.Who] == h; {
	case former == nil:
	case err == nil:
		former.retired = true
		t.deleteRetired(former)
	case current:
		t.hands.of[a.Who] = former
		former.stale = true
		t.sendHand(former)
	}
	return err
}

// editHand edits the message if its content has changed. If Discord refuses the edit permanently, editHand drops the
// hand.
func (t *Table) editHand(ctx context.Context, h *liveHand, a handAnswer) error {
	if t.lobby.Leaving() || !h.isEditable(t.lobby.Now()) {
		t.dropHand(h)
		return nil
	}
	oldPicture := ""
	if h.shown != nil {
		oldPicture = h.shown.picture
	}
	m, over := t.handMessage(a, h.style, oldPicture)
	if h.shown != nil && reflect.DeepEqual(*h.shown, contentOf(m, oldPicture)) {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, editTime)
	defer stop()
	err := h.send(m, oldPicture, func(m discord.Message) error { return t.lobby.Send.EditAnswer(ctx, a.Ticket, m) })
	switch {
	case err == nil:
		h.failures = 0
		if over || a.last {
			t.dropHand(h)
		}
	case errors.Is(err, discord.ErrUnknownMessage), errors.Is(err, discord.ErrGone): // dismissed, or the token has expired
		t.dropHand(h)
		return nil
	case rest.IsPermanentRefusal(err):
		t.dropHand(h)
	default:
		h.next = time.Now().Add(liveEvery << min(h.failures, maxRetryDoubling))
		h.failures++
		t.hands.mu.Lock()
		h.stale = true
		t.hands.mu.Unlock()
	}
	return err
}

// dropHand forgets a hand, unless a newer one has already replaced it.
func (t *Table) dropHand(h *liveHand) {
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	t.hands.remove(h.newest.Who, h)
}

// send sends a message and records what Discord shows after that. oldPicture describes the picture that the message had
// before.
func (h *liveHand) send(m discord.Message, oldPicture string, send func(discord.Message) error) error {
	inWords := false // Discord accepted no picture
	if said := m.InWords; said != nil {
		m.InWords = func() string {
			inWords = true
			return said()
		}
	}
	err := send(m)
	h.next = time.Now().Add(liveEvery)
	if h.shown = nil; err == nil && !inWords {
		now := contentOf(m, oldPicture)
		h.shown = &now
	}
	return err
}

// contentOf returns the content of a message after it was sent. oldPicture describes the picture that the message had
// before.
func contentOf(m discord.Message, oldPicture string) handContent {
	c := handContent{text: m.Content, rows: slices.Clone(m.Rows)}
	switch {
	case m.KeepFiles:
		c.picture = oldPicture
	case len(m.Files) > 0:
		c.picture = m.Files[0].Description
	}
	return c
}
