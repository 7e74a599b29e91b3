package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"settable/render"
	"settable/store"
)

const (
	// lastWait is how long the bot waits for tables after it has cancelled their pending work.
	lastWait = time.Second
	// closeWait is how long the bot waits for the gateway to close.
	closeWait = 2500 * time.Millisecond
)

// quietFor is how long the bot waits without events before it assumes that no more will arrive.
const quietFor = 50 * time.Millisecond

// leave shuts the bot down cleanly: it stops accepting events, plays and answers everything received so far,
// announces the stop at the tables and closes the gateway.
func (b *Bot) leave() {
	b.session.StopIntake()
	b.pause()
	if !b.isCatchingUp() {
		err := b.Store.Beat(b.clock.now())
		if err != nil && !errors.Is(err, store.ErrTrouble) { // the store logs these itself, once
			b.Log.Warn("saving the time of the last activity failed", "error", err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), b.ShutdownTimeout)
	defer cancel()
	b.finishHearing(ctx)
	done := b.finish()
	select {
	case <-done:
	case <-ctx.Done():
		b.Log.Warn("announcing the restart at some tables took too long; they continue at the next start")
		b.doors.send.AnswerAll(b.leavingText)
		b.quit()
		select {
		case <-done:
		case <-time.After(lastWait):
			b.Log.Error("a table didn't stop in time")
		}
	}
	b.logPictures()
	b.hangUp()
}

// finish ends the tables. It closes done when they and all other work have ended.
func (b *Bot) finish() (done <-chan struct{}) {
	b.lobby.Leave()
	all := make(chan struct{})
	go func() {
		b.tasks.Wait()
		b.lobby.Wait()
		b.doors.send.Close()
		b.doors.send.AnswerAll(b.leavingText)
		b.beats.Wait()
		close(all)
	}()
	return all
}

// leavingText returns the answer to presses that the bot can't handle before it stops.
func (b *Bot) leavingText(locale string) string { return b.Words.In(locale).Key("lobby.unanswered") }

func (b *Bot) hangUp() {
	last, end := context.WithTimeout(context.Background(), closeWait)
	defer end()
	if err := b.session.Close(last); err != nil {
		b.Log.Warn("closing the gateway session failed", "error", err)
	}
}

// abandon ends the bot because another process has taken over its tables or its start has failed. It announces
// nothing at the tables, and drops unhandled events.
func (b *Bot) abandon() {
	b.session.StopIntake()
	b.pause()
	b.quit()
	select {
	case <-b.finish():
	case <-time.After(lastWait):
		b.Log.Warn("a table hasn't stopped yet, but it can no longer write")
	}
	b.hangUp()
}

// logPictures logs, for each game, how many pictures since the start were spliced from prepared pieces and how many
// had to be painted. Many painted pictures mean that pieces are missing.
func (b *Bot) logPictures() {
	paths := render.Paths()
	for _, game := range slices.Sorted(maps.Keys(paths)) {
		b.Log.Info("pictures drawn", "of", game, "spliced", paths[game].Spliced, "painted", paths[game].Painted)
	}
}

// finishHearing handles the events that had arrived before the intake was stopped.
func (b *Bot) finishHearing(ctx context.Context) {
	for {
		select {
		case e, open := <-b.session.Events():
			if !open {
				return
			}
			b.hear(e)
		case <-time.After(quietFor):
			return
		case <-ctx.Done():
			return
		}
	}
}
