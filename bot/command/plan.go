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
	"settable/store/ids"
)

// With the first two buttons, users sign up for planned nights or withdraw. The third one, in a reminder, opens the
// night. See package agenda.
var (
	_ = register(Command{Button: message.InButton, Run: signUp(true)})
	_ = register(Command{Button: message.OutButton, Run: signUp(false)})
	_ = register(Command{Button: message.NightButton, Run: startNight})
)

// maxWhen is the maximum length of a typed time.
const maxWhen = 60

var whenever = discord.Option{Kind: discord.Text, Name: "when", Required: true, MaxLength: maxWhen}

// planNight plans a night in the channel and announces it there.
func planNight(ctx context.Context, c Invocation) (Answer, error) {
	if err := c.mayOpenTable(); err != nil {
		return Answer{}, err
	}
	zone := c.Deps.Settings.Zone(c.Guild)
	starts, err := agenda.When(c.Options["when"], c.At.In(zone), c.Language, c.Deps.Lobby.Languages.Of(c.Guild))
	if err != nil {
		return Answer{}, err
	}
	if err := recordName(ctx, c); err != nil {
		return Answer{}, err
	}
	// The bot creates calendar events only for members who are allowed to create them.
	inCalendar := c.BotPermissions.Has(discord.CreateEvents) && c.UserPermissions.Has(discord.CreateEvents)
	p, err := c.Deps.Agenda.AddPlan(ctx, store.Plan{
		Guild: c.Guild, Channel: c.Channel, Planner: c.Who.ID, Made: c.At, Starts: starts}, c.Source, inCalendar)
	switch {
	case errors.Is(err, store.ErrManyOwnPlans):
		return tooManyPlans(ctx, c)
	case errors.Is(err, store.ErrPlanned):
		return c.answerPrivately("command.plan.twice", "when", agenda.Moment(c.Language, starts))
	case errors.Is(err, store.ErrManyCancelled):
		return c.answerPrivately("command.plan.many_cancelled", "most", store.MostCancelled)
	case err != nil:
		return Answer{}, err
	}
	lines := []string{c.Say("command.plan.done", "when", agenda.Moment(c.Language, p.Starts), "zone", zone,
		"number", strconv.Itoa(p.Number))} // the number as users type it
	needed := c.Say("command.permission." + discord.CreateEvents.String())
	switch {
	case !c.UserPermissions.Has(discord.CreateEvents):
		lines = append(lines, c.Say("command.plan.no_event_for_you", "permission", needed))
	case !inCalendar:
		lines = append(lines, c.Say("command.plan.no_event", "permission", needed))
	}
	return text(strings.Join(lines, "\n")), nil
}

// tooManyPlans lists the caller's planned nights and asks them to cancel one before planning another.
func tooManyPlans(ctx context.Context, c Invocation) (Answer, error) {
	all, err := c.Deps.Store.Planned(ctx, c.Guild, c.At)
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
	return c.answerPrivately("command.plan.many_own", "plans", c.Language.List(own), "number", first)
}

// recordName stores the caller's name, which the night's post will show.
func recordName(ctx context.Context, c Invocation) error {
	if c.Who.Raw == "" {
		return nil
	}
	return c.Deps.Store.SetName(ctx, c.Guild, c.Who.ID, c.Who.Raw)
}

// signUp returns the command that signs the caller up for a planned night or withdraws them. The bot updates the
// night's post instead of answering.
func signUp(in bool) func(context.Context, Invocation) (Answer, error) {
	return func(ctx context.Context, c Invocation) (Answer, error) {
		id, err := strconv.ParseInt(c.Button.Words, 10, 64)
		if err != nil {
			return c.answerPrivately("command.plan.unknown")
		}
		p, err := c.Deps.Store.Plan(ctx, store.PlanID(id))
		switch {
		case errors.Is(err, store.ErrNoPlan) || err == nil && p.Guild != c.Guild:
			return c.answerPrivately("command.plan.unknown")
		case err != nil:
			return Answer{}, err
		case !c.At.Before(p.Starts) && p.Cancelled.IsZero():
			return c.answerPrivately("command.plan.begun")
		}
		if err := recordName(ctx, c); err != nil {
			return Answer{}, err
		}
		err = c.Deps.Store.SignUp(ctx, p.ID, c.Who.ID, in, c.At)
		switch {
		case errors.Is(err, store.ErrCancelled):
			return c.answerPrivately("command.plan.cancelled")
		case errors.Is(err, store.ErrFullPlan):
			return c.answerPrivately("command.plan.full")
		case err != nil:
			return Answer{}, err
		}
		c.Deps.Agenda.Announce(p.ID)
		return Answer{How: Seen}, nil
	}
}

// cancelNight cancels the plan with the given number or, if none is given, the channel's next plan.
func cancelNight(ctx context.Context, c Invocation) (Answer, error) {
	ahead, err := c.Deps.Store.Planned(ctx, c.Guild, c.At)
	if err != nil {
		return Answer{}, err
	}
	for _, p := range ahead {
		named := fmt.Sprint(p.Number) == c.Options["number"]
		if !named && (c.Options["number"] != "" || p.Channel != c.Channel) {
			continue
		}
		if p.Planner != c.Who.ID && !c.Who.Manages {
			return c.answerPrivately("command.plan.not_yours")
		}
		if err := c.Deps.Agenda.Cancel(ctx, p.ID); err != nil && !errors.Is(err, store.ErrCancelled) {
			return Answer{}, err
		}
		how := Private
		others := slices.ContainsFunc(p.Players, func(who ids.User) bool { return who != c.Who.ID })
		if others && p.Channel == c.Channel { // so that those who had signed up see it
			c, how = c.inServerLanguage(), Public
		}
		off := text(c.Say("command.plan.off", "when", agenda.Moment(c.Language, p.Starts)))
		off.How = how
		return off, nil
	}
	return c.answerPrivately("command.plan.none")
}

// listPlanned lists a page of the server's planned nights. There must be at least one planned night.
func (c Invocation) listPlanned(all []store.Plan, page int) string {
	lines := []string{c.Say("command.plan.title")}
	if pages := pagesOf(len(all), nightsPage); pages > 1 {
		lines[0] = c.Say("command.plan.title_page", "page", page, "pages", pages)
	}
	for _, p := range all[(page-1)*nightsPage : min(page*nightsPage, len(all))] {
		lines = append(lines, c.Say("command.plan.line", "number", fmt.Sprintf("`%3d.`", p.Number),
			"when", when(p.Starts), "where", inChannel(p.Channel),
			"players", c.countOf("coming", int64(len(p.Players)))))
	}
	return strings.Join(append(lines, c.Say("command.plan.end")), "\n")
}
