package agenda

import (
	"context"
	"time"

	"settable/store"
	"settable/store/ids"
)

// Store holds the methods of the store that the agenda uses. See store.Plans for the methods and their errors.
type Store interface {
	PlanNight(ctx context.Context, p store.Plan, source store.Source) (store.Plan, error)
	Announced(ctx context.Context, id store.PlanID, post ids.Message, event ids.Event) error
	MovePlan(ctx context.Context, id store.PlanID, starts time.Time, remind time.Time, at time.Time) error
	CancelPlan(ctx context.Context, id store.PlanID, at time.Time) error
	PlanDone(ctx context.Context, id store.PlanID, at time.Time) error
	SignUp(ctx context.Context, id store.PlanID, player ids.User, comes bool, at time.Time) error
	Plan(ctx context.Context, id store.PlanID) (store.Plan, error)
	Planned(ctx context.Context, guild ids.Guild, since time.Time) ([]store.Plan, error)
	Pending(ctx context.Context) ([]store.Plan, error)
}
