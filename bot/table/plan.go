package table

import (
	"maps"
	"math/bits"
	"reflect"
	"slices"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A Plan holds all the effects of a move, worked out in memory. None of them has happened yet: a plan is first
// written, then adopted, then shown.
type Plan struct {
	Word    Word
	Entry   store.Entry // what the store writes in one transaction; nothing if it has no lines
	Answer  Answer
	Notices []Notice

	next           Session
	changesPicture bool // a line of the entry isn't secret
}

// A Moment holds everything that a plan depends on besides the session: the time, the grace period for late claims, the
// dealer's random source, the names of house players, and what players have seen.
type Moment struct {
	Now       time.Time
	Grace     time.Duration
	Chance    games.Chance
	HouseName func(games.HousePlayer) string // names house players
	Seen      func(line int) (since time.Time, seen bool)
}

// Plan works out the effects of w without changing anything.
func (s Session) Plan(w Word, m Moment) Plan {
	p := Plan{Word: w, next: s}
	if w.Move == nil {
		if w.Door != Typed { // a typed word that isn't a move is talk
			p.Answer.Verdict = NoMove
		}
		return p
	}
	seated, refusal := s.actions(w)
	if seated == nil {
		p.Answer = refuse(refusal)
		return p
	}
	if cost := leavingCosts(s.View(), w, seated[0]); cost > 0 {
		chips := games.Say("games.chips", "N", cost)
		p.Answer = Answer{Verdict: NeedsConfirmation, Phrase: games.Say("table.leave_costs", "chips", chips)}
		return p
	}
	if _, ends := seated[0].Move.(games.LastHand); seated[0].Seat == games.Dealer && w.Door != House &&
		s.Moderates(w) && (!ends || s.NeedsModerator(w)) {
		p.Entry.Moderator = w.Who.ID
	}
	d := draft{course: s.Course}
	d.addHaltedTime(s, w.At, m.Now)
	halted := len(d.steps) // they don't belong to the move
	err := d.play(seated...)
	steps := d.steps[halted:]
	switch {
	case w.talkUnlessRight(s) && (err != nil || !isClearMove(w.Move, steps)): // silence, because it was talk
	case slices.ContainsFunc(steps, func(step games.Step) bool { return step.LookOnly }):
		p.Answer = Answer{Verdict: OnlyLooked, Events: eventsOf(steps)}
	case err == nil && secret(steps) && !w.Private():
		p.Answer = refuse(refuseUnlessTyped(w, "table.in_private"))
	case s.stale(w) && !secret(steps):
		p.Answer = refuse(games.Say("table.stale"))
	case s.late(&p, m, steps, err):
	case err != nil && w.isTalk(s, seated[0].Seat):
	case err != nil:
		p.Answer = Answer{Verdict: Refused, Err: err}
		p.comeBack(s, seated[0], m)
	default:
		s.finish(&p, d, m)
		p.Answer.Verdict, p.Answer.Wrong = Played, wasWrong(steps)
		if _, ends := seated[len(seated)-1].Move.(games.End); ends && s.endsAlone(w, seated[0].Seat) {
			// Leaving forfeits the game, so the player has to confirm that they want to leave. The other players are
			// asked immediately.
			p.Answer = Answer{Verdict: NeedsConfirmation, Phrase: games.Say("table.end_costs")}
		}
		if last := seated[len(seated)-1]; p.Answer.Verdict == Played {
			if _, leaves := last.Move.(games.Leave); leaves {
				p.Answer.Farewell = p.farewell(last.Seat, s.View())
			}
		}
		if p.Answer.Secret = secret(steps); p.Answer.Secret {
			p.Notices = nil
		}
		if w.Private() && s.Manual.Hands {
			seat := seated[0].Seat
			p.Answer.HandChanged = !reflect.DeepEqual(Hand(s.Course.Game, seat), Hand(p.next.Course.Game, seat))
		}
	}
	return p
}

// farewell returns what to tell a leaving player: what happens to their chips, or that they have forfeited the game
// (Leaving 8).
func (p Plan) farewell(seat games.Seat, before games.View) games.Phrase {
	var home games.Chips
	for _, played := range p.Entry.Played {
		for _, x := range played.Transfers {
			if x.To == games.Balance(seat) {
				home += x.Amount
			}
		}
	}
	v := p.next.View()
	switch at := v.Seat(seat); {
	case home > 0:
		return games.Say("table.left_with", "N", home)
	case at.Chips > 0 && !v.Practice:
		return games.Say("table.leaves_with", "N", at.Chips)
	case at.IsLeaving:
		return games.Say("table.leaves")
	case before.Forfeits && bits.OnesCount64(before.OccupiedSeats()) > 1:
		return games.Say("table.left_forfeit")
	}
	return games.Say("table.left")
}

func secret(steps []games.Step) bool {
	return slices.ContainsFunc(steps, func(step games.Step) bool { return step.Secret })
}

// comeBack brings back an away player who has said something, even if it was refused (Presence 3).
func (p *Plan) comeBack(s Session, a games.Action, m Moment) {
	if !s.View().Seat(a.Seat).Away || p.Word.Door == House {
		return
	}
	if _, away := a.Move.(games.StepAway); away {
		return
	}
	d := draft{course: s.Course}
	d.addHaltedTime(s, p.Word.At, m.Now)
	a.Move = games.ComeBack{}
	if d.play(a) == nil {
		refused := p.Answer
		s.finish(p, d, m)
		p.Answer = refused
	}
}

// House works out the effects of the bot's own actions and deals the cards that are then owed. Without actions, it
// only plans work that the last run left unfinished, such as dealing cards or closing a table without players. lost
// is how much of the time until now does not count for the clock.
func (s Session) House(m Moment, lost time.Duration, actions ...games.Action) Plan {
	at := m.Now
	if len(actions) > 0 {
		at = actions[0].At
	}
	p := Plan{Word: Word{At: at}, next: s}
	d := draft{course: s.Course}
	d.addLostTime(s, at, lost)
	if err := d.play(actions...); err != nil {
		p.Answer = Answer{Verdict: Refused, Err: err}
		return p
	}
	s.finish(&p, d, m)
	return p
}

// finish adds to the draft what the dealer owes, and fills in the plan's entry, answer, notices and next session.
func (s Session) finish(p *Plan, d draft, m Moment) {
	said := len(d.steps)
	d.deal(p.Word.At, m.Chance)
	dealt := len(d.steps)
	p.next.play(d.course)
	if p.next.View().IsDeserted() { // no player is left to close the table and free the channel
		d.mustPlay(closingAction(d.course, p.Word.At))
		p.next.play(d.course)
	}
	p.Answer.Events = slices.Concat(eventsOf(d.steps[:said]), eventsOf(d.steps[dealt:]))
	if dealt > said && silent(p.Answer.Events) { // the move itself has no text, only the deal has
		p.Answer.Events = eventsOf(d.steps)
	}
	p.Notices = eventNotices(eventsOf(d.steps[:said]), eventsOf(d.steps[dealt:]), eventsOf(d.steps[said:dealt]))
	before := s.Course.Game
	source := p.Word.Source // for the first line that is not a LostTime, because that time came before the word
	for i, step := range d.steps {
		act := d.actions[i]
		line := store.Line{At: act.At, Seat: act.Seat, Words: act.Move.String()}
		if _, lost := act.Move.(games.LostTime); !lost {
			line.Source, source = source, ""
		}
		p.next.Line++
		p.next.noteRecap(before, step, p.next.Line, act.At)
		before = step.Game
		p.next.LastWritten = laterOf(p.next.LastWritten, act.At)
		if !step.Secret {
			p.next.Sight++
			p.changesPicture = true
		}
		isHouse := p.next.View().Seat(act.Seat).IsHouse()
		switch {
		case isHouse:
			line.Player = ids.House(int(act.Seat))
		case act.Seat > games.Watcher:
			line.Player = p.Word.Who.ID
		}
		switch {
		case act.Seat <= games.Watcher:
		case isHouse:
			p.next.nameHousePlayer(act.Seat, m.HouseName)
		case p.Word.Door == House && s.View().Seat(act.Seat).House.StandsIn:
		default:
			p.next.LastMove, p.next.lostByMove = p.Word.At, d.course.Lost
			if p.next.sit(act.Seat, p.Word.Who) {
				p.Entry.Name = store.PlayerName{Player: p.Word.Who.ID, Name: p.Word.Who.Raw}
			}
		}
		if cardsMoved(step) {
			p.next.cardsSince = p.next.Sight
		}
		p.Entry.Played = append(p.Entry.Played, store.Played{Line: line, Tallies: step.Tallies, Transfers: step.Transfers})
	}
	if was := sweptCards(d.steps); was || tookSet(d.steps) {
		p.next.past = p.next.past.add(s.pastTable(p.Word, was))
	}
	p.Entry.Table, p.Entry.After = s.Row.ID, s.Line
	p.Entry.Over, p.Entry.Asleep = p.next.Over(), p.next.Asleep()
	p.Entry.Woke = s.Asleep() && !p.next.Asleep()
	if was, held := s.View().OccupiedSeats(), p.next.View().OccupiedSeats(); held != was {
		p.Entry.Held = &held
		if held&^was != 0 {
			p.Entry.Sits = p.Word.Who.ID // 0 if the house adds one of its own players
		}
	}
}

// closingAction returns the dealer's action that closes a table immediately. Unless a hand in play has to be broken
// off, the players in the lead win, including kicked players.
func closingAction(c games.Course, at time.Time) games.Action {
	last := games.Action{At: at, Seat: games.Dealer, Move: games.LastHand{}}
	if next, _, err := c.Apply(last); err == nil && next.Game.View(games.Watcher).Phase == games.Finished {
		return last
	}
	return games.Action{At: at, Seat: games.Dealer, Move: games.End{}}
}

// silent reports whether none of these events has a text.
func silent(events []games.Event) bool {
	return !slices.ContainsFunc(games.MergeEvents(events), func(e games.Event) bool { return !e.Say().Silent() })
}

// sit records the owner of a seat and their name. It returns true if the name is new.
func (s *Session) sit(seat games.Seat, who Person) (news bool) {
	if s.Names[seat] == "" || who.Raw != "" && s.Names[seat] != who.Name {
		s.Names = maps.Clone(s.Names)
		s.Names[seat], news = who.Name, true
	}
	if _, known := s.Seats[who.ID]; !known {
		s.Seats = maps.Clone(s.Seats)
		s.Seats[who.ID] = seat
	}
	return news
}

// Adopt returns the session after a plan was written. If the clock is stopped, it stays stopped. The plan itself
// records the time lost until now.
func (s Session) Adopt(p Plan, now time.Time) Session {
	next := p.next
	next.HaltedSince, next.diskRefuses = s.HaltedSince, s.diskRefuses
	if n := len(next.past); n > 0 && next.past[n-1].adoptedAt.IsZero() {
		newest := *next.past[n-1]
		newest.adoptedAt = now
		next.past = append(slices.Clip(next.past[:n-1]), &newest)
	}
	return next
}

// A draft is a copy of a game for trying out actions.
type draft struct {
	course  games.Course
	actions []games.Action
	steps   []games.Step // the results of the actions
}

// play applies the actions in order, until the rules refuse one.
func (d *draft) play(actions ...games.Action) error {
	for _, a := range actions {
		course, step, err := d.course.Apply(a)
		if err != nil {
			return err
		}
		d.course, d.actions, d.steps = course, append(d.actions, a), append(d.steps, step)
	}
	return nil
}

// mustPlay plays an action that the rules themselves ask for, and panics if they refuse it. The panic doesn't include
// the rules' error, because an error about a deal names a hidden card.
func (d *draft) mustPlay(a games.Action) {
	if d.play(a) != nil {
		panic("the rules refused a line that they require: " + a.Seat.String())
	}
}

// deal lays the cards that the rules now ask for, and records who is away. These lines are written in the same
// transaction as the move, so that no table is ever left without its cards.
func (d *draft) deal(at time.Time, chance games.Chance) {
	for {
		owed, any := d.course.Game.Owed()
		if !any {
			seat, any := d.course.Game.Presence().Unresponsive()
			missing := games.Action{At: at, Seat: games.Clock, Move: games.Missing{Seat: seat}}
			if !any || d.play(missing) != nil { // the rules refuse this if the game has ended
				return
			}
			continue
		}
		drawn, err := chance.Draw(owed)
		if err != nil {
			panic("the dealer can't draw the cards that the rules ask for: " + err.Error())
		}
		d.mustPlay(games.Action{At: at, Seat: games.Dealer, Move: owed.Move(drawn)})
	}
}

// addHaltedTime adds a line that records lost time before a move that was made while the clock was stopped. The move
// then counts as made when the clock stopped. If the clock is stopped because writes failed and a deadline was
// running, all time until now is lost.
func (d *draft) addHaltedTime(s Session, at, now time.Time) {
	switch {
	case s.HaltedSince.IsZero():
	case s.diskRefuses && s.Course.Deadline().IsZero():
	case s.diskRefuses:
		d.addLostTime(s, now, now.Sub(s.HaltedSince))
	case at.After(s.HaltedSince):
		d.addLostTime(s, at, at.Sub(s.HaltedSince))
	}
}

// addLostTime adds a line that records time that does not count for the clock.
func (d *draft) addLostTime(s Session, at time.Time, lost time.Duration) {
	if lost = lost.Round(time.Millisecond); lost > 0 && s.View().Phase == games.Playing {
		d.mustPlay(games.Action{At: at, Seat: games.Clock, Move: games.LostTime{For: lost}})
	}
}

// Hand returns a seat's cards as its player sees them.
func Hand(g games.Game, seat games.Seat) (own []games.Area) {
	for _, a := range g.View(seat).Areas {
		if a.Seat == seat {
			own = append(own, a)
		}
	}
	return own
}
