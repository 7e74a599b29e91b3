package bot

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/gateway"
	"settable/bot/message"
	"settable/bot/privacy"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/table"
	"settable/games"
	"settable/games/gamestest"
	"settable/render"
	"settable/render/words"
	"settable/store"
)

var (
	crowdTime = flag.Duration("crowd", time.Duration(gamestest.Times(2, 60))*time.Second,
		"how long crowds use the bot in TestCrowd, by the wall clock")
	crowdSeed   = flag.Uint64("crowd.seed", 0, "play this one evening of a crowd")
	crowdActs   = flag.Int("crowd.acts", 250, "how many things a crowd does in an evening")
	crowdScript = flag.String("crowd.script", "", "replay the conversation in this file instead of making one up")
	crowdShrink = flag.Duration("crowd.shrink", 90*time.Second, "how long a conversation that breaks a law is shortened")
)

// TestCrowd simulates random users in several languages, channels and servers. They use every registered command with
// random options, and buttons, forms, moves and talk. Meanwhile, permissions change and the bot is stopped and
// killed. The whole bot runs with its real session against the sandbox, in virtual time. The laws are in
// crowd_laws_test.go. Each seed determines one evening. A violation is reported with its seed and as a shortened
// conversation that can be replayed:
//
//	go test ./bot -run 'TestCrowd$' -crowd 1h -timeout 2h -v
//	go test ./bot -run 'TestCrowd$' -crowd.seed 17 -v
//	go test ./bot -run 'TestCrowd$' -crowd.script /tmp/crowd-17.txt -v
func TestCrowd(t *testing.T) {
	gamestest.SkipUnderRace(t) // the test reads tables while they are idle, which the race detector reports as a race
	steady(t)
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	if *crowdScript != "" {
		text, err := os.ReadFile(*crowdScript)
		require.NoError(t, err)
		acts, err := sandboxtest.ParseActs(string(text))
		require.NoError(t, err)
		c := crowdEvening(t, *crowdSeed, acts, crowdControl{})
		c.report(t)
		return
	}
	first := uint64(1)
	if *crowdSeed != 0 {
		first = *crowdSeed
	} else if isCrowdSet() {
		first = uint64(time.Now().Unix()) << 16 // different evenings each time
	}
	var next atomic.Uint64
	next.Store(first)
	var mu sync.Mutex
	var broken *crowd
	total, start := crowdTally{}, time.Now()
	t.Run("evenings", func(t *testing.T) {
		for worker := range 2 {
			t.Run(fmt.Sprint(worker), func(t *testing.T) {
				t.Parallel()
				for time.Since(start) < *crowdTime && !t.Failed() {
					seed := next.Add(1) - 1
					c := crowdEvening(t, seed, nil, crowdControl{})
					mu.Lock()
					total.add(c)
					if len(c.Broken) > 0 && broken == nil {
						broken = c
					}
					over := broken != nil || *crowdSeed != 0
					mu.Unlock()
					if over {
						return
					}
				}
			})
		}
	})
	t.Logf("%s, from seed %d on, in %.0f s", total.String(), first, time.Since(start).Seconds())
	if broken != nil {
		broken.shrink(t, *crowdShrink).report(t)
	}
}

// isCrowdSet reports whether the flag -crowd was given on the command line.
func isCrowdSet() (asked bool) {
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "crowd" })
	return asked
}

// steady makes evenings repeatable and fast: waits aren't random, and a dot replaces each picture. Other tests check
// the pictures.
func steady(t *testing.T) {
	half := func(d time.Duration) time.Duration { return d / 2 }
	spread, jitter := table.Spread, discord.Jitter
	table.Spread, discord.Jitter = half, half
	t.Cleanup(func() { table.Spread, discord.Jitter = spread, jitter })
	var dot strings.Builder
	require.NoError(t, png.Encode(&dot, image.NewGray(image.Rect(0, 0, 1, 1))))
	message.AppendPicture = func([]byte, games.View, render.Style, *words.Language) ([]byte, error) {
		return []byte(dot.String()), nil
	}
	t.Cleanup(func() { message.AppendPicture = render.Append })
}

type crowdTally struct {
	evenings, acts, skipped, interactions, requests, lives, tables, lines, forgotten, broken int
	commands                                                                                 map[string]int
}

func (n *crowdTally) add(c *crowd) {
	n.evenings++
	n.acts += len(c.Acts)
	n.skipped += c.Skipped
	n.interactions += c.Interactions
	n.requests += c.Requests
	n.lives += c.lives
	n.tables += c.tables
	n.lines += c.lines
	n.forgotten += c.hasForgotten
	n.broken += len(c.Broken)
	if n.commands == nil {
		n.commands = map[string]int{}
	}
	for name, k := range c.Used {
		n.commands[name] += k
	}
}

func (n *crowdTally) String() string {
	return fmt.Sprintf("%d evenings: %d acts (%d not possible), %d interactions of %d commands, %d requests, %d tables, "+
		"%d lines, %d starts of the bot, %d people forgotten, %d violations", n.evenings, n.acts, n.skipped,
		n.interactions, len(n.commands), n.requests, n.tables, n.lines, n.lives, n.forgotten, n.broken)
}

type crowd struct {
	*sandboxtest.Crowd
	seed      uint64
	spoil     crowdControl
	disk      faultyStore
	books     stormStore
	health    *Health
	wire      *crowdTransport
	quit      context.CancelFunc
	done      chan error
	running   bool
	machine   *rand.Rand      // decides which data a crash leaves on disk
	confirmed map[string]bool // users who have confirmed that they want to be forgotten
	ownCount  int             // the number of acts before those that end the evening; 0: all

	lives, tables, lines, hasForgotten int
}

// crowdEvening plays one evening with the given acts, or with random acts if there are none. At the end it closes all
// tables.
func crowdEvening(t *testing.T, seed uint64, acts []sandboxtest.Act, spoil crowdControl) (c *crowd) {
	return playCrowd(t, seed, acts, spoil, true)
}

func playCrowd(t *testing.T, seed uint64, acts []sandboxtest.Act, spoil crowdControl, ends bool) (c *crowd) {
	disk := onADisk(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC))) // Discord's ids start in 2015
		c = &crowd{Crowd: sandboxtest.NewCrowd(), seed: seed, spoil: spoil, disk: disk,
			machine: rand.New(rand.NewPCG(seed, 0x3ac417e)), confirmed: map[string]bool{}}
		c.Settle, c.Running = synctest.Wait, func() bool { return c.running }
		c.BrokenSentences = brokenSentences()
		c.Happenings["stop"] = func(sandboxtest.Act) { c.stop() }
		c.Happenings["crash"] = func(sandboxtest.Act) { c.crash() }
		c.Happenings["start"] = func(sandboxtest.Act) { c.start() }
		c.openSandbox(t)
		defer func() { require.NoError(t, c.Server.Close()) }()
		c.start()
		if acts != nil {
			for _, a := range acts {
				if c.Do(a); c.Fails() {
					break
				}
				c.checkLaws(false)
			}
		} else {
			luck := rand.New(rand.NewPCG(seed, 0xc404d))
			users := sandboxtest.Improvise(c.Crowd, luck)
			users.Moves = (&crowdMover{c, movers{luck: luck, drops: 8}}).moves
			for range *crowdActs {
				if c.Do(users.Next()); c.Fails() {
					break
				}
				c.checkLaws(false)
			}
		}
		if ends && !c.Fails() {
			c.calm()
		}
		if c.running {
			c.stop()
		}
	})
	return c
}

func (c *crowd) openSandbox(t *testing.T) {
	wire := sandboxtest.NewMemoryNet()
	c.Server = sandboxtest.Start(crowdLaw{t, c}, sandbox.Options{
		MessageContent: true, Guilds: 2, People: c.ExtraUsers(), Listener: wire, Dial: wire.Dial,
		Watch: c.Watch, Now: time.Now,
	})
	c.Rooms = []string{"card-night", "side-table", "card-night-2"}
	for i, p := range c.People {
		_ = c.Server.Speak(p, []string{"en-US", "de", "fr", "es-ES", "ja", "en-GB", "pl"}[(i+int(c.seed))%7])
	}
}

// crowdLaw reports the sandbox's complaints as violations.
type crowdLaw struct {
	testing.TB
	c *crowd
}

func (crowdLaw) Logf(string, ...any) {}

func (l crowdLaw) Errorf(format string, args ...any) {
	l.c.Report("contract", "%.700s", fmt.Sprintf(format, args...))
}

// A crowdTransport connects one run of the bot to Discord until it is cut.
type crowdTransport struct {
	http.RoundTripper
	dead atomic.Bool
}

func (w *crowdTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.dead.Load() {
		return nil, errConnectionReset
	}
	return w.RoundTripper.RoundTrip(r)
}

// crowdShapes are the definitions of all commands, as sent to Discord.
var crowdShapes = sync.OnceValue(func() []discord.Command {
	return commands(Config{}, &privacy.Service{}).Localized(stormRules, stormWords())
})

// start starts the bot unless it is running.
func (c *crowd) start() {
	if c.running {
		return
	}
	var err error
	if c.books, err = c.disk.open(); err != nil {
		c.Report("start", "the database does not open: %v", err)
		return
	}
	c.lives++
	life, deals := uint64(c.lives), uint64(0)
	client := c.Server.Client()
	c.wire = &crowdTransport{RoundTripper: client.Transport}
	client.Transport = c.wire
	if c.spoil.transport != nil {
		client.Transport = c.spoil.transport(c.wire)
	}
	log := crowdLog{c}
	var books store.Store = c.books
	if c.spoil.store != nil {
		books = c.spoil.store(books)
	}
	c.health = &Health{}
	ready := make(chan Status, 1)
	config := Config{
		Store: books, Games: c.spoil.games(), Log: slog.New(log), Words: stormWords(), shapes: crowdShapes(),
		Health: c.health, Ready: func(s Status) { ready <- s },
		Chance: func() games.Chance { deals++; return games.Seeded(c.seed<<24 ^ life<<16 ^ deals) },
		Discord: gateway.Config{Token: discord.Secret(c.Server.Token()), HTTP: client, MessageContent: true,
			FallBack: true, Log: slog.New(log)},
	}
	ctx, quit := context.WithCancel(context.Background())
	c.quit, c.done, c.running = quit, make(chan error, 1), true
	go func() { c.done <- Run(ctx, config) }()
	select {
	case <-ready:
	case err := <-c.done:
		c.Report("start", "the bot ends: %v", err)
		c.done <- err
	case <-time.After(2 * time.Minute):
		c.Report("start", "the bot does not come on")
	}
	synctest.Wait()
}

// stop shuts the bot down cleanly.
func (c *crowd) stop() {
	if !c.running {
		return
	}
	c.Excuse()
	c.running = false
	c.quit()
	if err := <-c.done; err != nil {
		c.Report("stop", "the bot ends with %v", err)
	}
	c.Excuse()
	if err := c.books.Close(); err != nil {
		c.Report("stop", "closing the store: %v", err)
	}
	if err := c.disk.afterStop(); err != nil {
		c.Report("stop", "after a run: %v", err)
	}
}

// crash ends the bot abruptly. Nothing more reaches Discord, and the disk keeps only synced data.
func (c *crowd) crash() {
	if !c.running {
		return
	}
	c.Excuse()
	c.running = false
	ends := c.disk.crash(c.machine)
	c.wire.dead.Store(true)
	c.Server.DropSockets()
	c.quit()
	<-c.done
	_ = c.books.Close()
	c.Excuse()
	if err := ends(); err != nil {
		c.Report("crash", "what the crash left: %v", err)
	}
}

// shrink shortens the conversation of an evening as long as it still breaks the same law.
func (c *crowd) shrink(t *testing.T, within time.Duration) *crowd {
	law, best, until := c.Broken[0].Law, c, time.Now().Add(within)
	try := func(acts []sandboxtest.Act) bool {
		if time.Now().After(until) {
			return false
		}
		shorter := playCrowd(t, c.seed, acts, c.spoil, c.ownCount > 0)
		if shorter.Breaks(law) {
			best = shorter
			return true
		}
		return false
	}
	if !try(slices.Clone(c.ownActs())) {
		t.Log("the replayed conversation breaks no law, but the seed may")
		return c
	}
	for part := len(best.ownActs()) / 2; part > 0; part /= 2 {
		for at := 0; at < len(best.ownActs()); {
			own := best.ownActs()
			shorter := slices.Concat(own[:at], own[min(at+part, len(own)):])
			if len(shorter) == 0 || !try(shorter) {
				at += part
			}
		}
	}
	return best
}

// report fails the test if a law was broken.
func (c *crowd) report(t *testing.T) {
	t.Helper()
	if len(c.Broken) > 0 {
		t.Error(c.violationText())
	}
}

// violationText says which laws were broken and which acts broke them.
func (c *crowd) violationText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d (go test ./bot -run 'TestCrowd$' -crowd.seed %d -v)\n", c.seed, c.seed)
	for _, v := range c.Broken[:min(3, len(c.Broken))] {
		fmt.Fprintf(&b, "law %q: %s\n", v.Law, v.What)
	}
	acts := strings.Split(strings.TrimSpace(c.script()), "\n")
	shown := acts[max(0, len(acts)-60):]
	path := filepath.Join(os.TempDir(), fmt.Sprintf("crowd-%d.txt", c.seed))
	if err := os.WriteFile(path, []byte(c.script()), 0o600); err != nil {
		path = err.Error()
	}
	fmt.Fprintf(&b, "the conversation (%d of %d acts; all of them: -crowd.script %s):\n%s\n", len(shown), len(acts), path,
		strings.Join(shown, "\n"))
	if len(c.ownActs()) < len(c.Acts) {
		fmt.Fprintf(&b, "then all is allowed again, and everybody leaves and ends all tables: %d acts\n",
			len(c.Acts)-len(c.ownActs()))
	}
	fmt.Fprintf(&b, "the bot's last words:\n%s", c.LastWords())
	return b.String()
}

// ownActs returns the acts of the evening except those that end it.
func (c *crowd) ownActs() []sandboxtest.Act {
	if c.ownCount > 0 {
		return c.Acts[:c.ownCount]
	}
	return c.Acts
}

// script returns the conversation as a file that can be replayed.
func (c *crowd) script() string {
	var b strings.Builder
	for _, a := range c.ownActs() {
		b.WriteString(a.String() + "\n")
	}
	return b.String()
}
