// Package spread runs one bot as several processes that share a database. Each process leases its share of the shards,
// runs a bot for each of them, and stops the bots of shards that another process has taken over.
package spread

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"settable/bot"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/cmd/settable/setting"
	"settable/store"
)

// Options are the settings that hosts can change.
type Options struct {
	Shards  setting.Shards `help:"With PostgreSQL: the number of shards, which limits how many processes can play at once; auto: as Discord recommends." default:"auto" env:"SETTABLE_SHARDS"`
	Process string         `help:"With PostgreSQL: the name of this process. Default: the machine's name." env:"SETTABLE_PROCESS" placeholder:"NAME"`
}

// ErrOneFile is the error for shards with a database that only one process can use.
var ErrOneFile = errors.New("only one process can use a database file: to use shards, copy " +
	"it to a PostgreSQL database with 'settable move'")

// processName returns a unique name for this process. A random suffix distinguishes processes with the same name.
func (s Options) processName() string {
	machine, _ := os.Hostname() // the machine's name is optional
	return cmp.Or(s.Process, machine) + "-" + rand.Text()[:6]
}

// identifyEvery is the interval between sessions of the same bucket. Discord accepts one IDENTIFY per bucket every
// five seconds. It counts arrival times, and the time to open a connection varies, so the interval is a little longer.
// https://discord.com/developers/docs/events/gateway#rate-limits
const identifyEvery = 5500 * time.Millisecond

// Play runs a bot for each shard that this process leases, until ctx ends. base is the configuration that the bots
// share. healths receives their health. maintain runs alongside each bot with its store; it must return when its
// context ends, because the store is closed afterwards.
func (s Options) Play(ctx context.Context, st store.Shared, base bot.Config, healths *Healths,
	maintain func(context.Context, store.Store)) error {
	pace := rest.NewPace(base.PerSecond)
	// This client asks Discord for the recommended number of shards. It shares the bots' rate limit.
	asks := rest.New(rest.Config{Token: base.Discord.Token, HTTP: base.Discord.HTTP, Log: base.Log, Pace: pace})
	base.Pace, base.Words = pace, bot.LoadCatalogues(base)
	var news announcements
	hears, deaf := context.WithCancel(ctx)
	var listening sync.WaitGroup
	listening.Go(func() {
		if err := st.Changes(hears, news.tell); err != nil && hears.Err() == nil {
			base.Log.Error("listening for other processes' changes failed", "error", err)
		}
	})
	defer listening.Wait()
	defer deaf()
	return Run(ctx, Config{
		Store: st, Process: s.processName(), Shards: int(s.Shards), Log: base.Log, Among: pace.Share,
		Recommended: func(ctx context.Context) (int, error) {
			starts, err := asks.Starts(ctx)
			if errors.Is(err, discord.ErrUnauthorized) {
				return 1, nil // the bot of the first shard will report the error
			}
			return starts.Shards, err
		},
		Play: func(ctx context.Context, b Assignment) error {
			c := base
			c.Store, c.Shard, c.Lost, c.May = b.Store, b.Lease.Shard, b.Lost, b.MaySend
			c.Log = base.Log.With("shard", b.Lease.Shard.K)
			c.Discord.Log = c.Log
			c.Discord.Identify, c.Discord.Identified = b.Store.Identify, b.Store.Identified
			c.Discord.Position = b.Position
			c.Discord.MayConnect = func() error { return b.MaySend(false) }
			c.Discord.AwaitIdentify = turns{st, asks, b.Lease.Shard.K}.wait
			health, gone := healths.Add(b.Lease.Shard.K)
			defer gone()
			c.Health = health
			changes, enough := news.add()
			defer enough()
			c.Changes = changes
			going, leave := context.WithCancel(ctx)
			var all sync.WaitGroup
			all.Go(func() { maintain(going, b.Store) })
			defer all.Wait()
			defer leave()
			err := bot.Run(ctx, c)
			if shut := b.Store.Close(); err == nil { // after another error, this one is only a consequence
				err = shut
			}
			return err
		},
	})
}

// announcements forward other processes' changes to the bots of this process.
type announcements struct {
	mu   sync.Mutex
	bots []chan store.Change
}

// mostChanges is how many changes may wait for a bot. If more arrive, the bot is told that anything may have changed.
const mostChanges = 64

// add subscribes a bot until the returned function is called.
func (t *announcements) add() (changes <-chan store.Change, enough func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := make(chan store.Change, mostChanges)
	t.bots = append(t.bots, c)
	return c, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.bots = slices.DeleteFunc(t.bots, func(other chan store.Change) bool { return other == c })
	}
}

func (t *announcements) tell(change store.Change) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.bots {
		select {
		case c <- change:
			continue
		default:
		}
		for range mostChanges { // nothing else can send in the meantime
			select {
			case <-c:
			default:
			}
		}
		c <- store.Change{}
	}
}

// turns coordinates session starts among all processes.
type turns struct {
	store store.Shared
	asks  *rest.Client
	shard int
}

// wait waits for this shard's turn to start a session. Discord's max_concurrency is the number of buckets, and only
// one shard of a bucket can start at a time.
func (t turns) wait(ctx context.Context) error {
	atOnce := 1
	if starts, err := t.asks.Starts(ctx); err == nil {
		atOnce = max(1, starts.AtOnce)
	} // without an answer, one session at a time is always allowed
	for {
		wait, err := t.store.RequestTurn(ctx, t.shard%atOnce, identifyEvery)
		if err != nil {
			return fmt.Errorf("waiting for shard %d's turn to begin a session: %w", t.shard, err)
		}
		if wait <= 0 {
			return nil
		}
		if err := discord.Sleep(ctx, wait); err != nil {
			return err
		}
	}
}
