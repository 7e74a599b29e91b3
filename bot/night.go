package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"settable/bot/discord"
	"settable/bot/message"
	tables "settable/bot/table"
	"settable/games"
	"settable/store"
)

// nightGame is the game that a night begins with: the first with chips, or nil.
func nightGame(rules []games.Kind) games.Rules {
	for _, r := range rules {
		if message.HasChips(r.Manual()) {
			return r
		}
	}
	return nil
}

// nightCommand is an evening in a channel, with one standing at its end.
func (b *Bot) nightCommand(s said, c discord.Slash) {
	if c.Sub == "start" && !b.mayHold(s, c) {
		return
	}
	b.errand("holding a night", func(ctx context.Context) (err error) {
		switch c.Sub {
		case "start":
			err = b.startNight(ctx, s, c.Options)
		case "end":
			err = b.endNight(ctx, s)
		case "list":
			err = b.listNights(ctx, s, page(c.Options["page"]))
		case "show":
			err = b.showNight(ctx, s, c.Options)
		}
		if err != nil {
			b.whisper(s, sorry(err))
		}
		return err
	})
}

// startNight opens a night and its first table; who opens it sits down first.
func (b *Bot) startNight(ctx context.Context, s said, chosen map[string]string) error {
	rules := nightGame(b.games)
	if rules == nil {
		b.whisper(s, "A night needs a game with chips, and there is none here.")
		return nil
	}
	options := games.Options{}
	for name, value := range chosen {
		if name == "buy_in" {
			name = message.StackOption
		}
		options[name] = value
	}
	filled, err := rules.Manual().Fill(options)
	if err != nil {
		return b.openFailed(s, err)
	}
	buyIn := games.Chips(filled.Int(message.StackOption))
	if poor, err := b.tooPoorFor(ctx, s, buyIn); err != nil || poor {
		return err
	}
	n, err := b.store.StartNight(ctx, store.Night{Guild: s.Guild, Channel: s.Channel, Opener: s.Who.ID, BuyIn: buyIn, Started: s.At}, s.Source)
	switch {
	case errors.Is(err, store.ErrBusyNight):
		b.whisper(s, "A night is open in this channel already: `/play` opens a table of it, `/night end` ends it.")
		return nil
	case errors.Is(err, store.ErrBusyChannel):
		b.whisper(s, "There is a table in this channel, and it is of no night. `/end` closes it; then the night can begin.")
		return nil
	case err != nil:
		return b.openFailed(s, err)
	}
	row := store.Table{Guild: s.Guild, Channel: s.Channel, Game: rules.Name(), Options: options, Opener: s.Who.ID, Opened: s.At}
	err = b.open(ctx, row, "", said{Door: ours, Channel: s.Channel, Guild: s.Guild, Who: s.Who, Words: "join", At: s.At})
	if err != nil && !errors.Is(err, store.ErrBusyChannel) { // somebody else opened a table of it at once
		return b.openFailed(s, err)
	}
	return b.rest.Answer(ctx, ticketOf(s), discord.Message{Content: fmt.Sprintf("**Poker night %d** begins: everybody buys in for %s. Join or `/join` sits you down, late too; "+
		"who is broke may `buy` again, `/leave` cashes out. `/night end` posts the standing.", n.Number, message.Chips(buyIn))}, false)
}

// tooPoorFor tells who can't pay a buy-in so, and says whether it did.
func (b *Bot) tooPoorFor(ctx context.Context, s said, buyIn games.Chips) (bool, error) {
	if err := b.welcome(ctx, s); err != nil {
		return false, err
	}
	has, err := b.store.Balance(ctx, s.Guild, s.Who.ID)
	if err != nil || has.Balance >= buyIn {
		return false, err
	}
	b.whisper(s, tooPoor(&store.Overdraft{Has: has.Balance, Needs: buyIn}))
	return true, nil
}

// tonight makes a table one of the night that is open in its channel. There
// everybody buys in with the same chips, whatever was asked for.
func (b *Bot) tonight(ctx context.Context, row *store.Table, m games.Manual) error {
	n, err := b.store.OpenNight(ctx, row.Channel)
	if errors.Is(err, store.ErrNoNight) {
		return nil
	}
	if err != nil {
		return err
	}
	row.Night = n.ID
	if message.HasChips(m) {
		options := games.Options{}
		maps.Copy(options, row.Options)
		options[message.StackOption] = decimal(int64(n.BuyIn))
		row.Options = options
	}
	return nil
}

// endNight closes the table, ends the night and posts its standing, in this
// order. Where the bot stopped in between, the next /night end finishes it.
func (b *Bot) endNight(ctx context.Context, s said) error {
	n, err := b.store.OpenNight(ctx, s.Channel)
	switch {
	case errors.Is(err, store.ErrNoNight):
		b.whisper(s, "No night is open in this channel. `/night start` begins one, `/night show` shows the last.")
		return nil
	case err != nil:
		return err
	case n.Opener != s.Who.ID && !s.Who.Manages:
		b.whisper(s, "Who opened the night, or a member with Manage Server, may end it.")
		return nil
	}
	n, err = b.closeNight(ctx, n)
	var illegal games.Illegal
	switch {
	case errors.Is(err, store.ErrNightOver): // by somebody else, at the same moment
		b.whisper(s, "The night has ended: `/night show` shows its standing.")
		return nil
	case errors.As(err, &illegal):
		b.whisper(s, b.words.In("en").Say(illegal.Phrase, games.SeatLetter))
		return nil
	case err != nil:
		return err
	}
	m, err := b.nightMessage(ctx, n, 1)
	if err != nil {
		b.whisper(s, "The night has ended: `/night show` shows its standing.")
		return err
	}
	err = b.rest.Answer(ctx, ticketOf(s), m, false)
	if err == nil || errors.Is(err, discord.ErrAnswered) {
		return err
	}
	b.log.Warn("answering with a standing: it is posted instead", "error", err)
	_, err = b.rest.Post(ctx, discordChannel(n.Channel), m)
	return err
}

// closings is how often the table of a night is closed before the house gives
// up: somebody may open another at the last moment.
const closings = 3

// closeNight has the house close the table of a night, and then ends the night.
func (b *Bot) closeNight(ctx context.Context, n store.Night) (store.Night, error) {
	for range closings {
		if err := b.closeTable(ctx, n.Channel); err != nil {
			return n, err
		}
		ended, err := b.store.EndNight(ctx, n.ID, b.now())
		if !errors.Is(err, store.ErrBusyChannel) {
			return ended, err
		}
	}
	return n, games.OldIllegal("The table of this channel could not be closed just now. `/night end` again finishes the night.")
}

// closeTable has the house close the table that stands in a channel, and
// returns when that is written or the table takes no orders any more.
func (b *Bot) closeTable(ctx context.Context, channel store.ChannelID) error {
	t := b.lobby.at(channel)
	if t == nil {
		var err error
		t, err = b.revive(ctx, channel)
		switch {
		case errors.Is(err, store.ErrNoTable):
			return nil
		case err != nil:
			b.log.Error("a table of a night can't be closed", "error", err)
			return errStuck
		}
	}
	done := make(chan struct{})
	t.Order(tables.Close{Done: done})
	select {
	case <-done:
	case <-t.Closed():
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// abandon ends the night of a channel that is gone: nobody could end it there.
// Its standing is kept.
func (b *Bot) abandon(channel store.ChannelID) {
	b.errand("ending the night of a channel that is gone", func(ctx context.Context) error {
		n, err := b.store.OpenNight(ctx, channel)
		if errors.Is(err, store.ErrNoNight) {
			return nil
		}
		if err == nil {
			_, err = b.store.EndNight(ctx, n.ID, b.now())
		}
		return err
	})
}
