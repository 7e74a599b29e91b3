package store

import (
	"context"
	"errors"
	"time"

	"settable/store/ids"
)

// PlanID identifies a plan among those of all guilds.
type PlanID int64

// Plan is a night announced in a channel, with the players who have signed up.
type Plan struct {
	ID        PlanID
	Guild     ids.Guild
	Number    int // 1, 2, 3 … in the guild: what people call it
	Channel   ids.Channel
	Planner   ids.User
	Made      time.Time
	Starts    time.Time
	Remind    time.Time   // when to remind the players; not after the start
	Post      ids.Message // the sign-up message; 0: not posted yet, NoPost: deleted
	Event     ids.Event   // the event in the guild's calendar; 0: not created yet, NoEvent: none
	Cancelled time.Time   // zero: not cancelled
	Done      time.Time   // when its last work was done; zero: there is work left
	Players   []ids.User  // the players who have signed up, in that order
}

const (
	NoEvent = -1 // the Event of a plan without an entry in the guild's calendar
	NoPost  = 1  // the Post of a plan whose post was deleted before its id was known; no message has it
)

const (
	// MostOwnPlans is how many nights a player may have planned ahead in a guild. The guild itself has no limit,
	// because a few players could use it up and block everyone else.
	MostOwnPlans = 2
	// MostSignups is how many players may sign up for a night. One message reminds all of them.
	MostSignups = 50
	// A player who has cancelled MostCancelled nights within CancelledIn must wait before planning another one in the
	// guild, because each plan is announced to the channel.
	MostCancelled, CancelledIn = 3, time.Hour
)

// These errors mean that a change of a plan was refused, not that the disk failed. Test for them with errors.Is.
var (
	ErrNoPlan        = errors.New("there is no such planned poker night")
	ErrPlanned       = errors.New("another poker night is already planned in this channel for this time")
	ErrManyOwnPlans  = errors.New("the player has already planned too many poker nights on this server")
	ErrCancelled     = errors.New("the planned poker night was cancelled")
	ErrManyCancelled = errors.New("the player has cancelled too many planned poker nights recently")
	ErrFullPlan      = errors.New("too many members have signed up")
)

// Plans stores the planned nights.
type Plans interface {
	// PlanNight writes a new plan and returns it with its ID and Number. It uses Guild, Channel, Planner, Made, Starts
	// and Remind of p, and signs the planner up. It returns ErrPlayed if the source was seen before, ErrPlanned,
	// ErrManyOwnPlans, ErrManyCancelled or ErrForgetting.
	PlanNight(ctx context.Context, p Plan, source Source) (Plan, error)
	// Plan returns the plan with the given ID, or ErrNoPlan.
	Plan(ctx context.Context, id PlanID) (Plan, error)
	// Planned returns the plans of a guild that are not cancelled and start after the given time, ordered by start.
	Planned(ctx context.Context, guild ids.Guild, since time.Time) ([]Plan, error)
	// Pending returns the plans of all guilds that still need work, earliest first. The bot must remind the players, or
	// tell them that the night is cancelled.
	Pending(ctx context.Context) ([]Plan, error)
	// SignUp records whether a player will come. Repeating a sign-up changes nothing. SignUp returns ErrNoPlan,
	// ErrCancelled, ErrFullPlan or ErrForgetting.
	SignUp(ctx context.Context, id PlanID, player ids.User, comes bool, at time.Time) error
	// Announced records the post and the event of a plan. A 0 keeps the stored value.
	Announced(ctx context.Context, id PlanID, post ids.Message, event ids.Event) error
	// MovePlan moves the start of a plan. If remind is after at, the players are reminded again. MovePlan returns
	// ErrNoPlan, ErrCancelled or ErrPlanned.
	MovePlan(ctx context.Context, id PlanID, starts, remind, at time.Time) error
	// PlanDone records that a plan needs no more work.
	PlanDone(ctx context.Context, id PlanID, at time.Time) error
	// CancelPlan cancels a plan. It returns ErrNoPlan or ErrCancelled.
	CancelPlan(ctx context.Context, id PlanID, at time.Time) error
}
