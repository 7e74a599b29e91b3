package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A Base is the common part of the simplest games: players gather, the dealer lays cards from one pack, and everyone
// plays until the game is over. A game embeds it and adds Deal, Move, View and State, a Start that calls Begin, and an
// Apply that calls Play unless an action has further consequences to settle.
type Base[P any] struct {
	Seats    Seats[P]
	MaxSeats int // the most players that can sit here at once
	Phase    Phase
	Unseen   cards.Bag // the cards of the pack that the dealer has not laid
	Owes     int       // how many cards the dealer must lay next
	Step     Step      // the result of the action being played; empty between actions
}

// NewBase returns a table without players, which seats at most the given number of players and deals from the given
// pack.
func NewBase[P any](most int, pack cards.Bag) Base[P] {
	return Base[P]{MaxSeats: most, Phase: Gathering, Unseen: pack}
}

// Presence returns who is seated and who of them is away.
func (b *Base[P]) Presence() *Attendance { return &b.Seats.Attendance }

// Play plays an action on g, the game that embeds this Base; g must already be a copy of the stored game. The error is
// Illegal.
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

// StartAction makes a fresh copy of a game independent of the original: it copies the seats and empties the Step.
func (b *Base[P]) StartAction() { b.Seats, b.Step = b.Seats.Copy(), b.Seats.NewStep() }

// FinishAction returns the finished Step of the action just played, with g as the new game.
func (b *Base[P]) FinishAction(g Game) Step {
	done := b.Step
	done.Game, b.Step = g, Step{}
	return done
}

// Begin starts the game for seat s if at least the given number of players sit here. The dealer then owes the given
// number of cards. The error is Illegal.
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

// Lay removes the cards that the dealer lays from the pack; there must be as many as are owed. The error is Illegal.
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

// Close ends the table early without a winner; the seats in ahead were leading. Only the dealer may close a table. The
// error is Illegal.
func (b *Base[P]) Close(by Seat, ahead ...Seat) error {
	if err := NeedDealer(by); err != nil {
		return err
	}
	b.Phase, b.Owes = Finished, 0
	b.Step.Tell(TableClosed(ahead...))
	return nil
}

// End closes the table with no one in the lead. The error is Illegal.
func (b *Base[P]) End(by Seat) error { return b.Close(by) }

// Finish closes the table. A game without scores has no winner.
func (b *Base[P]) Finish() { _ = b.Close(Dealer) }

// Waiting returns nil, because these games have no turns.
func (b *Base[P]) Waiting() []Seat { return nil }

// Join seats a player at any time during the game. The error is Illegal.
func (b *Base[P]) Join(s Seat) error { return b.Seats.SitDown(s, b.MaxSeats, &b.Step) }

// Leave lets a player stand up; what the player has won still counts. The error is Illegal.
func (b *Base[P]) Leave(s Seat) error { return b.Seats.StandUp(s, &b.Step) }

// Tick does nothing: these games have no deadline of their own, so it is never called.
func (b *Base[P]) Tick() error { return nil }

// Owed returns what the dealer must lay, and false if that is nothing.
func (b *Base[P]) Owed() (Owed, bool) {
	return Owed{Count: b.Owes, From: b.Unseen, Deck: 1}, b.Owes > 0
}

// Deadline returns when the player who has been away longest loses the seat, because these games have no other clock.
// It is Never if no player is away.
func (b *Base[P]) Deadline() time.Time { return b.ClockAt(Never) }

// ClockAt returns when the clock moves in a game with the given deadline of its own: at that time, or earlier if a
// player who has been away too long loses the seat.
func (b *Base[P]) ClockAt(own time.Time) time.Time {
	if b.Phase == Finished {
		return Never
	}
	return b.Seats.NextDeadline(own)
}

// BaseView returns the part of a view that all these games share. The game adds its cards and offers.
func (b *Base[P]) BaseView(game string, viewer Seat, score func(P) int) View {
	v := View{Game: game, Viewer: viewer, Phase: b.Phase, Practice: b.Seats.Practice, Left: b.Unseen.Len(),
		Forfeits: b.Seats.Scored && b.Phase == Playing}
	v.Seats = make([]Place, len(b.Seats.Players))
	for i, p := range b.Seats.Players {
		v.Seats[i] = Place{Seat: Seat(i + 1), Score: score(p)}
	}
	b.Seats.FillPlaces(v.Seats)
	return v
}

// OffersTo returns the offers to a viewer, first those that add adds; a finished game has none.
func (b *Base[P]) OffersTo(viewer Seat, add func(*Offers)) []Offer {
	if b.Phase == Finished {
		return nil
	}
	o := b.Seats.Offers(viewer)
	add(o)
	o.AddForAll(b.Phase == Gathering, "start")
	return o.WithSeatOffers(b.MaxSeats, b.Phase == Gathering)
}

// Plain returns the rules of a game without options. Each verb of its manual that is not common to all games becomes a
// Word, and open makes a table without players.
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
