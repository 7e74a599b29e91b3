package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	tables "settable/bot/table"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// laws checks the invariants that must hold after every step.
type laws struct {
	s        *storm
	mu       *sync.Mutex
	journals map[store.TableID][]store.Line // the journals as last read
	told     map[store.TableID]int          // the last line whose effect players have seen
	counted  map[store.TableID]int          // the line after which the table's chips were last counted
	sights   map[store.TableID]*sights
	tables   map[store.TableID]store.Table
	authors  map[store.Source]ids.User
	answers  map[string]string // the first answers to messages and presses that had no line at that time
}

func newLaws(s *storm) laws {
	return laws{
		s: s, mu: &sync.Mutex{}, journals: map[store.TableID][]store.Line{}, told: map[store.TableID]int{},
		counted: map[store.TableID]int{},
		sights:  map[store.TableID]*sights{}, tables: map[store.TableID]store.Table{},
		answers: map[string]string{}, authors: map[store.Source]ids.User{},
	}
}

func (l laws) recordMessage(e discord.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m, ok := e.(discord.TypedMessage); ok {
		l.authors[store.Source("m"+m.ID.String())] = m.Author.ID
	} else if in := discord.InteractionOf(e); in.ID != "" {
		l.authors[store.Source("i"+in.ID)] = in.User.ID
	}
}

// checkConsent checks that chips leave a player's balance only because of an action by that player in the same
// session (Leaving 9). A player who opens a table joins it without making a move.
func (l laws) checkConsent(row store.Table) {
	played, err := l.s.reported.Played(stormCtx, row.ID)
	if err != nil {
		l.s.violation("table %d: %v", row.ID, err)
		return
	}
	for _, p := range played {
		for _, x := range p.Transfers {
			if !x.From.IsBalance() {
				continue
			}
			l.mu.Lock()
			author, said := l.authors[p.Line.Source]
			l.mu.Unlock()
			opens := p.Line.Source == "" && p.Line.Player == row.Opener && p.Line.Words == "join"
			house := p.Line.Source == "" && !opens
			if x.From.Owner() != p.Line.Seat || house || said && author != p.Line.Player {
				l.s.violation("table %d, line %d: %d chips leave the balance of seat %s, who has said nothing", row.ID,
					p.Line.N, x.Amount, x.From.Owner())
			}
		}
	}
}

// checkRights checks two rules: only a moderator without a seat at the table can remove a player or void a hand alone,
// and the bot never voids a hand because a single player asks for it (Rights 10 to 12).
func (l laws) checkRights(row store.Table) {
	played, err := l.s.reported.Played(stormCtx, row.ID)
	if err != nil {
		l.s.violation("table %d: %v", row.ID, err)
		return
	}
	sits := map[ids.User]bool{}
	for _, p := range played {
		words, _, _ := strings.Cut(p.Line.Words, " ")
		switch {
		case p.Line.Seat > games.Watcher && words == "join":
			sits[p.Line.Player] = true
		case p.Line.Seat > games.Watcher && words == "leave":
			delete(sits, p.Line.Player)
		case p.Line.Seat != games.Dealer || p.Line.Source == "":
		case words == "kick" || words == "void":
			l.mu.Lock()
			author, known := l.authors[p.Line.Source]
			l.mu.Unlock()
			if known && (author != l.s.people[0].ID || sits[author]) {
				l.s.violation("table %d, line %d: %q alone, by player %d", row.ID, p.Line.N, words, author)
			}
		case words == "end":
			l.s.violation("table %d, line %d: somebody closes the table and voids its hand", row.ID, p.Line.N)
		}
	}
}

var stormCtx = context.Background()

// check checks all laws. It reads every journal and all accounts if everything is set. Otherwise it does so only
// sometimes, and only for tables in play.
func (l laws) check(everything bool) {
	all := l.s.bot.lobby.Tables.All()
	for _, t := range all {
		l.mu.Lock()
		l.tables[t.Row.ID] = t.Row
		still := l.counted[t.Row.ID] == t.Game.Session().Line && !everything
		l.counted[t.Row.ID] = t.Game.Session().Line
		l.mu.Unlock()
		l.look(t)
		if !still {
			l.checkLedger(t)
		}
	}
	if !everything && l.s.luck.IntN(50) > 0 {
		return
	}
	for id := range l.tables {
		if everything || slices.ContainsFunc(all, func(t *lobby.Table) bool { return t.Row.ID == id }) {
			l.checkJournal(id)
		}
	}
	a, err := l.s.store.Audit(stormCtx, 0)
	if err != nil {
		l.s.violation("the audit fails: %v", err)
	}
	for _, f := range a.Findings {
		l.s.violation("the books: %s", f)
	}
}

func (l laws) checkLedger(t *lobby.Table) {
	lies, n, err := l.s.store.TableAccounts(stormCtx, t.Row.ID)
	if err != nil {
		l.s.violation("reading the purses of table %d: %v", t.Row.ID, err)
		return
	}
	if n != t.Game.Session().Line && t.Game.Session().OutcomeUnknown && !l.s.onTime {
		return // the table knows that its journal is uncertain, and will read the journal again
	}
	if n != t.Game.Session().Line {
		l.s.violation("table %d thinks of line %d, its journal has %d", t.Row.ID, t.Game.Session().Line, n)
		return
	}
	v := t.Game.Session().Course.Game.View(games.Watcher)
	if v.Practice { // practice chips aren't in the ledger
		v.Pot, v.Seats = 0, nil
		for purse, n := range lies {
			if n != 0 && !purse.IsBalance() {
				l.s.violation("table %d is for practice, and %d chips lie in purse %d", t.Row.ID, n, purse)
			}
		}
	}
	if lies[games.Pot] != v.Pot {
		l.s.violation("table %d: %d chips in the pot, %d in the ledger", t.Row.ID, v.Pot, lies[games.Pot])
	}
	for _, p := range v.Seats {
		if lies[games.Account(p.Seat)] != p.Chips {
			l.s.violation("table %d, seat %s: %d chips, %d in the ledger", t.Row.ID, p.Seat, p.Chips,
				lies[games.Account(p.Seat)])
		}
	}
}

// checkJournal checks that lines never change or disappear, and that announced lines are written.
func (l laws) checkJournal(id store.TableID) {
	lines, err := l.s.reported.Lines(stormCtx, id)
	if err != nil {
		l.s.violation("reading the journal of table %d: %v", id, err)
		return
	}
	if !l.s.reported.isOnDisk(id, lines) {
		l.s.violation("table %d: the store has said other lines than it has written", id)
	}
	l.checkGrowth(id, lines)
}

// checkReported checks the journals that the store has reported as written: the next run must find those lines on
// disk.
func (l laws) checkReported() {
	for id := range l.tables {
		if lines := l.s.reported.knownLines(id); lines != nil {
			l.checkGrowth(id, lines)
		}
	}
}

// checkGrowth checks that a journal still begins with the lines that it had before.
func (l laws) checkGrowth(id store.TableID, lines []store.Line) {
	l.mu.Lock()
	was, told := l.journals[id], l.told[id]
	l.journals[id] = lines
	l.mu.Unlock()
	if len(lines) < len(was) || !slices.Equal(lines[:len(was)], was) {
		l.s.violation("table %d: the journal had %d lines and has %d others", id, len(was), len(lines))
		return
	}
	if told > len(lines) {
		l.s.violation("table %d: people saw line %d, the journal has %d", id, told, len(lines))
	}
	if len(lines) == len(was) {
		return
	}
	sources := map[string]bool{}
	for i, x := range lines {
		source, _, _ := strings.Cut(string(x.Source), keyMark)
		if source == "" {
			continue
		}
		if i >= len(was) && l.isAnswered(source) {
			l.s.violation("table %d: %q was answered with %q, and played after that", id, x.Words, l.answers[source])
		}
		if sources[source] {
			l.s.violation("table %d has %s twice", id, source)
		}
		sources[source] = true
	}
}

// checkReply checks an answer. No message may be answered twice or judged again after its answer, even if that was a
// refusal. If it had no line in the journal when it was answered, it must never get one.
func (l laws) checkReply(c ids.Channel, source, text string) {
	for _, key := range []string{"table.broken", "table.disk_fails", "table.outcome_unknown"} {
		if text == l.s.bot.lobby.Words.In("en").Key(key) {
			return // while the disk fails, nothing can be written
		}
	}
	switch {
	case l.s.bot.lobby.Tables.In(c) == nil, text == "" && (l.s.failing.Load() || l.isAnswered(source)):
	case l.isWritten(c, source):
	case l.isAnswered(source):
		l.s.violation("%s was answered with %q, and again with %q", source, l.answers[source], text)
	default:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.answers[source] = text
	}
}

// isWritten reports whether a message or press is, or may be, the source of a line in this channel.
func (l laws) isWritten(c ids.Channel, source string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	var here []store.TableID
	if t := l.s.bot.lobby.Tables.In(c); t != nil { // it may be too new to be among the known tables
		here = append(here, t.Row.ID)
	}
	for id, row := range l.tables {
		if row.Channel == c {
			here = append(here, id)
		}
	}
	for _, id := range here {
		lines, err := l.s.reported.upTo(id, 0)
		if err != nil || slices.ContainsFunc(lines, func(x store.Line) bool {
			before, _, _ := strings.Cut(string(x.Source), keyMark)
			return before == source
		}) {
			return true // possible, because the journal is uncertain
		}
	}
	return false
}

func (l laws) isAnswered(source string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, any := l.answers[source]
	return any
}

// sights replays a table's journal, and records when each card was last visible and to whom.
type sights struct {
	course games.Course
	secret bool // the game has hands that only their owners can see
	lines  int
	sight  int                                // the number of lines, not counting secret ones
	hands  map[games.Seat]map[cards.Card]bool // the cards that each seat sees in its own hand
	now    map[seenCard]bool                  // the cards that are visible now
	seen   map[seenCard]lastSeen              // when each card was last visible
}

// A seenCard is a card that one seat can see. If the seat is Watcher, everyone can see the card.
type seenCard struct {
	by   games.Seat
	card cards.Card
}

// A lastSeen says when, and at which line, a card was last visible.
type lastSeen struct {
	at   time.Time
	line int
}

// look replays new lines of the journal, and records who can see which cards, or could see them between two steps.
func (l laws) look(t *lobby.Table) *sights {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.sights[t.Row.ID]
	if x == nil {
		course, err := games.Begin(t.Game.Session().Rules, t.Row.Options)
		if err != nil {
			l.s.violation("table %d: %v", t.Row.ID, err)
		}
		x = &sights{course: course, secret: t.Manual.Hands && t.Row.Options["hands"] != "open",
			seen: map[seenCard]lastSeen{}}
		l.sights[t.Row.ID] = x
		x.update()
	}
	if t.Game.Session().Line <= x.lines {
		return x
	}
	lines, err := l.s.reported.upTo(t.Row.ID, t.Game.Session().Line)
	if err != nil {
		return x // the store is closed
	}
	fresh := lines[min(x.lines, len(lines)):]
	for i, line := range fresh {
		move, _ := t.Game.Session().Rules.Parse(line.Words)
		next, step, err := x.course.Apply(games.Action{At: line.At, Seat: line.Seat, Move: move})
		if err != nil {
			l.s.violation("table %d, line %d: %v", t.Row.ID, line.N, err)
			break
		}
		x.course, x.lines = next, line.N
		if !step.Secret {
			x.sight++
		}
		if line.Seat != games.Dealer || i+1 == len(fresh) || fresh[i+1].Seat != games.Dealer {
			x.update() // a deal is one entry with many lines
		}
	}
	return x
}

// update records who can now see which cards, and when removed cards were last visible.
func (x *sights) update() {
	for s := range x.now {
		x.seen[s] = lastSeen{time.Now(), x.lines}
	}
	x.now = map[seenCard]bool{}
	v := x.course.Game.View(games.Watcher)
	if !x.areHandsOpen() {
		v.Areas = slices.DeleteFunc(v.Areas, func(a games.Area) bool { return a.Seat > games.Watcher })
	}
	for c := range gamestest.Faces(v) {
		x.now[seenCard{games.Watcher, c}] = true
	}
	x.hands = map[games.Seat]map[cards.Card]bool{}
	for _, p := range v.Seats {
		x.hands[p.Seat] = gamestest.Faces(games.View{Areas: tables.Hand(x.course.Game, p.Seat)})
		for c := range x.hands[p.Seat] {
			x.now[seenCard{p.Seat, c}] = true
		}
	}
}

func (x *sights) canSee(s seenCard) bool { return x.now[s] || time.Since(x.seen[s].at) < recently }

// isOwed reports whether a card was visible in a line that the table has not yet recorded as announced. The bot
// announces a showdown even after a long outage of Discord, and announces it again if it crashed before it could
// record that.
func (l laws) isOwed(t *lobby.Table, x *sights, s seenCard) bool {
	last, ever := x.seen[s]
	if !ever {
		return false
	}
	row, _, err := l.s.store.Export(stormCtx, t.Row.ID)
	return err != nil || last.line > row.Shown // an error means that the power is off
}

// areHandsOpen reports whether hands are open, according to the state of the game rather than its views.
func (x *sights) areHandsOpen() bool {
	if !x.secret {
		return true
	}
	fields, ok := x.course.Game.State(games.Seat.String).(map[string]any)
	if !ok || fields["result"] == nil {
		return false
	}
	raw, err := json.Marshal(fields["result"])
	var result struct{ Shown bool }
	return err == nil && json.Unmarshal(raw, &result) == nil && result.Shown
}

// recently is how long messages may still name a card after it left the table, because they may have to wait for
// Discord.
const recently = 5 * time.Minute

// checkPublic checks that a public text names no hidden card and that its line is already written.
func (l laws) checkPublic(c ids.Channel, p *botPost) {
	s := l.s
	t := s.bot.lobby.Tables.In(c)
	if t == nil {
		return
	}
	x := l.look(t)
	for _, b := range p.Buttons {
		id, ok := message.ParseID(b)
		if !ok || lobby.SightOf(id).Table == 0 {
			continue
		}
		if lobby.SightOf(id).Table != t.Row.ID {
			return // the end of the previous table was shown late, and its cards aren't secret at this one
		}
		if lobby.SightOf(id).Line > x.sight {
			if lines, err := s.reported.upTo(t.Row.ID, t.Game.Session().Line); err == nil {
				_, n := l.replay(t.Row, lines, func(games.Step) {})
				if lobby.SightOf(id).Line > n {
					s.violation("table %d: line %d is told before it is written (%d are)", t.Row.ID,
						lobby.SightOf(id).Line, n)
				}
			}
		}
		l.mu.Lock()
		l.told[lobby.SightOf(id).Table] = max(l.told[lobby.SightOf(id).Table], lobby.SightOf(id).Line)
		l.mu.Unlock()
		break
	}
	for seat := range x.hands {
		l.checkHidden(t, x, seat, games.Watcher, 0, p.Text)
	}
}

func (l laws) checkPrivate(who ids.User, c ids.Channel, text string) {
	t := l.s.bot.lobby.Tables.In(c)
	if t == nil {
		return
	}
	x := l.look(t)
	mine := t.Game.Session().Seats[who]
	for seat := range x.hands {
		if seat != mine {
			l.checkHidden(t, x, seat, mine, who, text)
		}
	}
}

// checkHidden checks a text that may name cards of a seat's hand: the reader must be able to see those cards, or have
// seen them a moment ago. who is the reader of a private text, and 0 for a public one.
func (l laws) checkHidden(t *lobby.Table, x *sights, seat, reader games.Seat, who ids.User, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lang := l.s.bot.lobby.Words.In("en")
	says := func(as string) bool { return strings.Contains(text, as) }
	for c := range x.hands[seat] {
		if !says(c.String()) && !says(lang.Card(c)) && !says(lang.Brief(c)) {
			continue
		}
		all, own := seenCard{games.Watcher, c}, seenCard{reader, c}
		if x.canSee(all) || l.isOwed(t, x, all) || reader > 0 && (x.canSee(own) || l.isOwed(t, x, own)) {
			continue
		}
		if who != 0 && l.heldEarlier(who, t.Row, c) {
			continue // a private message about an earlier table of this channel arrived late
		}
		if _, shown := x.seen[all]; shown && strings.Contains(text, "In the running: ") {
			continue // Why? explains an earlier showdown, at which everyone saw the card
		}
		l.s.violation("table %d: %s reads %s, which seat %s holds:\n%s", t.Row.ID, reader, c, seat, text)
	}
}

// heldEarlier reports whether a user could see a card from their own seat at an earlier table of the same channel. The
// caller holds mu.
func (l laws) heldEarlier(who ids.User, now store.Table, c cards.Card) bool {
	for id, row := range l.tables {
		x := l.sights[id]
		if row.Channel != now.Channel || id >= now.ID || x == nil {
			continue
		}
		for _, line := range l.journals[id] {
			if line.Player == who && line.Seat > games.Watcher && x.canSee(seenCard{line.Seat, c}) {
				return true
			}
		}
	}
	return false
}

// checkMorning checks that every table is closed and its end was shown once, that all chips are back with their
// owners, and that every journal can be replayed to its end.
func (l laws) checkMorning() {
	for _, id := range slices.Sorted(maps.Keys(l.tables)) {
		row, lines, err := l.s.store.Export(stormCtx, id)
		if err != nil {
			l.s.violation("table %d: %v", id, err)
			continue
		}
		l.s.total.tables.Add(1)
		l.s.total.lines.Add(int64(len(lines)))
		end := l.replayTable(row, lines)
		l.checkConsent(row)
		l.checkRights(row)
		lies, _, err := l.s.store.TableAccounts(stormCtx, id)
		if err != nil {
			l.s.violation("table %d: %v", id, err)
		}
		for purse, n := range lies {
			if n != 0 && !purse.IsBalance() {
				l.s.violation("table %d is closed and holds %d chips", id, n)
			}
		}
		l.checkEndShown(row, end)
	}
}

// replayTable replays a closed table's journal, counts its hands and returns the number of lines that aren't secret.
func (l laws) replayTable(row store.Table, lines []store.Line) (sight int) {
	course, sight := l.replay(row, lines, func(step games.Step) {
		if slices.ContainsFunc(step.Tallies, func(x games.Tally) bool { return x.Count == games.Hands }) {
			l.s.total.hands.Add(1)
		}
	})
	neverOpened := !slices.ContainsFunc(lines, func(line store.Line) bool { return line.Seat > games.Watcher })
	if course.Game.View(games.Watcher).Phase != games.Finished && !neverOpened {
		l.s.violation("table %d is closed in the middle", row.ID)
	}
	return sight
}

func (l laws) replay(row store.Table, lines []store.Line, see func(games.Step)) (c games.Course, sight int) {
	rules := l.s.rulesOf(row.Game)
	c, err := games.Begin(rules, row.Options)
	for _, x := range lines {
		if err != nil {
			break
		}
		move, _ := rules.Parse(x.Words)
		var step games.Step
		if c, step, err = c.Apply(games.Action{At: x.At, Seat: x.Seat, Move: move}); err != nil {
			err = fmt.Errorf("line %d: %w", x.N, err)
			break
		}
		if !step.Secret {
			sight++
		}
		see(step)
	}
	if err != nil {
		l.s.violation("table %d: %v", row.ID, err)
	}
	return c, sight
}

// checkEndShown checks that the table's end is shown exactly once, if its channel still exists.
func (l laws) checkEndShown(row store.Table, lines int) {
	ends := 0
	for _, p := range l.s.far.posts(row.Channel) {
		for _, b := range p.Buttons {
			if id, ok := message.ParseID(b); ok && lobby.SightOf(id).Table == row.ID &&
				id.Kind == message.AgainButton {
				ends++
				if lobby.SightOf(id).Line != lines {
					l.s.violation("table %d ended with line %d, and %d is shown", row.ID, lines, lobby.SightOf(id).Line)
				}
				break
			}
		}
	}
	if ends > 1 && !l.s.failed { // after a disk failure, the bot may not know which post was the last
		l.s.violation("the end of table %d is shown %d times", row.ID, ends)
	}
}

func (s *storm) rulesOf(name string) games.Rules {
	i := slices.IndexFunc(s.bot.Games, func(k games.Kind) bool { return k.Name() == name })
	return s.bot.Games[i]
}
