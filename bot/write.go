package bot

import (
	"context"
	"maps"
	"slices"
	"time"

	"settable/games"
	"settable/store"
)

// try plays actions on a copy and says what would be written and told.
func try(course games.Course, actions []games.Action) (games.Course, []games.Step, error) {
	steps := make([]games.Step, 0, len(actions))
	for _, a := range actions {
		next, step, err := course.Apply(a)
		if err != nil {
			return course, nil, err
		}
		course, steps = next, append(steps, step)
	}
	return course, steps, nil
}

// write plays the actions, writes them in one transaction, and only then
// adopts the result. It returns what came of each.
func (t *table) write(s said, actions ...games.Action) ([]games.Step, error) {
	course, steps, err := try(t.course, actions)
	if err != nil {
		return nil, err
	}
	next := t.standing
	next.play(course)
	entry := store.Entry{Table: t.row.ID, After: t.line, Over: next.view().Phase == games.Finished}
	for i, a := range actions {
		line := store.Line{At: a.At, Seat: a.Seat, Words: a.Move.String()}
		if a.Seat > games.Watcher {
			line.Player = s.Who.ID
		}
		if i == 0 {
			line.Source = s.Source
		}
		entry.Played = append(entry.Played, store.Played{Line: line, Tallies: steps[i].Tallies, Transfers: steps[i].Transfers})
	}
	if err := t.bot.store.Append(context.Background(), entry); err != nil {
		t.wonder(err)
		return nil, err
	}
	t.adopt(s, next, actions, steps)
	return steps, nil
}

// adopt makes what was written the table's present.
func (t *table) adopt(s said, next standing, actions []games.Action, steps []games.Step) {
	former := before{standing: t.standing, line: t.line, changed: s.At, adopted: t.bot.now(), by: s.Who, source: s.Source}
	t.standing, t.line = next, t.line+len(actions)
	t.pause = 0
	for i, a := range actions {
		if a.Seat > games.Watcher {
			t.last = s.At
			t.sit(a.Seat, s.Who)
		}
		if slices.ContainsFunc(steps[i].Events, games.Event.CardsMoved) {
			t.turned = t.line
		}
	}
	if former.swept = happened(steps, games.Swept); former.swept || took(steps) {
		t.remember(former)
	}
}

// sit notes who a seat belongs to and what they are called now.
func (t *table) sit(seat games.Seat, who person) {
	if t.names[seat] == "" || who.Raw != "" && t.names[seat] != who.Name {
		t.names[seat] = who.Name
		t.bot.met(t.row.Guild, who)
	}
	if _, known := t.seats[who.ID]; !known {
		seats := maps.Clone(t.seats)
		seats[who.ID] = seat
		t.seats = seats
	}
}

// owed are the deals that the rules want once the actions are played. They go
// into the same transaction, so that a table never waits for its cards.
func (t *table) owed(at time.Time, actions ...games.Action) (deals []games.Action) {
	course, _, err := try(t.course, actions)
	if err != nil {
		return nil // whoever made them is told so by write
	}
	for {
		owed, any := course.Game.Owed()
		if !any {
			return deals
		}
		drawn, err := t.chance.Draw(owed)
		if err != nil {
			panic("the dealer cannot deal what the rules say is owed: " + err.Error())
		}
		deal := games.Action{At: at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}}
		if course, _, err = course.Apply(deal); err != nil {
			panic("the rules refuse the deal they owe") // their sentence names a card that nobody may know
		}
		deals = append(deals, deal)
	}
}

// deal lays what is owed at a table that was left without its cards, and says
// what is to be told. What cannot be written is tried again later.
func (t *table) deal(at time.Time) []string {
	deals := t.owed(at)
	if len(deals) == 0 {
		return nil
	}
	steps, err := t.write(said{At: at}, deals...)
	if err == nil {
		return t.sentences(eventsOf(steps))
	}
	if t.tryLater("a deal", err) {
		return []string{"Something broke before the next cards were laid. They come as soon as they can."}
	}
	return nil
}

func eventsOf(steps []games.Step) (all []games.Event) {
	for _, step := range steps {
		all = append(all, step.Events...)
	}
	return all
}
