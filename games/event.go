package games

// An Event is one thing that a step brought about, to be told at the table: News or
// Moved, or a type of its own where more is done with it than to say it. Nothing in an
// Event is secret: everybody may read it.
type Event interface {
	// Say is what is told of it; a silent phrase where it is not worth a sentence.
	Say() Phrase
	// CardsMoved tells whether cards lie otherwise since, or what a move costs has
	// changed, so that buttons which were drawn before speak of another table.
	CardsMoved() bool
}

// News is an Event that is no more than what is said of it. Moved is one after which
// cards lie otherwise.
func News(key string, args ...any) Event  { return told{key, args, false} }
func Moved(key string, args ...any) Event { return told{key, args, true} }

type told struct {
	key   string
	args  []any // as Say takes them
	moved bool
}

func (t told) Say() Phrase      { return Say(t.key, t.args...) }
func (t told) CardsMoved() bool { return t.moved }

// A Merger is an Event that can be told together with the one after it.
type Merger interface {
	Event
	// Merge is both as one event; not ok where each is told by itself.
	Merge(next Event) (both Event, ok bool)
}

// A Result is the Event with which a game ends whose results are compared with those
// of the games before it on the same server.
type Result interface {
	Event
	Compared()
}

// Tell is events as they are told: in order, with those that can be told together
// as one, and without those that are not worth a sentence.
func Tell(events []Event) (all []Event) {
	for _, e := range events {
		if last := len(all) - 1; last >= 0 {
			if m, ok := all[last].(Merger); ok {
				if both, ok := m.Merge(e); ok {
					all[last] = both
					continue
				}
			}
		}
		all = append(all, e)
	}
	return all
}

// A ClaimResult is what became of a claim, or of what stood for one.
type ClaimResult uint8

// The results of claims.
const (
	NoClaim ClaimResult = iota // the step was none
	Took                       // a set was taken
	Wrong                      // it was no set
	Called                     // a set was called and is to be named
	Swept                      // nobody saw one: all table cards were replaced
)

// A Tally counts something for a player's record.
type Tally struct {
	Seat  Seat
	Count Count
	N     int64
}

// Count names what is counted.
type Count string

// What is counted in every game.
const (
	Sets      Count = "sets"      // sets taken
	Penalties Count = "penalties" // wrong calls and claims
	Games     Count = "games"     // games played to their end
	Wins      Count = "wins"      // games won against at least one other player
	Solved    Count = "solved"    // solitaires won
	Hands     Count = "hands"     // hands played to their end, of games that have them
	Pots      Count = "pots"      // pots won or shared
)
