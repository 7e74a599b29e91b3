package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"settable/bot/discord"
)

// PermissionsIn is what the bot may do in a channel, by its roles and the channel's overwrites.
func (r *Client) PermissionsIn(ctx context.Context, id discord.ChannelID) (discord.Permissions, error) {
	me, err := r.Me(ctx)
	if err != nil {
		return 0, err
	}
	f, err := r.channel(ctx, id)
	if err == nil && f.Thread() {
		f, err = r.channel(ctx, f.Parent)
	}
	if err != nil {
		return 0, err
	}
	guild, err := r.Guild(ctx, f.Guild)
	if err != nil {
		return 0, err
	}
	var member struct {
		Roles []string `json:"roles"`
	}
	err = r.do(ctx, call{what: "ask for the bot's roles", method: http.MethodGet,
		url: endpoint("guilds", string(guild.ID), "members", string(me.ID)), bucket: "GET member " + string(guild.ID), out: &member})
	if err != nil {
		return 0, err
	}
	p, err := allowed(guild, me.ID, member.Roles, f.Overwrites)
	if err != nil {
		return 0, fmt.Errorf("work out the permissions in channel %s: %w", id, err)
	}
	return p, nil
}

// allowed works out permissions in Discord's order: @everyone, the roles, then
// the channel's overwrites for @everyone, for the roles together, for the member.
func allowed(g Guild, me discord.UserID, roles []string, overwrites []overwriteFrame) (discord.Permissions, error) {
	mine := map[string]bool{string(g.ID): true} // the role @everyone has the guild's id
	for _, id := range roles {
		mine[id] = true
	}
	var p discord.Permissions
	for _, role := range g.roles {
		if mine[role.ID] {
			bits, err := discord.ParsePermissions(role.Permissions)
			if err != nil {
				return 0, err
			}
			p |= bits
		}
	}
	if p&discord.Administrator != 0 || g.Owner == me {
		return p | discord.Administrator, nil
	}
	for step := range 3 {
		var allow, deny discord.Permissions
		for _, o := range overwrites {
			if at, ok := o.step(g.ID, me, mine); !ok || at != step {
				continue
			}
			a, err := discord.ParsePermissions(o.Allow)
			if err != nil {
				return 0, err
			}
			d, err := discord.ParsePermissions(o.Deny)
			if err != nil {
				return 0, err
			}
			allow, deny = allow|a, deny|d
		}
		p = p&^deny | allow
	}
	return p, nil
}

// overwriteFrame changes permissions in one channel, for a role or a member.
type overwriteFrame struct {
	ID    string      `json:"id"`
	Type  json.Number `json:"type"` // 0 role, 1 member
	Allow string      `json:"allow"`
	Deny  string      `json:"deny"`
}

// step is when an overwrite counts: 0 @everyone, 1 a role of the bot, 2 the bot itself.
func (o overwriteFrame) step(guild discord.GuildID, me discord.UserID, mine map[string]bool) (int, bool) {
	switch {
	case o.ID == string(guild):
		return 0, true
	case o.Type == "1":
		return 2, o.ID == string(me)
	}
	return 1, mine[o.ID]
}
