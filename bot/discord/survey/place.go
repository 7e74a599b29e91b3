package survey

import (
	"context"
	"fmt"
	"time"

	"settable/bot/discord"
)

// A Place is a channel or a thread in which the bot plays.
type Place struct {
	Guild, Channel string // their names
	Thread         bool
	May            discord.Permissions
	MayOnServer    discord.Permissions // without the channel's overwrites
}

type channel struct {
	Guild      string `json:"guild_id"`
	Parent     string `json:"parent_id"`
	Name       string
	Type       int
	Overwrites []overwrite `json:"permission_overwrites"`
}

type overwrite struct {
	ID    string
	Allow discord.Permissions `json:",string"`
	Deny  discord.Permissions `json:",string"`
}

type guild struct {
	ID    string
	Name  string
	Owner discord.UserID `json:"owner_id"`
	Roles []role
}

type role struct {
	ID          string
	Permissions discord.Permissions `json:",string"`
}

type member struct {
	Roles []string
	Until *time.Time `json:"communication_disabled_until"`
}

// Place asks what the bot may do in a channel. The error is discord.ErrMissingAccess
// if the bot can't see the channel, and discord.ErrUnknownChannel if there is none.
func (s Survey) Place(ctx context.Context, bot discord.UserID, id discord.ChannelID) (p Place, err error) {
	var here, rules channel
	if _, err := s.get(ctx, "/channels/"+string(id), &here); err != nil {
		return p, err
	}
	if rules = here; discord.IsThread(here.Type) { // a thread has its parent's overwrites
		if _, err := s.get(ctx, "/channels/"+here.Parent, &rules); err != nil {
			return p, err
		}
	}
	if here.Guild == "" {
		return p, fmt.Errorf("channel %s is in no server", id)
	}
	var g guild
	if _, err := s.get(ctx, "/guilds/"+here.Guild, &g); err != nil {
		return p, err
	}
	var m member
	if _, err := s.get(ctx, "/guilds/"+here.Guild+"/members/"+string(bot), &m); err != nil {
		return p, err
	}
	return Place{Guild: g.Name, Channel: here.Name, Thread: discord.IsThread(here.Type),
		May:         may(g, m, bot, rules.Overwrites, time.Now()),
		MayOnServer: may(g, m, bot, nil, time.Now())}, nil
}

// all are the permissions of an administrator.
const all = ^discord.Permissions(0)

// quiet are the permissions of a member in a timeout.
const quiet = discord.ViewChannel | discord.ReadHistory

// may is what a member may do in a channel with these overwrites.
// https://discord.com/developers/docs/topics/permissions#permission-overwrites
func may(g guild, m member, who discord.UserID, rules []overwrite, now time.Time) discord.Permissions {
	if g.Owner == who {
		return all
	}
	has := map[string]bool{g.ID: true} // the role of everyone has the server's id
	for _, id := range m.Roles {
		has[id] = true
	}
	var p discord.Permissions
	for _, r := range g.Roles {
		if has[r.ID] {
			p |= r.Permissions
		}
	}
	if p.Has(discord.Administrator) {
		return all
	}
	var everyone, roles, own overwrite
	for _, o := range rules {
		switch {
		case o.ID == g.ID:
			everyone = o
		case has[o.ID]:
			roles.Allow |= o.Allow
			roles.Deny |= o.Deny
		case o.ID == string(who):
			own = o
		}
	}
	for _, o := range []overwrite{everyone, roles, own} {
		p = p&^o.Deny | o.Allow
	}
	if m.Until != nil && m.Until.After(now) {
		p &= quiet
	}
	if !p.Has(discord.ViewChannel) {
		return 0 // without ViewChannel nothing else is allowed
	}
	return p
}
