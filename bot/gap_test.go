package bot

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/command"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/render"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
	"settable/store/postgres"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// A virtualBot is a bot in virtual time that plays one evening at one table. The test controls its connection to
// Discord.
type virtualBot struct {
	t         *testing.T
	far       *faultyDiscord
	wire      *faultySession
	bot       *Bot
	channel   ids.Channel
	ann, bob  discord.UserRef
	cid       discord.UserRef // has no seat unless a test gives them one
	commands  []command.Command
	perSecond int           // requests a second; 0 means the default
	path      string        // the path of the SQLite database
	address   string        // the address of the PostgreSQL database; "": the bot uses SQLite
	isPaced   atomic.Bool   // virtual time passes while PostgreSQL is working
	isAway    atomic.Bool   // PostgreSQL can't be reached
	clockSet  time.Duration // by how much this machine's clock was set forward or back
	suspended time.Duration // how long the machine was suspended, which stops its monotonic clock
	stalled   time.Duration // how long the process was stopped
	store     stormStore
	through   func(store.Store) store.Store // wraps the bot's store; nil: the store is used directly
	prepare   func(*Bot)                    // changes the bot before it runs; nil: no change
	draw      atomic.Pointer[drawing]       // replaces the pictures; nil: pictures are views in words
	quit      func()
	done      chan error
}

// virtualGames are the games available to virtual bots.
var virtualGames = []games.Kind{classic.Game, poker.Game, english.Game}

// A drawing replaces the picture of a view.
type drawing func(games.View) ([]byte, error)

func runVirtual(t *testing.T, play func(*virtualBot), commands ...command.Command) {
	t.Helper()
	runVirtualBot(t, func(q *virtualBot) { q.commands = commands }, play)
}

// runVirtualBot runs a test with a virtualBot that set has configured.
func runVirtualBot(t *testing.T, set, play func(*virtualBot)) {
	t.Helper()
	path := EmptyDatabase(t)
	defer func() { message.AppendPicture = render.Append }()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC))) // Discord's ids start in 2015
		q := &virtualBot{
			t: t, far: newFaultyDiscord(1), path: path, channel: 920000000000000000,
			ann: discord.UserRef{ID: 910000000000000000, Name: "Ann"},
			bob: discord.UserRef{ID: 910000000000000001, Name: "Bob"},
			cid: discord.UserRef{ID: 910000000000000002, Name: "Cid"},
		}
		message.AppendPicture = func(_ []byte, v games.View, _ render.Style, _ *words.Language) ([]byte, error) {
			if d := q.draw.Load(); d != nil {
				return (*d)(v)
			}
			return []byte(v.String()), nil
		}
		q.far.public, q.far.private = func(ids.Channel, *botPost) {},
			func(ids.User, ids.Channel, string) {}
		q.far.replied = func(ids.Channel, string, string) {}
		q.far.posted = func(ids.Channel, *botPost) {}
		set(q)
		q.start()
		defer q.stop()
		q.ready(false)
		play(q)
	})
}

// start starts the bot with the evening's database.
func (q *virtualBot) start() {
	var err error
	q.wire = q.far.newSession()
	if q.address != "" {
		q.store, err = postgres.Open(q.t.Context(), q.address, postgres.Options{Dial: q.dialPaced})
	} else {
		q.store, err = sqlite.Open(q.t.Context(), q.path, sqlite.Options{})
	}
	require.NoError(q.t, err)
	var books store.Store = q.store
	if q.through != nil {
		books = q.through(books)
	}
	config := Config{
		Store: books, Games: virtualGames, Log: slog.New(slog.DiscardHandler),
		Commands: q.commands, machine: q.clocks(), PerSecond: q.perSecond,
		Chance: func() games.Chance { return games.Seeded(7) },
	}
	if ShareCommands(&config) {
		config.shapes = config.shapes[:1] // as in stormShapes
	}
	q.bot = build(config, q.wire)
	if q.prepare != nil {
		q.prepare(q.bot)
	}
	ctx, quit := context.WithCancel(context.Background())
	q.quit, q.done = quit, make(chan error, 1)
	go func() { q.done <- q.bot.run(ctx) }()
}

// clocks returns a function that reads the clocks of the bot's machine.
func (q *virtualBot) clocks() func() reading {
	real := readMachine()
	return func() reading {
		q.far.mu.Lock()
		defer q.far.mu.Unlock()
		r := real()
		r.runs += q.stalled
		r.wall = r.wall.Add(q.stalled + q.suspended + q.clockSet)
		return r
	}
}

// stop shuts the bot down cleanly.
func (q *virtualBot) stop() {
	q.quit()
	require.NoError(q.t, <-q.done)
	require.NoError(q.t, q.store.Close())
	if q.address != "" { // the server holds the database's lock until it notices
		require.NoError(q.t, storetest.WaitDisconnected(context.Background(), q.address))
	}
}

// kill ends the bot like SIGKILL. The next run finds only what is already on disk.
func (q *virtualBot) kill() {
	synctest.Wait()
	left := q.t.TempDir()
	require.NoError(q.t, os.CopyFS(left, os.DirFS(filepath.Dir(q.path))))
	files, err := os.ReadDir(left)
	require.NoError(q.t, err)
	for _, f := range files { // the file's modification time is the last heartbeat
		was, err := os.Stat(filepath.Join(filepath.Dir(q.path), f.Name()))
		require.NoError(q.t, err)
		require.NoError(q.t, os.Chtimes(filepath.Join(left, f.Name()), was.ModTime(), was.ModTime()))
	}
	q.wire.cut()
	q.stop()
	q.path = filepath.Join(left, filepath.Base(q.path))
}

// restart starts the bot again.
func (q *virtualBot) restart() {
	q.start()
	q.ready(false)
	q.settle()
}

func (q *virtualBot) ready(again bool) {
	q.wire.send(discord.Ready{User: q.wire.Me(), App: farApp, Guilds: []ids.Guild{farHome},
		GuildsKnown: true, ContentAllowed: true, Again: again})
}

func (q *virtualBot) slash(who discord.UserRef, name, sub string, options map[string]string) {
	q.wire.send(q.slashEvent(who, name, sub, options))
	q.settle()
}

// slashEvent returns the event of a slash command without sending it.
func (q *virtualBot) slashEvent(who discord.UserRef, name, sub string, options map[string]string) discord.Slash {
	in := q.far.begin(farHome, q.channel, who)
	in.UserMay = ^discord.Permissions(0)
	return discord.Slash{Name: name, Sub: sub, Options: options, Interaction: in}
}

// newSession tells the bot that the gateway has lost its session and started a new one, and that it has missed the
// events since the given time.
func (q *virtualBot) newSession(since time.Time) {
	q.ready(true)
	q.wire.send(discord.Gap{Since: since, Why: "a test"})
}

// opens opens a table and starts a game between Ann and Bob.
func (q *virtualBot) opens(game string, options map[string]string) {
	q.slash(q.ann, "play", game, options)
	q.say(q.bob, "join")
	q.say(q.ann, "start")
}

// requireAudited requires that an audit of the chips finds no error.
func (q *virtualBot) requireAudited() {
	q.t.Helper()
	audit, err := q.store.Audit(q.t.Context(), 0)
	require.NoError(q.t, err)
	require.Empty(q.t, audit.Findings)
}

// wait lets time pass and then waits until everything that is due has happened.
func (q *virtualBot) wait(d time.Duration) {
	time.Sleep(d)
	q.settle()
}

// settle lets a moment pass, so that everything in progress is finished.
func (q *virtualBot) settle() {
	time.Sleep(500 * time.Millisecond)
	synctest.Wait()
}

// write adds a message to the channel and returns its event without sending it.
func (q *virtualBot) write(who discord.UserRef, words string) discord.TypedMessage {
	m, _ := q.far.write(q.channel, who, words)
	return m
}

func (q *virtualBot) say(who discord.UserRef, words string) {
	q.wire.send(q.write(who, words))
	q.settle()
}

// drawWith sets the function that draws pictures.
func (q *virtualBot) drawWith(draw drawing) { q.draw.Store(&draw) }

func (q *virtualBot) table() *lobby.Table { return q.bot.lobby.Tables.In(q.channel) }

// words returns the journal lines of the first table, each as the seat followed by the move.
func (q *virtualBot) words() (all []string) {
	lines, err := q.bot.Store.Lines(context.Background(), 1)
	require.NoError(q.t, err)
	for _, l := range lines {
		all = append(all, fmt.Sprint(int(l.Seat), " ", l.Words))
	}
	return all
}

// latest returns the text of the channel's newest message.
func (q *virtualBot) latest() string {
	if all := q.posts(); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// deny takes the given permissions in the channel away from the bot; 0 restores all of them.
func (q *virtualBot) deny(permissions int64) {
	q.far.do(func(w *world.World) { require.NoError(q.t, w.Deny(q.channel.String(), permissions)) })
}

// posts returns the texts of the bot's messages in the channel.
func (q *virtualBot) posts() (said []string) {
	for _, p := range q.far.posts(q.channel) {
		said = append(said, p.Content)
	}
	return said
}

// countPosts counts the bot's messages in the channel that match.
func (q *virtualBot) countPosts(matches func(*botPost) bool) int {
	return len(slices.DeleteFunc(q.far.posts(q.channel), func(p *botPost) bool { return !matches(p) }))
}

// call opens a table with the rule that players call a set before naming it, and makes Ann call.
func (q *virtualBot) call() (set string) {
	q.slash(q.ann, "play", "classic", map[string]string{"call": "4"})
	q.say(q.ann, "start")
	set = q.set()
	q.say(q.ann, "set")
	require.Contains(q.t, q.words(), "1 set")
	return set
}

func (q *virtualBot) set() string {
	v := q.table().Game.Session().View()
	var labels []string
	var faces []cards.Card
	for _, c := range v.Areas[0].Cells {
		labels, faces = append(labels, strings.ToLower(c.Label)), append(faces, c.Card)
	}
	set := "set"
	for _, c := range cards.Sets(faces)[0] {
		set += " " + labels[slices.Index(faces, c)]
	}
	return set
}

// An hour without Discord doesn't use up the four seconds of a call. A claim typed during that hour is judged by the
// time in its message id.
func TestGapFreezesTheClock(t *testing.T) {
	for name, again := range map[string]bool{"READY behind Disconnected": true, "READY behind READY": false} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				set := q.call()
				since := time.Now()
				if again {
					q.wire.send(discord.Disconnected{})
					time.Sleep(time.Hour)
				}
				q.write(q.ann, set)
				time.Sleep(2 * time.Second)
				q.newSession(since)
				q.settle()
				require.Contains(q.t, q.words(), "1 "+set)
				require.Contains(q.t, q.latest(), "Ann takes")
				require.NotContains(q.t, q.words(), "-2 ")
				q.say(q.bob, "join")
				require.Contains(q.t, q.words(), "2 join", "the game continues")
			})
		})
	}
}

// A resumed session delivers the missed events before RESUMED.
func TestResumeDeliversMissedEvents(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		set := q.call()
		q.wire.send(discord.Disconnected{})
		time.Sleep(time.Hour)
		m := q.write(q.ann, set)
		time.Sleep(time.Minute)
		q.wire.send(m)
		q.settle()
		q.wire.send(discord.Resumed{})
		q.settle()
		require.Contains(q.t, q.words(), "1 "+set)
		require.NotContains(q.t, q.words(), "-2 ")
	})
}

// After a gap, the turn clock continues with the remaining time.
func TestClockContinuesAfterAGap(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.call()
		since := time.Now()
		q.wire.send(discord.Disconnected{})
		time.Sleep(time.Hour)
		q.newSession(since)
		q.settle()
		require.NotContains(q.t, q.words(), "-2 ")
		time.Sleep(6 * time.Second)
		require.Contains(q.t, q.words(), "-2 ")
	})
}

// While the bot has lost the permission to post, no player loses time on a clock that they can't see, but moves still
// count. Once the permission is back, the bot posts the pending messages without waiting for a user.
func TestTableThatCannotBeShownWaits(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.opens("poker", map[string]string{"turn": "30"})
		require.Contains(q.t, q.words(), "1 start")
		q.deny(world.PermissionViewChannel)
		q.say(q.ann, "bet 2")
		q.say(q.bob, "bet 2")
		before := q.words()
		q.wait(time.Hour)
		require.Equal(q.t, before, q.words(), "the clock is stopped")
		mover := q.mover()
		q.say(mover, "drop")
		require.Contains(q.t, strings.Join(q.words(), "\n"), " drop", "the move still counts")
		q.deny(0)
		for range 70 {
			if time.Sleep(time.Second); strings.Contains(q.latest(), " folds") {
				break
			}
		}
		synctest.Wait()
		require.Contains(q.t, q.latest(), " bets 2")
		require.Contains(q.t, q.latest(), mover.Name+" folds")
		time.Sleep(time.Minute)
		require.Contains(q.t, q.words(), "-2 ", "the clock continues with the remaining time")
	})
}

// mover returns the player to move, or Ann if there is none.
func (q *virtualBot) mover() discord.UserRef {
	return []discord.UserRef{q.ann, q.bob}[max(0, q.toMove())]
}

// toMove returns the seat index of the player to move.
func (q *virtualBot) toMove() int {
	return slices.IndexFunc(q.table().Game.Session().View().Seats, func(p games.SeatView) bool { return p.Turn })
}

// If a channel was deleted, its table returns all chips, even if no event reported the deletion.
func TestDeletedChannelReturnsItsChips(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.opens("poker", map[string]string{"stack": "50"})
		q.far.removeChannel(q.channel)
		q.say(q.mover(), "bet 2")
		q.wait(time.Minute)
		require.Nil(q.t, q.table())
		for _, who := range []discord.UserRef{q.ann, q.bob} {
			has, err := q.bot.Store.Balance(q.t.Context(), farHome, who.ID)
			require.NoError(q.t, err)
			require.Equal(q.t, store.Holding{Balance: store.StartGrant}, has, who.Name)
		}
		q.requireAudited()
	})
}

// Discord limits edits of old messages, so the bot reposts a table after a while.
func TestOldTableIsReposted(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.slash(q.ann, "play", "classic", nil)
		first := q.far.posts(q.channel)
		q.failRequests(func(method, _ string, _ requestBody) *requestFault {
			if method == http.MethodPatch { // Discord refuses the edit earlier than the bot expects
				return &requestFault{status: 400, out: refusal(30046, "Maximum number of edits to old messages reached.")}
			}
			return nil
		})
		time.Sleep(2 * time.Minute)
		q.slash(q.bob, "join", "", nil)
		require.Contains(q.t, q.latest(), "Bob sits down")
		now := q.far.posts(q.channel)
		require.Len(q.t, now, 1)
		require.NotEqual(q.t, first[0].ID, now[0].ID)
	})
}
