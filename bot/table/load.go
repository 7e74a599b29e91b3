package table

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// ErrBroken means that a journal can't be replayed because the game's rules refuse one of its lines.
var ErrBroken = errors.New("the journal can't be replayed")

// Load sets up a new or reopened table from its journal, and also returns the journal's lines. At the first Resume,
// the table tells players about all events after row.Shown. The error comes from the store or wraps ErrBroken. If the
// journal was played under other rules, the error also wraps games.ErrEdition.
func Load(ctx context.Context, row store.Table, rules games.Rules, parts Parts) (
	*Table, []store.Line, error) {

	if parts.HouseName == nil {
		parts.HouseName = func(who games.HousePlayer) string { return who.Name }
	}
	t := &Table{Parts: parts, clock: clock{chooseMove: parts.Player}}
	t.inbox = newInbox(t.IsSeated)
	s, untold, lines, err := t.load(ctx, row, rules)
	if err != nil {
		return nil, nil, err
	}
	t.untoldEvents, t.playedSources = untold, newestSources(lines)
	t.session.Store(&s)
	return t, lines, nil
}

// mostSources is how many sources of recent lines a table remembers after it was loaded.
const mostSources = 64

// newestSources returns the sources of the newest lines: the ids of messages or presses that were already played
// before a restart and must not be judged again.
func newestSources(lines []store.Line) map[store.Source]bool {
	all := map[store.Source]bool{}
	for i := len(lines) - 1; i >= 0 && len(all) < mostSources; i-- {
		if s := lines[i].Source; s != "" {
			all[s] = true
		}
	}
	return all
}

func (t *Table) load(ctx context.Context, row store.Table, rules games.Rules) (
	s Session, untold []games.Event, lines []store.Line, err error) {

	if lines, err = t.Journal.Lines(ctx, row.ID); err != nil {
		return s, nil, nil, err
	}
	s = Session{
		Row: row, Rules: rules, Manual: rules.Manual(), Line: len(lines), cardsSince: len(lines),
		LastMove: row.Opened, LastWritten: row.Opened, Vocabulary: t.Vocabulary,
		Seats: map[ids.User]games.Seat{}, Names: map[games.Seat]string{},
	}
	for _, l := range lines {
		s.LastWritten = laterOf(s.LastWritten, l.At)
		if l.Seat > games.Watcher {
			s.Seats[l.Player] = l.Seat
			if !l.Player.IsHouse() {
				s.LastMove = l.At
			}
		}
	}
	names, err := t.Names(ctx, slices.Collect(maps.Keys(s.Seats)))
	if err != nil {
		return s, nil, nil, err
	}
	for player, seat := range s.Seats {
		if !player.IsHouse() {
			s.Names[seat] = names[player]
		}
	}
	if s.earlierPlayers, err = EarlierPlayers(ctx, t.Journal, row); err != nil {
		return s, nil, nil, err
	}
	if untold, err = s.replay(lines); err == nil {
		for _, seat := range s.Seats {
			if s.View().Seat(seat).IsHouse() {
				s.nameHousePlayer(seat, t.HouseName)
			}
		}
		for _, f := range s.past {
			f.taker.Name = s.Name(s.Seats[f.taker.ID])
			if f.before.Line >= row.Shown { // no player has seen the result yet
				f.adoptedAt = t.Now()
			}
		}
	}
	return s, untold, lines, err
}

// EarlierPlayers returns everyone who has had a seat at another table of the same night or at an earlier table of the
// same match.
func EarlierPlayers(ctx context.Context, from interface {
	Standing(context.Context, store.NightID) (store.Standing, error)
	Lines(context.Context, store.TableID) ([]store.Line, error)
	Table(context.Context, store.TableID) (store.Table, error)
}, row store.Table) (map[ids.User]bool, error) {
	all := map[ids.User]bool{}
	if row.Night != 0 {
		standing, err := from.Standing(ctx, row.Night)
		if err != nil {
			return nil, fmt.Errorf("reading the players of a poker night: %w", err)
		}
		for _, p := range standing.Players {
			all[p.Player] = true
		}
	}
	for row.Options.IsMatch() && row.Follows != 0 {
		lines, err := from.Lines(ctx, row.Follows)
		if err != nil {
			return nil, fmt.Errorf("reading an earlier hand of a match: %w", err)
		}
		for _, l := range lines {
			if l.Seat > games.Watcher {
				all[l.Player] = true
			}
		}
		if row, err = from.Table(ctx, row.Follows); errors.Is(err, store.ErrNoTable) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("reading an earlier table of a match: %w", err)
		}
	}
	return all, nil
}

// replay replays a journal. It returns the events that players haven't seen yet.
func (s *Session) replay(lines []store.Line) (untold []games.Event, err error) {
	said := store.GameLines(lines)
	shown := min(s.Row.Shown, len(lines))
	course, err := games.Begin(s.Rules, s.Row.Options)
	for i := 0; err == nil && i < len(lines); i++ {
		var step games.Step
		before := course
		course, step, err = course.Play(s.Rules, i+1, said[i])
		if lines[i].Seat > games.Watcher && !lines[i].Player.IsHouse() {
			s.lostByMove = course.Lost
		}
		if step.Secret {
			continue
		}
		s.noteRecap(before.Game, step, i+1, lines[i].At)
		if swept := step.Claim == games.TableSwept; swept || step.Claim == games.ClaimTaken {
			s.recall(before, lines, i, swept)
		}
		s.Sight++
		if i >= shown {
			untold = append(untold, step.Events...)
		}
	}
	s.cardsSince = s.Sight
	if err != nil {
		return nil, fmt.Errorf("table %d: %w: %w", s.Row.ID, ErrBroken, err)
	}
	s.play(course)
	return untold, nil
}

// ViewAt replays the table's journal up to the given Sight and returns what everyone could see then. The error wraps
// ErrBroken.
func (s Session) ViewAt(journal []store.Line, sight int) (games.View, error) {
	course, err := games.Begin(s.Rules, s.Row.Options)
	for i, line := range store.GameLines(journal) {
		if err != nil || sight == 0 {
			break
		}
		var step games.Step
		if course, step, err = course.Play(s.Rules, i+1, line); !step.Secret {
			sight--
		}
	}
	if err != nil {
		return games.View{}, fmt.Errorf("table %d: %w: %w", s.Row.ID, ErrBroken, err)
	}
	return course.Game.View(games.Watcher), nil
}

// reconcile reports whether the table knows which lines are written. If the commit outcome of the last line is
// unknown, it first asks the store to determine it, and reads the journal again.
func (t *Table) reconcile() bool {
	if !t.Session().OutcomeUnknown {
		return true
	}
	if err := t.Journal.Reconcile(context.Background()); err != nil {
		t.tryLater("a line with an unknown commit outcome", err)
		return false
	}
	t.reload()
	return !t.Session().OutcomeUnknown
}

// behindJournal handles a journal to which another process has added lines. It reads the journal again or ends the
// table.
func (t *Table) behindJournal(err error) {
	t.Log.Error("another process wrote to this table's journal", "error", err)
	t.reload()
	if errors.Is(err, store.ErrOver) {
		t.change(func(s *Session) { s.isClosed = s.isClosed || !s.Over() })
	}
}

// reload loads the table from its journal again, shows it and tells players what is new. If the journal can't be
// replayed, reload panics, which stops the table.
func (t *Table) reload() {
	was := t.Session()
	row := was.Row
	row.Shown = was.Line
	fresh, untold, lines, err := t.load(context.Background(), row, was.Rules)
	switch {
	case errors.Is(err, ErrBroken):
		panic(err.Error())
	case err != nil:
		t.change(func(s *Session) { s.OutcomeUnknown = true })
		t.tryLater("reading the journal", err)
		return
	}
	fresh.Row, fresh.HaltedSince, fresh.diskRefuses = was.Row, was.HaltedSince, was.diskRefuses
	if !was.HaltedSince.IsZero() { // the line of unknown outcome may be one of lost time
		fresh.HaltedSince = was.HaltedSince.Add(fresh.Course.Lost - was.Course.Lost)
	}
	t.session.Store(&fresh)
	told := eventNotices(t.untoldEvents, untold)
	t.untoldEvents = nil
	more, _ := t.makeUp(0)
	t.show(append(told, more...)...)
	t.answerUnconfirmed(lines)
}
