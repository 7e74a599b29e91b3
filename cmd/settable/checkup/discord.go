package checkup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// portal is the page on which developers manage an application.
const portal = "https://discord.com/developers/applications"

// maxClockError is the greatest acceptable error of the clock. Certificates and the names of backups depend on the
// clock; deadlines don't.
const maxClockError = 30 * time.Second

func (c *Checkup) network(ctx context.Context, s Survey) bool {
	reach, err := s.Reach(ctx)
	if err != nil {
		c.wrong(c.Exits.Failed, "network", err.Error(), "the bot waits for Discord and starts when it answers")
		return false
	}
	c.fine("network", fmt.Sprintf("Discord answers in %s", reach.Took.Round(time.Millisecond)))
	switch off := reach.Off; {
	case off.Abs() > maxClockError && off > 0:
		c.poor("clock", fmt.Sprintf("this machine's clock is %s ahead of Discord's", off), "set the clock, preferably with NTP")
	case off.Abs() > maxClockError:
		c.poor("clock", fmt.Sprintf("this machine's clock is %s behind Discord's", -off), "set the clock, preferably with NTP")
	default:
		c.fine("clock", "agrees with Discord's to within two seconds")
	}
	return true
}

func (c *Checkup) bot(ctx context.Context, s Survey) (b Bot, ok bool) {
	if c.Token == "" {
		c.wrong(c.Exits.Refused, "token", "no token",
			"set SETTABLE_TOKEN (or SETTABLE_TOKEN_FILE) to the token on the Bot page of "+portal)
		return b, false
	}
	b, err := s.Bot(ctx)
	switch {
	case errors.Is(err, discord.ErrUnauthorized):
		c.wrong(c.Exits.Refused, "token", "Discord rejects it",
			"reset it on the Bot page of "+portal+" and use the new one")
	case err != nil:
		c.wrong(c.Exits.Failed, "token", err.Error(), "")
	default:
		c.fine("token", fmt.Sprintf("belongs to %s, application %s", b.Name, b.App))
	}
	return b, err == nil
}

func (c *Checkup) intents(b Bot) {
	switch {
	case !c.Content:
		c.fine("intents", "message_content is off: players press buttons, use slash commands or mention the bot when they type "+
			"a move")
	case !b.ContentAllowed:
		c.poor("intents", "Message Content is off: moves typed without a mention are not read",
			"turn on Message Content Intent at "+portal+"/"+b.App+"/bot")
	default:
		c.fine("intents", "Message Content is on")
	}
}

func (c *Checkup) gateway(ctx context.Context, s Survey) {
	g, err := s.Gateway(ctx)
	switch {
	case err != nil:
		c.wrong(c.Exits.Failed, "gateway", err.Error(), "a proxy or firewall must let WebSockets (wss) through")
	case g.Left == 0:
		c.wrong(c.Exits.Refused, "gateway", "Discord accepts no more sessions today",
			"wait "+g.Reset.Round(time.Minute).String()+", and find out why the bot keeps restarting")
	default:
		c.fine("gateway", fmt.Sprintf("%s is reachable; %d sessions left today", g.URL, g.Left))
	}
}

// places checks the channels of open tables and the channels that the host named.
func (c *Checkup) places(ctx context.Context, s Survey, b Bot) {
	channels := slices.Clone(c.Channels)
	for _, t := range c.open {
		if !slices.Contains(channels, t.Channel) {
			channels = append(channels, t.Channel)
		}
	}
	if len(channels) == 0 {
		c.pass("permissions", "no table is open; use --channel ID to check a channel")
	}
	for _, id := range channels {
		c.place(ctx, s, b, id)
	}
}

func (c *Checkup) place(ctx context.Context, s Survey, b Bot, id ids.Channel) {
	about := "channel " + id.String()
	p, err := s.Place(ctx, b.ID, id)
	switch {
	case errors.Is(err, discord.ErrUnknownChannel):
		c.poor(about, "the channel no longer exists", "its table will be closed at the next start")
		return
	case errors.Is(err, discord.ErrMissingAccess):
		c.wrong(c.Exits.Refused, about, "the bot can't see the channel",
			"grant its role "+c.Named(discord.ViewChannel)+" there, or invite it again: "+discord.Invite(b.App))
		return
	case err != nil:
		c.wrong(c.Exits.Failed, about, err.Error(), "")
		return
	}
	c.calendar(p)
	about = fmt.Sprintf("#%s in %s", p.Channel, p.Guild)
	var names []string
	for _, one := range p.May.Missing(discord.NeededIn(p.Thread)).Each() {
		names = append(names, c.Named(one))
	}
	if names != nil {
		c.wrong(c.Exits.Refused, about, "missing permissions: "+strings.Join(names, ", "),
			"grant them to the bot's role in the settings of the server or the channel")
		return
	}
	c.fine(about, "the bot has all permissions it needs")
}

// calendar checks whether the bot can add planned nights to the calendar of a channel's server.
func (c *Checkup) calendar(p Place) {
	about := "calendar of " + p.Guild
	switch {
	case slices.ContainsFunc(c.found, func(f Finding) bool { return f.About == about }):
	case p.MayOnServer.Has(discord.CreateEvents):
		c.fine(about, "the bot may create events")
	default:
		c.poor(about, "missing permission: "+c.Named(discord.CreateEvents)+"; planned nights can't be added to the calendar",
			"grant it to the bot's role in the settings of the server")
	}
}
