package lobby

import (
	"context"
	"strings"

	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store"
)

func (t *Table) noticeTexts(lang *words.Language, now table.Session, notices []table.Notice) (all []string) {
	for _, n := range notices {
		if n.Phrase.Silent() {
			all = append(all, t.eventTexts(lang, now, n.Events)...)
		} else {
			all = append(all, lang.Say(n.Phrase, now.Name))
		}
	}
	return all
}

func (t *Table) eventTexts(lang *words.Language, now table.Session, events []games.Event) []string {
	var all []string
	for _, e := range games.MergeEvents(events) {
		if text := lang.Say(e.Say(), now.Name); text != "" {
			all = append(all, text)
		}
		if _, ends := e.(games.Result); ends {
			all = append(all, t.comparison(lang)...)
		}
	}
	return all
}

func paragraph(sentences []string) string { return strings.Join(sentences, "\n") }

// comparison returns a phrase that compares the game that has just ended with earlier games of the same kind on this
// server.
func (t *Table) comparison(lang *words.Language) []string {
	r, err := t.lobby.Store.Record(context.Background(), t.Row.Guild, t.Row.Game)
	if err != nil {
		t.log.Error("comparing a result with earlier ones failed", "error", err)
		return nil
	}
	return []string{lang.Plain(compare(r))}
}

// earlierBest returns the most sets of the earlier games that the player of a finished solitaire played alone, or 0.
func (t *Table) earlierBest(s table.Session, v games.View) int {
	if !v.IsSolo() {
		return 0
	}
	for who := range s.Seats {
		r, err := t.lobby.Store.SoloRecord(context.Background(), t.Row.Guild, t.Row.Game, who, t.Row.ID)
		if err != nil {
			t.log.Error("reading a player's best result failed", "error", err)
		}
		return r.Best
	}
	return 0
}

func compare(r store.Record) games.Phrase {
	if r.Tables < 2 {
		return games.Say("lobby.first_result")
	}
	return games.Say("lobby.results", "n", int(r.Tables), "best", int(r.Best), "mean", r.Mean(),
		"won", int(r.Won), "percent", int(100*float64(r.Won)/float64(r.Tables)+0.5))
}
