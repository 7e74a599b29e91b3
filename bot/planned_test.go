package bot_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

func (n *testBot) plan(who, when string) string {
	n.t.Helper()
	return n.slash(who, "night", world.Sub("plan", world.Opt("when", when)))
}

func (n *testBot) postsWith(words string) (all []world.Message) {
	for _, m := range n.sb.Messages(n.channel, "Eve") {
		if m.Author.Bot && m.Flags&64 == 0 && strings.Contains(m.Content, words) {
			all = append(all, m)
		}
	}
	return all
}

// pressBelow presses a button of the bot's newest message that contains the given text.
func (n *testBot) pressBelow(who, words, label string) string {
	n.t.Helper()
	var m world.Message
	n.wait(words, func() bool {
		all := n.postsWith(words)
		if len(all) > 0 {
			m = all[len(all)-1]
		}
		return len(all) > 0
	})
	i := slices.IndexFunc(m.Buttons(), func(b world.Component) bool { return b.Label == label })
	require.GreaterOrEqual(n.t, i, 0, m.Content)
	id, err := n.sb.Click(who, n.channel, m.ID, m.Buttons()[i].CustomID)
	require.NoError(n.t, err)
	return n.answer(id)
}

func (n *testBot) calendar() (all []world.Scheduled) {
	n.sb.Do(func(w *world.World) {
		for _, e := range w.Events {
			all = append(all, *e)
		}
	})
	return all
}

// waitForPlan waits until the first stored plan satisfies a condition.
func (n *testBot) waitForPlan(what string, so func(store.Plan) bool) {
	n.t.Helper()
	first := func(ctx context.Context, st *sqlite.DB) (store.Plan, error) { return st.Plan(ctx, 1) }
	n.wait(what, func() bool { return so(readStore(n, first)) })
}

// waitForTasks waits until the first plan has no pending tasks.
func (n *testBot) waitForTasks() {
	n.t.Helper()
	n.waitForPlan("the plan to be done", func(p store.Plan) bool { return !p.Done.IsZero() })
}

// changeStore changes the stored data while the bot isn't running.
func (n *testBot) changeStore(do func(*sqlite.DB) error) {
	n.t.Helper()
	st, err := sqlite.Open(n.t.Context(), n.path, sqlite.Options{})
	require.NoError(n.t, err)
	require.NoError(n.t, do(st))
	require.NoError(n.t, st.Close())
}

// A planned night has a scheduled event on the server, which lasts four hours and has the channel as its location
// (behaviour, Nights 2).
func TestPlannedNightIsInTheCalendar(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	require.Contains(t, n.plan("Ann", "in 3 hours"), "Planned for <t:")
	n.wait("the event in its post", func() bool { return len(n.postsWith("https://discord.com/events/")) == 1 })
	all := n.calendar()
	require.Len(t, all, 1)
	require.Equal(t, []string{"Poker night", "#card-night"}, []string{all[0].Name, all[0].Place})
	start, err := time.Parse(time.RFC3339, all[0].Start)
	require.NoError(t, err)
	end, err := time.Parse(time.RFC3339, *all[0].End)
	require.NoError(t, err)
	require.Equal(t, 4*time.Hour, end.Sub(start))
	require.Empty(t, n.postsWith("planned by Ann")[0].Mentions, "the list must not ping users")

	n.stop()
	n.start()
	n.pressBelow("Bob", "planned by Ann", "I'm in")
	n.wait("Bob", func() bool { return len(n.postsWith("**2 in:** Ann and Bob.")) == 1 })
	require.Contains(t, n.slash("Ann", "night", world.Sub("cancel")), "is cancelled")
	n.waitForTasks()
	require.Empty(t, n.calendar(), "the event must be deleted")
	require.Len(t, n.postsWith("is off."), 1)
	require.Empty(t, n.postsWith("is off.")[0].Buttons())
}

// If the bot may not create events, the night is planned without one, and the answer gives Discord's name for the
// missing permission.
func TestNightIsPlannedWithoutThePermission(t *testing.T) {
	n := pokerEvening(t)
	n.sb.Do(func(w *world.World) { w.Denied = world.PermissionCreateEvents })
	require.Contains(t, n.plan("Ann", "in 3 hours"), "because I don't have the Create Events permission", "Manage Events is not enough")
	n.pressBelow("Bob", "planned by Ann", "I'm in")
	n.wait("Bob", func() bool { return len(n.postsWith("**2 in:** Ann and Bob.")) == 1 })
	require.Empty(t, n.calendar())
	require.Empty(t, n.postsWith("discord.com/events"))
	require.Contains(t, n.slash("Bob", "night", world.Sub("list")), "2 in")
}

// The bot doesn't create events for members who can't create them themselves, or any member could fill the server's
// calendar.
func TestEventsNeedTheMembersPermission(t *testing.T) {
	n := pokerEvening(t)
	said := n.plan("Bob", "in 3 hours")
	require.Contains(t, said, "Planned for <t:")
	require.Contains(t, said, "because you don't have the Create Events permission")
	n.pressBelow("Cid", "planned by Bob", "I'm in")
	n.wait("Cid", func() bool { return len(n.postsWith("**2 in:** Bob and Cid.")) == 1 })
	n.waitForPlan("without an event", func(p store.Plan) bool { return p.Event == store.NoEvent })
	require.Empty(t, n.calendar())
}

// However many nights some members have planned, the others can still plan nights too. The list of nights is split
// into pages.
func TestMembersCannotBlockPlanning(t *testing.T) {
	n := pokerEvening(t)
	n.stop()
	n.changeStore(func(st *sqlite.DB) error {
		var failed error
		for i := range 10 { // five members plan two nights each
			now := time.Now()
			p, err := st.PlanNight(t.Context(), store.Plan{
				Guild: ids.Guild(parseID(t, n.sb.Guild())), Channel: ids.Channel(parseID(t, n.channel)), Made: now,
				Planner: 1000 + ids.User(i/2), Starts: now.Add(time.Duration(i+1) * time.Minute), Remind: now,
			}, "")
			failed = errors.Join(failed, err, st.Announced(t.Context(), p.ID, store.NoPost, store.NoEvent),
				st.PlanDone(t.Context(), p.ID, now))
		}
		return failed
	})
	n.start()
	require.Contains(t, n.plan("Bob", "in 20 hours"), "Planned for <t:")
	require.Contains(t, n.plan("Ann", "in 21 hours"), "Planned for <t:")
	page := func(number int) string {
		return n.slash("Bob", "night", world.Sub("list", world.Opt("page", number)))
	}
	first, second := page(1), page(2)
	require.Contains(t, first, "**Poker nights planned on this server**, page 1 of 2\n`  1.`")
	require.Contains(t, first, "` 10.`")
	require.NotContains(t, first, "` 11.`")
	require.Contains(t, second, "**Poker nights planned on this server**, page 2 of 2\n` 11.`")
	require.Contains(t, second, "` 12.`")
	require.Equal(t, second, page(3), "beyond the last page, the last page is shown")
}

func (n *testBot) planOnly() {
	n.t.Helper()
	now := time.Now()
	plan := store.Plan{
		Guild: ids.Guild(parseID(n.t, n.sb.Guild())), Channel: ids.Channel(parseID(n.t, n.channel)),
		Planner: ids.User(parseID(n.t, n.sb.User("Ann").ID)), Made: now, Starts: now.Add(time.Hour),
		Remind: now.Add(time.Hour)}
	n.changeStore(func(st *sqlite.DB) error {
		_, err := st.PlanNight(n.t.Context(), plan, "")
		return err
	})
}

// If the bot is killed after it has posted a plan but before it has recorded the post, the next run finds both the
// post and the event.
func TestPlanIsAnnouncedOnce(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	n.stop()
	n.planOnly()
	before, err := os.ReadFile(n.path)
	require.NoError(t, err)
	n.start()
	n.wait("the event", func() bool { return len(n.postsWith("discord.com/events")) == 1 })
	n.stop()
	require.NoError(t, os.WriteFile(n.path, before, 0o600))
	n.start()
	n.pressBelow("Bob", "planned by", "I'm in")
	n.wait("Bob", func() bool { return len(n.postsWith("**2 in:**")) == 1 })
	require.Len(t, n.postsWith("planned by"), 1)
	require.Len(t, n.calendar(), 1)
}

// reminders returns the messages that remind members of the night.
func (n *testBot) reminders() []world.Message { return n.postsWith("Press **Start the night** below") }

// Fifteen minutes before the start, the bot pings the members who have signed up, and nobody else. It pings them only
// once. They can start the night from that message.
func TestSignedUpMembersAreReminded(t *testing.T) {
	n := pokerEvening(t)
	n.plan("Ann", "in 3 hours")
	n.pressBelow("Bob", "planned by Ann", "I'm in")
	n.pressBelow("Cid", "planned by Ann", "I'm in")
	n.pressBelow("Ann", "planned by Ann", "I'm out")
	n.wait("the list", func() bool { return len(n.postsWith("**2 in:** Bob and Cid.")) == 1 })
	n.later(2*time.Hour + 40*time.Minute)
	n.slash("Eve", "help") // makes the bot notice the new time
	require.Empty(t, n.reminders())
	n.later(6 * time.Minute)
	n.slash("Eve", "help")
	n.wait("a reminder", func() bool { return len(n.reminders()) == 1 })
	n.waitForTasks()
	n.stop()
	n.start()
	n.slash("Eve", "help")
	m := n.reminders()
	require.Len(t, m, 1, "reminded only once, even after a restart")
	var pinged []string
	for _, u := range m[0].Mentions {
		pinged = append(pinged, u.ID)
	}
	require.ElementsMatch(t, []string{n.sb.User("Bob").ID, n.sb.User("Cid").ID}, pinged)
	require.Contains(t, m[0].Content, "begins <t:")
	require.Contains(t, n.pressBelow("Bob", "Press **Start the night** below", "Start the night"), "**Poker night 1** begins")
	n.shows("Bob buys in")
	require.Contains(t, n.pressBelow("Cid", "Press **Start the night** below", "Start the night"),
		"There's already a poker night in this channel")
}

// If the bot wasn't running at the time of a reminder, it sends the reminder up to an hour late. It sends none for a
// night that was cancelled or whose channel is gone.
func TestRemindersAfterDowntime(t *testing.T) {
	const due = 2*time.Hour + 50*time.Minute // five minutes after the reminder was due
	for name, c := range map[string]struct {
		off    time.Duration
		before func(n *testBot)
		while  func(n *testBot)
		said   string // "": no reminder
	}{
		"in time":    {off: due, said: "begins <t:"},
		"late":       {off: due + 50*time.Minute, said: "was due to begin <t:"},
		"too late":   {off: due + 56*time.Minute},
		"days later": {off: 72 * time.Hour},
		"cancelled":  {off: due, before: func(n *testBot) { n.slash("Ann", "night", world.Sub("cancel")) }},
		"its channel is deleted": {off: due, before: func(n *testBot) {
			require.NoError(n.t, n.sb.RemoveChannel(channelName))
			n.waitForTasks()
			require.Empty(n.t, n.calendar())
		}},
		"cancelled, but not announced": {off: due, while: func(n *testBot) { // the bot stopped before it announced the cancellation
			n.changeStore(func(st *sqlite.DB) error { return st.CancelPlan(n.t.Context(), 1, time.Now()) })
		}},
		"its channel was deleted": {off: due, while: func(n *testBot) {
			require.NoError(n.t, n.sb.RemoveChannel(channelName))
		}},
		"nobody signs up": {off: due, said: "begins <t:", before: func(n *testBot) {
			n.pressBelow("Ann", "planned by Ann", "I'm out")
			n.wait("nobody", func() bool { return len(n.postsWith("No sign-ups yet")) == 1 })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			n := pokerEvening(t)
			n.plan("Ann", "in 3 hours")
			n.wait("the event", func() bool { return len(n.postsWith("discord.com/events/")) == 1 })
			if c.before != nil {
				c.before(n)
			}
			n.stop()
			n.later(c.off)
			if c.while != nil {
				c.while(n)
			}
			n.start()
			n.waitForTasks()
			if c.while != nil {
				require.Empty(t, n.calendar(), "without its channel, the night must have no event")
			}
			if c.said == "" {
				require.Empty(t, n.reminders())
				return
			}
			require.Len(t, n.reminders(), 1)
			require.Contains(t, n.reminders()[0].Content, c.said)
		})
	}
}

// For a night that is planned minutes before its start, the reminder comes at the start.
func TestNightPlannedForTheNextMinutes(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	n.plan("Ann", "in 10 minutes")
	n.wait("the post", func() bool { return len(n.postsWith("When it starts, I'll ping everyone who's in")) == 1 })
	n.later(9 * time.Minute)
	n.slash("Eve", "help")
	n.stop()
	n.start()
	require.Empty(t, n.reminders())
	n.later(2 * time.Minute)
	n.slash("Eve", "help")
	n.wait("the ping", func() bool { return len(n.reminders()) == 1 })
	require.Contains(t, n.pressBelow("Bob", "planned by Ann", "I'm in"), "That poker night has already started")
}
