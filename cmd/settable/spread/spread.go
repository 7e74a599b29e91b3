// Package spread runs one bot as several processes that share one database. Each leases a share of the shards, runs a
// bot for each of them, and gives up those that another process has taken over.
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

// Options are the settings that a host may give.
type Options struct {
	Shards  setting.Shards `help:"With PostgreSQL: the number of shards, which is also how many processes can play at once; auto: as Discord recommends." default:"auto" env:"SETTABLE_SHARDS"`
	Process string         `help:"With PostgreSQL: the name of this process. Default: the machine's name." env:"SETTABLE_PROCESS" placeholder:"NAME"`
}

// ErrOneFile refuses shards for a database that only one process can use.
var ErrOneFile = errors.New("only one process can use a database file: to use shards, copy " +
	"it to a PostgreSQL database with 'settable move'")

// processName returns a unique name of this process; two processes started under one name have different ones.
func (s Options) processName() string {
	machine, _ := os.Hostname() // a machine's name is optional
	return cmp.Or(s.Process, machine) + "-" + rand.Text()[:6]
}

// identifyEvery is how often a shard of a bucket may begin a session. Discord accepts one IDENTIFY per bucket every
// five seconds, counted when it arrives, and one connection may take longer to open than the next.
//
// https://discord.com/developers/docs/events/gateway#rate-limits
const identifyEvery = 5500 * time.Millisecond

// Play runs a bot, configured like like, for each shard that this process leases, until ctx ends. It reports the bots'
// health to at. beside runs alongside each bot with its store, and must end when its context does, before the store is
// closed.
func (s Options) Play(ctx context.Context, st store.Shared, like bot.Config, at *Healths,
	beside func(context.Context, store.Store)) error {
	pace := rest.NewPace(like.PerSecond)
	// This asks Discord for the recommended number of shards, with requests that share the bots' rate limit.
	asks := rest.New(rest.Config{Token: like.Discord.Token, HTTP: like.Discord.HTTP, Log: like.Log, Pace: pace})
	like.Pace, like.Words = pace, bot.LoadCatalogues(like)
	var news announcements
	hears, deaf := context.WithCancel(ctx)
	var listening sync.WaitGroup
	listening.Go(func() {
		if err := st.Changes(hears, news.tell); err != nil && hears.Err() == nil {
			like.Log.Error("listening for other processes' changes failed", "error", err)
		}
	})
	defer listening.Wait()
	defer deaf()
	return Run(ctx, Config{
		Store: st, Process: s.processName(), Shards: int(s.Shards), Log: like.Log, Among: pace.Share,
		Recommended: func(ctx context.Context) (int, error) {
			starts, err := asks.Starts(ctx)
			if errors.Is(err, discord.ErrUnauthorized) {
				return 1, nil // the bot of the first shard ends, and says why
			}
			return starts.Shards, err
		},
		Play: func(ctx context.Context, b Assignment) error {
			c := like
			c.Store, c.Shard, c.Lost, c.May = b.Store, b.Lease.Shard, b.Lost, b.MaySend
			c.Log = like.Log.With("shard", b.Lease.Shard.K)
			c.Discord.Log = c.Log
			c.Discord.Identify, c.Discord.Identified = b.Store.Identify, b.Store.Identified
			c.Discord.AwaitIdentify = turns{st, asks, b.Lease.Shard.K}.wait
			health, gone := at.Add(b.Lease.Shard.K)
			defer gone()
			c.Health = health
			changes, enough := news.add()
			defer enough()
			c.Changes = changes
			going, leave := context.WithCancel(ctx)
			var all sync.WaitGroup
			all.Go(func() { beside(going, b.Store) })
			defer all.Wait()
			defer leave()
			err := bot.Run(ctx, c)
			if shut := b.Store.Close(); err == nil { // after another error it is only a consequence
				err = shut
			}
			return err
		},
	})
}

// announcements pass on other processes' changes to the bots of this process.
type announcements struct {
	mu   sync.Mutex
	bots []chan store.Change
}

// mostChanges is how many changes may wait for a bot. If there are more, it is told that anything may
// have changed.
const mostChanges = 64

// add subscribes a bot, until enough is called.
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
		for range mostChanges { // no one else adds anything
			select {
			case <-c:
			default:
			}
		}
		c <- store.Change{}
	}
}

// turns share among all processes the times at which shards may begin sessions.
type turns struct {
	store store.Shared
	asks  *rest.Client
	shard int
}

// wait returns when it is this shard's turn. There are as many buckets as sessions that Discord lets
// begin at once, and each has one turn at a time.
func (t turns) wait(ctx context.Context) error {
	atOnce := 1
	if starts, err := t.asks.Starts(ctx); err == nil {
		atOnce = max(1, starts.AtOnce)
	} // otherwise one after the other is always right
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
