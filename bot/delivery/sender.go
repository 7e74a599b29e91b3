// Package delivery sends the bot's answers to users:
//
//	an answer to a press, a form      within Discord's 3 s, in words if its picture fails or hangs.
//	or a slash command                A slow answer is deferred and follows when its outcome is known,
//	                                  for up to 15 minutes. Nothing is answered twice
//	a note that a command was played  disappears after a few seconds
//	an edit of a private hand         sent only if there is room; the next edit makes up for it
//	a reply to a typed move           sent once, within the limits of its channel
//	a reaction                        few at a time; in a flood most are skipped
//
// Each kind has a bounded queue of its own, so that neither a channel that refuses posts nor a locked database delays
// an answer to a user. If there is no room, the bot skips the work and logs that at most once a minute. The posts of
// tables are in package poster.
package delivery

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/store/ids"
)

const (
	// maxAnswers is how many answers to interactions can be sent concurrently.
	maxAnswers = 1024
	// maxJobs is how many commands, look-ups and similar jobs can run concurrently.
	maxJobs = 256
	// maxPosts is how many posts and deletions in channels can run concurrently. They wait for the rate limits of their
	// channels without delaying the answer to any press.
	maxPosts = 64
	// maxRefreshes is how many background edits of private messages can run concurrently.
	maxRefreshes = 256
	// maxReactions is how many reactions can be sent concurrently. Discord accepts four a second in a channel, so in a
	// flood many more would delay answers and arrive too late to help.
	maxReactions = 8
	// sendTime is the timeout for sending one message.
	sendTime = 20 * time.Second
	// jobTime is the timeout of a command or look-up.
	jobTime = 20 * time.Second
	// noteTime is how long a note stays. A note confirms a move made by a slash command.
	noteTime = 8 * time.Second
)

// Sender sends answers to users.
type Sender struct {
	DeferAfter time.Duration // how long an interaction waits for its answer before it is deferred; 0: 1.5 s

	interactions interactions
	ctx          context.Context
	rest         *rest.Client
	answers      *Jobs
	jobs         *Jobs
	posts        *Jobs
	refreshes    *Jobs
	reactions    *Jobs
	closing      sync.Mutex // held while a timer starts something, and while closed is set
	closed       bool
}

// NewSender returns a sender whose jobs give up when ctx ends. It does not log the errors in quiet, because their
// source has already logged them.
func NewSender(ctx context.Context, rest *rest.Client, log *slog.Logger, quiet ...error) *Sender {
	quiet = append(quiet, discord.ErrAnswered) // Discord delivered the same press twice
	return &Sender{
		ctx:       ctx,
		rest:      rest,
		answers:   NewJobs(ctx, log, Limits{maxAnswers, sendTime}, quiet...),
		jobs:      NewJobs(ctx, log, Limits{maxJobs, jobTime}, quiet...),
		posts:     NewJobs(ctx, log, Limits{maxPosts, sendTime}, quiet...),
		refreshes: NewJobs(ctx, log, Limits{maxRefreshes, sendTime}, quiet...),
		reactions: NewJobs(ctx, log, Limits{maxReactions, sendTime}, quiet...),
	}
}

// Send runs f, which answers an interaction, in a goroutine. It returns false if there is no room.
func (s *Sender) Send(what string, f func(context.Context) error) bool { return s.answers.Go(what, f) }

// SendContext returns a context for sending one answer. The context is independent of the job's, which may have used up
// its time.
func (s *Sender) SendContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.ctx, sendTime)
}

// AnswerContext returns a context for finding out the result of an interaction while it can still be answered.
func (s *Sender) AnswerContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.ctx, answerableFor-time.Minute)
}

// Go runs a command or look-up in a goroutine. It returns false if there is no room.
func (s *Sender) Go(what string, f func(context.Context) error) bool { return s.jobs.Go(what, f) }

// Post runs a post or deletion in a goroutine. It returns false if there is no room.
func (s *Sender) Post(what string, f func(context.Context) error) bool { return s.posts.Go(what, f) }

// Refresh runs f, a background edit of a private message, in a goroutine. It returns false if there is no
// room or the sender is closed.
func (s *Sender) Refresh(what string, f func(context.Context) error) bool {
	s.closing.Lock()
	defer s.closing.Unlock()
	return !s.closed && s.refreshes.Go(what, f)
}

// InFlight returns how many answers, posts and reactions are being sent.
func (s *Sender) InFlight() int {
	return int(s.answers.running.Load() + s.jobs.running.Load() + s.posts.running.Load() +
		s.refreshes.running.Load() + s.reactions.running.Load())
}

// Close stops deleting notes and editing hands, and waits for everything that is being sent.
func (s *Sender) Close() {
	s.closing.Lock()
	s.closed = true
	s.closing.Unlock()
	s.jobs.Wait()
	s.answers.Wait()
	s.posts.Wait()
	s.refreshes.Wait()
	s.reactions.Wait()
}

// Private sends an answer to an interaction that only its author sees. If the ticket is zero, Private does nothing.
func (s *Sender) Private(t discord.Ticket, text string) {
	if t.ID == "" {
		return
	}
	s.Send("answering", func(ctx context.Context) error {
		return s.Answer(ctx, t, discord.Message{Content: text}, true)
	})
}

// ReplacePressed answers a press by replacing the message with the button.
func (s *Sender) ReplacePressed(t discord.Ticket, text string) {
	s.Send("answering", func(ctx context.Context) error {
		return s.Update(ctx, t, discord.Message{Content: text})
	})
}

// Note answers a slash command that made a move, because Discord demands an answer. The note is deleted after a while,
// so that notes don't pile up.
func (s *Sender) Note(t discord.Ticket, text string) {
	s.Private(t, text)
	time.AfterFunc(noteTime, func() {
		s.closing.Lock()
		defer s.closing.Unlock()
		if !s.closed {
			s.DeleteAnswer(t)
		}
	})
}

// DeleteAnswer deletes the answer to an interaction.
func (s *Sender) DeleteAnswer(t discord.Ticket) {
	s.Send("deleting a temporary message", func(ctx context.Context) error {
		err := s.rest.DeleteAnswer(ctx, t)
		if errors.Is(err, discord.ErrUnknownMessage) {
			return nil // the reader has already dismissed it
		}
		return err
	})
}

// Reply replies to a message publicly, without a notification.
func (s *Sender) Reply(channel ids.Channel, to ids.Message, text string) {
	s.Post("replying", func(ctx context.Context) error {
		_, err := s.rest.Post(ctx, channel, discord.Message{Content: text, ReplyTo: to, Silent: true})
		return err
	})
}

// React adds an emoji reaction to a message.
func (s *Sender) React(channel ids.Channel, to ids.Message, emoji string) {
	s.reactions.Go("reacting", func(ctx context.Context) error {
		return s.rest.React(ctx, channel, to, emoji)
	})
}

// Choices answers an autocomplete request.
func (s *Sender) Choices(t discord.Ticket, list []discord.Choice) {
	s.Send("suggesting", func(ctx context.Context) error { return s.rest.Choices(ctx, t, list) })
}
