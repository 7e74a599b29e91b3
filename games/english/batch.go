package english

import (
	"slices"

	"settable/games"
)

// A batch are events that are told together: one thing leads to the next here, and
// a table shows the last few sentences only.
type batch []games.Event

// mostInABreath bounds what is told together: what people read is a few lines.
const mostInABreath = 8

// tell adds what leads to more, or follows from something.
func (t *turn) tell(e games.Event) { t.step.Tell(batch{e}) }

// Say is what happened, one thing after the other.
func (b batch) Say() games.Phrase {
	if len(b) == 1 {
		return b[0].Say()
	}
	all := make([]games.Phrase, len(b))
	for i, e := range b {
		all[i] = e.Say()
	}
	return games.InTurn(all...)
}

// CardsMoved tells whether cards lie otherwise after any of it.
func (b batch) CardsMoved() bool { return slices.ContainsFunc(b, games.Event.CardsMoved) }

// Merge is what happened together with what came of it. A starter begins anew.
func (b batch) Merge(next games.Event) (games.Event, bool) {
	more, ok := next.(batch)
	if !ok || len(b) >= mostInABreath {
		return nil, false
	}
	before, e := b[len(b)-1], more[0]
	_, starter := before.(turnedUp)
	switch now := e.(type) {
	case turnedUp:
		return nil, false
	case drawn:
		if all, ok := before.(drawn); ok {
			return append(slices.Clone(b[:len(b)-1]), all.and(now)), true
		}
	case added:
		now.starter = starter
		e = now
	case laid:
		if all, ok := before.(laid); ok && all.seat == now.seat && all.complete == noRank {
			all.what = append(slices.Clip(all.what), now.what...)
			all.cards = append(slices.Clip(all.cards), now.cards...)
			all.complete = now.complete
			return append(slices.Clone(b[:len(b)-1]), all), true
		}
		now.starter = starter
		e = now
	}
	return append(slices.Clone(b), append(batch{e}, more[1:]...)...), true
}

// and is what was drawn first and then: of each seat once.
func (e drawn) and(more drawn) drawn {
	all := drawn{slices.Clone(e.seats), slices.Clone(e.cards)}
	for i, s := range more.seats {
		if at := slices.Index(all.seats, s); at >= 0 {
			all.cards[at] = append(slices.Clip(all.cards[at]), more.cards[i]...)
		} else {
			all.seats, all.cards = append(all.seats, s), append(all.cards, more.cards[i])
		}
	}
	return all
}
