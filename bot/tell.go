package bot

import (
	"context"
	"fmt"

	tables "settable/bot/table"
	"settable/games"
	"settable/store"
)

// sentence is a phrase in the language of the table.
func (t *table) sentence(p games.Phrase, name func(games.Seat) string) string {
	return t.bot.lang().Say(p, name)
}

// sentences are what is told at this table.
func (t *table) sentences(now tables.Session, events []games.Event) []string {
	var all []string
	for _, e := range games.Tell(events) {
		if words := t.sentence(e.Say(), now.Name); words != "" {
			all = append(all, words)
		}
		if _, ends := e.(games.Result); ends {
			all = append(all, t.compared()...)
		}
	}
	return all
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
