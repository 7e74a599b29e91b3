package bot_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/gamestest"
	"settable/store"
)

// amend changes the calendar's only event, as a moderator would do.
func (n *testBot) amend(change func(*world.Scheduled)) {
	n.t.Helper()
	n.sb.Do(func(w *world.World) {
		require.Len(n.t, w.Events, 1)
		require.NoError(n.t, w.Amend(w.Events[0], change))
	})
}

// inCalendar makes Ann plan a night that starts in three hours and Bob sign up, and waits for the night's event.
func (n *testBot) inCalendar() (starts time.Time) {
	n.t.Helper()
	n.plan("Ann", "in 3 hours")
	n.wait("the event in its post", func() bool { return len(n.postsWith("discord.com/events/")) == 1 })
	n.pressBelow("Bob", "planned by Ann", "I'm in")
	n.wait("Bob", func() bool { return len(n.postsWith("**2 in:** Ann and Bob.")) == 1 })
	starts, err := time.Parse(time.RFC3339, n.calendar()[0].Start)
	require.NoError(n.t, err)
	return starts
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// startAt moves an event to the given time, with a length of four hours.
func startAt(at time.Time) func(*world.Scheduled) {
	return func(e *world.Scheduled) {
		end := stamp(at.Add(4 * time.Hour))
		e.Start, e.End = stamp(at), &end
	}
}

// If a planned night's event disappears from the calendar in any way, the night is cancelled. The post says so and
// nobody is pinged, whether or not the bot was running at the time.
func TestNightIsCancelledInTheCalendar(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, act := range map[string]func(*testBot){
		"deleted": func(n *testBot) {
			n.sb.Do(func(w *world.World) { w.Unschedule(w.Events[0]) })
		},
		"cancelled": func(n *testBot) {
			n.amend(func(e *world.Scheduled) { e.Status = world.EventCanceled })
		},
		"ended": func(n *testBot) {
			n.amend(func(e *world.Scheduled) { e.Status = world.EventActive })
			n.amend(func(e *world.Scheduled) { e.Status = world.EventCompleted })
		},
	} {
		for off, meanwhile := range map[string]bool{"": false, " while the bot is off": true} {
			if name == "ended" && !meanwhile {
				continue // the bot may learn first that the event has begun, and remind the players
			}
			t.Run(name+off, func(t *testing.T) {
				n := pokerEvening(t)
				n.inCalendar()
				if meanwhile {
					n.stop()
				}
				act(n)
				if meanwhile {
					n.start()
				}
				n.waitForTasks()
				require.Len(t, n.postsWith("is off."), 1)
				n.later(2*time.Hour + 50*time.Minute)
				n.slash("Eve", "help")
				require.Empty(t, n.reminders())
			})
		}
	}
}

// If a gateway event reports that a scheduled event was deleted but the calendar still contains it, the night isn't
// cancelled.
func TestFalseEventDeletionCancelsNothing(t *testing.T) {
	n := pokerEvening(t)
	n.inCalendar()
	e := n.calendar()[0]
	require.NoError(t, n.sb.Dispatch("GUILD_SCHEDULED_EVENT_DELETE",
		world.JSON(map[string]any{"id": e.ID, "guild_id": e.Guild, "status": 4})))
	n.later(2*time.Hour + 50*time.Minute)
	n.slash("Eve", "help")
	n.wait("the reminder", func() bool { return len(n.reminders()) == 1 })
	require.Empty(t, n.postsWith("is off."))
}

// The bot checks the calendar before it sends a reminder with pings.
func TestReminderChecksTheCalendar(t *testing.T) {
	n := pokerEvening(t)
	n.inCalendar()
	n.sb.Do(func(w *world.World) { w.Events = nil }) // no event reports the deletion
	n.later(2*time.Hour + 46*time.Minute)
	n.slash("Eve", "help") // makes the bot notice the new time
	n.wait("the cancellation", func() bool { return len(n.postsWith("is off.")) == 1 })
	n.waitForTasks()
	require.Empty(t, n.reminders())
	require.Len(t, n.postsWith("is off."), 1)
}

// When the event of a night is moved, the night moves too. The bot announces the new time and sends the reminder
// accordingly.
func TestNightMovesWithItsEvent(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := pokerEvening(t)
	starts := n.inCalendar()
	later := starts.Add(2 * time.Hour).Truncate(time.Second)
	n.amend(startAt(later))
	n.waitForPlan("the night to move", func(p store.Plan) bool {
		return p.Starts.Equal(later) && p.Remind.Equal(later.Add(-15*time.Minute))
	})
	n.wait("the announcement", func() bool { return len(n.postsWith("has been moved. It now begins")) == 1 })
	n.later(3 * time.Hour)
	n.slash("Eve", "help")
	require.Empty(t, n.reminders())
	n.later(time.Hour + 50*time.Minute)
	n.slash("Eve", "help")
	n.wait("the reminder", func() bool { return len(n.reminders()) == 1 })
	n.waitForTasks()

	again := later.Add(24 * time.Hour) // the players have already been reminded, and must be reminded again
	n.amend(startAt(again))
	n.waitForPlan("the night to move again", func(p store.Plan) bool { return p.Starts.Equal(again) && p.Done.IsZero() })
	n.wait("another announcement", func() bool { return len(n.postsWith("has been moved. It now begins")) == 2 })
}

// If the event is moved into the past, the night keeps its time, and the bot says so.
func TestEventMovedIntoThePast(t *testing.T) {
	n := pokerEvening(t)
	starts := n.inCalendar()
	n.amend(startAt(starts.Add(-24 * time.Hour)))
	n.wait("the explanation", func() bool { return len(n.postsWith("into the past")) == 1 })
	n.waitForPlan("the night to keep its time", func(p store.Plan) bool {
		return p.Event == store.NoEvent && p.Starts.Sub(starts).Abs() < time.Second && p.Cancelled.IsZero()
	})
	n.later(2*time.Hour + 50*time.Minute)
	n.slash("Eve", "help")
	n.wait("the reminder", func() bool { return len(n.reminders()) == 1 })
}

// If a moderator starts the event early, the night begins for everyone who has signed up.
func TestEventStartedEarly(t *testing.T) {
	n := pokerEvening(t)
	n.inCalendar()
	n.amend(func(e *world.Scheduled) { e.Status = world.EventActive })
	n.slash("Eve", "help")
	n.wait("the reminder", func() bool { return len(n.reminders()) == 1 })
	require.Len(t, n.reminders()[0].Mentions, 2)
}

// A banned planner isn't pinged. The night takes place if others have signed up, and is cancelled otherwise.
func TestBannedPlanner(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, others := range map[string]bool{"others come": true, "nobody else comes": false} {
		t.Run(name, func(t *testing.T) {
			n := pokerEvening(t)
			n.plan("Ann", "in 3 hours")
			n.wait("the event in its post", func() bool { return len(n.postsWith("discord.com/events/")) == 1 })
			if others {
				n.pressBelow("Bob", "planned by Ann", "I'm in")
			}
			ann := n.sb.User("Ann").ID
			n.sb.Do(func(w *world.World) {
				w.People = slices.DeleteFunc(w.People, func(p *world.Person) bool { return p.Username == "ann" })
			})
			n.later(2*time.Hour + 50*time.Minute)
			n.slash("Eve", "help")
			n.waitForTasks()
			if !others {
				require.Empty(t, n.reminders())
				require.Len(t, n.postsWith("is off."), 1)
				require.Empty(t, n.calendar())
				return
			}
			require.Len(t, n.reminders(), 1)
			require.NotContains(t, n.reminders()[0].Content, ann)
			require.Len(t, n.reminders()[0].Mentions, 1)
			require.Equal(t, "bob", n.reminders()[0].Mentions[0].Username)
		})
	}
}
