package agenda

import (
	"context"
	"errors"
	"fmt"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/lobby"
	"settable/store"
)

// remind asks for a task that reminds those who come, once. Nobody is reminded of a
// cancelled night, nor of one that is long past.
func (a *Agenda) remind(id store.PlanID) {
	a.Tasks.Stand(delivery.Task{What: reminding, Of: int64(id), Rank: delivery.Awaited,
		Do: func(ctx context.Context) error {
			p, err := a.Store.Plan(ctx, id)
			if err != nil || !p.Cancelled.IsZero() || !p.Done.IsZero() {
				return err
			}
			if a.Now().After(p.Remind.Add(late)) {
				a.Log.Warn("nobody was reminded of a night: it is too late", "plan", id, "was", p.Remind)
				return a.Store.PlanDone(ctx, id, a.Now())
			}
			m := a.reminder(p)
			m.Nonce = fmt.Sprintf("remind-%d", id) // after a crash it is posted once
			_, err = a.Discord.Post(ctx, lobby.DiscordChannel(p.Channel), m)
			a.doubt(p, err)
			if err != nil && !errors.Is(err, discord.ErrUnknownMessage) { // it was posted, and somebody deleted it
				return err
			}
			return a.Store.PlanDone(context.WithoutCancel(ctx), id, a.Now())
		}})
}
