package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A Base is what the plainest games are made of: people gather, the dealer lays cards of one pack,
// and all play until the game is over. A game has it as a part of it and says what is its own: it
// needs Deal, Move, View and State, a Start that calls Begin, and an Apply that calls Play where
// nothing follows from an action by itself.
type Base[P any] struct {
	Seats[P]
	Most   int // so many sit here at once
	Phase  Phase
	Unseen cards.Bag // of the pack: those that the dealer has not laid
	Owes   int       // cards the dealer must lay
	Step   Step      // what the action being played brings; nothing in a game that rests
}

// NewBase is a table with nobody at it, at which so many may sit, with such a pack.
func NewBase[P any](most int, pack cards.Bag) Base[P] {
	return Base[P]{Most: most, Phase: Gathering, Unseen: pack}
}

// Play plays an action on g, which is a copy already and has this Base. The error is Illegal.
func (b *Base[P]) Play(g interface {
	Turn
	Game
}, a Action) (Step, error) {
	if b.Phase == Finished {
		return Step{}, ErrFinished
	}
	b.Renew()
	now := Now{Laying: b.Owes > 0, Gathering: b.Phase == Gathering}
	if err := Play(g, now, a, &b.Step); err != nil {
		return Step{}, err
	}
	return b.Done(g), nil
}

// Renew gives a copy of a game seats in memory of their own, and an empty Step.
func (b *Base[P]) Renew() { b.Seats, b.Step = b.Copy(), b.NewStep() }

// Done is what an action brought, which ends with g.
func (b *Base[P]) Done(g Game) Step {
	done := b.Step
	done.Game, b.Step = g, Step{}
	return done
}

// Begin starts the game, with at least so many people; so many cards are owed first. The error is Illegal.
func (b *Base[P]) Begin(s Seat, least, owed int) error {
	if b.Phase != Gathering {
		return ErrStarted
	}
	if err := b.Roster.CanStart(s, least); err != nil {
		return err
	}
	b.Phase, b.Owes = Playing, owed
	b.Step.Tell(Began(s))
	return nil
}

// Lay takes from the pack what the dealer lays. The error is Illegal.
func (b *Base[P]) Lay(s Seat, laid []cards.Card) (err error) {
	if b.Unseen, err = Lay(s, laid, b.Owes, b.Unseen); err == nil {
		b.Owes = 0
	}
	return err
}

// Win ends the game with these winners.
func (b *Base[P]) Win(winners []Seat) {
	b.Phase, b.Owes = Finished, 0
	b.Step.Tell(Ended(slices.Clone(winners), b.Forfeit))
}

// Close ends the table before the game has ended, while these led: nobody has won. The error is Illegal.
func (b *Base[P]) Close(by Seat, ahead ...Seat) error {
	if err := NeedDealer(by); err != nil {
		return err
	}
	b.Phase, b.Owes = Finished, 0
	b.Step.Tell(TableClosed(ahead...))
	return nil
}

// End closes the table while nobody leads.
func (b *Base[P]) End(by Seat) error { return b.Close(by) }

// Join sits down, at any time. The error is Illegal.
func (b *Base[P]) Join(s Seat) error { return b.SitDown(s, b.Most, &b.Step) }

// Leave stands up, and what was won stays won. The error is Illegal.
func (b *Base[P]) Leave(s Seat) error { return b.StandUp(s, &b.Step) }

// Tick is never played: nothing is due.
func (b *Base[P]) Tick() error { return nil }

// Owed is what the dealer must lay.
func (b *Base[P]) Owed() (Owed, bool) {
	return Owed{Count: b.Owes, From: b.Unseen, Deck: 1}, b.Owes > 0
}

// Deadline is when who was away for long has left: there is no other clock.
func (b *Base[P]) Deadline() time.Time { return b.ClockAt(Never) }

// ClockAt is when the clock of a game moves that wants it at some time: then, or when who was away
// for long has left.
func (b *Base[P]) ClockAt(own time.Time) time.Time {
	if b.Phase == Finished {
		return Never
	}
	return b.Until(own)
}

// Seen is a view with what is seen of every such game: its cards and offers are to come.
func (b *Base[P]) Seen(game string, viewer Seat, score func(P) int) View {
	v := View{Game: game, Viewer: viewer, Phase: b.Phase, Practice: b.Practice, Left: b.Unseen.Len()}
	v.Seats = make([]Place, len(b.Players))
	for i, p := range b.Players {
		v.Seats[i] = Place{Seat: Seat(i + 1), Score: score(p)}
	}
	b.Places(v.Seats)
	return v
}

// Moves are the offers to a viewer of a game that is not over: first those that add adds.
func (b *Base[P]) Moves(viewer Seat, add func(*Offers)) []Offer {
	if b.Phase == Finished {
		return nil
	}
	o := b.Offers(viewer)
	add(o)
	o.If(b.Phase == Gathering, "start")
	return o.Seats(b.Most, b.Phase == Gathering)
}

// Plain are the rules of a game without options: the verbs of its manual are its own moves, each a Word, and
// open is a table with nobody at it.
func Plain(m Manual, open func() Game) Rules {
	own := map[string]Move{}
	for _, v := range m.Verbs {
		own[v.Name] = Word(v.Name)
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
