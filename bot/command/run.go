package command

import (
	"context"
	"errors"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/games"
	"settable/store"
)

// Do runs a command beside the flow of events, and answers.
func (d *Deps) Do(command Command, c Call) {
	d.Send.Go("the command "+command.title(), func(ctx context.Context) error {
		answer, err := command.Run(ctx, c)
		if err != nil {
			if answer, err = c.refused(err); err != nil {
				return errors.Join(err, d.give(ctx, c, answer))
			}
		}
		return d.give(ctx, c, answer)
	})
}

func (c Command) title() string {
	if c.Name == "" {
		return c.Button
	}
	return c.Name
}

func (d *Deps) give(ctx context.Context, c Call, a Answer) error {
	var err error
	switch a.How {
	case Repeated:
		why := "\n-# " + c.Say("command.lately")
		a.Message.Content = message.Cut(a.Message.Content, message.MostText-message.Size(why)) + why
		fallthrough
	case Private, Public:
		err = d.Discord.Answer(ctx, c.Ticket, a.Message, a.How != Public)
	case Update:
		err = d.Discord.Update(ctx, c.Ticket, a.Message)
	case Seen:
		err = d.Discord.DeferUpdate(ctx, c.Ticket)
	}
	if err == nil || !a.OrPost || errors.Is(err, discord.ErrAnswered) {
		return err
	}
	d.Log.Warn("a command could not be answered: its answer is posted instead", "error", err)
	_, err = d.Discord.Post(ctx, lobby.DiscordChannel(c.Channel), a.Message)
	return err
}

// refused is what who called hears of an error. Those that are left are the
// operator's.
func (c Call) refused(err error) (Answer, error) {
	var illegal games.Illegal
	var poor *store.Overdraft
	switch {
	case errors.Is(err, store.ErrPlayed):
		return Answer{}, nil // the same command came twice: it is answered once
	case errors.As(err, &poor):
		return text(c.Language.Plain(lobby.TooPoor(poor))), nil
	case errors.As(err, &illegal):
		return text(c.Language.Plain(illegal.Phrase)), nil
	case errors.Is(err, store.ErrNight):
		return c.tell("command.night_changed")
	case errors.Is(err, store.ErrBusyChannel):
		return c.tell("command.busy")
	}
	return text(c.Language.Plain(lobby.Sorry(err))), err
}

// picture is a drawn picture as a file. Where it could not be drawn, words say it all.
func picture(c Call, name, alt string, png []byte, err error) []discord.File {
	if err != nil {
		c.Log.Error("drawing a picture", "file", name, "error", err)
		return nil
	}
	return []discord.File{{Name: name, Description: alt, Content: png}}
}

// An Answer is what who called a command is shown.
type Answer struct {
	How     Manner
	Message discord.Message
	OrPost  bool // it is posted in the channel where it can't be given as an answer
}

// A Manner is who reads an answer, and where.
type Manner int

const (
	Silent   Manner = iota // nothing is to be said: it was answered before
	Private                // for who called alone
	Repeated               // for who called alone, as the channel has just read such a thing: that is said
	Public                 // for the channel
	Update                 // in place of the message whose button was pressed
	Seen                   // the press worked: what came of it is to be seen
)

func text(s string) Answer {
	return Answer{How: Private, Message: discord.Message{Content: message.Cut(s, message.MostText)}}
}
