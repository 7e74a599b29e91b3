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
	// lastWait is how long the bot waits for tables that were told to give up.
	lastWait = time.Second
	// closeWait is how long it waits for the gateway to close.
	closeWait = 2500 * time.Millisecond
)

// quietFor is how long no event has to come before none is taken to be on its way.
const quietFor = 50 * time.Millisecond

// leave ends the bot in order: no new events are taken in; what was heard is played, written and
// told; the tables say goodbye; the gateway is closed.
func (b *Bot) leave() {
	b.session.StopIntake()
	b.pause()
	if !b.catchesUp() {
		err := b.Store.Beat(b.clock.now())
		if err != nil && !errors.Is(err, store.ErrTrouble) { // the store logs its troubles itself, once
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
		b.Log.Warn("some tables couldn't be told about the restart in time, they continue at the next start")
		b.doors.send.AnswerAll(b.unanswered)
		b.quit()
		select {
		case <-done:
		case <-time.After(lastWait):
			b.Log.Error("a table didn't stop in time")
		}
	}
	b.tellPictures()
	b.hangUp()
}

// finish has the tables end, and closes done when they and everything else that runs have ended.
func (b *Bot) finish() (done <-chan struct{}) {
	b.lobby.Leave()
	all := make(chan struct{})
	go func() {
		b.tasks.Wait()
		b.lobby.Wait()
		b.doors.send.Close()
		b.doors.send.AnswerAll(b.unanswered)
		b.beats.Wait()
		close(all)
	}()
	return all
}

// unanswered is what those read whose presses the bot can't answer before it ends.
func (b *Bot) unanswered(locale string) string { return b.Words.In(locale).Key("lobby.unanswered") }

func (b *Bot) hangUp() {
	last, end := context.WithTimeout(context.Background(), closeWait)
	defer end()
	if err := b.session.Close(last); err != nil {
		b.Log.Warn("closing the gateway session failed", "error", err)
	}
}

// abandon ends the bot where its tables belong to another bot now, or where its start failed: nothing
// more is said at the tables, and what was heard but not played is dropped.
func (b *Bot) abandon() {
	b.session.StopIntake()
	b.pause()
	b.quit()
	select {
	case <-b.finish():
	case <-time.After(lastWait):
		b.Log.Warn("a table is still stopping and can no longer write")
	}
	b.hangUp()
}

// tellPictures logs how the pictures of each game were made since the start. Many painted ones mean
// that something is drawn for which there is no prepared piece to splice in.
func (b *Bot) tellPictures() {
	paths := render.Paths()
	for _, game := range slices.Sorted(maps.Keys(paths)) {
		b.Log.Info("pictures drawn", "of", game, "spliced", paths[game].Spliced, "painted", paths[game].Painted)
	}
}

// finishHearing handles the events that had come before the intake was stopped.
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
