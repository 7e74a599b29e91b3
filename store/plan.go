package store

import (
	"context"
	"errors"
	"time"
)

// PlanID numbers the plans of all guilds.
type PlanID int64

// Plan is a night that is announced in a channel, and who comes.
type Plan struct {
	ID        PlanID
	Guild     GuildID
	Number    int // 1, 2, 3 … in the guild: what people call it
	Channel   ChannelID
	Planner   PlayerID
	Made      time.Time
	Starts    time.Time
	Remind    time.Time  // when those who come are to be reminded: not after it starts
	Post      int64      // in which people sign up; 0: not posted yet
	Event     int64      // of the guild's calendar; 0: not made yet, NoEvent: there is none
	Cancelled time.Time  // zero: it stands
	Done      time.Time  // since when nothing is left to do for it; zero: something is
	Players   []PlayerID // who comes, in the order in which they said so
}

// NoEvent is the event of a plan that stands in no calendar.
const NoEvent = -1

const (
	// MostPlans is how many nights may be planned ahead in a guild.
	MostPlans = 10
	// MostSignups is how many may say that they come: all of them are reminded in one message.
	MostSignups = 50
)

// What a plan can meet that is no fault of the disk. Test with errors.Is.
var (
	ErrNoPlan    = errors.New("there is no such plan")
	ErrPlanned   = errors.New("a night is planned for this time in the channel")
	ErrManyPlans = errors.New("too many nights are planned in the guild")
	ErrCancelled = errors.New("the plan is cancelled")
	ErrFullPlan  = errors.New("too many have signed up")
)

// Plans is the nights that are to come.
type Plans interface {
	// PlanNight writes a new plan and gives it back with its ID and Number; of p, Guild, Channel, Planner,
	// Made, Starts and Remind count. Who plans it comes. The error is ErrPlayed where the source was seen
	// before, ErrPlanned or ErrManyPlans.
	PlanNight(ctx context.Context, p Plan, source Source) (Plan, error)
	// Plan is the plan with that ID, or ErrNoPlan.
	Plan(ctx context.Context, id PlanID) (Plan, error)
	// Planned are the plans of a guild that stand and start after since, the next first.
	Planned(ctx context.Context, guild GuildID, since time.Time) ([]Plan, error)
	// Pending are the plans of all guilds for which something is left to do: people are to be reminded, or told
	// that it is cancelled. The next comes first.
	Pending(ctx context.Context) ([]Plan, error)
	// SignUp notes that a player comes, or does not; what is so already stays. The error is ErrNoPlan,
	// ErrCancelled or ErrFullPlan.
	SignUp(ctx context.Context, id PlanID, player PlayerID, comes bool, at time.Time) error
	// Announced notes the post and the event of a plan; 0 leaves what is kept.
	Announced(ctx context.Context, id PlanID, post, event int64) error
	// PlanDone notes that nothing is left to do for a plan.
	PlanDone(ctx context.Context, id PlanID, at time.Time) error
	// CancelPlan takes a plan back. The error is ErrNoPlan or ErrCancelled.
	CancelPlan(ctx context.Context, id PlanID, at time.Time) error
}
