package bot

import (
	"context"
	"fmt"
	"strings"

	"settable/games"
	"settable/store"
)

// saySolitaire puts the events of Mag's SET Solitaire into words.
func saySolitaire(e games.OldEvent, name func(games.Seat) string) string {
	who := name(e.Seat)
	switch e.Kind {
	case games.Round:
		return fmt.Sprintf("%s deals round %d of %d.", who, e.N, e.Of)
	case games.Shifts:
		return fmt.Sprintf("%s moves %s from pile %s to pile %s.", who, e.Cards[0].Words(), e.Labels[0], e.Labels[1])
	case games.Undone:
		if len(e.Cards) == 1 {
			return fmt.Sprintf("%s takes a move back, to pile %s: %s.", who, e.Labels[0], e.Cards[0].Words())
		}
		return fmt.Sprintf("%s takes a set back: %s lie there again.", who, labels(e.Labels))
	case games.Looked:
		return sayLooked(e)
	case games.Solo:
		return saySolo(e, name)
	}
	return ""
}

// sayLooked names what lies below a top, the next card first.
func sayLooked(e games.OldEvent) string {
	if len(e.Cards) == 0 {
		return fmt.Sprintf("Nothing lies under the top of pile %s.", e.Labels[0])
	}
	below := make([]string, len(e.Cards))
	for i, c := range e.Cards {
		below[len(below)-1-i] = c.Words()
	}
	if len(below) == 1 {
		return fmt.Sprintf("Under the top of pile %s lies %s.", e.Labels[0], below[0])
	}
	return fmt.Sprintf("Under the top of pile %s lie, from above: %s.", e.Labels[0], strings.Join(below, ", "))
}

func saySolo(e games.OldEvent, name func(games.Seat) string) string {
	result := fmt.Sprintf("%s made and %s left", sets(e.N), many(int64(e.Of), "card"))
	if e.Undos > 0 {
		result += fmt.Sprintf(", with %s taken back", many(int64(e.Undos), "move"))
	}
	if len(e.Seats) == 0 {
		return "The game is over, and not won: " + result + "."
	}
	return fmt.Sprintf("**The game is over, and won**: %s, by %s.", result, join(e.Seats, name)) // many names may be cut, the result not
}

// compared says how the solitaires of this server went so far, the one that
// has just ended among them.
func (t *table) compared() []string {
	r, err := t.bot.store.Record(context.Background(), t.row.Guild, t.row.Game)
	if err != nil {
		t.log.Error("comparing a result", "error", err)
		return nil
	}
	return []string{compare(r)}
}

func compare(r store.Record) string {
	if r.Tables < 2 {
		return "It is the first on this server that was played to its end."
	}
	return fmt.Sprintf("On this server, of %d games: %d sets at best, %.1f on average, %d won (%.0f %%).",
		r.Tables, r.Best, r.Mean(), r.Won, 100*float64(r.Won)/float64(r.Tables))
}
