package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A Base implements what the simplest games have in common: players gather, the dealer lays cards from one pack, and
// everyone plays until the game is over. A game embeds a Base and adds Deal, Move, View and State, a Start that calls
// Begin, and an Apply that calls Play.
//
// A game with turns also overrides Waiting, Tick (which acts for a player asked to hurry) and Deadline (if a turn has a
// time limit), and sets Turn, Deadline and Hurried in its View. A game that nobody can join after the start overrides
// Join and sets MaxSeats to 0 in Start.
type Base[P any] struct {
	Seats    Seats[P]
	MaxSeats int // the most players that can sit here at once
	Phase    Phase
	Unseen   cards.Bag // the cards of the pack that the dealer has not laid
	Owes     int       // how many cards the dealer must lay next
	Step     Step      // the result of the action being played; empty between actions
}

// NewBase returns an empty table that seats at most the given number of players. The dealer draws from the given pack.
func NewBase[P any](most int, pack cards.Bag) Base[P] {
	return Base[P]{MaxSeats: most, Phase: Gathering, Unseen: pack}
}

// Presence returns who is seated and which of these players are away.
func (b *Base[P]) Presence() *Attendance { return &b.Seats.Attendance }

// Play applies an action to g, the game that embeds this Base. The caller passes a copy of the stored game, because
// Play changes g. Any error is of type Illegal.
func (b *Base[P]) Play(g interface {
	Draft
	Game
}, a Action) (Step, error) {
	if b.Phase == Finished {
		return Step{}, ErrFinished
	}
	b.StartAction()
	now := Situation{Dealing: b.Owes > 0, Gathering: b.Phase == Gathering}
	if err := Play(g, now, a, &b.Step); err != nil {
		return Step{}, err
	}
	return b.FinishAction(g), nil
}

// StartAction prepares a copied game for an action: it copies the seats and starts an empty Step.
func (b *Base[P]) StartAction() { b.Seats, b.Step = b.Seats.Copy(), b.Seats.NewStep() }

// FinishAction returns the Step of the action that was just played, with g as the new game.
func (b *Base[P]) FinishAction(g Game) Step {
	done := b.Step
	done.Game, b.Step = g, Step{}
	return done
}

// Begin starts the game at the request of seat s, if the table has at least the given number of players. The dealer
// then owes the given number of cards. Any error is of type Illegal.
func (b *Base[P]) Begin(s Seat, least, owed int) error {
	if b.Phase != Gathering {
		return ErrStarted
	}
	if err := b.Seats.Roster.CanStart(s, least); err != nil {
		return err
	}
	b.Phase, b.Owes = Playing, owed
	b.Step.Tell(Began(s))
	return nil
}

// Lay removes the dealt cards from the pack. It refuses a deal with the wrong number of cards. Any error is of type
// Illegal.
func (b *Base[P]) Lay(s Seat, laid []cards.Card) (err error) {
	if b.Unseen, err = Lay(s, laid, b.Owes, b.Unseen); err == nil {
		b.Owes = 0
	}
	return err
}

// Win ends the game with these winners.
func (b *Base[P]) Win(winners []Seat) {
	b.Phase, b.Owes = Finished, 0
	b.Step.Tell(Ended(slices.Clone(winners), b.Seats.Forfeit))
}

// Close ends the table early without a winner and names the leading seats. Only the dealer may close a table. Any error
// is of type Illegal.
func (b *Base[P]) Close(by Seat, ahead ...Seat) error {
	if err := NeedDealer(by); err != nil {
		return err
	}
	b.Phase, b.Owes = Finished, 0
	b.Step.Tell(TableClosed(ahead...))
	return nil
}

// End closes the table without naming a leader. Any error is of type Illegal.
func (b *Base[P]) End(by Seat) error { return b.Close(by) }

// Finish closes the table without a winner, because a game without scores has none.
func (b *Base[P]) Finish() { _ = b.Close(Dealer) }

// Waiting returns nil, because these games have no turns.
func (b *Base[P]) Waiting() []Seat { return nil }

// Join seats a player, even after the start. Any error is of type Illegal.
func (b *Base[P]) Join(s Seat) error { return b.Seats.SitDown(s, b.MaxSeats, &b.Step) }

// Leave removes a player from the table. The game keeps the player's score. Any error is of type Illegal.
func (b *Base[P]) Leave(s Seat) error { return b.Seats.StandUp(s, &b.Step) }

// Tick does nothing and is never called, because these games have no deadlines of their own.
func (b *Base[P]) Tick() error { return nil }

// Owed returns what the dealer must lay. It returns false if the dealer owes no cards.
func (b *Base[P]) Owed() (Owed, bool) {
	return Owed{Count: b.Owes, From: b.Unseen, Deck: 1}, b.Owes > 0
}

// Deadline returns the time at which the player who has been away longest loses their seat. These games have no other
// deadline. It returns Never if no player is away.
func (b *Base[P]) Deadline() time.Time { return b.ClockAt(Never) }

// ClockAt returns the time of the next clock event in a game with a deadline of its own: that deadline, or an earlier
// time at which a player who has been away too long loses their seat.
func (b *Base[P]) ClockAt(own time.Time) time.Time {
	if b.Phase == Finished {
		return Never
	}
	return b.Seats.NextDeadline(own)
}

// BaseView returns the part of a view that these games share. Each game then adds its cards and offers.
func (b *Base[P]) BaseView(game string, viewer Seat, score func(P) int) View {
	v := View{Game: game, Viewer: viewer, Phase: b.Phase, Practice: b.Seats.Practice, CardsLeft: b.Unseen.Len(),
		Forfeits: b.Seats.Scored && b.Phase == Playing}
	v.Seats = make([]SeatView, len(b.Seats.Players))
	for i, p := range b.Seats.Players {
		v.Seats[i] = SeatView{Seat: Seat(i + 1), Score: score(p)}
	}
	b.Seats.FillSeats(v.Seats)
	return v
}

// OffersTo returns the moves that a viewer may make. The game's own moves, which the callback appends, come first. A
// finished game offers none.
func (b *Base[P]) OffersTo(viewer Seat, add func(*Offers)) []Offer {
	if b.Phase == Finished {
		return nil
	}
	o := b.Seats.Offers(viewer)
	add(o)
	o.AddForAll(b.Phase == Gathering, "start")
	return o.WithSeatOffers(b.MaxSeats, b.Phase == Gathering)
}

// Plain returns the rules of a game without options. Each of the game's own verbs becomes a Word, and open creates an
// empty table.
func Plain(m Manual, open func() Game) Rules {
	own := map[string]Move{}
	for _, v := range m.Verbs {
		if oneWordMoves[v.Name] == nil && twoWordMoves[v.Name] == nil {
			own[v.Name] = Word(v.Name)
		}
	}
	return &plain{m, own, open}
}

type plain struct {
	manual Manual
	own    map[string]Move
	open   func() Game
}

func (p *plain) Name() string   { return p.manual.Game }
func (p *plain) Manual() Manual { return p.manual }

func (p *plain) Open(chosen Options) (Game, error) {
	if _, err := p.manual.Fill(chosen); err != nil {
		return nil, err
	}
	return p.open(), nil
}

func (p *plain) Parse(words string) (Move, bool) {
	m, _ := ParseMove(words, p.own)
	return m, m != nil
}
