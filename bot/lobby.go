package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// lobby knows which table stands in which channel.
type lobby struct {
	mu     sync.RWMutex
	tables map[store.ChannelID]*table
}

func newLobby() *lobby { return &lobby{tables: map[store.ChannelID]*table{}} }

func (l *lobby) at(c store.ChannelID) *table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.tables[c]
}

func (l *lobby) add(t *table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tables[t.row.Channel] = t
}

func (l *lobby) drop(t *table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tables[t.row.Channel] == t {
		delete(l.tables, t.row.Channel)
	}
}

func (l *lobby) all() []*table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	list := make([]*table, 0, len(l.tables))
	for _, t := range l.tables {
		list = append(list, t)
	}
	return list
}

// tell puts a letter into every mailbox, tellIn into those of one server.
func (l *lobby) tell(letter any) {
	for _, t := range l.all() {
		t.mail.put(letter)
	}
}

func (l *lobby) tellIn(g store.GuildID, letter any) {
	for _, t := range l.all() {
		if t.row.Guild == g {
			t.mail.put(letter)
		}
	}
}

// open writes a new table and lets it play. The letters are what it reads first.
func (b *Bot) open(ctx context.Context, row store.Table, source store.Source, letters ...any) error {
	rules := b.ruleOf(row.Game)
	if rules == nil {
		return games.Illegal("There is no such game here: `/help` lists those there are.")
	}
	if _, err := rules.Open(row.Options); err != nil {
		return err
	}
	if t := b.lobby.at(row.Channel); t != nil {
		return store.ErrBusyChannel
	}
	row, err := b.store.OpenTable(ctx, row, source)
	if err != nil {
		return err
	}
	t, err := b.table(ctx, row, rules)
	if err != nil {
		return err
	}
	for _, l := range letters {
		t.mail.put(l)
	}
	b.start(t)
	return nil
}

// table sets up a table from its journal: opening and recovering are one.
func (b *Bot) table(ctx context.Context, row store.Table, rules games.Rules) (*table, error) {
	lines, err := b.store.Lines(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	said := make([]games.Said, len(lines))
	seats := map[store.PlayerID]games.Seat{}
	last := row.Opened
	for i, l := range lines {
		said[i] = games.Said{At: l.At, Seat: l.Seat, Words: l.Words}
		if l.Seat > games.Watcher {
			seats[l.Player] = l.Seat
		}
		last = l.At
	}
	course, err := games.Fold(rules, row.Options, said)
	if err != nil {
		return nil, fmt.Errorf("replaying table %d: %w", row.ID, err)
	}
	names, err := b.called(ctx, row.Guild, seats)
	if err != nil {
		return nil, err
	}
	log := b.log.With("table", row.ID)
	t := &table{
		bot: b, log: log, row: row, rules: rules, manual: rules.Manual(), chance: b.luck(),
		course: course, line: len(lines), turned: len(lines), last: last, seats: seats, names: names,
		polite: map[store.PlayerID]time.Time{}, mail: mailbox{box: make(chan any, inboxSize)},
	}
	t.glance.Store(&glance{view: course.Game.View(games.Watcher), seats: seats})
	t.post = &poster{
		bot: b, log: log, table: row.ID, guild: row.Guild, channel: discordChannel(row.Channel),
		passed: &t.passed, wake: make(chan struct{}, 1),
	}
	if row.Post != 0 {
		t.post.message = discordMessage(row.Post)
		t.post.posted = discord.At(t.post.message)
	}
	return t, nil
}

// start lets a table and its poster play.
func (b *Bot) start(t *table) {
	b.lobby.add(t)
	b.tables.Add(2)
	go t.post.run(b.posting)
	go t.run()
}

// reopen goes on with every table that was open when the bot stopped. A table
// whose journal cannot be replayed stays shut, loudly; the others play.
func (b *Bot) reopen(ctx context.Context) error {
	rows, err := b.store.OpenTables(ctx)
	if err != nil {
		return err
	}
	alive := b.store.Alive()
	for _, row := range rows {
		rules := b.ruleOf(row.Game)
		if rules == nil {
			b.log.Error("a table of a game this program does not know stays shut", "table", row.ID, "game", row.Game)
			continue
		}
		t, err := b.table(ctx, row, rules)
		if err != nil {
			b.log.Error("a table stays shut: its journal cannot be replayed", "table", row.ID, "error", err)
			continue
		}
		t.post.forced = true // what was said since the last picture has scrolled it away, perhaps
		t.mail.put(resume{away: time.Since(later(alive, t.last)), restarted: true})
		b.start(t)
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// called is what the players of a table are called, by their seats.
func (b *Bot) called(ctx context.Context, g store.GuildID, seats map[store.PlayerID]games.Seat) (map[games.Seat]string, error) {
	players := make([]store.PlayerID, 0, len(seats))
	for p := range seats {
		players = append(players, p)
	}
	known, err := b.nameAll(ctx, g, players)
	if err != nil {
		return nil, err
	}
	names := make(map[games.Seat]string, len(seats))
	for p, seat := range seats {
		names[seat] = known.of(p)
	}
	return names, nil
}

// openError is what the player hears when a table could not be opened.
func openError(err error) (sentence string, ours bool) {
	var illegal games.Illegal
	switch {
	case errors.As(err, &illegal):
		return illegal.Error(), false
	case errors.Is(err, store.ErrBusyChannel):
		return "There is a table in this channel already: `/table` shows it, `/end` closes it.", false
	}
	return apology, true
}
