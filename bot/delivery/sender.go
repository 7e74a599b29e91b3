// Package delivery sends the bot's answers to people. Each kind has a promise of its own:
//
//	an answer to a press or a slash command    within Discord's 3 s, in words where its picture
//	                                           fails or hangs, and once: a second delivery of
//	                                           the same press is not answered
//	a note that a command was played           goes away by itself after a few seconds
//	a reply to a typed move                    sent once, with the limits of its channel
//	a reaction                                 few at a time; in a flood most are left undone
//
// Answers are sent beside the handling of events, at most 256 at once, and each is given up after 20 s. What
// goes into channels has room for 64 beside them: where Discord takes no posts, presses are answered all the
// same. If there is no room, a thing is left undone, which is logged at most once a minute. The posts of
// tables have promises of their own: see package poster.
package delivery

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
)

const (
	// mostJobs is how many answers, look-ups and the like may run at once.
	mostJobs = 256
	// mostPosts is how many posts in channels, and deletions there, may run beside them. They wait for the
	// limits of their channels, and nobody's press is lost by that.
	mostPosts = 64
	// mostReactions is how many reactions may run beside them. Discord takes four a second in a
	// channel, so in a flood many more would keep people from their answers and come too late to help.
	mostReactions = 8
	// jobTime is how long one of them may take.
	jobTime = 20 * time.Second
	// noteTime is how long the note stays that a slash command was played.
	noteTime = 8 * time.Second
)

// Sender answers people.
type Sender struct {
	rest      *rest.Client
	jobs      *Jobs
	posts     *Jobs
	reactions *Jobs
	closing   sync.Mutex // held to begin the deletion of a note, and to set closed
	closed    bool
}

// NewSender makes a sender whose jobs give up when ctx ends. Errors that are one of
// quiet are not logged, because their source has logged them.
func NewSender(ctx context.Context, rest *rest.Client, log *slog.Logger, quiet ...error) *Sender {
	quiet = append(quiet, discord.ErrAnswered) // Discord delivered the same press twice
	return &Sender{
		rest:      rest,
		jobs:      NewJobs(ctx, log, Limits{mostJobs, jobTime}, quiet...),
		posts:     NewJobs(ctx, log, Limits{mostPosts, jobTime}, quiet...),
		reactions: NewJobs(ctx, log, Limits{mostReactions, jobTime}, quiet...),
	}
}

// Go runs something that leads to an answer, beside the handling of events. It
// returns false if there was no room.
func (s *Sender) Go(what string, f func(context.Context) error) bool { return s.jobs.Go(what, f) }

// Post runs something that posts in a channel, or deletes there, beside the handling of events. It returns
// false if there was no room.
func (s *Sender) Post(what string, f func(context.Context) error) bool { return s.posts.Go(what, f) }

// UnderWay is how many answers, posts and reactions are being sent.
func (s *Sender) UnderWay() int {
	return int(s.jobs.going.Load() + s.posts.going.Load() + s.reactions.going.Load())
}

// Close stops the deletion of notes, and waits for what is being sent.
func (s *Sender) Close() {
	s.closing.Lock()
	s.closed = true
	s.closing.Unlock()
	s.jobs.Wait()
	s.posts.Wait()
	s.reactions.Wait()
}

// Private answers an interaction so that only its author sees the answer. With a
// zero ticket it does nothing.
func (s *Sender) Private(t discord.Ticket, text string) {
	if t.ID == "" {
		return
	}
	s.Go("answering", func(ctx context.Context) error {
		return s.rest.Answer(ctx, t, discord.Message{Content: text}, true)
	})
}

// Instead answers a press by replacing the message that was pressed in.
func (s *Sender) Instead(t discord.Ticket, text string) {
	s.Go("answering", func(ctx context.Context) error {
		return s.rest.Update(ctx, t, discord.Message{Content: text})
	})
}

// Note answers a slash command that was a move. Discord demands an answer; it is
// deleted after noteTime, so that such notes do not pile up.
func (s *Sender) Note(t discord.Ticket, text string) {
	s.Private(t, text)
	time.AfterFunc(noteTime, func() {
		s.closing.Lock()
		defer s.closing.Unlock()
		if !s.closed {
			s.TakeAway(t)
		}
	})
}

// TakeAway deletes the answer to an interaction.
func (s *Sender) TakeAway(t discord.Ticket) {
	s.Go("taking a note away", func(ctx context.Context) error {
		err := s.rest.DeleteAnswer(ctx, t)
		if errors.Is(err, discord.ErrUnknownMessage) {
			return nil // its reader has dismissed it already
		}
		return err
	})
}

// Reply answers a message where everybody reads it, without a notification.
func (s *Sender) Reply(channel discord.ChannelID, to discord.MessageID, text string) {
	s.Post("replying", func(ctx context.Context) error {
		_, err := s.rest.Post(ctx, channel, discord.Message{Content: text, ReplyTo: to, Silent: true})
		return err
	})
}

// React answers a message with an emoji below it.
func (s *Sender) React(channel discord.ChannelID, to discord.MessageID, emoji string) {
	s.reactions.Go("reacting", func(ctx context.Context) error {
		return s.rest.React(ctx, channel, to, emoji)
	})
}

// Choices answers an autocomplete.
func (s *Sender) Choices(t discord.Ticket, list []discord.Choice) {
	s.Go("suggesting", func(ctx context.Context) error { return s.rest.Choices(ctx, t, list) })
}

// Form answers a press with a form.
func (s *Sender) Form(t discord.Ticket, m discord.Modal) {
	s.Go("opening a form", func(ctx context.Context) error { return s.rest.OpenModal(ctx, t, m) })
}
