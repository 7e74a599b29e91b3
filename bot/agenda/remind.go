package agenda

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/store"
)

// remind adds a task that reminds the players who have signed up, unless they were reminded before or the night was
// cancelled or is long past.
func (a *Agenda) remind(id store.PlanID) {
	a.Tasks.Add(delivery.Task{Kind: remindTask, Number: int64(id), Rank: delivery.RankAwaited,
		Do: func(ctx context.Context) error {
			p, err := a.Store.Plan(ctx, id)
			if err != nil || !p.Cancelled.IsZero() || !p.Done.IsZero() {
				return err
			}
			if a.Now().After(p.Remind.Add(remindLate)) {
				a.Log.Warn("skipping a poker night's reminder, because it is too late", "plan", id, "was", p.Remind)
				return a.Store.PlanDone(ctx, id, a.Now())
			}
			if stands, err := a.isStillOn(ctx, &p); err != nil || !stands {
				return err
			}
			m := a.reminder(p)
			// The nonce ensures that the reminder is posted only once, even after a crash.
			m.Nonce = fmt.Sprintf("remind-%d-%s", id, strconv.FormatInt(p.Remind.Unix(), 36))
			_, err = a.Discord.Post(ctx, p.Channel, m)
			a.doubt(p, err)
			if err != nil && !errors.Is(err, discord.ErrUnknownMessage) { // the reminder was deleted after it was posted
				return err
			}
			return a.Store.PlanDone(context.WithoutCancel(ctx), id, a.Now())
		}})
}

// lookUpFor is how long a reminder waits if looking up the calendar or the planner fails.
const lookUpFor = 5 * time.Minute

// isStillOn reports whether the players of a night should be reminded now, which they shouldn't if its event was
// cancelled or moved. If the planner is no longer on the server, isStillOn removes them from the list of players. If
// that leaves the list empty, it cancels the night.
func (a *Agenda) isStillOn(ctx context.Context, p *store.Plan) (bool, error) {
	if p.Event > 0 {
		e, err := a.lookUp(ctx, *p)
		if err != nil && a.Now().Before(p.Remind.Add(lookUpFor)) {
			return false, err
		}
		if err == nil {
			if changed, err := a.apply(ctx, *p, e); err != nil || changed {
				return false, err
			}
		}
	}
	i := slices.Index(p.Players, p.Planner)
	if i < 0 {
		return true, nil
	}
	there, err := a.Discord.MemberExists(ctx, p.Guild, p.Planner)
	if err != nil || there {
		if err != nil && !rest.IsRefusal(err) && a.Now().Before(p.Remind.Add(lookUpFor)) {
			return false, err
		}
		return true, nil
	}
	if err := a.Store.SignUp(ctx, p.ID, p.Planner, false, a.Now()); err != nil {
		return false, err
	}
	p.Players = slices.Delete(slices.Clone(p.Players), i, i+1)
	if len(p.Players) == 0 {
		return false, a.cancelOnce(ctx, *p)
	}
	return true, nil
}
