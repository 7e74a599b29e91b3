package checkup

import (
	"context"
	"fmt"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// A Place is a channel or a thread in which the bot plays.
type Place struct {
	Guild, Channel string // names
	Thread         bool
	May            discord.Permissions
	MayOnServer    discord.Permissions // without the channel's overwrites
}

// Place returns the bot's permissions in a channel. The error is discord.ErrMissingAccess if the bot can't see the
// channel, and discord.ErrUnknownChannel if the channel doesn't exist.
func (s Survey) Place(ctx context.Context, bot ids.User, id ids.Channel) (p Place, err error) {
	var here, rules discord.ChannelRules
	if _, err := s.get(ctx, "/channels/"+id.String(), &here); err != nil {
		return p, err
	}
	if rules = here; discord.IsThread(here.Type) { // a thread has the overwrites of its parent channel
		if _, err := s.get(ctx, "/channels/"+here.Parent.String(), &rules); err != nil {
			return p, err
		}
	}
	if here.Guild == 0 {
		return p, fmt.Errorf("channel %s isn't in a server", id)
	}
	var g discord.GuildRules
	if _, err := s.get(ctx, "/guilds/"+here.Guild.String(), &g); err != nil {
		return p, err
	}
	var m discord.MemberRules
	if _, err := s.get(ctx, "/guilds/"+here.Guild.String()+"/members/"+bot.String(), &m); err != nil {
		return p, err
	}
	return Place{Guild: g.Name, Channel: here.Name, Thread: discord.IsThread(here.Type),
		May:         g.Permissions(bot, m, rules.Overwrites, time.Now()),
		MayOnServer: g.Permissions(bot, m, nil, time.Now())}, nil
}
