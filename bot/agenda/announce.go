package agenda

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/message"
	"settable/games"
	"settable/render/words"
	"settable/store"
	"settable/store/ids"
)

// Announce adds a task that posts a plan or updates its post. The task also adds the plan to the server's calendar,
// or removes it from there if it was cancelled.
func (a *Agenda) Announce(id store.PlanID) {
	a.Tasks.Add(delivery.Task{Kind: announceTask, Number: int64(id), Rank: delivery.RankAwaited, Requests: 2,
		Do: func(ctx context.Context) error {
			p, err := a.Store.Plan(ctx, id)
			switch {
			case err != nil:
				return err
			case !p.Cancelled.IsZero():
				return a.withdraw(ctx, p)
			case !a.Now().Before(p.Starts):
				return nil // no one signs up for a night that has begun
			}
			scheduled := a.schedule(ctx, &p)
			posted := a.post(ctx, p)
			a.doubt(p, posted)
			return errors.Join(posted, scheduled)
		}})
}

// schedule adds a plan to the calendar. If Discord refuses the event permanently, schedule records that the plan has
// no event.
func (a *Agenda) schedule(ctx context.Context, p *store.Plan) error {
	if p.Event != 0 {
		return nil
	}
	id, err := a.createEvent(ctx, *p)
	switch {
	case rest.IsPermanentRefusal(err):
		a.Log.Info("creating the server event for a planned poker night failed", "error", err)
		p.Event = store.NoEvent
	case err != nil:
		return err
	default:
		p.Event = id
	}
	return a.Store.Announced(context.WithoutCancel(ctx), p.ID, 0, p.Event)
}

func (a *Agenda) createEvent(ctx context.Context, p store.Plan) (ids.Event, error) {
	calendar := a.calendar(p)
	channel, err := calendar.ChannelName(ctx, p.Channel)
	if err != nil {
		return 0, err
	}
	lang := a.Lobby.Languages.Of(p.Guild)
	return calendar.Schedule(ctx, discord.Scheduled{
		Name: lang.Key("agenda.title"), About: description(lang, a.Games),
		Place: message.Cut("#"+channel, discord.MaxPlace), Start: p.Starts, End: p.Starts.Add(duration),
	})
}

// description returns the text of a calendar event, which names the first game of the night. It returns "" if the bot
// no longer has the game.
func description(lang *words.Language, kinds []games.Kind) string {
	plays := Game(kinds)
	if plays == nil {
		return ""
	}
	return lang.Text("agenda.about", "game", plays.Manual().Title())
}

func (a *Agenda) calendar(p store.Plan) rest.Calendar {
	return rest.Calendar{Client: a.Discord, Guild: p.Guild}
}

// post posts a plan, or updates its post. If the post was deleted, it isn't posted again. A post in an archived
// thread can't be edited, so it is replaced with a new one.
func (a *Agenda) post(ctx context.Context, p store.Plan) error {
	if p.Post == store.NoPost {
		return nil
	}
	m, err := a.message(ctx, p)
	if err != nil {
		return err
	}
	channel := p.Channel
	if p.Post == 0 {
		first := m
		first.Nonce = fmt.Sprintf("plan-%d", p.ID) // even after a crash, it is posted only once
		id, err := a.Discord.Post(ctx, channel, first)
		if errors.Is(err, discord.ErrUnknownMessage) { // the post was deleted after it was posted
			return a.Store.Announced(context.WithoutCancel(ctx), p.ID, store.NoPost, 0)
		}
		if err != nil {
			return err
		}
		p.Post = id
		if err := a.Store.Announced(context.WithoutCancel(ctx), p.ID, p.Post, 0); err != nil {
			return err
		}
		// The post may come from an earlier attempt, and then shows an older state of the plan.
	}
	err = a.Discord.Edit(ctx, channel, p.Post, m)
	switch {
	case errors.Is(err, discord.ErrUnknownMessage):
		return nil
	case errors.Is(err, discord.ErrArchived):
		return a.postAnew(ctx, p, m)
	}
	return err
}

// postAnew posts a plan again, which reopens the thread, and deletes the old post. It deletes the old post last,
// because a retry must know the new one.
func (a *Agenda) postAnew(ctx context.Context, p store.Plan, m discord.Message) error {
	channel, old := p.Channel, p.Post
	m.Nonce = "anew-" + strconv.FormatInt(int64(p.Post), 36) // even after a crash, it is posted only once
	id, err := a.Discord.Post(ctx, channel, m)
	if errors.Is(err, discord.ErrUnknownMessage) {
		return a.Store.Announced(context.WithoutCancel(ctx), p.ID, store.NoPost, 0)
	}
	if err != nil {
		return err
	}
	if err := a.Store.Announced(context.WithoutCancel(ctx), p.ID, id, 0); err != nil {
		return err
	}
	if err := a.Discord.Delete(ctx, channel, old); err != nil {
		a.Log.Info("deleting the old post of a planned poker night failed", "error", err)
	}
	return nil
}

// withdraw removes a cancelled plan from the calendar and marks its post as cancelled. It gives up when the night would
// have begun.
func (a *Agenda) withdraw(ctx context.Context, p store.Plan) error {
	var err error
	if p.Event > 0 {
		err = a.calendar(p).Unschedule(ctx, p.Event)
		if err == nil {
			err = a.Store.Announced(ctx, p.ID, 0, store.NoEvent)
		}
	}
	if p.Post != 0 {
		told := a.post(ctx, p)
		if !errors.Is(told, discord.ErrUnknownChannel) {
			err = errors.Join(err, told)
		}
	}
	if err != nil && a.Now().Before(p.Starts) {
		return err
	}
	return a.Store.PlanDone(ctx, p.ID, a.Now())
}
