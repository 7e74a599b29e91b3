package bot

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// refusesPosts makes every post to any channel fail in the given way.
func (q *virtualBot) refusesPosts(how requestFault) {
	q.failRequests(func(method, path string, _ requestBody) *requestFault {
		if method == http.MethodPost && strings.HasPrefix(path, "channels/") {
			return &how
		}
		return nil
	})
}

// nothingOpened requires that no table or night is open, that nobody has bought in, and that no balance has changed.
func (q *virtualBot) nothingOpened() {
	q.t.Helper()
	ctx := context.Background()
	open, err := q.store.OpenTables(ctx)
	require.NoError(q.t, err)
	require.Empty(q.t, open)
	require.Nil(q.t, q.table())
	_, err = q.store.OpenNight(ctx, q.channel)
	require.ErrorIs(q.t, err, store.ErrNoNight)
	for _, who := range []discord.UserRef{q.ann, q.bob} {
		has, err := q.store.Balance(ctx, farHome, who.ID)
		require.NoError(q.t, err)
		require.Contains(q.t, []games.Chips{0, store.StartGrant}, has.Balance)
	}
}

// restartsWithoutTables restarts the bot after a crash, and requires that it opens nothing and deletes all its
// messages.
func (q *virtualBot) restartsWithoutTables() {
	q.t.Helper()
	q.kill()
	q.failRequests(nil)
	q.restart()
	q.wait(time.Minute)
	q.nothingOpened()
	require.Empty(q.t, q.posts())
}

// If Discord refuses a table's first message for any reason, the table doesn't open, and the user is told the reason.
// Once Discord accepts messages, a table opens.
func TestTableThatCannotBePostedNeverOpens(t *testing.T) {
	for name, how := range map[string]requestFault{
		"no access":         {status: 403, out: refusal(50001, "Missing Access")},
		"no permission":     {status: 403, out: refusal(50013, "Missing Permissions")},
		"AutoMod":           {status: 400, out: refusal(200000, "Blocked")},
		"a locked thread":   {status: 400, out: refusal(50083, "Thread is archived")},
		"an invalid form":   {status: 400, out: refusal(50035, "Invalid Form Body")},
		"an outage":         {status: 503},
		"a lost connection": {},
		"a hanging request": {hangs: true},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				for command, options := range map[string]map[string]string{
					"play poker": nil, "play classic": {"now": "true"}, "play english": nil, "night start": nil,
				} {
					q.refusesPosts(how)
					name, sub, _ := strings.Cut(command, " ")
					told := q.privateAnswers(q.ann, func() {
						q.wire.send(q.slashEvent(q.ann, name, sub, options))
						time.Sleep(30 * time.Second)
					})
					require.Contains(q.t, told, "nobody has bought in", command)
					q.nothingOpened()
					q.failRequests(nil)
					q.slash(q.bob, "join", "", nil)
					q.nothingOpened()
				}
				q.slash(q.ann, "play", "poker", nil)
				require.Contains(q.t, q.latest(), "Ann sits down")
				require.Len(q.t, q.posts(), 1, "the channel must contain nothing else")
			})
		})
	}
}

// Moves typed as soon as a new table is visible count, even before the bot has received Discord's response to the
// table's first message.
func TestMovesWhileATableOpens(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		typed := false
		q.failRequests(func(method, path string, b requestBody) *requestFault { // from now on, a response takes some milliseconds
			if method == http.MethodPost && strings.HasSuffix(path, "/messages") && !typed {
				typed = true
				go func() { q.wire.send(q.write(q.ann, "start")) }()
			}
			return nil
		})
		q.slash(q.ann, "play", "classic", nil)
		q.settle()
		require.True(q.t, typed)
		require.Contains(q.t, q.latest(), "Ann starts the game")
	})
}

// privateAnswers returns the private answers that a user gets while do runs.
func (q *virtualBot) privateAnswers(who discord.UserRef, do func()) string {
	var all []string
	q.changeDiscord(func(f *faultyDiscord) {
		f.private = func(by ids.User, _ ids.Channel, words string) {
			if by == who.ID {
				all = append(all, words)
			}
		}
	})
	do()
	q.settle()
	q.changeDiscord(func(f *faultyDiscord) { f.private = func(ids.User, ids.Channel, string) {} })
	return strings.Join(all, "\n")
}

// losesPosts makes Discord accept messages without sending responses.
func (q *virtualBot) losesPosts() {
	q.refusesPosts(requestFault{hangs: true, served: true})
}

// If the bot crashes between storing a table and receiving Discord's response to its first message, neither an open
// table nor a message is left, whether or not Discord accepted the message.
func TestCrashWhileATableOpens(t *testing.T) {
	for name, posted := range map[string]bool{"posted": true, "not posted": false} {
		for _, game := range []string{"poker", "classic", "night"} {
			t.Run(game+", "+name, func(t *testing.T) {
				runVirtual(t, func(q *virtualBot) {
					q.refusesPosts(requestFault{hangs: true, served: posted})
					if game == "night" {
						q.slash(q.ann, "night", "start", nil)
					} else {
						q.slash(q.ann, "play", game, nil)
					}
					q.kill()
					q.failRequests(nil)
					if !posted {
						q.refusesPosts(requestFault{status: 403, out: refusal(50013, "Missing Permissions")})
					}
					q.restart()
					q.wait(time.Minute)
					if game == "classic" && posted { // the game has no stakes, so the table is shown once
						require.Len(q.t, q.posts(), 1)
						require.Contains(q.t, q.latest(), "Ann")
						return
					}
					q.nothingOpened()
					require.Empty(q.t, q.posts())
				})
			})
		}
	}
}

// The bot finds the message of a table that never opened, even behind many other messages in a busy channel.
func TestCrashWhileATableOpensInABusyChannel(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		for range 250 {
			q.write(q.bob, "Good evening.")
		}
		q.losesPosts()
		q.slash(q.ann, "play", "poker", nil)
		require.Len(q.t, q.posts(), 1)
		q.restartsWithoutTables()
	})
}

// If the bot crashes again before it has deleted the message of a table that never opened, the next run still deletes
// it, whether or not the first run had recorded the message.
func TestCrashWhileAMessageIsDeleted(t *testing.T) {
	for name, noted := range map[string]bool{"noted": true, "not noted": false} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.losesPosts()
				q.slash(q.ann, "play", "poker", nil)
				if noted {
					require.NoError(q.t, q.store.NoteShown(q.t.Context(), 1, 1, q.far.posts(q.channel)[0].ID))
				}
				q.kill()
				removing := false
				q.failRequests(func(method, _ string, _ requestBody) *requestFault {
					if method != http.MethodDelete {
						return nil
					}
					removing = true
					return &requestFault{hangs: true}
				})
				q.restart()
				q.settle()
				require.True(q.t, removing)
				require.Len(q.t, q.posts(), 1)
				q.restartsWithoutTables()
			})
		})
	}
}

// If two users open a table at the same time, only one table opens, and the second user is told about it. If Discord
// refuses the table, both users are told.
func TestTwoOpenersAtOnce(t *testing.T) {
	for name, refuses := range map[string]bool{"accepted": false, "refused": true} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				if refuses {
					q.refusesPosts(requestFault{status: 403, out: refusal(50013, "Missing Permissions")})
				}
				told := map[ids.User]string{}
				q.changeDiscord(func(f *faultyDiscord) {
					f.private = func(by ids.User, _ ids.Channel, words string) { told[by] += words }
				})
				q.wire.send(q.slashEvent(q.ann, "play", "poker", nil))
				q.wire.send(q.slashEvent(q.bob, "play", "poker", nil))
				q.wait(3 * time.Second)
				if refuses {
					require.Contains(q.t, told[q.ann.ID], "nobody has bought in")
					require.Contains(q.t, told[q.bob.ID], "nobody has bought in")
					q.nothingOpened()
					return
				}
				both := told[q.ann.ID] + told[q.bob.ID]
				require.Contains(q.t, both, "Your table is open")
				require.Contains(q.t, both, "This channel already has a table")
				require.Len(q.t, q.posts(), 1)
			})
		})
	}
}

// While a table can't be shown, its clock is stopped, and every private answer gives the reason. When the table can
// be shown again, the bot announces that once.
func TestHiddenTableStopsItsClock(t *testing.T) {
	for name, c := range map[string]struct {
		how requestFault
		why string
	}{
		"a permission is missing": {requestFault{status: 403, out: refusal(50013, "Missing Permissions")},
			"Discord doesn't let me post"},
		"AutoMod":   {requestFault{status: 400, out: refusal(200000, "Blocked")}, "AutoMod"},
		"an outage": {requestFault{status: 503}, "isn't accepting my messages"},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.poker()
				var refused atomic.Int64
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					if method != http.MethodGet && strings.HasPrefix(path, "channels/") {
						refused.Add(1)
						return &c.how
					}
					return nil
				})
				mover := q.mover()
				q.say(mover, "check")
				time.Sleep(30 * time.Second)
				for _, command := range []string{"hand", "table", "help", "away", "start"} {
					text, _ := q.privateAnswer(q.bob, func() { q.slash(q.bob, command, "", nil) })
					require.Contains(q.t, text, "Nobody can see the table right now", command)
					require.Contains(q.t, text, c.why, command)
				}
				lines := len(q.words())
				time.Sleep(11 * time.Minute)
				require.Len(q.t, q.words(), lines, "the clock must be stopped: %v", q.words())
				if c.how.status < 500 { // Discord bans bots after 10,000 invalid requests in ten minutes
					require.Less(q.t, refused.Load(), int64(100), "requests for a hidden table in eleven minutes")
				}
				q.failRequests(nil)
				told, last := 0, ""
				q.changeDiscord(func(f *faultyDiscord) {
					f.public = func(_ ids.Channel, p *botPost) {
						if len(p.Buttons) == 0 {
							return // this is a reminder
						}
						told += max(0, strings.Count(p.Content, "is visible again")-strings.Count(last, "is visible again"))
						last = p.Content
					}
				})
				q.slash(q.bob, "back", "", nil)
				q.wait(10 * time.Second)
				text, _ := q.privateAnswer(q.bob, func() { q.slash(q.bob, "hand", "", nil) })
				require.NotContains(q.t, text, "Nobody can see the table")
				require.Zero(q.t, q.table().Game.Session().HaltedSince)
				time.Sleep(time.Minute)
				q.changeDiscord(func(*faultyDiscord) { require.Equal(q.t, 1, told, last) })
			})
		})
	}
}

// While the table can't be seen, every private answer in its channel says so, whichever command or button it answers.
func TestEveryPrivateAnswerSaysThatTheTableIsHidden(t *testing.T) {
	gamestest.SkipUnderRace(t)
	runVirtual(t, func(q *virtualBot) {
		q.poker()
		q.refusesPosts(requestFault{status: 403, out: refusal(50013, "Missing Permissions")})
		q.deny(world.PermissionViewChannel)
		q.say([]discord.UserRef{q.ann, q.bob}[q.toMove()], "check")
		time.Sleep(5 * time.Second)
		answers := 0
		check := func(what any, e discord.Event) {
			told := q.privateAnswers(q.bob, func() { q.wire.send(e); time.Sleep(3 * time.Second) })
			if told != "" {
				require.Contains(q.t, told, "Nobody can see the table right now", "%v", what)
				answers++
			}
		}
		for _, u := range q.usages() {
			e := q.slashEvent(q.bob, u.name, u.sub, u.options)
			e.Names = map[ids.User]string{}
			check(u, e)
		}
		require.Greater(q.t, answers, 35)
		answers = 0
		plan, err := q.store.PlanNight(q.t.Context(), store.Plan{Guild: farHome, Channel: q.channel, Planner: q.ann.ID,
			Made: time.Now(), Starts: time.Now().Add(5 * time.Hour), Remind: time.Now().Add(4 * time.Hour)}, "i1")
		require.NoError(q.t, err)
		row := int64(q.table().Row.ID)
		pressed := []message.ID{
			{Kind: message.MoveButton, Words: "check"}, {Kind: message.MoveButton, Words: "back"},
			{Kind: message.MoveButton, Words: "leave"}, {Kind: message.HandButton}, {Kind: message.HelpButton},
			{Kind: message.TextButton}, {Kind: message.WhyButton}, {Kind: message.OwnText}, {Kind: message.AgainButton},
			{Kind: message.ReplayButton}, {Kind: message.CardButton, Words: "a"}, {Kind: message.InButton, Words: strconv.FormatInt(int64(plan.ID), 10)},
			{Kind: message.PlayButton, Words: "poker"}, {Kind: "forged"},
		}
		for _, id := range pressed {
			if id.Kind != message.InButton && id.Kind != message.PlayButton {
				id.Table, id.Line = row, q.table().Game.Session().Sight
			}
			i := q.slashEvent(q.bob, "", "", nil).Interaction
			check(id, discord.Press{Interaction: i, CustomID: q.bot.lobby.Seal.For(farHome)(id)})
		}
		require.Equal(q.t, len(pressed), answers)
	})
}

// When a moderator has timed the bot out and the timeout ends, the bot shows the table again by itself.
func TestTableIsShownWhenATimeoutEnds(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.poker()
		until := time.Now().Add(10 * time.Minute).UTC()
		q.far.do(func(w *world.World) { w.TimeOutBot("", until) })
		q.slash(q.bob, "away", "", nil)
		time.Sleep(time.Until(until.Add(-time.Second)))
		require.NotZero(q.t, q.table().Game.Session().HaltedSince)
		require.NotContains(q.t, q.latest(), "Bob is away")
		time.Sleep(5 * time.Second)
		q.settle()
		require.Contains(q.t, q.latest(), "is visible again")
		require.Zero(q.t, q.table().Game.Session().HaltedSince)
	})
}

// If a rate limit keeps the bot from posting for minutes, the table's clock is stopped and private answers say that
// the table can't be seen. The bot sends nothing before Discord allows it.
func TestLongRateLimitStopsTheClock(t *testing.T) {
	for name, global := range map[string]bool{"of a channel": false, "global": true} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.poker()
				mover := []discord.UserRef{q.ann, q.bob}[q.toMove()]
				end, refused := time.Now().Add(10*time.Minute), 0
				q.failRequests(func(method, path string, _ requestBody) *requestFault {
					if method == http.MethodGet || !strings.HasPrefix(path, "channels/") || !time.Now().Before(end) {
						return nil
					}
					refused++
					return &requestFault{status: 429, out: map[string]any{
						"message": "You are being rate limited.", "retry_after": time.Until(end).Seconds(), "global": global}}
				})
				q.slash(mover, "check", "", nil)
				time.Sleep(20 * time.Second)
				text, _ := q.privateAnswer(q.bob, func() { q.slash(q.bob, "hand", "", nil) })
				require.Contains(q.t, text, "Nobody can see the table right now")
				lines := len(q.words())
				time.Sleep(9 * time.Minute)
				require.Len(q.t, q.words(), lines, "the clock must be stopped: %v", q.words())
				q.changeDiscord(func(*faultyDiscord) { require.LessOrEqual(q.t, refused, 2) })
				time.Sleep(time.Minute)
				q.settle()
				require.Contains(q.t, q.latest(), mover.Name+" checks")
				require.Contains(q.t, q.latest(), "is visible again")
				require.Zero(q.t, q.table().Game.Session().HaltedSince)
			})
		})
	}
}

// If the table's message was deleted and the event about the deletion was lost, the bot notices at the next edit and
// posts the table again.
func TestMissingMessageIsPostedAgain(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		mover := q.poker()
		for _, p := range q.far.posts(q.channel) {
			q.far.remove(q.channel, p.ID)
		}
		q.say(mover, "check")
		time.Sleep(6 * time.Second)
		q.settle()
		require.Contains(q.t, q.latest(), mover.Name+" checks")
		require.Equal(q.t, 1, q.countPosts(func(p *botPost) bool { return len(p.Buttons) > 0 }))
		require.Zero(q.t, q.table().Game.Session().HaltedSince)
	})
}

// If another bot keeps deleting the table's message, the table is posted less and less often, until a player writes
// something. Players and the host are told the reason once.
func TestRepeatedlyDeletedTableBacksOff(t *testing.T) {
	var log strings.Builder
	logs := func(b *Bot) { b.lobby.Log = slog.New(slog.NewTextHandler(&log, nil)) }
	runVirtualBot(t, func(q *virtualBot) { q.path, q.prepare = EmptyDatabase(t), logs }, func(q *virtualBot) {
		q.poker()
		var posts, told atomic.Int32
		q.changeDiscord(func(f *faultyDiscord) {
			f.posted = func(channel ids.Channel, p *botPost) {
				posts.Add(1)
				if strings.Contains(p.Content, "keep being deleted") {
					told.Add(1)
				}
				id := p.ID
				time.AfterFunc(time.Second, func() { q.deleteAs(channel, id) })
			}
		})
		q.slash(q.ann, "table", "", nil)
		count := func(d time.Duration) int {
			before := posts.Load()
			q.wait(d)
			return int(posts.Load() - before)
		}
		first := count(time.Minute)
		require.InDelta(q.t, 4, first, 1, "expected after 5, 10, 20 and 40 s")
		require.LessOrEqual(q.t, count(time.Hour), 10)
		require.Positive(q.t, count(11*time.Minute), "the bot must keep trying")
		require.Positive(q.t, told.Load(), "players must be told why")
		require.Equal(q.t, 1, strings.Count(log.String(), "a table's messages keep being deleted"), "the host must be told once")
		text, _ := q.privateAnswer(q.bob, func() { q.slash(q.bob, "hand", "", nil) })
		require.Contains(q.t, text, "keep being deleted")
		lines := len(q.words())
		time.Sleep(5 * time.Minute)
		require.Zero(q.t, len(q.words())-lines-strings.Count(strings.Join(q.words()[lines:], "\n"), "away"),
			"nobody's turn ends while the table can't be seen: %v", q.words()[lines:])
		before := posts.Load()
		q.say(q.mover(), "check")
		require.Equal(q.t, before+1, posts.Load(), "the table must return as soon as a player writes")
		q.changeDiscord(func(f *faultyDiscord) { f.posted = func(ids.Channel, *botPost) {} })
		q.wait(time.Minute)
		require.Contains(q.t, strings.Join(q.posts(), "\n"), "checks")
	})
}

func (q *virtualBot) deleteAs(channel ids.Channel, id ids.Message) {
	q.far.remove(channel, id)
	q.wire.send(discord.MessageGone{Channel: channel, IDs: []ids.Message{id}})
}

// If AutoMod blocks a player's name, the table is shown without names. After five minutes, the bot tries to show
// names again.
func TestBlockedNameDoesNotHideTheTable(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		refused := 0
		q.far.do(func(w *world.World) { w.Block("", "Bob") })
		q.failRequests(func(_, path string, b requestBody) *requestFault {
			if strings.HasPrefix(path, "channels/") && strings.Contains(b.Content, "Bob") {
				refused++
			}
			return nil
		})
		q.slash(q.ann, "play", "classic", nil)
		require.Contains(q.t, q.latest(), "Ann sits down")
		q.slash(q.bob, "join", "", nil)
		require.NotContains(q.t, q.latest(), "Ann sits down")
		require.Contains(q.t, q.latest(), "`P`")
		q.say(q.ann, "start")
		q.say(q.bob, q.set())
		q.settle()
		require.Contains(q.t, q.latest(), "takes")
		require.Zero(q.t, q.table().Game.Session().HaltedSince)
		q.changeDiscord(func(*faultyDiscord) { require.Equal(q.t, 1, refused, "the names must be tried only once") })
		q.far.do(func(w *world.World) { w.Block("") })
		time.Sleep(5 * time.Minute)
		q.slash(discord.UserRef{ID: 910000000000000005, Name: "Cid"}, "join", "", nil)
		require.Contains(q.t, q.latest(), "Bob", "the names must be tried again")
	})
}

// Whichever of a table's messages Discord refuses, the game continues as long as the table can be seen. If the table
// can't be seen, one sentence tells the players so. The ledger balances, and in the end everyone sees the current
// table.
func TestRefusedMessagesOfATable(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, c := range map[string]struct {
		refuse func(nth int) bool
		how    requestFault
	}{
		"the first":    {func(n int) bool { return n == 1 }, requestFault{status: 403, out: refusal(50001, "Missing Access")}},
		"the tenth":    {func(n int) bool { return n == 10 }, requestFault{status: 403, out: refusal(50013, "Missing Permissions")}},
		"every second": {func(n int) bool { return n%2 == 0 }, requestFault{status: 400, out: refusal(200000, "Blocked")}},
		"every third":  {func(n int) bool { return n%3 == 0 }, requestFault{status: 400, out: refusal(50035, "Invalid Form Body")}},
		"some fail":    {func(n int) bool { return n%4 == 0 }, requestFault{status: 502}},
		"some hang":    {func(n int) bool { return n%7 == 0 }, requestFault{hangs: true}},
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				sent := 0
				q.failRequests(func(method, path string, b requestBody) *requestFault {
					if method != http.MethodPost && method != http.MethodPatch || !strings.HasPrefix(path, "channels/") {
						return nil
					}
					if sent++; c.refuse(sent) {
						return &c.how
					}
					return nil
				})
				for q.table() == nil {
					q.slash(q.ann, "play", "poker", map[string]string{"turn": "60"})
				}
				q.slash(q.bob, "join", "", nil)
				q.slash(q.ann, "start", "", nil)
				for i := range 12 {
					mover := q.mover()
					q.slash(mover, []string{"check", "bet", "drop", "pass"}[i%4], "", nil)
					time.Sleep(3 * time.Second)
				}
				time.Sleep(2 * time.Minute)
				q.failRequests(nil)
				q.slash(q.bob, "back", "", nil)
				time.Sleep(10 * time.Second)
				require.Zero(q.t, q.table().Game.Session().HaltedSince, "the clock must run while the table can be seen")
				text, _ := q.privateAnswer(q.bob, func() { q.slash(q.bob, "hand", "", nil) })
				require.NotContains(q.t, text, "Nobody can see")
				buttons := func(p *botPost) bool { return len(p.Buttons) > 0 }
				require.Equal(q.t, 1, q.countPosts(buttons), "more than one message shows the table")
				time.Sleep(10 * time.Minute)
				q.slash(q.bob, "end", "", nil)
				q.wait(10 * time.Minute)
				q.requireAudited()
			})
		})
	}
}

// pressEvent returns a press of the bot's newest button whose custom id contains the given part.
func (q *virtualBot) pressEvent(who discord.UserRef, part string) discord.Press {
	q.t.Helper()
	for _, p := range slices.Backward(q.far.posts(q.channel)) {
		for _, b := range p.Buttons {
			if strings.Contains(b, part) {
				return discord.Press{CustomID: b, Interaction: q.far.begin(farHome, q.channel, who)}
			}
		}
	}
	require.Fail(q.t, "no such button", part)
	return discord.Press{}
}

// A table opens only if its first message can be posted, whichever way a user opens it.
func TestEveryWayToOpenATable(t *testing.T) {
	again := func(game string) func(*virtualBot) func() discord.Event {
		return func(q *virtualBot) func() discord.Event {
			q.slash(q.ann, "play", game, nil)
			q.slash(q.bob, "join", "", nil)
			require.NoError(q.t, q.bot.lobby.Close(context.Background(), q.channel, 0))
			q.settle()
			return func() discord.Event { return q.pressEvent(q.ann, "again:") }
		}
	}
	offer := func(part string) func(*virtualBot) func() discord.Event {
		return func(q *virtualBot) func() discord.Event {
			q.say(q.bob, "game?")
			return func() discord.Event { return q.pressEvent(q.ann, part) }
		}
	}
	for name, prepare := range map[string]func(*virtualBot) func() discord.Event{
		"play again, classic": again("classic"), "play again, poker": again("poker"),
		"an offer": offer(":poker"), "play now": offer(" now"),
	} {
		t.Run(name, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				open := prepare(q)
				q.refusesPosts(requestFault{status: 403, out: refusal(50001, "Missing Access")})
				told := q.privateAnswers(q.ann, func() { q.wire.send(open()); time.Sleep(2 * time.Second) })
				require.Contains(q.t, told, "nobody has bought in")
				q.nothingOpened()
				q.failRequests(nil)
				time.Sleep(5 * time.Second) // a refused post isn't retried for five seconds
				q.wire.send(open())
				q.settle()
				require.NotNil(q.t, q.table())
				require.Contains(q.t, strings.Join(q.posts(), "\n"), "Ann")
			})
		})
	}
}

// If two users press "Play again" at the same time, both join the same table.
func TestSimultaneousPlayAgain(t *testing.T) {
	for _, game := range []string{"classic", "poker"} {
		t.Run(game, func(t *testing.T) {
			runVirtual(t, func(q *virtualBot) {
				q.slash(q.ann, "play", game, nil)
				q.slash(q.bob, "join", "", nil)
				require.NoError(q.t, q.bot.lobby.Close(context.Background(), q.channel, 0))
				q.settle()
				q.wire.send(q.pressEvent(q.ann, "again:"))
				q.wire.send(q.pressEvent(q.bob, "again:"))
				q.wait(2 * time.Second)
				require.NotNil(q.t, q.table())
				for _, who := range []discord.UserRef{q.ann, q.bob} {
					_, sits := q.table().Game.Session().SeatOf(who.ID)
					require.True(q.t, sits, who.Name)
				}
			})
		})
	}
}

// changeDiscord calls change, which changes how Discord behaves, while holding Discord's lock.
func (q *virtualBot) changeDiscord(change func(*faultyDiscord)) {
	q.far.mu.Lock()
	defer q.far.mu.Unlock()
	change(q.far)
}

// No player loses time while Discord delays a new table's first message. If the game starts as the table opens, the
// turn clock starts only when the players can see the table.
func TestClockIsStoppedWhileATableOpens(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		var until time.Time // the message waits until this time
		q.failRequests(func(method, path string, _ requestBody) *requestFault {
			if method != http.MethodPost || !strings.HasPrefix(path, "channels/") {
				return nil
			}
			if until.IsZero() {
				until = time.Now().Add(8 * time.Second)
			}
			if !time.Now().Before(until) {
				return nil
			}
			return &requestFault{status: 429, out: map[string]any{
				"message": "You are being rate limited.", "retry_after": time.Until(until).Seconds(), "global": false}}
		})
		q.slash(q.ann, "play", "poker", map[string]string{"turn": "10", "now": "true", "house": "1"})
		time.Sleep(12 * time.Second)
		s := q.table().Game.Session()
		require.Equal(q.t, []ids.User{q.ann.ID}, s.Thinkers())
		require.WithinRange(q.t, s.Course.Deadline(), until.Add(10*time.Second), until.Add(11*time.Second), q.words())
	})
}
