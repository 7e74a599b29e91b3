package command

import (
	"context"
	"errors"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Do runs a command in a goroutine and sends its answer.
func (d *Deps) Do(command Command, c Invocation) {
	going := d.Send.Go("the command "+command.title(), func(ctx context.Context) error {
		answer, err := d.run(ctx, command, c)
		if err != nil {
			answer, err = c.answerError(err)
		}
		sending, end := d.Send.SendContext()
		defer end()
		return errors.Join(err, d.give(sending, c, answer))
	})
	if !going {
		d.Send.Private(c.Ticket, c.Say("lobby.crowded"))
	}
}

// run runs a command. If the commit outcome is unknown, it says so to the caller, and runs the command again once the
// outcome is known. Running a command twice is safe, because the store accepts each source only once.
func (d *Deps) run(ctx context.Context, command Command, c Invocation) (Answer, error) {
	answer, err := command.Run(ctx, c)
	if errors.Is(err, store.ErrOutcomeUnknown) {
		var end func()
		ctx, end = d.Send.AnswerContext()
		defer end()
	}
	for told := false; errors.Is(err, store.ErrOutcomeUnknown) && ctx.Err() == nil; told = true {
		if !told {
			d.Send.StillWriting(c.Ticket, c.Say("table.outcome_unknown"))
		}
		if discord.Sleep(ctx, time.Second) != nil || d.Store.Reconcile(ctx) != nil {
			continue
		}
		if answer, err = command.Run(ctx, c); errors.Is(err, store.ErrPlayed) {
			return c.answerPrivately("command.written")
		}
	}
	return answer, err
}

func (c Command) title() string {
	if c.Name == "" {
		return c.Button
	}
	return c.Name
}

func (d *Deps) give(ctx context.Context, c Invocation, a Answer) error {
	var err error
	switch a.How {
	case Silent:
		d.Send.StopAwaiting(c.Ticket)
	case Repeated:
		why := "\n-# " + c.Say("command.lately")
		a.Message.Content = message.Cut(a.Message.Content, message.MostText-message.Size(why)) + why
		fallthrough
	case Private, Public:
		if a.How != Public {
			a.Message = d.Lobby.Tables.WithTrouble(c.Channel, c.Language, a.Message)
		}
		err = d.Send.Answer(ctx, c.Ticket, a.Message, a.How != Public)
	case Update:
		err = d.Send.Update(ctx, c.Ticket, a.Message)
	case Seen:
		if note := d.Lobby.Tables.WithTrouble(c.Channel, c.Language, discord.Message{}); note.Content != "" {
			err = d.Send.Answer(ctx, c.Ticket, note, true)
			break
		}
		err = d.Send.Acknowledge(ctx, c.Ticket, "")
	}
	if err == nil || !a.OrPost || errors.Is(err, discord.ErrAnswered) {
		return err
	}
	d.Log.Warn("answering a command failed, posting the answer in the channel instead", "error", err)
	_, err = d.Discord.Post(ctx, c.Channel, a.Message)
	return err
}

// answerError returns the answer to show for an error. It also returns the error if only the operator can fix it.
func (c Invocation) answerError(err error) (Answer, error) {
	var illegal games.Illegal
	var poor *store.Overdraft
	if why, barred := table.ForgettingRefusal(err); barred {
		return text(c.Language.Plain(why)), nil
	}
	switch {
	case errors.Is(err, store.ErrPlayed), errors.Is(err, discord.ErrAnswered):
		return Answer{}, nil // the command arrived twice, and was answered the first time
	case errors.As(err, &poor):
		return text(c.Language.Plain(lobby.TooPoor(poor))), nil
	case errors.As(err, &illegal):
		return text(c.Language.Plain(illegal.Phrase)), nil
	case errors.Is(err, store.ErrNight):
		return c.answerPrivately("command.night_changed")
	case errors.Is(err, store.ErrBusyChannel):
		return c.answerPrivately("command.busy")
	case errors.Is(err, store.ErrUnreadable):
		c.Deps.faults.Warn(c.Deps.Log, "the database can't be read, so commands fail", "", "error", err)
		return text(c.Language.Plain(lobby.Sorry(err))), nil
	}
	return text(c.Language.Plain(lobby.Sorry(err))), err
}

// picture returns a drawn picture as a file. If drawing failed with err, it logs that and returns nil, so that the
// answer has only text.
func picture(c Invocation, name, alt string, png []byte, err error) []discord.File {
	if err != nil {
		c.Deps.Log.Error("drawing a picture failed", "file", name, "error", err)
		return nil
	}
	return []discord.File{{Name: name, Description: alt, Content: png}}
}

// An Answer is the result of a command.
type Answer struct {
	How     Manner
	Message discord.Message
	OrPost  bool // if the answer can't be sent, it is posted in the channel
}

// A Manner determines who sees an answer, and where.
type Manner int

const (
	Silent    Manner = iota // nothing is sent, because it was already answered
	Private                 // only the caller
	Repeated                // only the caller, with a note that the channel has just seen such an answer
	Public                  // everyone in the channel
	Update                  // the answer replaces the message whose button was pressed
	Elsewhere               // only the caller, sent by another part of the bot
	Seen                    // nothing is sent, because the effect of the press is visible anyway
)

func text(s string) Answer {
	return Answer{How: Private, Message: discord.Message{Content: message.Cut(s, message.MostText)}}
}
