package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settable/bot/agenda"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/store"
)

// Planned nights: the buttons with which people sign up and off, and the one in a
// reminder that opens the night. See package agenda.
var (
	_ = register(Command{Button: message.InButton, Run: comes(true)})
	_ = register(Command{Button: message.OutButton, Run: comes(false)})
	_ = register(Command{Button: message.NightButton, Run: startNight})
)

// mostWhen is how long the text of a time may be, which is more than anybody needs.
const mostWhen = 60

var whenever = discord.Option{Kind: discord.Text, Name: "when", Required: true, MaxLength: mostWhen}

// planNight plans a night in the channel and has it announced there.
func planNight(ctx context.Context, c Call) (Answer, error) {
	if err := c.mayHold(); err != nil {
		return Answer{}, err
	}
	zone := c.Settings.Zone(c.Guild)
	starts, err := agenda.When(c.Options["when"], c.At.In(zone), c.Language, c.Tables.Language(c.Guild))
	if err != nil {
		return Answer{}, err
	}
	if err := meet(ctx, c); err != nil {
		return Answer{}, err
	}
	// The bot puts nothing into the calendar for members who could not do so themselves.
	inCalendar := c.May.Has(discord.CreateEvents) && c.UserMay.Has(discord.CreateEvents)
	p, err := c.Agenda.Plan(ctx, store.Plan{
		Guild: c.Guild, Channel: c.Channel, Planner: c.Who.ID, Made: c.At, Starts: starts}, c.Source, inCalendar)
	switch {
	case errors.Is(err, store.ErrManyOwnPlans):
		return manyOwnPlans(ctx, c)
	case errors.Is(err, store.ErrPlanned):
		return c.tell("command.plan.twice", "when", agenda.Moment(c.Language, starts))
	case errors.Is(err, store.ErrManyCancelled):
		return c.tell("command.plan.many_cancelled", "most", store.MostCancelled)
	case err != nil:
		return Answer{}, err
	}
	lines := []string{c.Say("command.plan.done", "when", agenda.Moment(c.Language, p.Starts), "zone", zone,
		"number", strconv.Itoa(p.Number))} // as it is typed
	needed := c.Say("command.permission." + discord.CreateEvents.String())
	switch {
	case !c.UserMay.Has(discord.CreateEvents):
		lines = append(lines, c.Say("command.plan.no_event_for_you", "permission", needed))
	case !inCalendar:
		lines = append(lines, c.Say("command.plan.no_event", "permission", needed))
	}
	return text(strings.Join(lines, "\n")), nil
}

// manyOwnPlans names the caller's planned nights, of which one has to be cancelled first.
func manyOwnPlans(ctx context.Context, c Call) (Answer, error) {
	all, err := c.Store.Planned(ctx, c.Guild, c.At)
	if err != nil {
		return Answer{}, err
	}
	var own []string
	first := ""
	for _, p := range all {
		if p.Planner == c.Who.ID {
			own = append(own, c.Say("command.plan.own", "number", strconv.Itoa(p.Number), "when", discord.Timestamp(p.Starts, "f")))
			first = cmp.Or(first, strconv.Itoa(p.Number))
		}
	}
	return c.tell("command.plan.many_own", "plans", c.Language.List(own), "number", first)
}

// meet writes the caller's name down before a post shows it.
func meet(ctx context.Context, c Call) error {
	if c.Who.Raw == "" {
		return nil
	}
	return c.Store.SetName(ctx, c.Guild, c.Who.ID, c.Who.Raw)
}

// comes makes the command that signs the caller up for a planned night, or off. The post shows it.
func comes(in bool) func(context.Context, Call) (Answer, error) {
	return func(ctx context.Context, c Call) (Answer, error) {
		id, err := strconv.ParseInt(c.Button.Words, 10, 64)
		if err != nil {
			return c.tell("command.plan.unknown")
		}
		p, err := c.Store.Plan(ctx, store.PlanID(id))
		switch {
		case errors.Is(err, store.ErrNoPlan) || err == nil && p.Guild != c.Guild:
			return c.tell("command.plan.unknown")
		case err != nil:
			return Answer{}, err
		case !c.At.Before(p.Starts) && p.Cancelled.IsZero():
			return c.tell("command.plan.begun")
		}
		if err := meet(ctx, c); err != nil {
			return Answer{}, err
		}
		err = c.Store.SignUp(ctx, p.ID, c.Who.ID, in, c.At)
		switch {
		case errors.Is(err, store.ErrCancelled):
			return c.tell("command.plan.cancelled")
		case errors.Is(err, store.ErrFullPlan):
			return c.tell("command.plan.full")
		case err != nil:
			return Answer{}, err
		}
		c.Agenda.Announce(p.ID)
		return Answer{How: Seen}, nil
	}
}

// cancelNight cancels a plan: the one with the given number, or the next one in the channel.
func cancelNight(ctx context.Context, c Call) (Answer, error) {
	ahead, err := c.Store.Planned(ctx, c.Guild, c.At)
	if err != nil {
		return Answer{}, err
	}
	for _, p := range ahead {
		named := fmt.Sprint(p.Number) == c.Options["number"]
		if !named && (c.Options["number"] != "" || p.Channel != c.Channel) {
			continue
		}
		if p.Planner != c.Who.ID && !c.Who.Manages {
			return c.tell("command.plan.not_yours")
		}
		if err := c.Agenda.Cancel(ctx, p.ID); err != nil && !errors.Is(err, store.ErrCancelled) {
			return Answer{}, err
		}
		how := Private
		others := slices.ContainsFunc(p.Players, func(who store.PlayerID) bool { return who != c.Who.ID })
		if others && p.Channel == c.Channel { // so that those who wanted to come read it
			c, how = c.aloud(), Public
		}
		off := text(c.Say("command.plan.off", "when", agenda.Moment(c.Language, p.Starts)))
		off.How = how
		return off, nil
	}
	return c.tell("command.plan.none")
}

// listPlanned lists a page of the planned nights of the server, which are not none.
func (c Call) listPlanned(all []store.Plan, page int) string {
	lines := []string{c.Say("command.plan.title")}
	if pages := pagesOf(len(all), nightsPage); pages > 1 {
		lines[0] = c.Say("command.plan.title_page", "page", page, "pages", pages)
	}
	for _, p := range all[(page-1)*nightsPage : min(page*nightsPage, len(all))] {
		lines = append(lines, c.Say("command.plan.line", "number", fmt.Sprintf("`%3d.`", p.Number),
			"when", when(p.Starts), "where", inChannel(p.Channel),
			"players", c.many("coming", int64(len(p.Players)))))
	}
	return strings.Join(append(lines, c.Say("command.plan.end")), "\n")
}
