package command

import (
	"context"
	"errors"
	"fmt"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/table"
	"settable/store"
)

// endNight ends the night of the channel. If nothing is played there, its standings are the answer;
// otherwise they are posted after the hand or game in play (Rights 11).
func endNight(ctx context.Context, c Call) (Answer, error) {
	n, err := c.Store.OpenNight(ctx, c.Channel)
	switch {
	case errors.Is(err, store.ErrNoNight):
		return c.tell("command.night.none_open")
	case err != nil:
		return Answer{}, err
	case n.Opener != c.Who.ID && !c.Who.Manages:
		return c.tell("command.night.not_yours")
	}
	after, err := c.closeTable(ctx, n)
	if err != nil {
		return Answer{}, err
	}
	ended, err := c.Store.EndNight(ctx, n.ID, c.Now())
	switch {
	case errors.Is(err, store.ErrNightOver): // somebody else ended it at the same moment
		return c.tell("command.night.over")
	case errors.Is(err, store.ErrBusyChannel) && !n.Closing.IsZero():
		return c.tell("command.night.closes_already")
	case errors.Is(err, store.ErrBusyChannel):
		if err := c.Store.CloseNight(ctx, n.ID, c.Now()); err != nil {
			return Answer{}, err
		}
		c.Tables.NightTableOver() // in case the table has closed meanwhile
		a := text(c.aloud().Say(after))
		a.How = Public
		return a, nil
	case err != nil:
		return Answer{}, err
	}
	m, err := c.aloud().nightMessage(ctx, ended, 1)
	if err != nil {
		c.Log.Warn("loading the standings of a night failed", "error", err)
		return c.tell("command.night.over")
	}
	if err := c.Store.NightPosted(ctx, n.ID); err != nil {
		c.Log.Warn("saving that the standings of a night were posted failed", "error", err)
	}
	return Answer{How: Public, Message: m, OrPost: true}, nil
}

// closeTable has the table of a night closed, after the hand in play if there is one. A game with scores is
// played to its end, unless a moderator ends the night. It returns the phrase that tells what the night
// waits for.
func (c Call) closeTable(ctx context.Context, n store.Night) (after string, err error) {
	s, err := c.Tables.Find(ctx, n.Channel)
	switch {
	case errors.Is(err, store.ErrNoTable):
		return "command.night.after_hand", nil
	case err != nil:
		return "", err
	case !s.Asleep() && !s.CanCloseNow(table.Word{Who: c.Who, At: c.At}):
		return "command.night.after_game", nil
	}
	return "command.night.after_hand", c.Tables.Close(ctx, n.Channel)
}

// EndNights ends the nights whose last table has closed, and posts their standings.
func (d *Deps) EndNights(ctx context.Context) error {
	closing, err := d.Store.ClosingNights(ctx)
	for _, n := range closing {
		err = errors.Join(err, d.end(ctx, n))
	}
	return err
}

// end ends a night that closes, if its last table has closed, and posts its standings.
func (d *Deps) end(ctx context.Context, n store.Night) error {
	if n.Ended.IsZero() {
		ended, err := d.Store.EndNight(ctx, n.ID, d.Now())
		switch {
		case errors.Is(err, store.ErrBusyChannel):
			return nil // the table that is played there asks again when it closes
		case errors.Is(err, store.ErrNightOver):
			return nil // by somebody who is told the standings
		case err != nil:
			return err
		}
		n = ended
	}
	c := Call{Deps: d, Language: d.Tables.Language(n.Guild), Guild: n.Guild, Channel: n.Channel, At: d.Now()}
	m, err := c.nightMessage(ctx, n, 1)
	if err != nil {
		return err
	}
	m.Nonce = fmt.Sprintf("night-%d", n.ID) // after a crash it is posted once
	_, err = d.Discord.Post(ctx, lobby.DiscordChannel(n.Channel), m)
	switch {
	case errors.Is(err, discord.ErrUnknownMessage): // it was posted, and somebody deleted it
	case errors.Is(err, discord.ErrMissingAccess), errors.Is(err, discord.ErrUnknownChannel):
		d.Log.Warn("posting the standings of a night failed for good", "night", n.ID, "error", err)
	case err != nil:
		return err
	}
	return d.Store.NightPosted(context.WithoutCancel(ctx), n.ID)
}
