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
	// lastWait is how long is waited for what was told to give up,
	lastWait = time.Second
	// closeWait for the gateway to take a goodbye.
	closeWait = 2500 * time.Millisecond
)

// quietFor is the silence after which no more events are on their way.
const quietFor = 50 * time.Millisecond

// leave is the order of going: nothing new, then what was heard is played,
// written and told, then the tables say goodbye, then the line goes dead.
func (b *Bot) leave() {
	b.session.StopIntake()
	b.pause()
	if !b.catchesUp() {
		err := b.Store.Beat(b.clock.now())
		if err != nil && !errors.Is(err, store.ErrTrouble) { // of which the store tells the log, once
			b.Log.Warn("giving a last sign of life", "error", err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), b.Farewell)
	defer cancel()
	b.finishHearing(ctx)
	done := b.finish()
	select {
	case <-done:
	case <-ctx.Done():
		b.Log.Warn("some tables could not be told in time: they go on at the next start")
		b.quit()
		select {
		case <-done:
		case <-time.After(lastWait):
			b.Log.Error("a table did not stop")
		}
	}
	b.tellPictures()
	b.hangUp()
}

// finish has the tables come to an end, and tells when all that runs has.
func (b *Bot) finish() (done <-chan struct{}) {
	b.lobby.Leave()
	all := make(chan struct{})
	go func() {
		b.tasks.Wait()
		b.lobby.Wait()
		b.doors.send.Close()
		b.beats.Wait()
		close(all)
	}()
	return all
}

func (b *Bot) hangUp() {
	last, end := context.WithTimeout(context.Background(), closeWait)
	defer end()
	if err := b.session.Close(last); err != nil {
		b.Log.Warn("closing the session", "error", err)
	}
}

// abandon is for tables that are another's now, or that begin anew: nothing more is said of them, and
// what was heard is not played.
func (b *Bot) abandon() {
	b.session.StopIntake()
	b.pause()
	b.quit()
	select {
	case <-b.finish():
	case <-time.After(lastWait):
		b.Log.Warn("a table did not stop yet: it can write nothing any more")
	}
	b.hangUp()
}

// tellPictures logs which way the pictures of each game went since the start:
// many that were painted mean that something is drawn for which no kit is made.
func (b *Bot) tellPictures() {
	paths := render.Paths()
	for _, game := range slices.Sorted(maps.Keys(paths)) {
		b.Log.Info("pictures so far", "of", game, "spliced", paths[game].Spliced, "painted", paths[game].Painted)
	}
}

// finishHearing plays what had come before the intake was stopped.
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
