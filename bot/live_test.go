package bot

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord/discordtest"
	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/render"
	"settable/store/ids"
)

// A liveEvening is a table whose players have their hands open, on a sandbox in virtual time. Each of the bot's requests
// takes a while.
type liveEvening struct {
	*crowd
	t      *testing.T
	room   string
	people []string

	mu      sync.Mutex
	edits   map[string][]time.Time // when answers were edited, by their tokens
	bytes   int                    // of these edits
	limited int                    // how many requests got a 429
}

// requestTime is how long each of the bot's requests takes.
const requestTime = 120 * time.Millisecond

// runLive opens a table and a hand for each player.
func runLive(t *testing.T, game string, people []string, play func(*liveEvening)) {
	gamestest.SkipUnderRace(t) // it looks into tables while they stand still, which the detector cannot know
	steady(t)
	disk := onADisk(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC))) // Discord's ids start in 2015
		e := &liveEvening{t: t, room: "card-night", people: people, edits: map[string][]time.Time{},
			crowd: &crowd{Crowd: sandboxtest.NewCrowd(), seed: 42, disk: disk, machine: rand.New(rand.NewPCG(1, 2)),
				confirmed: map[string]bool{}}}
		e.Settle, e.Running = synctest.Wait, func() bool { return e.running }
		e.spoil.transport = func(w http.RoundTripper) http.RoundTripper { return slowTransport{w} }
		wire := sandboxtest.NewMemoryNet()
		e.Server = sandboxtest.Start(t, sandbox.Options{
			MessageContent: true, Listener: wire, Dial: wire.Dial, Watch: e.watch, Now: time.Now})
		defer func() { require.NoError(t, e.Server.Close()) }()
		e.start()
		defer func() {
			if e.running {
				e.stop()
			}
			require.Empty(t, e.Broken)
		}()
		e.pass(10 * time.Second) // for the commands
		e.slash(people[0], "play", world.Sub(game))
		for _, who := range people[1:] {
			e.slash(who, "join")
		}
		e.slash(people[0], "start")
		play(e)
	})
}

// A slowTransport delays each request.
type slowTransport struct{ http.RoundTripper }

func (s slowTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(requestTime)
	return s.RoundTripper.RoundTrip(r)
}

// watch counts the requests about answers.
func (e *liveEvening) watch(x traffic.Exchange) {
	if x.Gateway {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if x.Status == http.StatusTooManyRequests {
		e.limited++
	}
	if x.Method == http.MethodPatch && strings.Contains(x.Path, "/messages/@original") {
		token := strings.Split(x.Path, "/")[5]
		e.edits[token] = append(e.edits[token], x.At)
		e.bytes += len(x.Body)
	}
}

// pass lets time pass, and then everything happen that is due.
func (e *liveEvening) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (e *liveEvening) slash(who, name string, options ...world.Option) {
	e.t.Helper()
	_, err := e.Server.Slash(who, e.room, name, options...)
	require.NoError(e.t, err)
	e.pass(2 * time.Second)
}

func (e *liveEvening) table() *lobby.Table {
	return e.health.bot.Load().lobby.Tables.In(discordtest.ID[ids.Channel](e.Server.Channel(e.room)))
}

func (e *liveEvening) userID(who string) ids.User {
	return discordtest.ID[ids.User](e.Server.User(who).ID)
}

// view returns what a player sees of the table now.
func (e *liveEvening) view(who string) games.View { return e.table().ViewFor(e.userID(who)) }

// hands returns the private messages in which a player sees a hand, oldest first.
func (e *liveEvening) hands(who string) (all []world.Message) {
	for _, m := range e.Server.Messages(e.room, who) {
		if m.Ephemeral() && len(m.Attachments) == 1 && m.Attachments[0].Filename == "hand.png" {
			all = append(all, m)
		}
	}
	return all
}

// hand returns the one hand that a player has open.
func (e *liveEvening) hand(who string) world.Message {
	e.t.Helper()
	all := e.hands(who)
	require.Len(e.t, all, 1, "%s has one hand", who)
	return all[0]
}

// open opens a player's hand with the button of the table's message.
func (e *liveEvening) open(who string) world.Message {
	e.t.Helper()
	for _, m := range slices.Backward(e.Server.Messages(e.room, who)) {
		for _, b := range m.Buttons() {
			if strings.HasPrefix(b.CustomID, "hand:") {
				_, err := e.Server.Click(who, e.room, m.ID, b.CustomID)
				require.NoError(e.t, err)
				e.pass(time.Second)
				return e.hand(who)
			}
		}
	}
	require.Fail(e.t, "no button for the hand")
	return world.Message{}
}

// press presses the button with this label below a message. It returns false if there is none.
func (e *liveEvening) press(who string, m world.Message, label string) bool {
	e.t.Helper()
	for _, b := range m.Buttons() {
		if strings.TrimPrefix(b.Label, "✓ ") == label && !b.Disabled {
			_, err := e.Server.Click(who, e.room, m.ID, b.CustomID)
			require.NoError(e.t, err)
			return true
		}
	}
	return false
}

// setIn returns the labels of a set that a player may claim. It prefers cards of the table, so that the hand goes on.
func setIn(v games.View) (labels []string) {
	lie := message.Cards(v)
	for i, a := range lie {
		for j, b := range lie[:i] {
			for _, c := range lie[:j] {
				if cards.IsSet(a.Card, b.Card, c.Card) {
					return []string{c.Label, b.Label, a.Label}
				}
			}
		}
	}
	return nil
}

// move makes a move with the buttons of a player's hand, or by typing it.
func (e *liveEvening) move(who string, types bool) {
	e.t.Helper()
	v := e.view(who)
	set, draws := setIn(v), v.Place(v.Viewer).Cards < 6
	if types {
		words := "none"
		switch {
		case draws:
			words = "draw"
		case set != nil:
			words = "set " + strings.Join(set, " ")
		}
		_, err := e.Server.Say(who, e.room, words)
		require.NoError(e.t, err)
		return
	}
	if draws {
		e.press(who, e.hand(who), "Draw")
		return
	}
	if set != nil {
		for _, label := range set {
			if m := e.hand(who); !e.press(who, m, label) {
				return // the table has changed, so the next press is another move's
			}
			e.pass(20 * time.Millisecond)
		}
		return
	}
	for _, label := range []string{"I see no set", "Draw", "Next hand"} {
		if e.press(who, e.hand(who), label) {
			return
		}
	}
}

// A sighting is what a player could have seen since a time.
type sighting struct {
	alt   string
	since time.Time
}

// Four players of 20/20 make a move a second each, two of them with the buttons of their hands. No hand is older than
// 1.5 s, nobody's hand is edited more than once a second, and Discord refuses nothing.
func TestHandsStayCurrent(t *testing.T) {
	people := []string{"Ann", "Bob", "Cid", "Dee"}
	runLive(t, "twenty", people, func(e *liveEvening) {
		for _, who := range people {
			e.open(who)
		}
		lang := e.health.bot.Load().lobby.Words.In("en")
		known := map[string][]sighting{}
		began, oldest := e.table().Game.Session().Line, time.Duration(0)
		for next := time.Now(); time.Since(next) < time.Minute; {
			for i, who := range people {
				begin := time.Now()
				e.move(who, i >= 2)
				for time.Since(begin) < 250*time.Millisecond {
					e.pass(50 * time.Millisecond)
					for _, p := range people {
						alt := render.Alt(e.view(p), lang)
						if all := known[p]; len(all) == 0 || all[len(all)-1].alt != alt {
							known[p] = append(all, sighting{alt, time.Now()})
						}
						shown := e.hand(p).Attachments[0].Description
						for i := len(known[p]) - 2; i >= 0 && known[p][i+1].alt != shown; i-- {
							if known[p][i].alt == shown {
								oldest = max(oldest, time.Since(known[p][i+1].since))
							}
						}
					}
				}
			}
		}
		lines := e.table().Game.Session().Line - began
		e.mu.Lock()
		defer e.mu.Unlock()
		edits := 0
		for _, times := range e.edits {
			edits += len(times)
			for i := 1; i < len(times); i++ {
				require.GreaterOrEqual(t, times[i].Sub(times[i-1]), time.Second)
			}
		}
		t.Logf("%d lines, %d edits with %d bytes, oldest hand %v", lines, edits, e.bytes, oldest)
		require.LessOrEqual(t, oldest, 1500*time.Millisecond)
		require.Greater(t, lines, 150)
		require.Greater(t, edits, 80)
		require.Zero(t, e.limited)
	})
}
