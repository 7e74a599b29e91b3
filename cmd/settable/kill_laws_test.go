package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"settable/bot/table"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/render"
	"settable/store"
	"settable/store/ids"
	"settable/store/postgres"
	"settable/store/sqlite"
)

// A book holds the last known journal of a table, and the game before the first line and after each line.
type book struct {
	row     store.Table
	lines   []store.Line
	courses []games.Course
	shows   []map[cards.Card]bool // the cards that everyone could see at that time
}

// checkData opens a copy of the files after a death, as the next bot will open them, and compares it with the bot's
// messages.
func (v *evening) checkData() {
	told, acts, played := v.listener.take()
	for _, fell := range v.listener.takeRegressions() {
		v.recordViolation("%s", fell)
	}
	v.total.told.Add(int64(len(told)))
	for _, who := range people { // the end of a game names all players, even those who did nothing
		v.player(who)
	}
	ctx := context.Background()
	defer os.RemoveAll(v.copyFolder())
	st, err := v.openData(ctx)
	if err != nil {
		v.recordViolation("what is left does not open: %v", err)
		return
	}
	defer func() {
		if err := st.Close(); err != nil {
			v.recordViolation("closing what is left: %v", err)
		}
	}()
	if err := st.Check(ctx); err != nil {
		v.recordViolation("%v", err)
	}
	key, err := st.Key(ctx)
	if err != nil {
		v.recordViolation("%v", err)
		return
	}
	v.chain = store.NewChain(key)
	acts, played = sealed(v.chain, acts), sealed(v.chain, played)
	if err := v.readAll(ctx, st, acts); err != nil {
		v.recordViolation("%v", err)
		return
	}
	for _, t := range told {
		t.to = v.chain.Seal(t.to)
		v.checkShown(t, acts)
	}
	v.checkConfirmed(ctx, st, acts, played)
}

// integrityChecker is a database that can check its integrity.
type integrityChecker interface {
	openDatabase
	Check(context.Context) error
}

// copyFolder returns the folder for a copy of the database.
func (v *evening) copyFolder() string { return filepath.Join(v.dir, "copy") }

// openData opens the data that a death has left: a copy of the file, or the shared database.
func (v *evening) openData(ctx context.Context) (integrityChecker, error) {
	if (database{v.database}).isPostgres() {
		return postgres.Open(ctx, v.database, postgres.Options{ReadOnly: true})
	}
	path := filepath.Join(v.copyFolder(), "settable.db")
	if err := copyFiles(v.database, path); err != nil {
		return nil, fmt.Errorf("copying the files: %w", err)
	}
	return sqlite.Open(ctx, path, sqlite.Options{})
}

// sealed replaces sources with their seals, because closed tables don't store the sources themselves.
func sealed[T any](c store.Chain, by map[store.Source]T) map[store.Source]T {
	all := make(map[store.Source]T, len(by))
	for source, x := range by {
		all[c.Seal(source)] = x
	}
	return all
}

// copyFiles copies a closed database with its WAL.
func copyFiles(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(from + end)
		if errors.Is(err, os.ErrNotExist) {
			continue // the bot was killed before it created the file
		}
		if err == nil {
			err = os.WriteFile(to+end, data, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readAll reads all journals.
func (v *evening) readAll(ctx context.Context, st openDatabase, acts map[store.Source]act) error {
	for last := store.TableID(0); ; {
		some, err := st.Tables(ctx, last, 100) // a crash of the server leaves gaps in the ids
		if err != nil || len(some) == 0 {
			return err
		}
		for _, t := range some {
			row, lines, err := st.Export(ctx, t.ID)
			if err != nil {
				return err
			}
			for i := range lines {
				lines[i].Source = v.chain.Seal(lines[i].Source)
			}
			v.read(ctx, st, row, lines, acts)
			last = t.ID
		}
	}
}

// read replays the new lines of a journal. Earlier lines must be unchanged, and each new line must contain what its
// author typed.
func (v *evening) read(ctx context.Context, st openDatabase, row store.Table, lines []store.Line,
	acts map[store.Source]act) {
	rule := kinds[slices.IndexFunc(kinds, func(r games.Kind) bool { return r.Name() == row.Game })]
	b := v.books[row.ID]
	if b == nil {
		start, err := games.Begin(rule, row.Options)
		if err != nil {
			v.recordViolation("table %d: %v", row.ID, err)
			return
		}
		b = &book{}
		v.books[row.ID] = b
		b.add(start)
	}
	if len(lines) < len(b.lines) || !slices.Equal(lines[:len(b.lines)], b.lines) {
		v.recordViolation("table %d: its journal had %d lines, and now it has %d others", row.ID, len(b.lines), len(lines))
		return
	}
	for i := len(b.lines); i < len(lines); i++ {
		l := lines[i]
		move, _ := rule.Parse(l.Words)
		course, _, err := b.courses[i].Apply(games.Action{At: l.At, Seat: l.Seat, Move: move})
		if err != nil {
			v.recordViolation("table %d, line %d does not play: %v", row.ID, l.N, err)
			return
		}
		b.add(course)
		if i > 0 && countsTwice(lines[i-1], l) {
			v.recordViolation("table %d, line %d: %q, and line %d was written %s before it", row.ID, l.N, l.Words, l.N-1,
				l.At.Sub(lines[i-1].At))
		}
		if l.Source != "" {
			v.checkLine(rule, row, lines[i:], acts[l.Source])
		}
	}
	v.total.lines.Add(int64(len(lines) - len(b.lines)))
	v.total.add(v.total.games, row.Game, len(lines)-len(b.lines))
	b.row, b.lines = row, lines
	if row.Closed.IsZero() {
		v.auditTable(ctx, st, row, rule)
	}
}

// auditTable audits an open table. If moves may have happened in the meantime, it repeats the audit.
func (v *evening) auditTable(ctx context.Context, st openDatabase, row store.Table, rule games.Rules) {
	_, found, err := store.AuditTable(ctx, st, row, rule)
	if err == nil && len(found) > 0 {
		if row, _, err = st.Export(ctx, row.ID); err == nil {
			_, found, err = store.AuditTable(ctx, st, row, rule)
		}
	}
	if err != nil || len(found) > 0 {
		v.recordViolation("table %d: %v %v", row.ID, found, err)
	}
}

// countsTwice reports whether a line counts time as lost although the bot was listening at that time. It tolerates the
// interval at which the bot records the time.
func countsTwice(before, l store.Line) bool {
	const looks = time.Second
	seconds, is := strings.CutPrefix(l.Words, "away ")
	lost, err := time.ParseDuration(seconds + "s")
	return is && l.Seat == games.Clock && err == nil && lost > l.At.Sub(before.At)+looks
}

func (b *book) add(c games.Course) {
	b.courses = append(b.courses, c)
	b.shows = append(b.shows, gamestest.Faces(c.Game.View(games.Watcher)))
}

// checkLine checks that a line contains what its author typed at that table. In two special cases, the line differs: a
// claim may first seat its player, and /end makes a lone opener leave.
func (v *evening) checkLine(rule games.Rules, row store.Table, lines []store.Line, d act) {
	l := lines[0]
	if l.Words == "join" && len(lines) > 1 && lines[1].Seat == l.Seat && lines[1].Source == "" {
		l = lines[1]
	}
	v.sources[lines[0].Source]++
	v.total.add(v.total.doors, d.door, 1)
	move, ok := rule.Parse(d.words)
	switch {
	case v.sources[lines[0].Source] > 1:
		v.recordViolation("table %d, line %d: %s is played twice", row.ID, l.N, lines[0].Source)
	case l.Words == "back": // the move was refused, but its author is no longer away
	case d.words == "end" && l.Words == "last": // the current hand must be finished first
	case l.Words == "join" && d.door == "again": // another player was faster, and the table already exists
	case d.words == "end" && l.Words == "leave" && l.Player == v.player(d.who): // the others play on
	case !ok || move.String() != l.Words && move.String() != lines[0].Words:
		v.recordViolation("table %d, line %d is %q, and %s said %q", row.ID, l.N, l.Words, d.who, d.words)
	case l.Seat > 0 && l.Player != v.player(d.who), strconv.FormatInt(int64(row.Channel), 10) != d.channel:
		v.recordViolation("table %d, line %d is of player %d, and %s said it in %s", row.ID, l.N, l.Player, d.who, d.channel)
	}
}

// checkShown checks a message that was shown: its line must be in the journal, its picture must match the state after the
// line, and its words must not name a hidden card.
func (v *evening) checkShown(t shownTable, acts map[store.Source]act) {
	if t.table == 0 {
		return
	}
	b := v.books[t.table]
	if b == nil || t.line >= len(b.courses) {
		v.recordViolation("table %d: people were shown line %d, which is not there", t.table, t.line)
		return
	}
	game := b.courses[t.line].Game
	seat := games.Watcher
	for _, p := range game.View(games.Watcher).Seats {
		if t.seat != "" && games.SeatLetter(p.Seat) == t.seat {
			seat = p.Seat
		}
	}
	view := game.View(seat)
	if seat == games.Watcher && (view.Phase != games.Playing || view.Recap) { // the picture contains the players' names
		view = view.WithNames(func(s games.Seat) string { return v.displayName(b.playerInSeat(s, t.line)) })
	}
	if says := render.Alt(view, inEnglish()); t.alt != "" && t.alt != says {
		v.recordViolation("table %d, line %d: people were shown\n%s\nand the journal says\n%s", t.table, t.line, t.alt, says)
	}
	if who := acts[t.to].who; seat > 0 && !b.isSeatOf(seat, v.player(who)) {
		v.recordViolation("table %d, line %d: %s was shown the hand of seat %s", t.table, t.line, who, t.seat)
	}
	english := inEnglish()
	for _, p := range game.View(games.Watcher).Seats {
		for c := range gamestest.Faces(games.View{Areas: table.Hand(game, p.Seat)}) {
			asked := strings.ToUpper(acts[t.to].words)
			told := strings.Contains(t.words, c.String()) || strings.Contains(t.words, english.Card(c))
			if told && p.Seat != seat && !strings.Contains(asked, c.String()) && !b.shown(t.line, c) {
				v.recordViolation("table %d, line %d: %s holds %s, and people read\n%s", t.table, t.line, games.SeatLetter(p.Seat),
					c, t.words)
			}
		}
	}
}

// namingLines is how many lines later a sentence may still name a card that everyone saw.
const namingLines = 40

func (b *book) shown(line int, c cards.Card) bool {
	for n := max(0, line-namingLines); n <= line; n++ {
		if b.shows[n][c] {
			return true
		}
	}
	return false
}

func (b *book) isSeatOf(seat games.Seat, who ids.User) bool {
	return slices.ContainsFunc(b.lines, func(l store.Line) bool { return l.Seat == seat && l.Player == who })
}

// playerInSeat returns the player in a seat at a certain line.
func (b *book) playerInSeat(seat games.Seat, line int) (who ids.User) {
	for _, l := range b.lines[:line] {
		if l.Seat == seat {
			who = l.Player
		}
	}
	return who
}

// checkConfirmed checks that every move or gift of chips that the bot confirmed is in the database.
func (v *evening) checkConfirmed(ctx context.Context, st openDatabase, acts map[store.Source]act,
	played map[store.Source]string) {
	var gifts []store.Grant
	for _, guild := range v.servers() {
		some, err := st.Gifts(ctx, guild, 1, 100000)
		if err != nil {
			v.recordViolation("%v", err)
			return
		}
		gifts = append(gifts, some.Grants...)
	}
	for source, words := range played {
		d := acts[source]
		switch told := confirmsMove(d, words); {
		case d.door == "balance":
			v.checkBalance(ctx, d, words)
		case !told:
		case d.door == "grant":
			if !slices.ContainsFunc(gifts, func(g store.Grant) bool { return g.Source == source }) {
				v.recordViolation("%s was told %q, and there is no such grant", d.who, words)
			}
		default:
			v.total.moves.Add(1)
			if v.sources[source] == 0 {
				v.recordViolation("%s heard that %q (%s, %s) was played: %q; no journal has it", d.who, d.words, d.door, source,
					words)
			}
		}
	}
}

var balanceTold = regexp.MustCompile(`You have \*\*(\d+) chips?\*\*(?: and (\d+) more)?`)

// checkBalance checks that a reported balance is one that the player had after some line or grant.
func (v *evening) checkBalance(ctx context.Context, d act, words string) {
	m := balanceTold.FindStringSubmatch(words)
	if m == nil {
		return
	}
	v.total.balances.Add(1)
	had, err := v.everyBalance(ctx, v.guildOf(d.channel), v.player(d.who))
	if err != nil {
		v.recordViolation("%v", err)
	}
	if !slices.Contains(had, [2]string{m[1], m[2]}) {
		v.recordViolation("%s was told %q, and never had that", d.who, words)
	}
}

// servers returns the servers that have tables.
func (v *evening) servers() (all []ids.Guild) {
	for _, at := range v.tables {
		if !slices.Contains(all, at.guild) {
			all = append(all, at.guild)
		}
	}
	return all
}

// guildOf returns the server of a channel.
func (v *evening) guildOf(channel string) ids.Guild {
	i := slices.IndexFunc(v.tables, func(at tableLocation) bool { return at.channel == channel })
	return v.tables[i].guild
}

// chipsAfterEachChange selects the chips of player $2 on server $1, in the balance and on tables, after each change.
const chipsAfterEachChange = `WITH mine AS (
		SELECT id, kind = 'player' AS home FROM accounts
		WHERE guild = $1 AND player = (SELECT id FROM people WHERE discord = $2)
	), moved AS (
		SELECT x.*, m.home, CASE WHEN m.id = x.payee THEN x.amount ELSE -x.amount END AS chips
		FROM transfers x JOIN mine m ON m.id IN (x.payer, x.payee)
	), caused AS (
		SELECT max(id) AS id, sum(CASE WHEN home THEN chips ELSE 0 END) AS balance,
			sum(CASE WHEN home THEN 0 ELSE chips END) AS stacks
		FROM moved GROUP BY table_id, line, grant_id
	)
	SELECT sum(balance) OVER w, sum(stacks) OVER w FROM caused WINDOW w AS (ORDER BY id)`

// everyBalance returns every balance that a player ever had, together with the player's chips on tables at that time,
// formatted as the bot reports them.
func (v *evening) everyBalance(ctx context.Context, g ids.Guild, p ids.User) (all [][2]string, err error) {
	driver, name := "sqlite", "file:"+v.database+"?mode=ro"
	if (database{v.database}).isPostgres() {
		driver, name = "pgx", v.database
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, chipsAfterEachChange, g, p)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var balance, stacks int64
		if err := rows.Scan(&balance, &stacks); err != nil {
			return nil, err
		}
		onTables := ""
		if stacks > 0 {
			onTables = fmt.Sprint(stacks)
		}
		all = append(all, [2]string{fmt.Sprint(balance), onTables})
	}
	return all, rows.Err()
}

// confirmsMove reports whether an answer confirms that a move was played. A confirmation mentions the player by name. A
// refusal says "you", or precedes the player's hand.
func confirmsMove(d act, words string) bool {
	switch d.door {
	case "typed":
		return words == "❌"
	case "press", "form", "slash", "private form":
		// If a form was opened from a private message, the only answer may be a deferral without text, which confirms
		// nothing.
		return words == "" && d.door != "private form" || strings.HasPrefix(words, d.who+" ") ||
			strings.HasPrefix(words, d.who+":") ||
			strings.HasPrefix(words, "Your cards (you're **")
	case "grant":
		return strings.Contains(words, " gets ")
	}
	return false
}

// runAudit runs the program's audit.
func (v *evening) runAudit() {
	var out, errs strings.Builder
	if code := Main(context.Background(), []string{"audit", "--database", v.database}, strings.NewReader(""),
		&out, &errs); code != 0 {
		v.recordViolation("settable audit: %d\n%s%s", code, out.String(), errs.String())
	}
	v.total.audits.Add(1)
}

// progress returns the state of each channel's table as people see it.
func (v *evening) progress() map[string]seenState {
	v.listener.mu.Lock()
	defer v.listener.mu.Unlock()
	return maps.Clone(v.listener.rooms)
}
