package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"settable/games"
	"settable/store"
)

// take is the one path of everything that is said to a table: parse, judge,
// write, adopt, show.
func (t *table) take(s said) {
	move, ok := t.rules.Parse(s.words)
	if !ok || s.words == "" {
		t.talk(s)
		return
	}
	if t.stale(s, move) {
		t.refuse(s, "The table has changed since that button was drawn. Look again: nothing was played.")
		return
	}
	actions, refusal := t.seat(s, move)
	if refusal != "" {
		t.refuse(s, refusal)
		return
	}
	if actions == nil {
		return // talk by somebody who does not play
	}
	if late, ok := t.late(s, actions); ok {
		t.forgive(s, late)
		return
	}
	told, err := t.commit(s, actions...)
	t.answer(s, told, err)
}

// seat says on which seat a move is made, with what must come before it: a
// stranger who calls a set sits down first, where the game allows it. Neither
// actions nor a refusal: it was talk.
func (t *table) seat(s said, move games.Move) ([]games.Action, string) {
	seat, sits := t.seatOf(s.who.id)
	act := games.Action{At: s.at, Seat: seat, Move: move}
	switch move.(type) {
	case games.Join:
		return []games.Action{act}, ""
	case games.End:
		if !t.mayEnd(s) {
			return nil, orSilence(s, "Only who opened the table, or a member with Manage Server, may close it. After an hour without a move anybody may.")
		}
		act.Seat = games.Dealer
		return []games.Action{act}, ""
	case games.Deal, games.Tick, games.Away:
		return nil, orSilence(s, "Only the dealer says that.")
	}
	if sits {
		return []games.Action{act}, ""
	}
	if t.manual.WalkIn && verb(move) == t.manual.Verbs[0].Name && phase(t.course.Game) == games.Playing {
		return []games.Action{{At: s.at, Seat: seat, Move: games.Join{}}, act}, ""
	}
	if s.door == typed && verb(move) == move.String() {
		return nil, "" // one word by somebody who does not play is talk
	}
	return nil, "You are not at this table. Sit down with Join or `/join`."
}

func orSilence(s said, sentence string) string {
	if s.door == typed {
		return ""
	}
	return sentence
}

// mayEnd: who opened the table, who manages the server, and anybody once the
// table has been asleep for an hour.
func (t *table) mayEnd(s said) bool {
	return s.who.id == t.row.Opener || s.who.manages || s.at.Sub(t.last) > time.Hour
}

// stale says whether a button was drawn on cards that lie there no more. Who
// joins, leaves or starts does not mind; a claim is judged by what it points at.
func (t *table) stale(s said, move games.Move) bool {
	if s.door != button || s.sight.line >= t.turned {
		return false
	}
	switch move.(type) {
	case games.Join, games.Leave, games.Start:
		return false
	}
	return true
}

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

// commit plays the actions, writes them in one transaction and adopts the
// result; then it lays what cards are owed and shows the table. It returns
// what was told. The error is Illegal, store.ErrPlayed, or the operator's; then
// nothing changed.
func (t *table) commit(s said, actions ...games.Action) ([]string, error) {
	told, err := t.write(s, actions)
	if err != nil {
		return nil, err
	}
	told = append(told, t.deserted(s.at)...)
	t.show(append(told, t.deal(s.at)...))
	return told, nil
}

// deserted closes the table when the last player has left it: nobody could
// close it then, and the channel would not be free for another.
func (t *table) deserted(at time.Time) []string {
	if phase(t.course.Game) == games.Finished {
		return nil
	}
	seats := t.course.Game.View(games.Watcher).Seats
	if len(seats) == 0 || slices.ContainsFunc(seats, func(p games.Place) bool { return !p.Left }) {
		return nil
	}
	told, err := t.write(said{at: at}, []games.Action{{At: at, Seat: games.Dealer, Move: games.End{}}})
	if err != nil {
		t.log.Error("a deserted table could not be closed", "error", err)
	}
	return told
}

// write is commit without the cards that may be owed then, and untold.
func (t *table) write(s said, actions []games.Action) ([]string, error) {
	course, steps, err := try(t.course, actions)
	if err != nil {
		return nil, err
	}
	entry := store.Entry{Table: t.row.ID, After: t.line, Over: phase(course.Game) == games.Finished}
	for i, a := range actions {
		line := store.Line{At: a.At, Seat: a.Seat, Words: a.Move.String()}
		if a.Seat > games.Watcher {
			line.Player = s.who.id
		}
		if i == 0 {
			line.Source = s.source
		}
		entry.Played = append(entry.Played, store.Played{Line: line, Tallies: steps[i].Tallies, Transfers: steps[i].Transfers})
	}
	if err := t.bot.store.Append(context.Background(), entry); err != nil {
		return nil, err
	}
	t.adopt(s, course, actions, steps)
	return t.sentences(steps), nil
}

// adopt makes what was written the table's present.
func (t *table) adopt(s said, course games.Course, actions []games.Action, steps []games.Step) {
	if took(steps) {
		t.remember(before{course: t.course, line: t.line, changed: s.at, by: t.name(actions[len(actions)-1].Seat)})
	}
	t.course, t.line, t.last = course, t.line+len(actions), s.at
	for i, a := range actions {
		if a.Seat > games.Watcher {
			t.sit(a.Seat, s.who)
		}
		if turns(steps[i].Events) {
			t.turned = t.line
		}
	}
}

// sit notes who a seat belongs to and what they are called now.
func (t *table) sit(seat games.Seat, who person) {
	if t.names[seat] != who.name {
		t.names[seat] = who.name
		t.bot.met(t.row.Guild, who)
	}
	if _, known := t.seats[who.id]; !known {
		seats := maps.Clone(t.seats)
		seats[who.id] = seat
		t.seats = seats
	}
}

// turns says whether cards moved, so that older buttons speak of another table.
func turns(events []games.Event) bool {
	for _, e := range events {
		switch e.Kind {
		case games.Took, games.Dealt, games.More, games.Started, games.Over, games.Closed:
			return true
		}
	}
	return false
}

// deal lays the cards that are owed, each deal a line of its own, and says
// what is to be told. A deal that cannot be written is tried again later.
func (t *table) deal(at time.Time) (sentences []string) {
	for {
		owed, any := t.course.Game.Owed()
		if !any {
			return sentences
		}
		drawn, err := t.chance.Draw(owed)
		if err != nil {
			panic("the dealer cannot deal what the rules say is owed: " + err.Error())
		}
		told, err := t.write(said{at: at}, []games.Action{{At: at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}}})
		var illegal games.Illegal
		if errors.As(err, &illegal) {
			panic("the rules refuse the deal they owe: " + err.Error())
		}
		if err != nil {
			t.log.Error("a deal could not be written", "error", err)
			t.owing = true
			return append(sentences, "Something broke before the next cards were laid. They come in a moment.")
		}
		sentences = append(sentences, told...)
	}
}

// settle lays what is owed and shows the table if anything was.
func (t *table) settle(at time.Time) {
	line := t.line
	if sentences := t.deal(at); t.line > line || len(sentences) > 0 {
		t.show(sentences)
	}
}

func (t *table) sentences(steps []games.Step) (all []string) {
	for _, step := range steps {
		for _, e := range step.Events {
			if words := say(e, t.name); words != "" {
				all = append(all, words)
			}
		}
	}
	return all
}

func (t *table) show(sentences []string) {
	t.post.show(t.scene(), sentences)
}

const apology = "Something broke; nothing was changed. Please try again."

// answer tells the one who spoke how it went, by the door they came.
func (t *table) answer(s said, told []string, err error) {
	var illegal games.Illegal
	switch {
	case err == nil:
		t.bot.confirm(s, told)
	case errors.As(err, &illegal):
		t.refuse(s, illegal.Error())
	case errors.Is(err, store.ErrPlayed):
		// the same message or press came twice: it was played and answered once
	case errors.Is(err, store.ErrStale), errors.Is(err, store.ErrOver):
		panic("somebody else writes this journal: " + err.Error())
	default:
		t.log.Error("a move could not be written", "error", err)
		t.refuse(s, apology)
	}
}

// refuse answers a move that was not played. Typed ones get a reply at most
// every 5 s per player, else a reaction, so that a channel is never flooded.
func (t *table) refuse(s said, sentence string) {
	if s.private() {
		t.bot.whisper(s, sentence)
		return
	}
	if s.door == ours {
		t.log.Error("the house was refused", "words", s.words, "why", sentence)
		return
	}
	if last, ok := t.polite[s.who.id]; ok && s.at.Sub(last) < politeness {
		t.bot.react(s, "❌")
		return
	}
	t.polite[s.who.id] = s.at
	t.bot.reply(s, sentence)
}

const politeness = 5 * time.Second

// talk is what is no move. Who spoke to us on purpose is told what would be one.
func (t *table) talk(s said) {
	if s.door == typed {
		return
	}
	t.refuse(s, "That is no move of "+t.manual.Title+". "+usage(t.manual))
}
