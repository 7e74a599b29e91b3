package bot

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
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

// A liveEvening is a table in virtual time whose players have opened their hands. Each of the bot's requests takes
// some time.
type liveEvening struct {
	*crowd
	t      *testing.T
	room   string
	people []string

	mu      sync.Mutex
	edits   map[string][]time.Time // the times of edits of answers, by token
	handed  map[string]int         // how many of these edits showed a hand, by seat
	bytes   int                    // the total size of these edits
	limited int                    // how many requests got a 429
}

// requestTime is how long each of the bot's requests takes.
const requestTime = 120 * time.Millisecond

// runLive runs a test with a table where each player has opened their hand.
func runLive(t *testing.T, game string, people []string, play func(*liveEvening)) {
	gamestest.SkipUnderRace(t) // the test reads tables while they are idle, which the race detector reports as a race
	steady(t)
	disk := onADisk(t)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC))) // Discord's ids start in 2015
		e := &liveEvening{t: t, room: "card-night", people: people, edits: map[string][]time.Time{}, handed: map[string]int{},
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

// handOf matches the seat's letter in a message that shows a hand.
var handOf = regexp.MustCompile(`\(you're \*\*(.)\*\*\)`)

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
		if found := handOf.FindSubmatch(x.Body); found != nil {
			e.handed[string(found[1])]++
		}
	}
}

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

// view returns a player's current view of the table.
func (e *liveEvening) view(who string) games.View { return e.table().ViewFor(e.userID(who)) }

// hands returns the private messages that show a player a hand, oldest first.
func (e *liveEvening) hands(who string) (all []world.Message) {
	for _, m := range e.Server.Messages(e.room, who) {
		if m.Ephemeral() && len(m.Attachments) == 1 && m.Attachments[0].Filename == "hand.png" {
			all = append(all, m)
		}
	}
	return all
}

// hand returns a player's only open hand.
func (e *liveEvening) hand(who string) world.Message {
	e.t.Helper()
	all := e.hands(who)
	require.Len(e.t, all, 1, "%s must have one hand", who)
	return all[0]
}

// open opens a player's hand with a button in the table's message.
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

// press presses the button with the given label below a message. It returns false if there is no such button.
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

// say types a message and waits until its effects are shown.
func (e *liveEvening) say(who, words string) {
	e.t.Helper()
	_, err := e.Server.Say(who, e.room, words)
	require.NoError(e.t, err)
	e.pass(3 * time.Second)
}

// requireCurrent requires that a player has exactly one open hand and that it is current.
func (e *liveEvening) requireCurrent(who string) world.Message {
	e.t.Helper()
	m, v := e.hand(who), e.view(who)
	words := e.health.bot.Load().lobby.Words.In("en")
	require.Equal(e.t, render.Alt(v, words), m.Attachments[0].Description)
	require.Contains(e.t, m.Content, words.Say(v.Headline, e.table().Game.Session().Name))
	return m
}

// editCount returns the number of times the second player's hand was edited.
func (e *liveEvening) editCount() (n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.handed["Q"]
}

// setIn returns the labels of a set that a player can claim. It prefers cards on the table, because a player who uses
// their own cards may end the hand.
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

// move makes a move with the buttons below a player's hand, or by typing it.
func (e *liveEvening) move(who string, types bool) {
	e.t.Helper()
	v := e.view(who)
	set, draws := setIn(v), v.Seat(v.Viewer).Cards < 6
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
				return // the table has changed in the meantime, so the press was for an earlier move
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

// A sighting describes what a player has been able to see since a certain time.
type sighting struct {
	alt   string
	since time.Time
}

// Four players of 20/20 each make a move every second, two of them with the buttons below their hands. No hand on a
// player's screen is more than 1.5 s out of date or edited more than once a second, and Discord refuses no request.
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

// An open hand may stop being updated for various reasons. In each case, its player can get a new one.
func TestHandsThatAreNoLongerUpdated(t *testing.T) {
	for name, play := range map[string]func(*testing.T, *liveEvening){
		"a dismissed hand gets one edit, and a new one is opened by a press": func(t *testing.T, e *liveEvening) {
			m, edits := e.open("Bob"), e.editCount()
			require.NoError(t, e.Server.Dismiss("Bob", e.room, m.ID))
			e.say("Ann", "draw")
			e.say("Cid", "draw")
			require.Equal(t, edits+1, e.editCount(), "Discord must report that the message is gone")
			require.Empty(t, e.hands("Bob"), "the bot sends a hand only on request")
			e.open("Bob")
			e.say("Ann", "draw")
			e.requireCurrent("Bob")
		},
		"only the newest hand is edited, and the old one goes": func(t *testing.T, e *liveEvening) {
			old := e.open("Bob")
			e.slash("Bob", "hand")
			require.NotEqual(t, old.ID, e.hand("Bob").ID)
			edits := e.editCount()
			e.say("Ann", "draw")
			e.requireCurrent("Bob")
			require.Equal(t, edits+1, e.editCount())
		},
		"a hand says when its token expires": func(t *testing.T, e *liveEvening) {
			m := e.open("Bob")
			e.pass(14 * time.Minute)
			edits := e.editCount()
			stopped := e.hand("Bob")
			require.Contains(t, stopped.Content, "This view no longer updates.")
			require.Len(t, stopped.Buttons(), 1)
			e.say("Ann", "draw")
			e.pass(2 * time.Minute)
			require.Equal(t, edits, e.editCount(), "the bot must not try an edit")
			require.True(t, e.press("Bob", e.hand("Bob"), "My hand"))
			e.pass(time.Second)
			require.Equal(t, m.ID, e.requireCurrent("Bob").ID, "the same message must be edited")
			e.say("Ann", "draw")
			require.NotContains(t, e.requireCurrent("Bob").Content, "no longer")
		},
		"a press gives a hand another 15 minutes": func(t *testing.T, e *liveEvening) {
			e.open("Bob")
			e.pass(10 * time.Minute)
			require.True(t, e.press("Bob", e.hand("Bob"), "A"))
			e.pass(10 * time.Minute)
			e.say("Ann", "draw")
			require.Contains(t, e.requireCurrent("Bob").Content, "You picked **A**")
		},
		"the hand of a player who has left stays as it is": func(t *testing.T, e *liveEvening) {
			e.open("Bob")
			e.slash("Bob", "leave")
			edits := e.editCount()
			e.say("Ann", "draw")
			e.say("Cid", "draw")
			require.Equal(t, edits, e.editCount())
		},
		"the hand of a player who is forgotten stays as it is": func(t *testing.T, e *liveEvening) {
			e.open("Bob")
			e.slash("Bob", "forget-me")
			asked := e.Server.Messages(e.room, "Bob")
			sure := asked[len(asked)-1].Buttons()
			_, err := e.Server.Click("Bob", e.room, asked[len(asked)-1].ID, sure[len(sure)-1].CustomID)
			require.NoError(t, err)
			e.say("Ann", "end") // the hand must end first
			e.pass(time.Minute)
			require.NotContains(t, e.table().Game.Session().Seats, e.userID("Bob"))
			edits := e.editCount()
			e.say("Ann", "draw")
			require.Equal(t, edits, e.editCount())
		},
		"a hand of an ended table says so and has no buttons": func(t *testing.T, e *liveEvening) {
			e.open("Bob")
			e.slash("Bob", "leave")
			e.open("Cid")
			e.slash("Ann", "leave")
			e.pass(5 * time.Second)
			require.Contains(t, e.hand("Cid").Content, "Closed before anyone scored.")
			require.Empty(t, e.hand("Cid").Buttons())
			require.NotEmpty(t, e.hand("Bob").Buttons(), "the bot doesn't edit the hand of a player who has left")
		},
		"a picked card that is taken is reported in the hand": func(t *testing.T, e *liveEvening) {
			e.open("Bob")
			set := setIn(e.view("Ann"))
			open := slices.IndexFunc(set, func(label string) bool { return label >= "A" })
			require.GreaterOrEqual(t, open, 0, "the set has no card on the table")
			require.True(t, e.press("Bob", e.hand("Bob"), set[open]))
			e.pass(time.Second)
			require.Contains(t, e.requireCurrent("Bob").Content, "You picked **"+set[open]+"**")
			e.say("Ann", "set "+strings.Join(set, " "))
			m := e.requireCurrent("Bob")
			require.Contains(t, m.Content, "no longer on the table")
			require.NotContains(t, m.Content, "You picked")
		},
		"an old button is refused in the hand": func(t *testing.T, e *liveEvening) {
			old := e.open("Bob")
			e.say("Ann", "set "+strings.Join(setIn(e.view("Ann")), " "))
			_, err := e.Server.Forge("Bob", e.room, old.ID, old.Buttons()[slices.IndexFunc(old.Buttons(),
				func(b world.Component) bool { return b.Label == "I see no set" })].CustomID)
			require.NoError(t, err)
			e.pass(time.Second)
			require.Contains(t, e.requireCurrent("Bob").Content, "the table has changed")
			e.pass(10 * time.Second)
			e.say("Ann", "draw")
			require.NotContains(t, e.requireCurrent("Bob").Content, "the table has changed")
		},
		"after a restart, a press brings the hand up to date": func(t *testing.T, e *liveEvening) {
			e.open("Bob")
			require.True(t, e.press("Bob", e.hand("Bob"), "A"))
			e.pass(time.Second)
			e.stop()
			e.start()
			e.pass(20 * time.Second)
			e.say("Ann", "draw")
			require.True(t, e.press("Bob", e.hand("Bob"), "B"))
			e.pass(time.Second)
			m := e.requireCurrent("Bob")
			require.Contains(t, m.Content, "I restarted, so any earlier picks are gone.")
			require.Contains(t, m.Content, "You picked **B**")
			e.say("Ann", "draw")
			e.requireCurrent("Bob")
		},
		"a hand says that the table can't be shown": func(t *testing.T, e *liveEvening) {
			e.open("Bob")
			require.NoError(t, e.Server.Deny(e.room, world.PermissionSendMessages))
			e.slash("Ann", "table") // this command needs a new message
			e.pass(10 * time.Second)
			require.Contains(t, e.hand("Bob").Content, "Nobody can see the table")
			require.NoError(t, e.Server.Deny(e.room, 0))
			e.pass(5 * time.Minute)
			require.NotContains(t, e.requireCurrent("Bob").Content, "Nobody can see the table")
		},
	} {
		t.Run(name, func(t *testing.T) {
			runLive(t, "twenty", []string{"Ann", "Bob", "Cid"}, func(e *liveEvening) { play(t, e) })
		})
	}
}

// While a player is choosing an amount of chips below their hand, updates of the hand don't end the choice.
func TestUpdateDoesNotEndAChoice(t *testing.T) {
	runLive(t, "poker", []string{"Ann", "Bob", "Cid"}, func(e *liveEvening) {
		e.open("Bob")
		require.True(t, e.press("Bob", e.hand("Bob"), "Bet…"))
		e.pass(time.Second)
		asking := e.requireCurrent("Bob")
		e.slash("Dee", "join")
		now := e.requireCurrent("Bob")
		require.NotEqual(t, asking.Attachments[0].Description, now.Attachments[0].Description, "Dee sits")
		require.Equal(t, asking.Content, now.Content)
		require.True(t, e.press("Bob", now, "2"))
		e.pass(time.Second)
		require.Contains(t, e.requireCurrent("Bob").Content, "Cid: 2 to call")
	})
}

// After a secret move, the bot edits no other player's hand, because even the time of an edit would reveal the move.
func TestSecretMoveEditsNobodysHand(t *testing.T) {
	runLive(t, "poker", []string{"Ann", "Bob", "Cid"}, func(e *liveEvening) {
		for _, who := range e.people {
			e.open(who)
		}
		e.mu.Lock()
		before := maps.Clone(e.handed)
		e.mu.Unlock()
		line := e.table().Game.Session().Line
		require.True(t, e.press("Bob", e.hand("Bob"), "Always pass"))
		e.pass(5 * time.Second)
		require.Equal(t, line+1, e.table().Game.Session().Line, "the secret move must be played")
		e.mu.Lock()
		require.Equal(t, before, e.handed)
		e.mu.Unlock()
		e.slash("Bob", "check")
		e.requireCurrent("Ann")
		require.NotEqual(t, before, e.handed, "a public move must edit the hands")
	})
}
