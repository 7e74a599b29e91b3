package bot

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/privacy"
	"settable/games"
	"settable/games/gamestest"
	"settable/render"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

var (
	stormEvenings = flag.Int("storm", gamestest.Times(4, 60), "how many evenings are played in the storm")
	stormSeed     = flag.Uint64("storm.seed", 0, "play this one evening, and tell what happened")
	stormSteps    = flag.Int("storm.steps", 300, "how many things happen in an evening")
)

// TestStorm plays evenings of the whole bot in virtual time, with a Discord that loses, repeats and delays messages,
// and a machine that loses power. After every step, it counts chips, compares journals, and checks that the bot's
// texts announce only written lines and reveal no hidden cards. Each seed determines one evening.
//
//	go test ./bot -run TestStorm -storm 10000 -v
func TestStorm(t *testing.T) {
	gamestest.SkipUnderRace(t) // reads tables while they are idle, which the race detector reports as a race
	drawWords(t)
	// The bot is restarted often and its heap stays small, so a high GC percentage saves time.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	first, n := uint64(1), *stormEvenings
	if *stormSeed != 0 {
		first, n = *stormSeed, 1
	}
	storms(t, first, n, 4, onADisk)
}

// storms plays n evenings with consecutive seeds and the given kind of store. Some of them run concurrently.
func storms(t *testing.T, first uint64, n, atOnce int, opens func(*testing.T) faultyStore) {
	var total tally
	var next atomic.Uint64
	next.Store(first)
	start := time.Now()
	t.Run("evenings", func(t *testing.T) {
		for worker := range min(n, atOnce) {
			t.Run(strconv.Itoa(worker), func(t *testing.T) {
				t.Parallel()
				for seed := next.Add(1) - 1; seed < first+uint64(n) && !t.Failed(); seed = next.Add(1) - 1 {
					if broken := evening(t, seed, &total, opens, control{}); broken != nil {
						t.Error(strings.Join(broken, "\n"))
					}
				}
			})
		}
	})
	t.Logf("%s, in %.0f s", total.String(), time.Since(start).Seconds())
}

// isStormSet reports whether the flag -storm was given on the command line.
func isStormSet() (asked bool) {
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "storm" })
	return asked
}

// drawWords replaces each picture with a description of its view.
func drawWords(t *testing.T) {
	message.AppendPicture = func(_ []byte, v games.View, _ render.Style, _ *words.Language) ([]byte, error) {
		return []byte(v.String()), nil
	}
	t.Cleanup(func() { message.AppendPicture = render.Append })
}

type tally struct{ evenings, tables, hands, lines, faults, crashes, restarts, broken atomic.Int64 }

func (c *tally) String() string {
	return fmt.Sprintf("%d evenings: %d games and hands, %d lines, %d faults thrown, %d crashes, %d "+
		"restarts, %d violations",
		c.evenings.Load(), c.tables.Load()+c.hands.Load(), c.lines.Load(), c.faults.Load(), c.crashes.Load(),
		c.restarts.Load(), c.broken.Load())
}

type storm struct {
	t      *testing.T
	seed   uint64
	spoil  control // the control that is broken on purpose
	total  *tally
	far    *faultyDiscord
	people []discord.UserRef
	rooms  []ids.Channel
	movers

	faulty   faultyStore
	failing  atomic.Bool // the store currently fails from time to time
	store    stormStore
	reported *journals // the journals as the store has reported them in this run
	calls    map[store.Source]store.Source
	bot      *Bot
	wire     *faultySession
	quit     context.CancelFunc
	done     chan struct{}
	lives    uint64

	delayed   []discord.Event // delayed events
	late      []discord.Event // delivered events that may be repeated
	stalled   time.Duration   // how long the process was suspended
	clockSet  time.Duration   // how far the machine's clock was set forward or back
	downSince time.Time       // when the connection was lost; zero: it is up
	isDown    atomic.Bool     // like downSince, for requests, which can run while downSince changes
	failed    bool            // the store has failed during this evening
	onTime    bool            // events are no longer delayed
	laws      laws
	mu        sync.Mutex
	broken    []string
	last      []string // the last steps
}

// evening plays one evening from a new store until the next morning, with a broken control if one is given. It
// returns the laws that were broken.
func evening(t *testing.T, seed uint64, total *tally, opens func(*testing.T) faultyStore,
	spoil control) (violations []string) {
	t.Run(fmt.Sprint(seed), func(t *testing.T) { violations = playInBubble(t, seed, total, opens(t), spoil) })
	return violations
}

func playInBubble(t *testing.T, seed uint64, total *tally, house faultyStore, spoil control) (violations []string) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC))) // Discord's ids start in 2015
		s := &storm{t: t, seed: seed, total: total,
			movers: movers{luck: rand.New(rand.NewPCG(seed, 0x5701)), quick: seed%4 > 0, drops: []int{0, 3, 8, 8}[seed%4]},
			far:    newFaultyDiscord(seed), calls: map[store.Source]store.Source{}}
		s.faulty, s.spoil = house, spoil
		s.laws = newLaws(s)
		s.far.public, s.far.private, s.far.posted = s.laws.checkPublic, s.laws.checkPrivate, s.echo
		s.far.replied = s.laws.checkReply
		names := []string{"Ann", "Bob", "Cid", "Dee", "Eve", "Fay"}
		for i, name := range names[:[]int{6, 6, 3, 2}[seed%4]] { // hands are short if there are few players
			s.people = append(s.people, discord.UserRef{
				ID: ids.User(910000000000000000 + int64(i)), Name: name})
		}
		for i := range 3 {
			s.rooms = append(s.rooms, ids.Channel(920000000000000000+int64(i)))
		}
		s.open()
		for step := range *stormSteps {
			s.far.mu.Lock()
			s.far.step, s.far.fates = step, map[string]int{}
			s.far.mu.Unlock()
			s.triggerRandomEvent()
			synctest.Wait()
			s.laws.check(false)
			if s.fails() {
				break
			}
		}
		if !s.fails() {
			s.calm()
		}
		s.stop()
		violations = s.report()
	})
	return violations
}

func (s *storm) violation(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.broken) < 5 {
		s.broken = append(s.broken, fmt.Sprintf(format, args...))
	}
}

func (s *storm) fails() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.broken) > 0
}

// report adds the evening to the tally. It returns the broken laws and the steps that led to them.
func (s *storm) report() []string {
	s.total.evenings.Add(1)
	s.total.faults.Add(int64(s.far.faults + s.faulty.faults()))
	if !s.fails() {
		return nil
	}
	s.total.broken.Add(int64(len(s.broken)))
	head := fmt.Sprintf("evening %d (go test ./bot -run TestStorm -storm.seed %d -v), step %d:", s.seed, s.seed,
		s.far.step)
	return slices.Concat([]string{head}, s.broken, []string{"lately:"}, s.last)
}

func (s *storm) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = append(s.last, fmt.Sprintf("%d: ", s.far.step)+fmt.Sprintf(format, args...))
	if len(s.last) > 25 && *stormSeed == 0 {
		s.last = s.last[1:]
	}
}

// stormWords and stormShapes are created only once, because the bot starts often.
var (
	stormWords = sync.OnceValue(func() *words.Catalogues {
		return LoadCatalogues(Config{Games: stormRules, Log: slog.New(slog.DiscardHandler)})
	})
	// Only one command is registered, because registering all of them in every run would take too long. Other tests
	// check all commands.
	stormShapes = sync.OnceValue(func() []discord.Command {
		return commands(Config{}, &privacy.Service{}).Localized(stormRules, stormWords())[:1]
	})
)

func (s *storm) open() {
	var err error
	s.failing.Store(false)
	if s.store, err = s.faulty.open(); err != nil {
		s.violation("the database does not open again: %v", err)
		s.t.Fatal(strings.Join(s.report(), "\n"))
	}
	if s.reported, err = newJournals(s.store, s.calls); err != nil {
		s.violation("the database's key is lost: %v", err)
	}
	s.lives++
	life := s.lives
	deals := uint64(0)
	s.wire = s.far.newSession()
	s.bot = build(Config{
		Store: s.spoil.storeOf(s.reported), Games: s.spoil.games(), Log: slog.New(stormLog{s}),
		ShutdownTimeout: 5 * time.Second,
		machine:         s.clocks(), Words: stormWords(), shapes: stormShapes(),
		Chance: func() games.Chance { deals++; return games.Seeded(s.seed<<24 ^ life<<16 ^ deals) },
	}, s.wire)
	ctx, quit := context.WithCancel(context.Background())
	s.quit, s.done = quit, make(chan struct{})
	go func() {
		defer close(s.done)
		if err := s.bot.run(ctx); err != nil && ctx.Err() == nil {
			s.violation("the bot ends: %v", err)
		}
	}()
	s.downSince = time.Time{}
	s.isDown.Store(false)
	s.wire.send(discord.Ready{User: s.wire.Me(), App: farApp, Guilds: []ids.Guild{farHome},
		GuildsKnown: true, ContentAllowed: true})
	synctest.Wait()
}

// clocks returns a function that reads the clocks of the bot's machine.
func (s *storm) clocks() func() reading {
	here := readMachine()
	return func() reading {
		s.mu.Lock()
		defer s.mu.Unlock()
		r := here()
		return reading{wall: r.wall.Add(s.stalled + s.clockSet), runs: r.runs + s.stalled}
	}
}

func (s *storm) stop() {
	s.quit()
	<-s.done
	s.faulty.mends()
	if err := s.store.Close(); err != nil {
		s.violation("closing: %v", err)
	}
	if err := s.faulty.afterStop(); err != nil {
		s.violation("after a run: %v", err)
	}
}

// crash ends a run abruptly: nothing more reaches Discord, and the store keeps only the synced data and a random part
// of the rest.
func (s *storm) crash() {
	ends := s.faulty.crash(s.luck)
	s.wire.cut()
	s.quit()
	<-s.done
	s.faulty.mends()
	_ = s.store.Close()
	if err := ends(); err != nil {
		s.violation("what the crash left: %v", err)
	}
}

// stormLog is a log handler that reports log lines that the bot must never write.
type stormLog struct{ s *storm }

func (stormLog) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }
func (h stormLog) WithAttrs([]slog.Attr) slog.Handler         { return h }
func (h stormLog) WithGroup(string) slog.Handler              { return h }

func (h stormLog) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	b.WriteString(r.Message)
	r.Attrs(func(a slog.Attr) bool { fmt.Fprintf(&b, " %s=%v", a.Key, a.Value); return true })
	if strings.Contains(r.Message, "bug") || strings.Contains(r.Message, "invariant") ||
		strings.Contains(r.Message, "loading a table failed") {
		h.s.violation("the bot says: %s", b.String())
	}
	if *stormSeed != 0 {
		h.s.note("log: %s", b.String())
	}
	return nil
}

// echo sends the bot the event about its own post, as the gateway does.
func (s *storm) echo(c ids.Channel, p *botPost) {
	w, id := s.wire, p.ID
	if !s.isDown.Load() {
		go w.send(discord.OtherMessage{ID: id, Channel: c})
	}
}

// calm ends the storm: there are no more faults, delayed events arrive, and every table must be able to continue and
// then to close. Once all tables are closed, all laws must hold.
func (s *storm) calm() {
	s.far.mu.Lock()
	s.far.weather = faultRates{}
	s.far.step = *stormSteps
	s.far.mu.Unlock()
	s.onTime = true
	s.failing.Store(false)
	s.faulty.mends()
	s.deliver(true)
	if !s.downSince.IsZero() {
		s.reconnect(true)
	}
	time.Sleep(3 * time.Minute)
	synctest.Wait()
	s.laws.check(true)
	for _, t := range s.bot.lobby.Tables.All() {
		s.requireProgress(t)
	}
	for _, t := range s.bot.lobby.Tables.All() { // after its hand, because its players are away
		c := ids.Channel(t.Row.Channel)
		s.command(s.people[0], c, "end", "", nil)
		time.Sleep(5 * time.Second)
		for _, words := range []string{"end", "away"} { // a player who left with points has a stake and can't end the game
			for _, p := range t.Game.Session().View().Seats {
				if who, ok := s.whoSits(t, p.Seat); ok && !p.HasLeft {
					s.command(who, c, words, "", nil)
					time.Sleep(time.Second)
				}
			}
		}
	}
	time.Sleep(5 * time.Minute)
	for c := range s.bot.lobby.Tables.SleepingChannels() {
		s.command(s.people[0], ids.Channel(c), "end", "", nil)
	}
	time.Sleep(5 * time.Minute)
	synctest.Wait()
	if all := s.bot.lobby.Tables.All(); len(all) > 0 {
		s.violation("table %d (%s) does not close", all[0].Row.ID, all[0].Row.Game)
	}
	s.laws.check(true)
	s.laws.checkMorning()
}

// requireProgress requires that a table can continue, now that there are no faults, or is waiting for its players.
func (s *storm) requireProgress(t *lobby.Table) {
	channel := t.Row.Channel
	line := t.Game.Session().Line
	v := t.Game.Session().Course.Game.View(games.Watcher)
	if v.Phase == games.Finished || t.Game.Session().Line == 0 {
		return
	}
	var tried []string
	for _, p := range v.Seats {
		who, ok := s.whoSits(t, p.Seat)
		for _, o := range t.Game.Session().Course.Game.View(p.Seat).Offers {
			if !ok || o.Takes != games.Bare || o.Words == "join" {
				continue
			}
			tried = append(tried, who.Name+" "+o.Words)
			s.command(who, ids.Channel(t.Row.Channel), o.Words, "", nil)
			time.Sleep(20 * time.Second)
			synctest.Wait()
			if now := s.bot.lobby.Tables.In(channel); now != nil {
				t = now // the table fell asleep in the meantime
			}
			if t.Game.Session().Line != line {
				return
			}
		}
	}
	if len(tried) > 0 {
		s.violation("table %d (%s): %v are offered and nothing happens", t.Row.ID, t.Row.Game, tried)
	}
	if d := t.Game.Session().Course.Deadline(); !d.IsZero() {
		time.Sleep(time.Until(d) + 20*time.Second)
		synctest.Wait()
		if t.Game.Session().Line == line {
			s.violation("table %d (%s): its deadline passes and nothing happens", t.Row.ID, t.Row.Game)
		}
	}
}
