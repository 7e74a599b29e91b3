// Package delivery sends the bot's answers to users:
//
//	an answer to a press, a form      within Discord's 3 s, in words if its picture fails or hangs.
//	or a slash command                A slow answer is deferred and follows when its outcome is known,
//	                                  for up to 15 minutes. Nothing is answered twice
//	a note that confirms a command    disappears after a few seconds
//	an edit of a private hand         sent only if there is room; the next edit makes up for it
//	a reply to a typed move           sent once, within the limits of its channel
//	a reaction                        few at a time; in a flood most are skipped
//
// Each kind has its own limit, so neither a channel that refuses posts nor a locked database can delay an answer to a
// user. When a limit is reached, the bot drops the work and logs this at most once a minute. Package poster posts the
// tables themselves.
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
	// maxPosts is how many posts and deletions in channels can run concurrently. They may have to wait for a
	// channel's rate limit, but they don't delay answers to button presses.
	maxPosts = 64
	// maxRefreshes is how many background edits of private messages can run concurrently.
	maxRefreshes = 256
	// maxReactions is how many reactions can be sent concurrently. Discord accepts four reactions a second per
	// channel. During a flood of messages, more reactions would only delay answers and arrive too late to be useful.
	maxReactions = 8
	// sendTime is the timeout for sending one message.
	sendTime = 20 * time.Second
	// jobTime is the timeout of a command or look-up.
	jobTime = 20 * time.Second
	// noteTime is how long the confirmation of a slash command stays in the channel.
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

// NewSender returns a sender whose jobs are cancelled when ctx ends. It doesn't log the errors listed in quiet,
// because the code that returns them has already done so.
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

// Send runs f, which answers an interaction, in a goroutine. It returns false if too many answers are already being
// sent.
func (s *Sender) Send(what string, f func(context.Context) error) bool { return s.answers.Go(what, f) }

// SendContext returns a context for sending one answer. It is independent of the job's context, which may already
// have timed out.
func (s *Sender) SendContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.ctx, sendTime)
}

// AnswerContext returns a context for finding out the result of an interaction while it can still be answered.
func (s *Sender) AnswerContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.ctx, answerableFor-time.Minute)
}

// Go runs a command or look-up in a goroutine. It returns false if too many are already running.
func (s *Sender) Go(what string, f func(context.Context) error) bool { return s.jobs.Go(what, f) }

// Post runs a post or deletion in a goroutine. It returns false if too many are already running.
func (s *Sender) Post(what string, f func(context.Context) error) bool { return s.posts.Go(what, f) }

// Refresh runs f, a background edit of a private message, in a goroutine. It returns false if too many edits are
// already running or the sender is closed.
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

// Close stops deleting notes and editing hands, and waits until everything in flight has been sent.
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

// Private answers an interaction with a message that only the user sees. If the ticket is zero, Private does nothing.
func (s *Sender) Private(t discord.Ticket, text string) {
	if t.ID == "" {
		return
	}
	s.Send("answering", func(ctx context.Context) error {
		return s.Answer(ctx, t, discord.Message{Content: text}, true)
	})
}

// ReplacePressed answers a press by replacing the message that contains the button.
func (s *Sender) ReplacePressed(t discord.Ticket, text string) {
	s.Send("answering", func(ctx context.Context) error {
		return s.Update(ctx, t, discord.Message{Content: text})
	})
}

// Note briefly confirms a move made by slash command, because Discord requires an answer to every command. The note
// is deleted after noteTime to keep the channel tidy.
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
