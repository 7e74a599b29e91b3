package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// errLeaving is the answer to who comes when the bot is about to stop.
var errLeaving = games.OldIllegal("Settable is restarting: try again in a moment.")

// open writes a new table and lets it play. What the house says for people is
// what it reads first.
func (b *Bot) open(ctx context.Context, row store.Table, source store.Source, first ...said) error {
	rules := b.ruleOf(row.Game)
	if rules == nil {
		return games.OldIllegal("There is no such game here: `/help` lists those there are.")
	}
	if err := b.tonight(ctx, &row, rules.Manual()); err != nil {
		return err
	}
	row.Options = b.turnOf(row, rules.Manual())
	if _, err := rules.Open(row.Options); err != nil {
		return err
	}
	if b.lobby.at(row.Channel) != nil {
		return store.ErrBusyChannel
	}
	if err := b.affords(ctx, rules, row); err != nil {
		return err
	}
	row, err := b.store.OpenTable(ctx, row, source, store.Line{At: row.Opened, Seat: games.Dealer, Words: games.EditionOf(rules).String()})
	if errors.Is(err, store.ErrBusyChannel) {
		// One stands there that has stopped: it plays again, if it can.
		if _, again := b.revive(ctx, row.Channel); again != nil {
			return errStuck
		}
		return err
	}
	if err != nil {
		return err
	}
	t, err := b.table(ctx, row, rules)
	if err != nil {
		return err
	}
	for _, s := range first {
		t.mail.put(s)
	}
	if !b.start(t) {
		return errLeaving // it stays open, and plays from the next start
	}
	return nil
}

// affords looks whether who opens a table can pay for sitting down at it, so
// that none is opened at which nobody sits. The error is a *store.Overdraft.
func (b *Bot) affords(ctx context.Context, rules games.Rules, row store.Table) error {
	game, err := rules.Open(row.Options)
	if err != nil {
		return err
	}
	step, err := game.Apply(games.Action{At: row.Opened, Seat: 1, Move: games.Join{}})
	if err != nil {
		return err
	}
	var needs games.Chips
	for _, x := range step.Transfers {
		if x.From == games.Balance(1) {
			needs += x.Amount
		}
	}
	if needs == 0 {
		return nil
	}
	if _, err := b.store.Welcome(ctx, row.Guild, row.Opener, store.StartGrant, row.Opened); err != nil {
		return err
	}
	has, err := b.store.Balance(ctx, row.Guild, row.Opener)
	if err == nil && has.Balance < needs {
		err = &store.Overdraft{Kind: store.PlayerAccount, Player: row.Opener, Has: has.Balance, Needs: needs}
	}
	return err
}

// turnOf are the options of a table with the server's time to think, where the
// game has turns and nobody chose another.
func (b *Bot) turnOf(row store.Table, m games.Manual) games.Options {
	set := b.choices.of(row.Guild).Turn
	_, chosen := row.Options["turn"]
	if chosen || set == store.Unset.Turn || !slices.ContainsFunc(m.Options, func(o games.Option) bool { return o.Name == "turn" }) {
		return row.Options
	}
	options := maps.Clone(row.Options)
	if options == nil {
		options = games.Options{}
	}
	options["turn"] = strconv.Itoa(int(set.Seconds()))
	return options
}

// errStuck is a table that neither plays nor makes room.
var errStuck = games.OldIllegal("The table of this channel has stopped and can't go on. `/end` closes it; what was played is kept.")

// table sets up a table from its journal: opening and recovering are one. What
// people were not told yet is kept to be told.
func (b *Bot) table(ctx context.Context, row store.Table, rules games.Rules) (*table, error) {
	lines, err := b.store.Lines(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	log := b.log.With("table", row.ID)
	t := &table{
		bot: b, log: log, row: row, rules: rules, manual: rules.Manual(), chance: b.luck(),
		line: len(lines), turned: len(lines), last: row.Opened, polite: map[store.PlayerID]time.Time{}, mail: newMailbox(),
	}
	t.seats = map[store.PlayerID]games.Seat{}
	for _, l := range lines {
		if l.Seat > games.Watcher {
			t.seats[l.Player] = l.Seat
			t.last = l.At
		}
		t.heard = max(t.heard, settled(l.Source))
	}
	if t.names, err = b.called(ctx, row.Guild, t.seats); err != nil {
		return nil, err
	}
	if err := t.fold(lines); err != nil {
		return nil, err
	}
	t.glance.Store(&glance{standing: t.standing, line: t.line, last: t.last})
	t.post = &poster{
		bot: b, log: log, table: row.ID, guild: row.Guild, channel: discordChannel(row.Channel),
		passed: &t.passed, wake: make(chan struct{}, 1), tell: t.mail.order,
	}
	if row.Post != 0 {
		t.post.message, t.post.before = discordMessage(row.Post), discordMessage(row.Post)
		t.post.posted = discord.At(t.post.message)
	}
	return t, nil
}

// errBroken is a journal that its own rules refuse.
var errBroken = errors.New("the journal can't be replayed")

// settled is the newest message that was surely played or refused when this
// source became a line. Ids are in order within one kind alone, so a press
// settles no more than what was said in the milliseconds before its own.
func settled(s store.Source) int64 {
	if s == "" {
		return 0
	}
	id := string(s[1:])
	if s[0] == 'm' {
		return number(id)
	}
	return number(discord.IDAt(discord.At(id))) - 1
}

// fold plays a journal. What happened after the line people were shown last
// becomes sentences that wait to be told.
func (t *table) fold(lines []store.Line) error {
	said := make([]games.Said, len(lines))
	for i, l := range lines {
		said[i] = games.Said{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	shown := min(t.row.Shown, len(lines))
	course, err := games.Fold(t.rules, t.row.Options, said[:shown])
	var untold []games.Event
	for i := shown; err == nil && i < len(lines); i++ {
		var step games.Step
		if course, step, err = course.Play(t.rules, i+1, said[i]); err == nil {
			untold = append(untold, step.Events...)
		}
	}
	if err != nil {
		return fmt.Errorf("table %d: %w: %w", t.row.ID, errBroken, err)
	}
	t.play(course)
	t.told = t.sentences(untold)
	return nil
}

// start lets a table and its poster play, and says whether it may.
func (b *Bot) start(t *table) bool {
	if !b.lobby.add(t, func() { b.tables.Add(2) }) {
		return false
	}
	go t.post.run(b.posting)
	go t.run()
	return true
}

// openFailed tells why a table could not be opened; the error is the operator's.
func (b *Bot) openFailed(s said, err error) error {
	var illegal games.Illegal
	var poor *store.Overdraft
	switch {
	case errors.Is(err, store.ErrPlayed):
		return nil // the same press came twice
	case errors.As(err, &poor):
		b.whisper(s, tooPoor(poor))
		return nil
	case errors.As(err, &illegal):
		b.whisper(s, b.words.In("en").Say(illegal.Phrase, games.SeatLetter))
		return nil
	case errors.Is(err, store.ErrNight):
		b.whisper(s, "A poker night has just begun or ended in this channel: try again.")
		return nil
	case errors.Is(err, store.ErrBusyChannel):
		b.whisper(s, "There is a table in this channel already: `/table` shows it, `/end` closes it for who opened it or manages the server.")
		return nil
	}
	b.whisper(s, sorry(err))
	return err
}
