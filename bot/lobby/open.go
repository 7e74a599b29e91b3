package lobby

import (
	"context"
	"errors"
	"maps"
	"strconv"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

var (
	// ErrLeaving is the answer to who comes when the bot is about to stop.
	ErrLeaving = games.Illegal{Phrase: games.Say("lobby.leaving")}
	// ErrStuck is a table that neither plays nor makes room.
	ErrStuck = games.Illegal{Phrase: games.Say("lobby.stuck")}
)

// Open writes a new table and lets it play. Who is invited is named at it, and it begins
// when they all sit. What the house says for people is what it reads first. The error is
// an Illegal, a *store.Overdraft, one of store.ErrBusyChannel and store.ErrNight, or the
// operator's.
func (l *Lobby) Open(ctx context.Context, row store.Table, source store.Source, invited []table.Person,
	first ...table.Word) error {
	rules := l.rulesOf(row.Game)
	if rules == nil {
		return games.Refuse("lobby.no_game")
	}
	if err := l.tonight(ctx, &row, rules.Manual()); err != nil {
		return err
	}
	row.Options = l.turnOf(row, rules.Manual()).InLanguage(l.Language(row.Guild).Locale())
	if _, err := rules.Open(row.Options); err != nil {
		return err
	}
	if l.taken(row.Channel) {
		return store.ErrBusyChannel
	}
	if err := l.affords(ctx, rules, row, first); err != nil {
		return err
	}
	edition := store.Line{At: row.Opened, Seat: games.Dealer, Words: games.EditionOf(rules).String()}
	opened, err := l.Store.OpenTable(ctx, row, source, edition)
	if errors.Is(err, store.ErrBusyChannel) {
		// One stands there that has stopped, or of which nobody could be told: it plays again, if it can.
		if _, again := l.Find(ctx, row.Channel); again != nil {
			return ErrStuck
		}
		return err
	}
	if err != nil {
		return err
	}
	t, err := l.table(ctx, opened, rules)
	if err != nil {
		return err
	}
	t.guests.people = invited
	for _, w := range first {
		t.Put(t.Understand(w))
	}
	if !l.start(t) {
		return ErrLeaving // it stays open, and plays from the next start
	}
	l.Offers.accepted(row.Channel)
	return nil
}

// affords looks whether who opens a table can pay for sitting down at it, with the players
// of the house who do so first, so that none is opened at which nobody sits. The error is a
// *store.Overdraft, or an Illegal where the house may not sit.
func (l *Lobby) affords(ctx context.Context, rules games.Rules, row store.Table, first []table.Word) error {
	game, err := rules.Open(row.Options)
	if err != nil {
		return err
	}
	seat := games.Seat(1)
	for _, w := range first {
		move, _ := rules.Parse(w.Words)
		if _, house := move.(games.SitIn); !house {
			continue
		}
		if row.Night != 0 {
			return games.Refuse("table.house_at_night")
		}
		step, err := game.Apply(games.Action{At: row.Opened, Seat: seat, Move: move})
		if err != nil {
			return err
		}
		game, seat = step.Game, seat+1
	}
	step, err := game.Apply(games.Action{At: row.Opened, Seat: seat, Move: games.Join{}})
	if err != nil {
		return err
	}
	var needs games.Chips
	for _, x := range step.Transfers {
		if x.From == games.Balance(seat) {
			needs += x.Amount
		}
	}
	if needs == 0 {
		return nil
	}
	if _, err := l.Store.Welcome(ctx, row.Guild, row.Opener, store.StartGrant, row.Opened); err != nil {
		return err
	}
	has, err := l.Store.Balance(ctx, row.Guild, row.Opener)
	if err == nil && has.Balance < needs {
		err = &store.Overdraft{Kind: store.PlayerAccount, Player: row.Opener, Has: has.Balance, Needs: needs}
	}
	return err
}

// turnOf are the options of a table with the server's time to think, where the
// game has turns and nobody chose another.
func (l *Lobby) turnOf(row store.Table, m games.Manual) games.Options {
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

// settled is the newest message that was surely played or refused when this
// source became a line. Ids are in order within one kind alone, so a press
// settles no more than what was said in the milliseconds before its own.
func settled(s store.Source) int64 {
	if s == "" {
		return 0
	}
	id := string(s[1:])
	if s[0] == 'm' {
		return Number(id)
	}
	return Number(discord.IDAt(discord.At(id))) - 1
}
