package sqlite

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/store"
)

// planFor is a plan of Ann's for that time, of which people are reminded a quarter of an hour before.
func planFor(start time.Time) store.Plan {
	return store.Plan{Guild: guild, Channel: channel, Planner: ann, Made: noon, Starts: start,
		Remind: start.Add(-15 * time.Minute)}
}

func planned(t *testing.T, s *DB, p store.Plan) store.Plan {
	t.Helper()
	p, err := s.PlanNight(t.Context(), p, "")
	require.NoError(t, err)
	return p
}

func TestPlans(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	_, err := s.Plan(ctx, 1)
	require.ErrorIs(t, err, store.ErrNoPlan)
	evening := noon.Add(8 * time.Hour)
	ask := planFor(evening.In(time.FixedZone("here", 3600)))
	ask.Post, ask.Event, ask.Cancelled = 5, 6, noon
	p, err := s.PlanNight(ctx, ask, "i1")
	require.NoError(t, err)
	want := planFor(evening)
	want.ID, want.Number, want.Players = p.ID, 1, []store.PlayerID{ann}
	require.Empty(t, cmp.Diff(want, p), "a new plan was posted nowhere, and who plans it comes")
	kept, err := s.Plan(ctx, p.ID)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(p, kept))

	_, err = s.PlanNight(ctx, planFor(evening.Add(time.Hour)), "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	_, err = s.PlanNight(ctx, planFor(evening), "i2")
	require.ErrorIs(t, err, store.ErrPlanned)
	_, err = s.PlanNight(ctx, planFor(noon), "i3")
	require.Error(t, err, "it starts after it was planned")
	late := planFor(evening.Add(time.Hour))
	late.Channel++
	other := planned(t, s, late)
	require.Equal(t, 2, other.Number)
	far := planFor(evening)
	far.Guild, far.Channel = guild+1, channel+9
	foreign := planned(t, s, far)
	require.Equal(t, 1, foreign.Number, "each guild counts its own")

	list, err := s.Planned(ctx, guild, noon)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]store.Plan{p, other}, list), "the next first")
	list, err = s.Planned(ctx, guild, evening)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff([]store.Plan{other}, list), "what has begun is planned no more")

	require.NoError(t, s.Announced(ctx, p.ID, 77, 0))
	require.NoError(t, s.Announced(ctx, p.ID, 0, store.NoEvent))
	p, err = s.Plan(ctx, p.ID)
	require.NoError(t, err)
	require.Equal(t, []int64{77, store.NoEvent}, []int64{p.Post, p.Event})

	pending, err := s.Pending(ctx)
	require.NoError(t, err)
	require.Equal(t, []store.PlanID{p.ID, foreign.ID, other.ID}, ids(pending))
	require.NoError(t, s.PlanDone(ctx, p.ID, evening))
	require.NoError(t, s.PlanDone(ctx, p.ID, evening.Add(time.Hour)))
	p, err = s.Plan(ctx, p.ID)
	require.NoError(t, err)
	require.Equal(t, evening, p.Done, "the first time counts")
	require.NoError(t, s.CancelPlan(ctx, other.ID, noon))
	pending, err = s.Pending(ctx)
	require.NoError(t, err)
	require.Equal(t, []store.PlanID{foreign.ID, other.ID}, ids(pending), "people are to be told")
	require.NoError(t, s.PlanDone(ctx, other.ID, noon))
	pending, err = s.Pending(ctx)
	require.NoError(t, err)
	require.Equal(t, []store.PlanID{foreign.ID}, ids(pending))
	require.ErrorIs(t, s.CancelPlan(ctx, other.ID, noon), store.ErrCancelled)
	require.ErrorIs(t, s.CancelPlan(ctx, 404, noon), store.ErrNoPlan)
	require.ErrorIs(t, s.SignUp(ctx, other.ID, bob, true, noon), store.ErrCancelled)
	planned(t, s, late) // what was cancelled may be planned again
	require.Contains(t, plan(t, s, reads[selectPending])[0], "USING INDEX plans_due", "the few, not all")
	require.Contains(t, plan(t, s, reads[selectPlanned], 1, 1)[0], "USING INDEX plans_ahead")
	require.NoError(t, s.Check(ctx))
}

func ids(all []store.Plan) (list []store.PlanID) {
	for _, p := range all {
		list = append(list, p.ID)
	}
	return list
}

// Twice in is in once, and whoever is out may come back, as the last.
func TestPeopleSignUpForAPlan(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	p := planned(t, s, planFor(noon.Add(time.Hour)))
	coming := func(want ...store.PlayerID) {
		t.Helper()
		p, err := s.Plan(ctx, p.ID)
		require.NoError(t, err)
		require.Equal(t, want, p.Players)
	}
	sign := func(who store.PlayerID, comes bool, at int) {
		t.Helper()
		require.NoError(t, s.SignUp(ctx, p.ID, who, comes, noon.Add(time.Duration(at)*time.Second)))
	}
	sign(bob, true, 1)
	sign(bob, true, 2)
	sign(bob+9, false, 3)
	coming(ann, bob)
	sign(ann, false, 4)
	coming(bob)
	sign(ann, true, 5)
	coming(bob, ann)
	require.ErrorIs(t, s.SignUp(ctx, 404, bob, true, noon), store.ErrNoPlan)
	for i := range store.MostSignups - 2 {
		sign(1000+store.PlayerID(i), true, 6)
	}
	require.ErrorIs(t, s.SignUp(ctx, p.ID, 5000, true, noon), store.ErrFullPlan)
	sign(ann, true, 7)
	sign(bob, false, 7)
	sign(5000, true, 8)
}

// A guild can't fill the disk with plans.
func TestPlansHaveAnEnd(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	var last store.Plan
	for i := range store.MostPlans {
		last = planned(t, s, planFor(noon.Add(time.Duration(i+1)*time.Hour)))
	}
	more := planFor(noon.Add(99 * time.Hour))
	_, err := s.PlanNight(ctx, more, "")
	require.ErrorIs(t, err, store.ErrManyPlans)
	require.NoError(t, s.CancelPlan(ctx, last.ID, noon))
	planned(t, s, more)
	more = planFor(noon.Add(100 * time.Hour))
	more.Made = noon.Add(61 * time.Minute) // the first has begun
	planned(t, s, more)
}
