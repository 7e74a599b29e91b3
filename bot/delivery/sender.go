// Package delivery sends the bot's answers to people:
//
//	an answer to a press, a form      within Discord's 3 s, in words if its picture fails or hangs.
//	or a slash command                What takes longer is deferred, and answered when its outcome is
//	                                  known, for up to 15 minutes. Nothing is answered twice
//	a note that a command was played  goes away by itself after a few seconds
//	a reply to a typed move           sent once, within the limits of its channel
//	a reaction                        few at a time; in a flood most are left undone
//
// Each has bounded room of its own, so that a channel that takes no posts, or a database that is locked, keeps
// nobody from their answers. If there is no room, a thing is left undone, which is logged at most once a
// minute. The posts of tables are in package poster.
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
	// mostAnswers is how many answers to interactions may be sent at once.
	mostAnswers = 1024
	// mostJobs is how many commands, look-ups and the like may run at once.
	mostJobs = 256
	// mostPosts is how many posts and deletions in channels may run beside them. They wait for the rate limits of their
	// channels without delaying anyone's press.
	mostPosts = 64
	// mostReactions is how many reactions may run beside them. Discord takes four a second in a
	// channel, so in a flood many more would keep people from their answers and come too late to help.
	mostReactions = 8
	// sendTime is how long sending one thing may take.
	sendTime = 20 * time.Second
	// jobTime is how long a command or look-up may take.
	jobTime = 20 * time.Second
	// noteTime is how long the note stays that a slash command was played.
	noteTime = 8 * time.Second
)

// Sender answers people.
type Sender struct {
	DeferAfter time.Duration // how long an interaction waits for its answer before it is deferred; 0: 1.5 s

	interactions interactions
	ctx          context.Context
	rest         *rest.Client
	answers      *Jobs
	jobs         *Jobs
	posts        *Jobs
	reactions    *Jobs
	closing      sync.Mutex // held to begin the deletion of a note, and to set closed
	closed       bool
}

// NewSender makes a sender whose jobs give up when ctx ends. Errors that are one of
// quiet are not logged, because their source has logged them.
func NewSender(ctx context.Context, rest *rest.Client, log *slog.Logger, quiet ...error) *Sender {
	quiet = append(quiet, discord.ErrAnswered) // Discord delivered the same press twice
	return &Sender{
		ctx:       ctx,
		rest:      rest,
		answers:   NewJobs(ctx, log, Limits{mostAnswers, sendTime}, quiet...),
		jobs:      NewJobs(ctx, log, Limits{mostJobs, jobTime}, quiet...),
		posts:     NewJobs(ctx, log, Limits{mostPosts, sendTime}, quiet...),
		reactions: NewJobs(ctx, log, Limits{mostReactions, sendTime}, quiet...),
	}
}

// Send answers an interaction beside the handling of events. It returns false if there is no room.
func (s *Sender) Send(what string, f func(context.Context) error) bool { return s.answers.Go(what, f) }

// Sending is a context for sending one answer. It outlives that of a job, which may have used up its time.
func (s *Sender) Sending() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.ctx, sendTime)
}

// Answering is a context for finding out what came of an interaction, while it can still be answered.
func (s *Sender) Answering() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.ctx, answerable-time.Minute)
}

// Go runs a command or a look-up beside the handling of events. It returns false if there was no room.
func (s *Sender) Go(what string, f func(context.Context) error) bool { return s.jobs.Go(what, f) }

// Post runs a post or a deletion in a channel beside the handling of events. It returns false if there is no room.
func (s *Sender) Post(what string, f func(context.Context) error) bool { return s.posts.Go(what, f) }

// UnderWay is how many answers, posts and reactions are being sent.
func (s *Sender) UnderWay() int {
	return int(s.answers.going.Load() + s.jobs.going.Load() + s.posts.going.Load() + s.reactions.going.Load())
}

// Close stops the deletion of notes, and waits for what is being sent.
func (s *Sender) Close() {
	s.closing.Lock()
	s.closed = true
	s.closing.Unlock()
	s.jobs.Wait()
	s.answers.Wait()
	s.posts.Wait()
	s.reactions.Wait()
}

// Private answers an interaction so that only its author sees the answer. With a
// zero ticket it does nothing.
func (s *Sender) Private(t discord.Ticket, text string) {
	if t.ID == "" {
		return
	}
	s.Send("answering", func(ctx context.Context) error {
		return s.Answer(ctx, t, discord.Message{Content: text}, true)
	})
}

// Instead answers a press by replacing the message that was pressed in.
func (s *Sender) Instead(t discord.Ticket, text string) {
	s.Send("answering", func(ctx context.Context) error {
		return s.Update(ctx, t, discord.Message{Content: text})
	})
}

// Note answers a slash command that was a move. Discord demands an answer; it is
// deleted after a while, so that such notes don't pile up.
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
	s.Send("taking a note away", func(ctx context.Context) error {
		err := s.rest.DeleteAnswer(ctx, t)
		if errors.Is(err, discord.ErrUnknownMessage) {
			return nil // its reader has dismissed it already
		}
		return err
	})
}

// Reply answers a message publicly, without a notification.
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
	s.Send("suggesting", func(ctx context.Context) error { return s.rest.Choices(ctx, t, list) })
}
