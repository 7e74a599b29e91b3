package command

import (
	"context"
	"errors"
	"fmt"

	"settable/bot/discord"
	"settable/bot/table"
	"settable/store"
	"settable/store/ids"
)

// endNight ends the channel's night. If no game is in progress in the channel, the answer shows the standings.
// Otherwise the standings are posted after the current hand or game (Rights 11).
func endNight(ctx context.Context, c Invocation) (Answer, error) {
	n, err := c.Deps.Store.OpenNight(ctx, c.Channel)
	switch {
	case errors.Is(err, store.ErrNoNight):
		return c.answerPrivately("command.night.none_open")
	case err != nil:
		return Answer{}, err
	case n.Opener != c.Who.ID && !c.Who.Manages:
		return c.answerPrivately("command.night.not_yours")
	}
	after, err := c.closeTable(ctx, n)
	if err != nil {
		return Answer{}, err
	}
	ended, err := c.Deps.Store.EndNight(ctx, n.ID, c.Deps.Now())
	switch {
	case errors.Is(err, store.ErrNoNight): // the night's table couldn't be shown, so both were deleted
		return c.answerPrivately("command.night.none_open")
	case errors.Is(err, store.ErrNightOver): // another user ended the night at the same moment
		return c.answerPrivately("command.night.over")
	case errors.Is(err, store.ErrBusyChannel) && !n.Closing.IsZero():
		return c.answerPrivately("command.night.closes_already")
	case errors.Is(err, store.ErrBusyChannel):
		switch err := c.Deps.Store.CloseNight(ctx, n.ID, c.Deps.Now()); {
		case errors.Is(err, store.ErrNoNight):
			return c.answerPrivately("command.night.none_open")
		case errors.Is(err, store.ErrNightOver):
			return c.answerPrivately("command.night.over")
		case err != nil:
			return Answer{}, err
		}
		c.Deps.Lobby.ScheduleNightEnds() // in case the table has just closed
		a := text(c.inServerLanguage().Say(after))
		a.How = Public
		return a, nil
	case err != nil:
		return Answer{}, err
	}
	m, err := c.inServerLanguage().nightMessage(ctx, ended, 1)
	if err != nil {
		c.Deps.Log.Warn("loading the standings of a poker night failed", "error", err)
		return c.answerPrivately("command.night.over")
	}
	if err := c.Deps.Store.NightPosted(ctx, n.ID); err != nil {
		c.Deps.Log.Warn("recording the posted standings of a poker night failed", "error", err)
	}
	return Answer{How: Public, Message: m, OrPost: true}, nil
}

// closeTable closes the table of a night, after the current hand if there is one. A game with scores is played to its
// end, unless the table sleeps or a moderator ends the night. closeTable returns the key of a text that says what the
// night is waiting for.
func (c Invocation) closeTable(ctx context.Context, n store.Night) (after string, err error) {
	s, err := c.Deps.Lobby.Find(ctx, n.Channel)
	w := table.Word{Who: c.Who, At: c.At}
	switch {
	case errors.Is(err, store.ErrNoTable):
		return "command.night.after_hand", nil
	case err != nil:
		return "", err
	case !s.Asleep() && !s.CanCloseNow(w):
		return "command.night.after_game", nil
	}
	by := ids.User(0)
	if !s.Asleep() && s.NeedsModerator(w) {
		by = c.Who.ID
	}
	return "command.night.after_hand", c.Deps.Lobby.Close(ctx, n.Channel, by)
}

// EndNights ends the nights whose last table has closed, and posts their standings.
func (d *Deps) EndNights(ctx context.Context) error {
	closing, err := d.Store.ClosingNights(ctx)
	for _, n := range closing {
		err = errors.Join(err, d.endClosingNight(ctx, n))
	}
	return err
}

// endClosingNight ends one night if its last table has closed, and posts the standings.
func (d *Deps) endClosingNight(ctx context.Context, n store.Night) error {
	if n.Ended.IsZero() {
		ended, err := d.Store.EndNight(ctx, n.ID, d.Now())
		switch {
		case errors.Is(err, store.ErrBusyChannel):
			return nil // the open table tries again when it closes
		case errors.Is(err, store.ErrNightOver):
			return nil // another user ended the night and got the standings
		case errors.Is(err, store.ErrNoNight):
			return nil // the night was deleted with a table that couldn't be shown
		case err != nil:
			return err
		}
		n = ended
	}
	c := Invocation{Deps: d, Language: d.Lobby.Languages.Of(n.Guild), Guild: n.Guild, Channel: n.Channel, At: d.Now()}
	m, err := c.nightMessage(ctx, n, 1)
	if err != nil {
		return err
	}
	m.Nonce = fmt.Sprintf("night-%d", n.ID) // even after a crash, it is posted only once
	_, err = d.Discord.Post(ctx, n.Channel, m)
	switch {
	case errors.Is(err, discord.ErrUnknownMessage): // the message was posted and then deleted
	case errors.Is(err, discord.ErrMissingAccess), errors.Is(err, discord.ErrUnknownChannel):
		d.Log.Warn("posting the standings of a poker night failed, not trying again", "night", n.ID, "error", err)
	case err != nil:
		return err
	}
	return d.Store.NightPosted(context.WithoutCancel(ctx), n.ID)
}
