package lobby

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/table"
	"settable/store"
	"settable/store/ids"
)

// A Place is a server, or one channel if Channel is not 0.
type Place struct {
	Guild   ids.Guild
	Channel ids.Channel
}

// A Verdict says whether a doubted place is gone.
type Verdict struct {
	Place
	Gone bool
}

// Absences finds out whether a server or channel is gone. A single event or list doesn't prove that: lists omit what
// the bot can't see, and servers may be missing for a moment in a new session. Therefore the clocks of the tables
// stop immediately, but tables are closed only after Discord has confirmed twice, with a pause between, that the
// place doesn't exist.
type Absences struct {
	Verdicts chan Verdict
	lobby    *Lobby

	mu      sync.Mutex
	doubted map[Place]bool
}

func newAbsences(l *Lobby) *Absences {
	return &Absences{Verdicts: make(chan Verdict), lobby: l, doubted: map[Place]bool{}}
}

// confirmAfter is the pause before the second confirmation.
const confirmAfter = 10 * time.Second

// Kinds of the tasks that look up places. The names appear in the host's log and metrics.
const (
	serverLookupTask  = "server_lookup"
	channelLookupTask = "channel_lookup"
)

// Doubt stops the clocks of the tables in a place and looks the place up. A server is looked up only once, no matter
// how many tables it has. If the place is already doubted, Doubt does nothing.
func (a *Absences) Doubt(p Place) {
	a.mu.Lock()
	known := a.doubted[p]
	a.doubted[p] = true
	a.mu.Unlock()
	if known {
		return
	}
	for _, t := range a.lobby.Tables.InPlace(p) {
		t.Game.Order(table.Freeze{Why: table.Doubted})
	}
	a.lookUp(p, false)
}

// EndDoubt records that a place is no longer doubted, and reports whether it was before.
func (a *Absences) EndDoubt(p Place) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	was := a.doubted[p]
	delete(a.doubted, p)
	return was
}

func (a *Absences) doubts(p Place) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.doubted[p]
}

// lookUp adds a task that asks Discord if a place is gone. confirmed means that Discord has already confirmed this
// once.
func (a *Absences) lookUp(p Place, confirmed bool) {
	task := delivery.Task{Kind: serverLookupTask, Number: int64(p.Guild), Rank: delivery.RankHeard}
	if p.Channel != 0 {
		task.Kind, task.Number = channelLookupTask, int64(p.Channel)
	}
	if confirmed {
		task.NotBefore = time.Now().Add(confirmAfter)
	}
	task.Do = func(ctx context.Context) error {
		if !a.doubts(p) {
			return nil
		}
		if needed, err := a.isNeeded(ctx, p); err != nil || !needed {
			if err == nil {
				a.EndDoubt(p)
			}
			return err
		}
		exists, err := a.exists(ctx, p)
		switch {
		case err != nil:
			return err
		case !exists && !confirmed:
			a.lookUp(p, true)
			return nil
		}
		select {
		case a.Verdicts <- Verdict{p, !exists}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	a.lobby.Tasks.Add(task)
}

func (a *Absences) exists(ctx context.Context, p Place) (bool, error) {
	if p.Channel != 0 {
		return a.lobby.Discord.ChannelExists(ctx, p.Channel)
	}
	return a.lobby.Discord.GuildExists(ctx, p.Guild)
}

// isNeeded reports whether the bot needs to know if a place is gone. Most deleted channels have never had a table, so
// the bot needn't look them up.
func (a *Absences) isNeeded(ctx context.Context, p Place) (bool, error) {
	if p.Channel == 0 || a.lobby.Tables.In(p.Channel) != nil {
		return true, nil
	}
	if _, err := a.lobby.Store.TableIn(ctx, p.Channel); !errors.Is(err, store.ErrNoTable) {
		return err == nil, err
	}
	if _, err := a.lobby.Store.OpenNight(ctx, p.Channel); !errors.Is(err, store.ErrNoNight) {
		return err == nil, err
	}
	plans, err := a.lobby.Store.Pending(ctx)
	return slices.ContainsFunc(plans, func(plan store.Plan) bool {
		return plan.Channel == p.Channel && plan.Cancelled.IsZero()
	}), err
}
