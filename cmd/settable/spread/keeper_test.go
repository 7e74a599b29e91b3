package spread_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/cmd/settable/spread"
	"settable/store"
)

// register is an in-memory database of leases. Some processes may be unable to reach it.
type register struct {
	store.Shared
	mu     sync.Mutex
	shards int
	there  map[string]time.Time // when each process's heartbeat expires
	came   []string
	leases map[int]store.Lease
	// sessions are the saved sessions with Discord, by shard.
	sessions map[int]store.SavedSession
	epoch    int64
	cut      map[string]bool // the processes that can't reach the register
}

var errAway = errors.New("the database is away")

func (r *register) Heartbeat(_ context.Context, process string, term time.Duration) (at store.Roster, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cut[process] {
		return at, errAway
	}
	now := time.Now()
	if !now.Before(r.there[process]) {
		r.came = append(slices.DeleteFunc(r.came, func(p string) bool { return p == process }), process)
	}
	r.there[process] = now.Add(term)
	at.Shards = r.shards
	for _, p := range r.came {
		if now.Before(r.there[p]) {
			at.Processes = append(at.Processes, p)
		}
	}
	for k := range r.shards {
		if l, ok := r.leases[k]; ok && now.Before(r.there[l.Owner]) {
			at.Leases = append(at.Leases, l)
		}
	}
	return at, nil
}

func (r *register) Take(_ context.Context, process string, s store.Shard,
	_ time.Duration) (store.Lease, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cut[process] {
		return store.Lease{}, errAway
	}
	if s.Of != r.shards {
		return store.Lease{}, store.ErrDivided
	}
	if l, ok := r.leases[s.K]; ok && l.Owner != process && time.Now().Before(r.there[l.Owner]) {
		return store.Lease{}, store.ErrLeased
	}
	r.epoch++
	r.leases[s.K] = store.Lease{Shard: s, Owner: process, Epoch: r.epoch}
	return r.leases[s.K], nil
}

func (r *register) SaveSessions(_ context.Context, sessions map[store.Lease]store.SavedSession) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for l, saved := range sessions {
		if r.leases[l.Shard.K] == l {
			r.sessions[l.Shard.K] = saved
		}
	}
	return nil
}

func (r *register) Session(_ context.Context, l store.Lease) (store.SavedSession, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sessions[l.Shard.K], nil
}

func (r *register) Release(_ context.Context, l store.Lease) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cut[l.Owner] {
		return errAway
	}
	if r.leases[l.Shard.K] == l {
		delete(r.leases, l.Shard.K)
	}
	return nil
}

func (r *register) Divide(_ context.Context, shards int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shards, r.leases = shards, map[int]store.Lease{}
	return nil
}

func (r *register) IsTemporary(err error) bool { return errors.Is(err, errAway) }

func (r *register) Of(store.Lease, func()) store.Store { return nil }

func (r *register) reach(process string, may bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cut[process] = !may
}

// A fleet is a group of processes and bots that share one register.
type fleet struct {
	*register
	t       *testing.T
	mu      sync.Mutex
	berths  map[string]map[int]spread.Assignment // by process and shard
	among   map[string]int
	renewed func(process string) // called after a process renewed its term; nil: nothing
	advice  int
	goodbye time.Duration // how long a bot takes to stop
	hasty   bool          // a bot that stops reports an interruption, as if it had not finished starting
	stops   map[string]func()
	kept    sync.WaitGroup
	log     strings.Builder
}

func newFleet(t *testing.T) *fleet {
	return &fleet{t: t, berths: map[string]map[int]spread.Assignment{}, among: map[string]int{},
		stops: map[string]func(){},
		register: &register{there: map[string]time.Time{}, leases: map[int]store.Lease{},
			sessions: map[int]store.SavedSession{}, cut: map[string]bool{}}}
}

func (h *fleet) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.Write(p)
}

func (h *fleet) said() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.String()
}

// start starts a process that wants this many shards. 0 means Discord's recommendation.
func (h *fleet) start(process string, wants int) {
	ctx, stop := context.WithCancel(h.t.Context())
	h.stops[process] = stop
	h.kept.Go(func() {
		err := spread.Run(ctx, spread.Config{
			Store: h.register, Process: process, Shards: wants, Log: slog.New(slog.NewTextHandler(h, nil)),
			Recommended: func(context.Context) (int, error) {
				h.mu.Lock()
				defer h.mu.Unlock()
				return h.advice, nil
			},
			Play: func(ctx context.Context, at spread.Assignment) error { return h.play(ctx, process, at) },
			Among: func(n int) {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.among[process] = n
				if h.renewed != nil {
					h.renewed(process)
				}
			},
		})
		if err != nil {
			h.t.Error(err)
		}
	})
}

func (h *fleet) play(ctx context.Context, process string, at spread.Assignment) error {
	h.mu.Lock()
	if h.berths[process] == nil {
		h.berths[process] = map[int]spread.Assignment{}
	}
	h.berths[process][at.Lease.Shard.K] = at
	h.mu.Unlock()
	select {
	case <-ctx.Done():
		time.Sleep(h.goodbye)
	case <-at.Lost:
	}
	h.mu.Lock()
	delete(h.berths[process], at.Lease.Shard.K)
	h.mu.Unlock()
	if h.hasty && ctx.Err() != nil {
		return fmt.Errorf("reading the tables: %w", ctx.Err())
	}
	return nil
}

// plays returns the processes that may currently post for a shard.
func (h *fleet) plays(shard int) (all []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for process, berths := range h.berths {
		if at, ok := berths[shard]; ok && at.MaySend(false) == nil {
			all = append(all, process)
		}
	}
	return all
}

func (h *fleet) end() {
	for _, stop := range h.stops {
		stop()
	}
	h.kept.Wait()
}

// Processes start, stop and lose their connections. Two processes never play the same shard. A minute after the last
// change, every shard is played and the shares are equal.
func TestEachShardHasOneProcess(t *testing.T) {
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				luck := rand.New(rand.NewPCG(seed, 20))
				h := newFleet(t)
				h.goodbye, h.hasty = time.Duration(luck.IntN(3000))*time.Millisecond, seed%2 == 1
				n := 1 + luck.IntN(8)
				h.start("a", n)
				names := []string{"a", "b", "c", "d"}
				for range 120 {
					time.Sleep(time.Duration(luck.IntN(1500)) * time.Millisecond)
					synctest.Wait()
					for shard := range n {
						require.LessOrEqual(t, len(h.plays(shard)), 1, "shard %d", shard)
					}
					p := names[luck.IntN(len(names))]
					switch luck.IntN(8) {
					case 0:
						if h.stops[p] == nil {
							h.start(p, n)
						}
					case 1:
						h.reach(p, false)
					case 2, 3:
						h.reach(p, true)
					}
				}
				for _, p := range names {
					h.reach(p, true)
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				least, most := n, 0
				for p := range h.stops {
					h.mu.Lock()
					least, most = min(least, len(h.berths[p])), max(most, len(h.berths[p]))
					require.Equal(t, len(h.stops), h.among[p])
					h.mu.Unlock()
				}
				require.LessOrEqual(t, most-least, 1, "shares must not differ by more than one shard")
				for shard := range n {
					require.Len(t, h.plays(shard), 1, "shard %d", shard)
				}
				h.end()
			})
		})
	}
}

// If a process dies without releasing its leases, the others take over its shards when the leases expire.
func TestDeadProcessIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFleet(t)
		for _, p := range []string{"a", "b", "c"} {
			h.start(p, 3)
			time.Sleep(5 * time.Second)
		}
		h.reach("b", false) // the process can no longer reach the database
		shard := 0
		for k := range 3 {
			if slices.Contains(h.plays(k), "b") {
				shard = k
			}
		}
		time.Sleep(6 * time.Second)
		synctest.Wait()
		require.Len(t, h.plays(shard), 1)
		require.NotContains(t, h.plays(shard), "b")
		h.reach("b", true)
		h.end()
	})
}

// A process that stops releases its shards, so that the others don't have to wait until the leases expire.
func TestStoppedProcessIsReplacedImmediately(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFleet(t)
		h.start("a", 2)
		time.Sleep(3 * time.Second)
		h.start("b", 2)
		time.Sleep(5 * time.Second)
		h.stops["a"]()
		time.Sleep(1100 * time.Millisecond)
		synctest.Wait()
		require.Equal(t, []string{"b"}, h.plays(0))
		require.Equal(t, []string{"b"}, h.plays(1))
		h.end()
	})
}

// If the number of processes exceeds the number of shards, the extra processes wait, log that once, and take over when
// another process stops.
func TestExtraProcessesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFleet(t)
		h.start("a", 1)
		time.Sleep(3 * time.Second)
		h.start("b", 1)
		time.Sleep(time.Minute)
		synctest.Wait()
		require.Equal(t, []string{"a"}, h.plays(0))
		require.Equal(t, 1, strings.Count(h.said(), "more processes than shards"))
		h.stops["a"]()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Equal(t, []string{"b"}, h.plays(0))
		h.end()
	})
}

// Processes follow a higher recommendation from Discord within an hour, unless they were started with a fixed number.
func TestRecommendedShardsAreFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFleet(t)
		h.advice = 1
		h.start("a", 0)
		h.start("b", 0)
		time.Sleep(5 * time.Second)
		synctest.Wait()
		require.Len(t, h.plays(0), 1)
		h.mu.Lock()
		h.advice = 4
		h.mu.Unlock()
		h.start("c", 7)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		for k := range 4 {
			require.Len(t, h.plays(k), 1)
		}
		require.Contains(t, h.said(), "stop all of them before changing to 7")
		h.mu.Lock()
		h.advice = 2
		h.mu.Unlock()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		require.Len(t, h.plays(3), 1, "a lower recommendation must change nothing")
		h.end()
	})
}

// While a process doesn't know whether its lease is still valid, it may answer presses but must not send public
// messages.
func TestSendingWithAnUncertainLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFleet(t)
		h.start("a", 1)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		at := h.berths["a"][0]
		require.NoError(t, at.MaySend(false))
		h.reach("a", false)
		time.Sleep(3600 * time.Millisecond)
		require.Error(t, at.MaySend(false))
		require.NoError(t, at.MaySend(true))
		h.reach("a", true)
		time.Sleep(1100 * time.Millisecond)
		require.NoError(t, at.MaySend(false), "no other process had the lease in the meantime")
		h.reach("a", false)
		time.Sleep(time.Second)
		h.start("b", 1)
		time.Sleep(5 * time.Second)
		h.mu.Lock()
		var returned bool
		h.renewed = func(process string) {
			if process == "a" && !returned {
				returned = true
				require.ErrorIs(t, at.MaySend(false), store.ErrLost)
			}
		}
		h.mu.Unlock()
		h.reach("a", true)
		time.Sleep(1100 * time.Millisecond)
		synctest.Wait()
		require.True(t, returned)
		require.ErrorIs(t, at.MaySend(false), store.ErrLost)
		require.ErrorIs(t, at.MaySend(true), store.ErrLost)
		h.end()
	})
}

// If a bot fails, its process stops and releases its other shards.
func TestFailingBotStopsItsProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFleet(t)
		broken := errors.New("Discord refuses the token")
		err := spread.Run(t.Context(), spread.Config{
			Store: h.register, Process: "a", Shards: 3, Log: slog.New(slog.DiscardHandler), Among: func(int) {},
			Play: func(ctx context.Context, at spread.Assignment) error {
				if at.Lease.Shard.K == 1 {
					return broken
				}
				<-ctx.Done()
				return nil
			},
		})
		require.ErrorIs(t, err, broken)
		require.Empty(t, h.leases)
	})
}

// If one bot can't start or continue because the database is unavailable, the other bots keep running. The failed
// shard is restarted as soon as possible, and the log reports the failure once.
func TestBotThatCannotStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFleet(t)
		var tries []time.Time
		var log strings.Builder
		begun := 0
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- spread.Run(ctx, spread.Config{
				Store: h.register, Process: "a", Shards: 3, Among: func(int) {},
				Log: slog.New(slog.NewTextHandler(&log, nil)),
				Play: func(ctx context.Context, at spread.Assignment) error {
					h.mu.Lock()
					begun++
					if at.Lease.Shard.K == 1 {
						tries = append(tries, time.Now())
					}
					away := at.Lease.Shard.K == 1 && len(tries) < 6
					h.mu.Unlock()
					if away {
						return fmt.Errorf("reading the tables: %w", errAway)
					}
					<-ctx.Done()
					if at.Lease.Shard.K == 2 {
						return fmt.Errorf("giving the last sign of life: %w", errAway)
					}
					return nil
				},
			})
		}()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		require.Len(t, tries, 6)
		require.Equal(t, 2+6, begun, "the other bots must keep running")
		require.Len(t, h.leases, 3)
		for i, at := range tries[1:] {
			require.Greater(t, at.Sub(tries[i]), 125*time.Millisecond<<min(i, 10), "the pauses between restarts must grow")
			require.Less(t, at.Sub(tries[i]), 500*time.Millisecond<<i+2*time.Second)
		}
		require.Equal(t, 1, strings.Count(log.String(), "shard stopped"), log.String())
		stop()
		require.NoError(t, <-ended)
		require.NotContains(t, log.String(), "ERROR")
	})
}
