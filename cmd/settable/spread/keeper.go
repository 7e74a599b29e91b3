package spread

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/store"
)

// Config configures Run. All fields except Shards and Term must be set.
type Config struct {
	Store   store.Shared
	Process string // the unique name of this process
	// Shards is the number of shards. If it is 0, Run uses the result of Recommended.
	Shards      int
	Recommended func(context.Context) (int, error)
	// Play runs a bot for one shard. The bot leaves in an orderly way when ctx ends, and stops immediately and
	// silently when Lost is closed. An error ends the process. If Store.IsTemporary reports true for the error, only
	// that bot is restarted.
	Play func(ctx context.Context, at Assignment) error
	// Among is called with the number of processes that share Discord's rate limits.
	Among func(processes int)
	Log   *slog.Logger
	Term  time.Duration // how long a lease lasts without a heartbeat; 0: 4 s
}

// An Assignment holds everything that the bot of one shard needs.
type Assignment struct {
	Lease   store.Lease
	Store   store.Store // restricted to the shard's servers
	Lost    <-chan struct{}
	MaySend func(answer bool) error // called before each request to Discord; an error forbids it for now
	// Position is where the shard's former owner has left its session with Discord. The bot continues there.
	Position *gateway.Position
}

const (
	usualTerm = 4 * time.Second
	// recommendedEvery is how often the process asks Discord for the recommended number of shards.
	recommendedEvery = time.Hour
)

type keeper struct {
	Config
	term    *term
	seats   map[int]*seat // by shard
	failed  map[int]pause // shards whose bot has failed
	ended   chan ending
	bots    sync.WaitGroup
	told    discord.FaultLog
	waits   bool      // it was logged that this process has no shard
	advised time.Time // when Discord last recommended a number of shards
}

// A pause is the delay before a shard's bot is restarted. times counts consecutive failures.
type pause struct {
	times int
	until time.Time
}

// lasted is how long a bot must run before an earlier failure no longer counts.
const lasted = time.Minute

// An ending reports which bot has ended, and its error.
type ending struct {
	seat *seat
	err  error
}

// Run keeps this process's share of the shards until ctx ends. Its bots then leave, and other processes can take the
// shards immediately. Run returns the error of a bot that can't continue.
func Run(ctx context.Context, c Config) error {
	c.Term = cmp.Or(c.Term, usualTerm)
	k := &keeper{Config: c, term: &term{lasts: c.Term}, seats: map[int]*seat{},
		failed: map[int]pause{}, ended: make(chan ending)}
	tick := time.NewTicker(c.Term / 4)
	defer tick.Stop()
	k.renew(ctx)
	var err error
	for err == nil && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case e := <-k.ended:
			err = k.release(e)
		case <-tick.C:
			k.renew(ctx)
		}
	}
	return errors.Join(err, k.leave())
}

// renew renews the leases and responds to changes in the other processes. It only logs database errors, because the
// next call may succeed.
func (k *keeper) renew(ctx context.Context) {
	r, err := k.roll(ctx)
	if err == nil {
		r, err = k.adjustShards(ctx, r)
	}
	if err == nil {
		err = k.balance(ctx, r)
	}
	if err != nil && ctx.Err() == nil {
		k.told.Warn(k.Log, "reading the shard leases failed, retrying", err.Error(), "error", err)
	}
}

// roll sends a heartbeat, stops the bots whose leases are lost, and saves the sessions of the others.
func (k *keeper) roll(ctx context.Context) (store.Roster, error) {
	asked := time.Now()
	ctx, enough := context.WithTimeout(ctx, k.Term)
	defer enough()
	r, err := k.Store.Heartbeat(ctx, k.Process, k.Term)
	if err != nil {
		return r, fmt.Errorf("sending a heartbeat: %w", err)
	}
	k.endLost(r) // before the renewal, or a process that was paused could still send something under a lost lease
	k.term.renew(asked)
	k.Among(len(r.Processes))
	k.save(ctx, k.unsaved())
	return r, nil
}

// unsaved returns the positions that have changed since they were saved.
func (k *keeper) unsaved() map[*seat]gateway.SavedPosition {
	all := map[*seat]gateway.SavedPosition{}
	for _, s := range k.seats {
		if saved, changed := s.position.Settled(); changed {
			all[s] = saved
		}
	}
	return all
}

// save saves the positions of sessions. After an error, the next owner of a shard resumes at an earlier position or
// starts a new session.
func (k *keeper) save(ctx context.Context, positions map[*seat]gateway.SavedPosition) {
	if len(positions) == 0 {
		return
	}
	sessions := map[store.Lease]store.SavedSession{}
	for s, p := range positions {
		sessions[s.lease] = store.SavedSession{Position: p.Session, Servers: p.Servers}
	}
	if err := k.Store.SaveSessions(ctx, sessions); err != nil {
		if !errors.Is(err, context.Canceled) {
			k.told.Warn(k.Log, "saving the sessions with Discord failed", err.Error(), "error", err)
		}
		return
	}
	for s, p := range positions {
		s.position.MarkSaved(p)
	}
}

// adjustShards changes the number of shards if necessary, and returns the resulting roster.
func (k *keeper) adjustShards(ctx context.Context, r store.Roster) (store.Roster, error) {
	n, err := k.wantedShards(ctx, r)
	if err != nil || n == r.Shards {
		return r, err
	}
	if err := k.Store.Divide(ctx, n); err != nil {
		return r, fmt.Errorf("setting the number of shards to %d: %w", n, err)
	}
	k.Log.Info("number of shards changed", "shards", n, "before", r.Shards)
	return k.roll(ctx)
}

// wantedShards returns how many shards the bot should have now. A process that is alone can decide freely. Otherwise,
// the number changes only if Discord recommends a higher one.
func (k *keeper) wantedShards(ctx context.Context, r store.Roster) (int, error) {
	alone := len(r.Processes) == 1
	switch {
	case k.Shards > 0 && (alone || r.Shards == 0 || r.Shards == k.Shards):
		return k.Shards, nil
	case k.Shards > 0:
		k.told.Warn(k.Log, fmt.Sprintf("the running processes use %d shards: "+
			"stop all of them before changing to %d", r.Shards, k.Shards), "number of shards differs")
		return r.Shards, nil
	case r.Shards > 0 && (!k.plays(0) || time.Since(k.advised) < recommendedEvery):
		return r.Shards, nil
	}
	n, err := k.Recommended(ctx)
	if err != nil {
		return r.Shards, fmt.Errorf("asking Discord for the recommended number of shards: %w", err)
	}
	k.advised = time.Now()
	return max(n, r.Shards, 1), nil
}

func (k *keeper) plays(shard int) bool { return k.seats[shard] != nil }

// endLost stops the bots whose leases now belong to another process.
func (k *keeper) endLost(r store.Roster) {
	for _, s := range k.seats {
		if !slices.Contains(r.Leases, s.lease) {
			s.lost()
		}
	}
}

// balance leases free shards up to this process's share. If the process has too many shards, it hands one over.
func (k *keeper) balance(ctx context.Context, r store.Roster) error {
	m := next(r, k.Process, slices.Collect(maps.Keys(k.seats)))
	if m.give != none && !k.seats[m.give].leaving {
		k.Log.Info("handing a shard over to another process", "shard", m.give)
		k.seats[m.give].leaving = true
		k.seats[m.give].leave()
	}
	for _, l := range m.free {
		if err := k.Store.Release(ctx, l); err != nil {
			return fmt.Errorf("releasing the unused shard %d: %w", l.Shard.K, err)
		}
	}
	for _, shard := range m.take {
		if time.Now().Before(k.failed[shard].until) {
			continue
		}
		l, err := k.Store.Take(ctx, k.Process, store.Shard{K: shard, Of: r.Shards}, k.Term)
		switch {
		case errors.Is(err, store.ErrLeased), errors.Is(err, store.ErrDivided):
			continue // another process was faster
		case err != nil:
			return fmt.Errorf("taking shard %d: %w", shard, err)
		}
		session, err := k.Store.Session(ctx, l)
		if err != nil {
			return fmt.Errorf("taking over the session of shard %d: %w", shard, err)
		}
		k.play(ctx, l, gateway.NewPosition(gateway.SavedPosition{Session: session.Position, Servers: session.Servers}))
	}
	if waits := share(r, k.Process) == 0; waits != k.waits {
		if k.waits = waits; waits {
			k.Log.Warn("more processes than shards, waiting for a free shard",
				"processes", len(r.Processes), "shards", r.Shards)
		}
	}
	return nil
}

// play starts a bot on a leased shard.
func (k *keeper) play(ctx context.Context, l store.Lease, from *gateway.Position) {
	ctx, leave := context.WithCancel(ctx)
	gone := make(chan struct{})
	s := &seat{lease: l, position: from, begun: time.Now(), leave: leave, gone: gone,
		lost: sync.OnceFunc(func() { close(gone) }), term: k.term}
	k.seats[l.Shard.K] = s
	k.Log.Info("running a shard", "shard", l.Shard.K, "of", l.Shard.Of, "epoch", l.Epoch)
	at := Assignment{Lease: l, Store: k.Store.Of(l, s.lost), Lost: gone, MaySend: s.maySend, Position: from}
	k.bots.Go(func() {
		defer leave()
		k.ended <- ending{s, k.Play(ctx, at)}
	})
}

// release returns the lease of a bot that has ended, so that any process can take the shard.
func (k *keeper) release(e ending) error {
	l := e.seat.lease
	delete(k.seats, l.Shard.K)
	select {
	case <-e.seat.gone:
		k.Log.Warn("shard lease taken by another process", "shard", l.Shard.K, "epoch", l.Epoch)
		return nil
	default:
	}
	if k.Store.IsTemporary(e.err) {
		k.restart(e)
		return nil // the lease is released at the next successful renew, or expires
	}
	ctx, enough := context.WithTimeout(context.Background(), k.Term)
	defer enough()
	k.save(ctx, map[*seat]gateway.SavedPosition{e.seat: e.seat.position.Final()})
	if err := k.Store.Release(ctx, l); err != nil {
		k.Log.Warn("releasing a shard lease failed, it will expire on its own", "shard", l.Shard.K, "error", err)
	}
	if e.seat.leaving && errors.Is(e.err, context.Canceled) {
		return nil // it was told to leave while it was starting
	}
	return e.err
}

// restart restarts a failed shard's bot after a pause.
func (k *keeper) restart(e ending) {
	shard, p := e.seat.lease.Shard.K, pause{times: 1}
	if time.Since(e.seat.begun) < lasted {
		p.times += k.failed[shard].times
	}
	wait := discord.Backoff(p.times)
	p.until = time.Now().Add(wait)
	k.failed[shard] = p
	if !e.seat.leaving {
		k.told.Warn(k.Log, "shard stopped, restarting it when the database is available",
			fmt.Sprint(shard), "shard", shard, "error", e.err, "again", wait)
	}
}

// leave makes all bots leave and deregisters this process.
func (k *keeper) leave() (err error) {
	for _, s := range k.seats {
		s.leaving = true
		s.leave()
	}
	tick := time.NewTicker(k.Term / 4) // keep the leases, because leaving bots still write
	defer tick.Stop()
	for len(k.seats) > 0 {
		select {
		case e := <-k.ended:
			err = errors.Join(err, k.release(e))
		case <-tick.C:
			_, _ = k.roll(context.Background()) // without an answer, the leases last until their end
		}
	}
	k.bots.Wait()
	ctx, enough := context.WithTimeout(context.Background(), k.Term)
	defer enough()
	if _, bye := k.Store.Heartbeat(ctx, k.Process, 0); bye != nil {
		k.Log.Warn("deregistering this process failed, its leases will expire on their own", "error", bye)
	}
	return err
}
