package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// claim takes three tops that are a set; what lies below shows at once. What
// is no set is refused: the text knows no penalty.
func (t *turn) claim(seat games.Seat, c games.Claim) error {
	at := make([]int, 0, 3)
	for _, pick := range c.Picks {
		p, err := t.find(pick)
		if err != nil {
			return err
		}
		if slices.Contains(at, p) {
			return games.OldIllegal("That names one card twice: a set is three different cards.")
		}
		at = append(at, p)
	}
	three := make([]cards.Card, 3)
	for i, p := range at {
		three[i] = t.board[p].top()
	}
	if !cards.IsSet(three[0], three[1], three[2]) {
		return games.OldRefuse("Not a set: %s.", cards.Why(three[0], three[1], three[2]))
	}
	t.note(deed{seat: seat, took: true, cards: three, at: at})
	for _, p := range at {
		t.board[p].lift()
	}
	t.of(seat).sets++
	t.taken, t.takenBy = three, seat
	t.mark(at)
	t.step.Tell(games.OldEvent{
		Kind: games.OldTook, Seat: seat, Cards: three, Labels: labelsOf(at), After: max(0, t.at.Sub(t.laid)),
	})
	return nil
}

// shift moves a top to an empty pile: "also after the last deal; also a pile's
// only card".
func (t *turn) shift(seat games.Seat, s Shift) error {
	from, err := t.find(s.From)
	if err != nil {
		return err
	}
	to := pileOf(s.To)
	switch {
	case to < 0 || to >= piles:
		return noPile(s.To)
	case to == from:
		return games.OldIllegal("That is one pile twice: a card moves to another pile, which must be empty.")
	case t.board[to].depth > 0:
		return games.OldRefuse("Pile %s is not empty: a card moves to an empty pile only.", s.To)
	}
	card := t.board[from].top()
	t.note(deed{seat: seat, cards: []cards.Card{card}, at: []int{from}})
	t.board[to].lay(t.board[from].lift())
	t.mark([]int{from, to})
	t.step.Tell(games.OldEvent{
		Kind: games.Shifts, Seat: seat, Cards: []cards.Card{card}, Labels: labelsOf([]int{from, to}),
	})
	return nil
}

// find is the pile whose top is meant.
func (g *game) find(pick games.Pick) (int, error) {
	if pick.Label != "" {
		p := pileOf(pick.Label)
		switch {
		case p < 0 || p >= piles:
			return 0, noPile(pick.Label)
		case g.board[p].depth == 0:
			return 0, games.OldRefuse("Pile %s is empty.", pick.Label)
		}
		return p, nil
	}
	p, onTop := g.board.lies(pick.Card)
	switch {
	case onTop:
		return p, nil
	case !g.house.peek: // nor is it told that it lies there
		return 0, games.OldRefuse("%s is on top of no pile.", pick.Card)
	case p < 0:
		return 0, games.OldRefuse("There is no card %s on the table.", pick.Card)
	}
	return 0, games.OldRefuse("%s lies under the top of pile %s: only the tops may be taken or moved.", pick.Card, label(p))
}

func noPile(label string) error {
	return games.OldRefuse("There is no pile %s: the piles are 1 to 9.", label)
}

// mark notes which tops are new.
func (t *turn) mark(at []int) {
	t.fresh = [piles]bool{}
	for _, p := range at {
		t.fresh[p] = t.board[p].depth > 0
	}
}

// look shows what lies under a top. It is no move: nothing changes, and no
// line is written.
func (g *game) look(seat games.Seat, l Look) (games.Step, error) {
	if err := g.mayLook(seat); err != nil {
		return games.Step{}, err
	}
	p, err := g.find(l.Pile)
	if err != nil {
		return games.Step{}, err
	}
	seen := games.OldEvent{Kind: games.Looked, Labels: []string{label(p)}, Cards: g.board[p].under()}
	return games.Step{Game: g, Events: []games.Event{seen}, Aside: true}, nil
}

func (g *game) mayLook(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	if !g.house.peek {
		return games.OldIllegal("At this table nobody looks under the tops.")
	}
	return nil
}
