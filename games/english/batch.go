package english

import (
	"slices"

	"settable/games"
)

// A batch is several events that are told as one. In this game one event often causes the next, and a
// table shows only the last few sentences.
type batch []games.Event

// mostInABreath is how many events are told together at most, because people read only a few lines.
const mostInABreath = 8

// tell adds an event that may cause others, or was caused by one.
func (t *turn) tell(e games.Event) { t.step.Tell(batch{e}) }

// Say tells the events one after the other.
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

// CardsMoved tells whether any of the events moved cards.
func (b batch) CardsMoved() bool { return slices.ContainsFunc(b, games.Event.CardsMoved) }

// Merge joins an event with those that it caused. A starter always begins a new batch.
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

// and joins two drawings, so that each seat is named only once.
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
