package bot

import (
	"errors"
	"slices"
	"strings"
	"time"

	"settable/games"
	"settable/store"
)

const diskFails = "The disk fails just now, so nothing can be played. The table stays as it is."

// take is the one path of everything that is said to a table: parse, judge,
// write, adopt, show.
func (t *table) take(s said) {
	move, ok := t.rules.Parse(s.Words)
	if !ok || s.Words == "" {
		t.talk(s)
		return
	}
	actions, refusal := t.actions(t.standing, s, move)
	if refusal != "" {
		t.refuse(s, refusal)
		return
	}
	if actions == nil {
		return // talk by somebody who does not play
	}
	if t.unsure {
		if !t.sure() {
			t.refuse(s, diskFails)
			return
		}
		t.take(s) // by what is written now: another may have sat down
		return
	}
	t.stood(s.At)
	_, steps, err := try(t.course, actions)
	if t.aside(s, steps) {
		return
	}
	if t.stale(s, move) {
		t.refuse(s, "The table has changed since that button was drawn. Look again: nothing was played.")
		return
	}
	if t.late(s, move, steps, err) {
		return
	}
	if !t.regain() {
		t.refuse(s, diskFails)
		return
	}
	was := t.course.Game
	told, err := t.commit(s, actions...)
	if t.welcomed(s, err) {
		told, err = t.commit(s, actions...)
	}
	t.answer(s, told, was, err)
}

// actions says on which seat a move is made, with what must come before it: a
// stranger who calls a set sits down first, where the game allows it. Neither
// actions nor a refusal: it was talk.
func (t *table) actions(st standing, s said, move games.Move) ([]games.Action, string) {
	seat, sits := st.seatOf(s.Who.ID)
	act := games.Action{At: s.At, Seat: seat, Move: move}
	switch move.(type) {
	case games.Join:
		return []games.Action{act}, ""
	case games.Start:
		if s.Door == ours { // the house starts for whoever has sat down
			act.Seat = st.first()
			return []games.Action{act}, ""
		}
	case games.End:
		if !t.mayEnd(s, t.last) {
			return nil, orSilence(s, "`/end` closes the table for who opened it, and for members with Manage Server. After an hour without a move anybody may.")
		}
		act.Seat = games.Dealer
		return []games.Action{act}, ""
	case games.Deal, games.Tick, games.Away, games.Edition:
		return nil, orSilence(s, "Only the dealer says that.")
	}
	if sits {
		return []games.Action{act}, ""
	}
	if _, left := st.seats[s.Who.ID]; left && !(s.Door == typed && verb(move) == move.String()) {
		return nil, "You have left this table. Join or `/join` sits you down again."
	}
	if t.manual.WalkIn && t.claims(move) && st.view().Phase == games.Playing {
		return []games.Action{{At: s.At, Seat: seat, Move: games.Join{}}, act}, ""
	}
	if s.Door == typed && verb(move) == move.String() {
		return nil, "" // one word by somebody who does not play is talk
	}
	if !slices.ContainsFunc(st.view().Offers, func(o games.Offer) bool { return o.Words == "join" }) {
		return nil, "You are not at this table. You can join the next game."
	}
	return nil, "You are not at this table. Sit down with Join or `/join`."
}

// claims says whether a move is of the game's first verb: the one for which a
// stranger may walk in, and which a moment decides.
func (t *table) claims(move games.Move) bool { return verb(move) == t.manual.Verbs[0].Name }

func orSilence(s said, sentence string) string {
	if s.Door == typed {
		return ""
	}
	return sentence
}

// mayEnd: who opened the table, who manages the server, and anybody once the
// table has been asleep for an hour.
func (t *table) mayEnd(s said, last time.Time) bool {
	return s.Who.ID == t.row.Opener || s.Who.Manages || s.At.Sub(last) > time.Hour
}

// stale says whether a button was drawn, or a form opened, on a table that is
// another by now: cards moved, or what a call costs. Who joins, leaves or
// starts does not mind; a claim is judged by what it points at.
func (t *table) stale(s said, move games.Move) bool {
	if s.Door != button && s.Door != modal || s.Sight.Line >= t.turned {
		return false
	}
	switch move.(type) {
	case games.Join, games.Leave, games.Start:
		return false
	}
	return s.Door == button || !t.claims(move)
}

// aside answers who only looks at something: that leaves no line, and nobody
// else is told of it.
func (t *table) aside(s said, steps []games.Step) bool {
	if !slices.ContainsFunc(steps, func(step games.Step) bool { return step.Aside }) {
		return false
	}
	t.inform(s, strings.Join(t.sentences(eventsOf(steps)), "\n"))
	return true
}

// commit plays the actions and the deals that follow, writes them in one
// transaction, adopts the result and shows the table. It returns what was told
// of the actions. The error is Illegal, store.ErrPlayed, or the operator's; then
// nothing changed.
func (t *table) commit(s said, actions ...games.Action) ([]string, error) {
	steps, err := t.write(s, append(slices.Clip(actions), t.owed(s.At, actions...)...)...)
	if err != nil {
		return nil, err
	}
	t.slip = happened(steps, games.Wrong)
	n := len(actions)
	told, dealt := t.sentences(eventsOf(steps[:n])), t.sentences(eventsOf(steps[n:]))
	told = append(told, t.deserted(s.At)...)
	t.show(append(slices.Clip(told), dealt...))
	return told, nil
}

// deserted closes the table when the last player has left it: nobody could
// close it then, and the channel would not be free for another.
func (t *table) deserted(at time.Time) []string {
	if t.view().Phase == games.Finished {
		return nil
	}
	seats := t.view().Seats
	if len(seats) == 0 || slices.ContainsFunc(seats, func(p games.Place) bool { return !p.Left }) {
		return nil
	}
	steps, err := t.write(said{At: at}, games.Action{At: at, Seat: games.Dealer, Move: games.End{}})
	if err != nil && !errors.Is(err, store.ErrTrouble) { // then it is tried again with what else waits for the disk
		t.log.Error("a deserted table could not be closed", "error", err)
	}
	return t.sentences(eventsOf(steps))
}

func (t *table) show(sentences []string) {
	t.post.show(t.scene(), sentences)
}
