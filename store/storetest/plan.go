package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// planFor returns a plan of Ann's for the given time, with a reminder 15 minutes before the start.
func planFor(start time.Time) store.Plan {
	return store.Plan{Guild: Guild, Channel: Channel, Planner: Ann, Made: Noon, Starts: start,
		Remind: start.Add(-15 * time.Minute)}
}

func planned(t *testing.T, s Store, p store.Plan) store.Plan {
	t.Helper()
	p = must(s.PlanNight(t.Context(), p, ""))
	return p
}

func testPlans(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	_, err := s.Plan(ctx, 1)
	require.ErrorIs(t, err, store.ErrNoPlan)
	evening := Noon.Add(8 * time.Hour)
	ask := planFor(evening.In(time.FixedZone("here", 3600)))
	ask.Post, ask.Event, ask.Cancelled = 5, 6, Noon
	p := must(s.PlanNight(ctx, ask, "i1"))
	want := planFor(evening)
	want.ID, want.Number, want.Players = p.ID, 1, []ids.User{Ann}
	require.Empty(t, cmp.Diff(want, p), "a new plan has no post, and its planner is signed up")
	kept := must(s.Plan(ctx, p.ID))
	require.Empty(t, cmp.Diff(p, kept))

	_, err = s.PlanNight(ctx, planFor(evening.Add(time.Hour)), "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	_, err = s.PlanNight(ctx, planFor(evening), "i2")
	require.ErrorIs(t, err, store.ErrPlanned)
	_, err = s.PlanNight(ctx, planFor(Noon), "i3")
	require.Error(t, err, "a plan must start in the future")
	late := planFor(evening.Add(time.Hour))
	late.Channel++
	other := planned(t, s, late)
	require.Equal(t, 2, other.Number)
	far := planFor(evening)
	far.Guild, far.Channel = Guild+1, Channel+9
	foreign := planned(t, s, far)
	require.Equal(t, 1, foreign.Number, "each guild numbers its own plans")

	list := must(s.Planned(ctx, Guild, Noon))
	require.Empty(t, cmp.Diff([]store.Plan{p, other}, list), "ordered by start")
	list = must(s.Planned(ctx, Guild, evening))
	require.Empty(t, cmp.Diff([]store.Plan{other}, list), "a night that has begun is no longer planned")

	require.NoError(t, s.Announced(ctx, p.ID, 77, 0))
	require.NoError(t, s.Announced(ctx, p.ID, 0, store.NoEvent))
	p = must(s.Plan(ctx, p.ID))
	require.Equal(t, []any{ids.Message(77), ids.Event(store.NoEvent)}, []any{p.Post, p.Event})

	pending := must(s.Pending(ctx))
	require.Equal(t, []store.PlanID{p.ID, foreign.ID, other.ID}, planIDs(pending))
	require.NoError(t, s.PlanDone(ctx, p.ID, evening))
	require.NoError(t, s.PlanDone(ctx, p.ID, evening.Add(time.Hour)))
	p = must(s.Plan(ctx, p.ID))
	require.Equal(t, evening, p.Done, "the first time counts")
	require.NoError(t, s.CancelPlan(ctx, other.ID, Noon))
	pending = must(s.Pending(ctx))
	require.Equal(t, []store.PlanID{foreign.ID, other.ID}, planIDs(pending), "their players must still be told")
	require.NoError(t, s.PlanDone(ctx, other.ID, Noon))
	pending = must(s.Pending(ctx))
	require.Equal(t, []store.PlanID{foreign.ID}, planIDs(pending))
	require.ErrorIs(t, s.CancelPlan(ctx, other.ID, Noon), store.ErrCancelled)
	require.ErrorIs(t, s.CancelPlan(ctx, 404, Noon), store.ErrNoPlan)
	require.ErrorIs(t, s.SignUp(ctx, other.ID, Bob, true, Noon), store.ErrCancelled)
	planned(t, s, late) // a cancelled night can be planned again
	require.NoError(t, s.Check(ctx))
}

func planIDs(all []store.Plan) (list []store.PlanID) {
	for _, p := range all {
		list = append(list, p.ID)
	}
	return list
}

// testSignUpForAPlan checks that signing up twice counts once, and that a player who withdrew may rejoin at the end of
// the list.
func testSignUpForAPlan(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	p := planned(t, s, planFor(Noon.Add(time.Hour)))
	coming := func(want ...ids.User) {
		t.Helper()
		p := must(s.Plan(ctx, p.ID))
		require.Equal(t, want, p.Players)
	}
	sign := func(who ids.User, comes bool, at int) {
		t.Helper()
		require.NoError(t, s.SignUp(ctx, p.ID, who, comes, Noon.Add(time.Duration(at)*time.Second)))
	}
	sign(Bob, true, 1)
	sign(Bob, true, 2)
	sign(Bob+9, false, 3)
	coming(Ann, Bob)
	sign(Ann, false, 4)
	coming(Bob)
	sign(Ann, true, 5)
	coming(Bob, Ann)
	require.ErrorIs(t, s.SignUp(ctx, 404, Bob, true, Noon), store.ErrNoPlan)
	for i := range store.MostSignups - 2 {
		sign(1000+ids.User(i), true, 6)
	}
	require.ErrorIs(t, s.SignUp(ctx, p.ID, 5000, true, Noon), store.ErrFullPlan)
	sign(Ann, true, 7)
	sign(Bob, false, 7)
	sign(5000, true, 8)
}

// testPlansAreMoved checks that a moved plan has its new start, and that its players are reminded again if the reminder
// is in the future.
func testPlansAreMoved(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	evening := Noon.Add(8 * time.Hour)
	p := planned(t, s, planFor(evening))
	other := planned(t, s, planFor(evening.Add(time.Hour)))
	require.ErrorIs(t, s.MovePlan(ctx, p.ID, other.Starts, other.Starts, Noon), store.ErrPlanned)
	require.NoError(t, s.CancelPlan(ctx, other.ID, Noon))
	require.ErrorIs(t, s.MovePlan(ctx, other.ID, evening, evening, Noon), store.ErrCancelled)
	require.ErrorIs(t, s.MovePlan(ctx, 404, evening, evening, Noon), store.ErrNoPlan)
	for i, c := range []struct {
		remind, at time.Time
		again      bool
	}{{Noon.Add(7 * time.Hour), Noon, true}, {Noon.Add(time.Hour), Noon.Add(2 * time.Hour), false}} {
		require.NoError(t, s.PlanDone(ctx, p.ID, Noon))
		starts := other.Starts.Add(time.Duration(i) * time.Minute)
		require.NoError(t, s.MovePlan(ctx, p.ID, starts, c.remind, c.at))
		moved := must(s.Plan(ctx, p.ID))
		require.True(t, moved.Starts.Equal(starts) && moved.Remind.Equal(c.remind), "%v", moved)
		require.Equal(t, c.again, moved.Done.IsZero())
	}
	require.NoError(t, s.Check(ctx))
}

// testPlansAreLimited checks that each player can have only a few planned nights. A night no longer counts once it has
// started or is cancelled, and plans of others don't count.
func testPlansAreLimited(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	for i := range 20 * store.MostOwnPlans {
		p := planFor(Noon.Add(time.Duration(i+1) * time.Hour))
		p.Planner = 1000 + ids.User(i/store.MostOwnPlans)
		planned(t, s, p)
		if i%store.MostOwnPlans == store.MostOwnPlans-1 {
			p.Starts, p.Remind = Noon.Add(98*time.Hour), Noon.Add(98*time.Hour)
			_, err := s.PlanNight(ctx, p, "")
			require.ErrorIs(t, err, store.ErrManyOwnPlans)
		}
	}
	own := func(start, made time.Duration) (store.Plan, error) {
		p := planFor(Noon.Add(start * time.Hour))
		p.Made = Noon.Add(made)
		return s.PlanNight(ctx, p, "")
	}
	var last store.Plan
	for i := range store.MostOwnPlans {
		last = must(own(100+time.Duration(i), 0))
	}
	_, err := own(200, 0)
	require.ErrorIs(t, err, store.ErrManyOwnPlans)
	require.NoError(t, s.CancelPlan(ctx, last.ID, Noon))
	must(own(200, 0))
	_, err = own(300, 0)
	require.ErrorIs(t, err, store.ErrManyOwnPlans)
	_, err = own(300, 100*time.Hour) // the first night has started
	require.NoError(t, err)
}

// testCancellingIsLimited checks that a player who cancels nights again and again must wait an hour. Others may still
// plan, and the player may plan in another guild.
func testCancellingIsLimited(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	again := planFor(Noon.Add(99 * time.Hour))
	for i := range store.MostCancelled {
		at := Noon.Add(time.Duration(i) * time.Minute)
		again.Made = at
		require.NoError(t, s.CancelPlan(ctx, planned(t, s, again).ID, at))
	}
	again.Made = Noon.Add(store.CancelledIn - time.Second)
	_, err := s.PlanNight(ctx, again, "i9")
	require.ErrorIs(t, err, store.ErrManyCancelled)
	others, elsewhere, later := again, again, again
	others.Planner, others.Starts = Bob, again.Starts.Add(time.Hour)
	elsewhere.Guild, elsewhere.Channel = Guild+1, Channel+9
	later.Made = Noon.Add(store.CancelledIn + time.Second)
	planned(t, s, others)
	planned(t, s, elsewhere)
	_, err = s.PlanNight(ctx, later, "i9")
	require.NoError(t, err, "the first cancellation is an hour old, and a refused source can be used again")
}
