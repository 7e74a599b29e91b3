package gamestest

import "settable/games"

// ChangedRules wraps rules and changes their behaviour, for example to show that a law detects a fault.
type ChangedRules struct {
	games.Rules
	// Reading is called with the words of each call of Parse. It may be nil.
	Reading func(words string)
	// Play applies an action in place of the game, unless it is nil.
	Play func(games.Game, games.Action) (games.Step, error)
	// Show returns a view in place of the game's own, unless it is nil.
	Show func(games.Game, games.Seat) games.View
}

func (r ChangedRules) Edition() int { return games.EditionOf(r.Rules).N }

func (r ChangedRules) Parse(words string) (games.Move, bool) {
	if r.Reading != nil {
		r.Reading(words)
	}
	return r.Rules.Parse(words)
}

func (r ChangedRules) Open(o games.Options) (games.Game, error) {
	g, err := r.Rules.Open(o)
	return changedGame{g, r}, err
}

type changedGame struct {
	games.Game
	rules ChangedRules
}

func (g changedGame) Apply(a games.Action) (step games.Step, err error) {
	if g.rules.Play != nil {
		step, err = g.rules.Play(g.Game, a)
	} else {
		step, err = g.Game.Apply(a)
	}
	if err == nil {
		step.Game = changedGame{step.Game, g.rules}
	}
	return step, err
}

func (g changedGame) View(seat games.Seat) games.View {
	if g.rules.Show != nil {
		return g.rules.Show(g.Game, seat)
	}
	return g.Game.View(seat)
}

// Answers returns the pending answers of the changed game.
func (g changedGame) Answers() []games.Action { return games.Course{Game: g.Game}.Answers() }
