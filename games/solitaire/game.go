package solitaire

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is the state of a solitaire table.
type game struct {
	games.Base[player]
	settings settings
	closed   bool // the table was closed before the game ended

	board  board
	laidAt time.Time // when the last cards were laid
	fresh  [piles]bool

	taken   []cards.Card
	takenBy games.Seat

	lastUndoable *undoable // the last set or move that can be taken back; nil right after a deal
	undos        int       // counted in the result (Solitaire 5)
	highlights   games.Highlights
	passedSets   int // how many open sets were covered by a deal or left at the end
}

type player struct {
	sets      int
	setsAlone int // sets among them taken while no other person was present
}

// draft is a copy of a game to which an action is being applied.
type draft struct {
	*game
	at time.Time
}

// Apply plays one action on a copy of the game.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if look, ok := a.Move.(Look); ok {
		return g.look(a.Seat, look)
	}
	if g.Phase == games.Finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &draft{game: &next, at: games.JournalTime(a.At)}
	t.StartAction()
	t.highlights.AddTime(t.at, g.Seats.Asleep())
	now := games.Situation{Gathering: t.Phase == games.Gathering, AdmitHouse: t.admitHouse}
	if err := games.Play(t, now, a, &t.Step); err != nil {
		return games.Step{}, err
	}
	if t.Phase == games.Playing && t.left() == 0 {
		t.endGame() // no card is left (Solitaire 6)
	}
	if t.Phase == games.Playing {
		t.highlights.SetOpenCards(t.board.tops())
	}
	return t.FinishAction(t.game), nil
}

// Move handles moves that change or show the cards, which only some players may make.
func (t *draft) Move(seat games.Seat, move games.Move) error {
	if err := t.mayMove(seat); err != nil {
		return err
	}
	switch m := move.(type) {
	case Round:
		return t.round(seat)
	case games.Claim:
		return t.claim(seat, m)
	case Shift:
		return t.shift(seat, m)
	case Undo:
		return t.undo(seat)
	case Done:
		return t.done()
	}
	return games.ErrNoMove
}

func (g *game) sets() (n int) {
	for _, p := range g.Seats.Players {
		n += p.sets
	}
	return n
}

// left returns how many cards are not yet in sets, including those in the deck.
func (g *game) left() int { return pack - 3*g.sets() }

func (g *game) dealt() int { return (pack - g.Unseen.Len()) / piles }

// round asks for the next nine cards. With must_clear=true, the game refuses while the tops contain a set (Solitaire
// 2).
func (t *draft) round(seat games.Seat) error {
	switch {
	case t.Unseen.Len() == 0:
		return games.Refuse("solitaire.deck_empty")
	case t.settings.mustClear && cards.HasSet(t.board.tops()):
		return games.Refuse("solitaire.must_clear")
	}
	t.Owes = piles
	t.Step.Tell(roundDealt(seat, t.dealt()+1))
	return nil
}

// countPassedSets counts the sets among the top cards as passed, because a deal is about to cover them or the game is
// over.
func (t *draft) countPassedSets() {
	t.passedSets += len(cards.Sets(t.board.tops()))
	t.highlights.MissAll()
}

// Deal lays the owed cards, one on every pile (Solitaire 1). Moves made before a deal can't be undone.
func (t *draft) Deal(seat games.Seat, laid []cards.Card) error {
	if err := t.Lay(seat, laid); err != nil {
		return err
	}
	t.countPassedSets() // the deal covers every top
	at := make([]int, len(laid))
	for i, c := range laid {
		t.board[i].lay(c)
		at[i] = i
	}
	t.laidAt, t.lastUndoable = t.at, nil
	t.fresh = [piles]bool{}
	t.Step.Tell(games.CardsLaid{Cards: slices.Clone(laid), At: labelsOf(at)})
	return nil
}
