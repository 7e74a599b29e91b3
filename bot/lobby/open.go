package lobby

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"time"

	"settable/bot/discord/rest"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

var (
	// ErrLeaving is shown to users who want to play while the bot is about to stop.
	ErrLeaving = games.Illegal{Phrase: games.Say("lobby.leaving")}
	// ErrStuck is shown to users if a channel's table can be neither continued nor closed.
	ErrStuck = games.Illegal{Phrase: games.Say("lobby.stuck")}
	// ErrOpening is shown to users who have to wait too long for a table that is being opened in their channel.
	ErrOpening = games.Illegal{Phrase: games.Say("lobby.opening")}
)

// Open stores a new table, posts its first message and starts it. The table plays the moves in first before any
// others. If they cost chips, it does so only after it was posted, because players may not buy in at a table that
// they can't see. Otherwise, the first message already shows their effect. If Discord refuses the message, the table
// is closed as if it had never opened, and the error says what is missing. If the table follows another one, it
// invites the players who stayed there, and its game begins when all of them are seated. The error is a
// games.Illegal, a *store.Overdraft, store.ErrBusyChannel, store.ErrNight, or another error, which only the operator
// can fix.
func (l *Lobby) Open(ctx context.Context, row store.Table, source store.Source,
	first ...table.Word) error {

	leave, err := l.openings.enter(ctx, row.Channel)
	if err != nil {
		return err
	}
	defer leave()
	rules := l.rulesOf(row.Game)
	if rules == nil {
		return games.Refuse("lobby.no_game")
	}
	if err := l.joinNight(ctx, &row, rules.Manual()); err != nil {
		return err
	}
	row.Options = l.withThinkingTime(row, rules.Manual()).InLanguage(l.Languages.Of(row.Guild).Locale())
	if _, err := rules.Open(row.Options); err != nil {
		return err
	}
	if l.Tables.has(row.Channel) {
		return store.ErrBusyChannel
	}
	needs, err := l.checkBuyIn(ctx, rules, row, first)
	if err != nil {
		return err
	}
	edition := store.Line{At: row.Opened, Seat: games.Dealer, Words: games.EditionOf(rules).String()}
	opened, err := l.Store.OpenTable(ctx, row, source, edition)
	if errors.Is(err, store.ErrPlayed) && l.Tables.In(row.Channel) == nil {
		// An earlier attempt whose outcome was unknown has stored the table. It still has to be posted.
		if found, again := l.Store.TableIn(ctx, row.Channel); again == nil && found.Opener == row.Opener &&
			found.Opened.Equal(row.Opened) {
			opened, err = found, nil
		}
	}
	if errors.Is(err, store.ErrBusyChannel) {
		// The channel has an open table that has stopped or is asleep. Revive it if possible.
		switch _, again := l.find(ctx, row.Channel, l.revive); {
		case errors.Is(again, store.ErrNoTable): // the other table is already closed
			opened, err = l.Store.OpenTable(ctx, row, source, edition)
		case again != nil:
			return again
		}
	}
	if errors.Is(err, store.ErrPlayed) { // perhaps the table was written a moment ago with an unknown outcome
		was, found := l.Store.TableIn(ctx, row.Channel)
		if found == nil && was.Opener == row.Opener && was.Opened.Equal(row.Opened) && was.Post == 0 {
			opened, err = was, nil
		}
	}
	if err != nil {
		return err
	}
	t, err := l.table(ctx, opened, rules)
	if err != nil {
		l.closeUnopened(opened, false)
		return err
	}
	t.loadGuests(ctx)
	t.loadMatch(ctx)
	play := func() {
		for _, w := range first {
			t.Game.PlayFirst(t.Understand(w))
		}
	}
	if needs == 0 {
		play()
	}
	began := l.Now()
	l.awaitEnd(ctx, row.Channel)
	err = t.Post.Open(ctx, t.scene(t.Game.Session()))
	if rest.Unsent(err) && l.mayPost(ctx, opened) { // the missing permission has just been granted
		err = t.Post.Open(ctx, t.scene(t.Game.Session()))
	}
	if err != nil {
		return l.closeRefused(ctx, opened, err)
	}
	if needs > 0 {
		play()
	}
	t.Game.Order(table.Pause{Since: began}) // no clock may run before players can see the table
	t.Game.Order(table.Unpause{})
	if !l.start(t) {
		return ErrLeaving // the next start runs the table, or closes it if no one has sat down
	}
	l.Offers.remove(row.Channel)
	return nil
}

// endFirst is the maximum time that a new table waits until the end of the channel's last game is shown.
const endFirst = 10 * time.Second

// awaitEnd waits until the end of the channel's last game is shown, which must not appear below the new table.
// awaitEnd doesn't wait for a table that Discord refuses to show.
func (l *Lobby) awaitEnd(ctx context.Context, channel ids.Channel) {
	last := l.Tables.endingIn(channel)
	if last == nil || last.Post.IsQueued() {
		return
	}
	select {
	case <-last.posterEnded:
	case <-ctx.Done():
	case <-time.After(endFirst):
	}
}

// checkBuyIn checks that the opener can pay the buy-in after the house players in first have sat down, and returns the
// buy-in in chips. The error is a *store.Overdraft, a games.Illegal if a house player can't sit down, or any error from
// the store.
func (l *Lobby) checkBuyIn(ctx context.Context, rules games.Rules, row store.Table, first []table.Word) (
	needs games.Chips, err error) {

	game, err := rules.Open(row.Options)
	if err != nil {
		return 0, err
	}
	seat := games.Seat(1)
	for _, w := range first {
		move, _ := rules.Parse(w.Words)
		if _, house := move.(games.SitIn); !house {
			continue
		}
		if row.Night != 0 {
			return 0, games.Refuse("table.house_at_night")
		}
		step, err := game.Apply(games.Action{At: row.Opened, Seat: seat, Move: move})
		if err != nil {
			return 0, err
		}
		game, seat = step.Game, seat+1
	}
	step, err := game.Apply(games.Action{At: row.Opened, Seat: seat, Move: games.Join{}})
	if err != nil {
		return 0, err
	}
	for _, x := range step.Transfers {
		if x.From == games.Balance(seat) {
			needs += x.Amount
		}
	}
	if needs == 0 {
		return 0, nil
	}
	return needs, l.CheckFunds(ctx, row.Guild, row.Opener, needs, row.Opened)
}

// CheckFunds checks that a member of a server has this many chips, after giving them the starting grant if necessary.
// The error is a *store.Overdraft or any error from the store.
func (l *Lobby) CheckFunds(ctx context.Context, guild ids.Guild, who ids.User, needs games.Chips,
	at time.Time) error {
	if _, err := l.Store.Welcome(ctx, guild, who, store.StartGrant, at); err != nil {
		return err
	}
	has, err := l.Store.Balance(ctx, guild, who)
	if err == nil && has.Balance < needs {
		err = &store.Overdraft{Kind: store.PlayerAccount, Player: who, Has: has.Balance, Needs: needs}
	}
	return err
}

// withThinkingTime returns a table's options. If the game has a thinking time and the opener hasn't chosen one, the
// options contain the server's default.
func (l *Lobby) withThinkingTime(row store.Table, m games.Manual) games.Options {
	set := l.Settings.Of(row.Guild).Turn
	_, chosen := row.Options["turn"]
	_, timed := m.Option("turn")
	if chosen || set == store.Unset.Turn || !timed {
		return row.Options
	}
	options := maps.Clone(row.Options)
	if options == nil {
		options = games.Options{}
	}
	options["turn"] = strconv.Itoa(int(set.Seconds()))
	return options
}

// judgedUpTo returns the id of the last message that must have been handled before a line with this source was written.
// Only ids of messages are in order with each other, so the id of a press or command proves this only for messages from
// earlier milliseconds.
func judgedUpTo(s store.Source) ids.Message {
	if s == "" {
		return 0
	}
	id, err := ids.Parse[ids.Message](string(s[1:]))
	switch {
	case err != nil: // the source is sealed
		return 0
	case s[0] == 'm':
		return id
	}
	return ids.MessageAt(ids.Time(id)) - 1
}
