package games

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Figures describe what a simulation of a game counts (notation, Simulating).
type Figures struct {
	// Play plays n games with these options and counts what happens in them. The same random source produces the same
	// games.
	Play func(source *rand.Rand, o Options, players, n int, seen Counts) error
	// Means are the numbers for which the simulation reports the mean. If a number was always 0 or 1, its mean is
	// reported as a share.
	Means []Figure
	// Shares are the numbers for which the simulation reports the whole distribution: how often each value occurred.
	Shares []Figure
}

// A Figure is a number that a simulation reports, with its name among the Counts and a description in words.
type Figure struct {
	Name, Words string
	Unit        int // reported values are counted values divided by this; 0: not divided
}

// Counts record how often each value of a named number occurred. Means, standard errors and distributions can be
// computed from them, and unlike floating-point sums, counts add up exactly.
type Counts map[string]map[int]int

// See counts one occurrence of a value.
func (c Counts) See(name string, value int) { c.add(name, value, 1) }

// SeeIf counts 1 for yes and 0 for no.
func (c Counts) SeeIf(name string, yes bool) {
	if yes {
		c.See(name, 1)
	} else {
		c.See(name, 0)
	}
}

func (c Counts) add(name string, value, times int) {
	if c[name] == nil {
		c[name] = map[int]int{}
	}
	c[name][value] += times
}

// Add adds the counts of another simulation.
func (c Counts) Add(other Counts) {
	for name, seen := range other {
		for value, n := range seen {
			c.add(name, value, n)
		}
	}
}

// Mean returns the mean of a named number, its standard error, and the number of values. The standard error is infinite
// if fewer than two values were counted.
func (c Counts) Mean(name string) (mean, se float64, n int) {
	sum, squares := 0.0, 0.0
	for value, times := range c[name] {
		n += times
		sum += float64(value) * float64(times)
		squares += float64(value) * float64(value) * float64(times)
	}
	if n < 2 {
		return sum, math.Inf(1), n
	}
	mean = sum / float64(n)
	variance := (squares - sum*mean) / float64(n-1)
	return mean, math.Sqrt(max(0, variance) / float64(n)), n
}

// IsShare reports whether all counted values of a named number are 0 or 1.
func (c Counts) IsShare(name string) bool {
	for value := range c[name] {
		if value != 0 && value != 1 {
			return false
		}
	}
	return true
}

// A Trial is a game in a simulation. Moves are a second apart, and after each move the dealer lays all owed cards.
type Trial struct {
	Game   Game
	chance Chance
	onStep func(Step)
	at     time.Time
}

// NewTrial returns a started game with these options and this number of players. It passes every step to
// hear, which may be nil.
func NewTrial(rules Rules, o Options, players int, chance Chance, hear func(Step)) (*Trial, error) {
	game, err := rules.Open(o)
	if err != nil {
		return nil, err
	}
	t := TrialOf(game, chance, nil)
	for seat := range players {
		if err := t.Do(Seat(seat+1), Join{}); err != nil {
			return nil, err
		}
	}
	t.onStep = hear
	return t, t.Do(1, Start{})
}

// TrialOf returns a Trial that continues an existing game. The function hear may be nil.
func TrialOf(game Game, chance Chance, hear func(Step)) *Trial {
	return &Trial{Game: game, chance: chance, onStep: hear}
}

// Do plays a move and then lays all cards that the dealer owes. It fails if the move is refused or the Chance has too
// few cards.
func (t *Trial) Do(seat Seat, move Move) error {
	t.at = t.at.Add(time.Second)
	if err := t.apply(seat, move); err != nil {
		return fmt.Errorf("seat %s plays %s: %w", seat, move, err)
	}
	for owed, any := t.Game.Owed(); any; owed, any = t.Game.Owed() {
		drawn, err := t.chance.Draw(owed)
		if err != nil {
			return err
		}
		if err := t.apply(Dealer, owed.Move(drawn)); err != nil {
			return fmt.Errorf("dealing: %w", err)
		}
	}
	return nil
}

// WaitForClock advances time to the next clock event and then lays all cards that the dealer owes.
func (t *Trial) WaitForClock() error {
	t.at = t.Game.Deadline().Add(-time.Second)
	return t.Do(Clock, Tick{})
}

func (t *Trial) apply(seat Seat, move Move) error {
	step, err := t.Game.Apply(Action{At: t.at, Seat: seat, Move: move})
	if err != nil {
		return err
	}
	t.Game = step.Game
	if t.onStep != nil {
		t.onStep(step)
	}
	return nil
}
