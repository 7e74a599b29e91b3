package classic

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is the state of a classic SET table.
type game struct {
	games.Base[player]
	settings settings

	table        []cards.Card // in label order; Hidden: a place waiting for its card
	fresh        cards.Bag    // the cards of the last deal, until the table changes
	laidAt       time.Time    // when the last cards were laid
	nextCardAt   time.Time    // deal=slow: when the next card comes; zero: none comes
	noneDeadline time.Time    // when silence counts as none; zero: no one has said none
	setAt        time.Time    // when the last set left the table, or when the game began
	hintDeadline time.Time    // when a request for a hint no longer needs the others; zero: no one has asked

	hinted   []cards.Card // the cards of a set that the dealer has named; at most two
	owesHint bool         // the dealer must name a card next
	aside    int          // how many sets went to no player after a hint

	caller   games.Seat // who called set; Watcher: no one
	callEnds time.Time  // when the call ends

	taken      []cards.Card
	takenBy    games.Seat
	winners    []games.Seat
	highlights games.Highlights
}

// player holds what a player has scored and done.
type player struct {
	score, sets, penalties int
	tookPart               bool // was seated during the game
	locked                 bool // may not claim until the table changes
	saidNone               bool // has said none since the table changed
	saidStuck              bool // has asked for a hint that hasn't come yet
	callSpent              bool // has called and taken nothing since the table changed
}

// draft is a copy of a game to which an action is being applied.
type draft struct {
	*game
	at time.Time
}

// Apply plays one action on a copy of the game.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.Phase == games.Finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &draft{game: &next, at: games.JournalTime(a.At)}
	t.StartAction()
	t.table = slices.Clone(g.table)
	t.highlights.AddTime(t.at, g.Seats.Asleep())
	if err := t.play(a); err != nil {
		return games.Step{}, err
	}
	t.settleTable()
	if t.Phase == games.Playing {
		t.highlights.SetOpenCards(t.table)
	}
	return t.FinishAction(t.game), nil
}

func (t *draft) play(a games.Action) error {
	switch m := a.Move.(type) {
	case games.Hint:
		return t.nameHint(a.Seat, m.Card)
	case games.Deal, games.End, games.Tick, games.Missing: // these check the time themselves
	default:
		if t.Phase == games.Playing && t.caller != games.Watcher && !t.at.Before(t.callEnds) {
			// An expired call ends even if the clock has not announced it yet.
			claims := a.Seat == t.caller && isClaim(a.Move)
			t.expireCall()
			if claims {
				return nil // too late: only the penalty applies (Classic 3)
			}
			t.settleTable()
		}
	}
	now := games.Situation{Due: t.due(), Gathering: t.Phase == games.Gathering, Leaders: t.inLead}
	return games.Play(t, now, a, &t.Step)
}

// Move handles the moves of classic SET: a claim, a call, a none, or a request for a hint.
func (t *draft) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case Call:
		return t.call(seat)
	case games.Claim:
		return t.claim(seat, m)
	case None:
		return t.sayNone(seat)
	case Stuck:
		return t.sayStuck(seat)
	}
	return games.ErrNoMove
}

func isClaim(m games.Move) bool { _, ok := m.(games.Claim); return ok }

// due returns the game's own deadline. During a call, the deadline is the end of the call, and all other deadlines are
// suspended. Otherwise it is the time at which the next card of a slow deal is laid, a hint is given, or silence counts
// as none.
func (g *game) due() time.Time {
	if g.caller != games.Watcher {
		return g.callEnds
	}
	if !g.nextCardAt.IsZero() {
		return g.nextCardAt
	}
	if !g.hintDeadline.IsZero() && (g.noneDeadline.IsZero() || g.hintDeadline.Before(g.noneDeadline)) {
		return g.hintDeadline
	}
	return g.noneDeadline
}

// Deadline returns the time of the next clock event: due, or the time at which a player who has been away too long
// loses their seat.
func (g *game) Deadline() time.Time { return g.ClockAt(g.due()) }

// settleTable carries out all automatic consequences of an action.
func (t *draft) settleTable() {
	if t.Phase != games.Playing {
		return
	}
	if t.allPresent(isLocked) { // no one stays locked out (Classic 4)
		for i := range t.Seats.Players {
			t.Seats.Players[i].locked = false
		}
		t.Step.Tell(games.NewEvent("classic.unlocked"))
	}
	if t.allPresent(hasCallSpent) { // everyone may call again (Classic 5)
		for i := range t.Seats.Players {
			t.Seats.Players[i].callSpent = false
		}
	}
	if t.caller == games.Watcher && !t.isDealing() && t.allPresent(saidStuck) { // the players who hadn't asked have left
		t.hint()
	}
	if t.isDealing() {
		t.hintDeadline = games.Never
		return
	}
	defer t.setHintDeadline()
	defer t.setNoneDeadline()
	if t.caller != games.Watcher {
		t.nextCardAt = games.Never // the call stops a slow deal, which restarts afterwards
		return
	}
	if t.Unseen.Len() == 0 {
		t.nextCardAt = games.Never
		if !cards.HasSet(cards.WithoutHidden(t.table)) {
			// Without owed cards or sets, the game is over (Classic 9).
			t.endGame(t.leaders(t.Seats.HasForfeited))
		}
		return
	}
	t.oweExtraCards()
	if t.settings.slow && t.Owes == 0 && len(t.table) < fullTable && t.nextCardAt.IsZero() {
		t.nextCardAt = t.at.Add(t.settings.pace)
	}
}

// oweExtraCards makes the dealer owe three more cards if the table has no set or, with extra=agree, once all players
// have said none (Classic 7).
func (t *draft) oweExtraCards() {
	if len(t.table) < fullTable || len(t.table) >= mostCards {
		return
	}
	switch {
	case t.settings.agree && t.allPresent(saidNone):
		t.layExtraCards("classic.more_agreed")
	case !t.settings.agree && !cards.HasSet(t.table):
		t.layExtraCards("classic.more")
	}
}

// layExtraCards makes the dealer owe three more cards and tells the players why.
func (t *draft) layExtraCards(why string) {
	t.Owes = 3
	t.Step.Tell(games.NewMovingEvent(why, "n", t.Owes))
}

// setNoneDeadline starts the clock for players who have not yet said whether they see a set. The clock starts when the
// first player says none. A call stops the clock, and the end of the call restarts it.
func (t *draft) setNoneDeadline() {
	n, _ := t.Seats.CountAgreed(saidNone)
	switch {
	case n == 0 || t.Owes > 0 || t.caller != games.Watcher || t.settings.turnTime == 0 || t.Phase != games.Playing:
		t.noneDeadline = games.Never
	case t.noneDeadline.IsZero():
		t.noneDeadline = t.at.Add(t.settings.turnTime)
	}
}

// Tick handles the deadline that has passed: it ends a call that took too long, asks for the next card of a slow deal,
// gives a hint that one player has asked for, or says none for silent players (Presence 6).
func (t *draft) Tick() error {
	switch {
	case t.caller != games.Watcher:
		t.expireCall()
	case !t.nextCardAt.IsZero():
		t.Owes, t.nextCardAt = 1, games.Never
	case !t.hintDeadline.IsZero() && !t.at.Before(t.hintDeadline):
		t.hint()
	default:
		for seat := range t.Seats.PresentPeople() {
			if p := t.Seats.Of(seat); !p.saidNone {
				p.saidNone = true
				t.Seats.CountMiss(seat)
			}
		}
	}
	return nil
}

// Waiting lists the present players who have not yet responded to another player's none.
func (g *game) Waiting() (list []games.Seat) {
	n, _ := g.Seats.CountAgreed(saidNone)
	if n == 0 || g.Owes > 0 || g.caller != games.Watcher || g.Phase != games.Playing {
		return nil
	}
	for s := range g.Seats.PresentPeople() {
		if !g.Seats.Of(s).saidNone {
			list = append(list, s)
		}
	}
	return list
}
