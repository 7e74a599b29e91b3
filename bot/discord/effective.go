package discord

import (
	"time"

	"settable/store/ids"
)

// ChannelRules holds the permission data of a channel.
type ChannelRules struct {
	ID         ids.Channel
	Guild      ids.Guild   `json:"guild_id"`
	Parent     ids.Channel `json:"parent_id"`
	Name       string
	Type       int
	Overwrites []Overwrite                     `json:"permission_overwrites"`
	Thread     struct{ Archived, Locked bool } `json:"thread_metadata"`
}

// An Overwrite changes the permissions of a role or a member in a channel.
type Overwrite struct {
	ID    string
	Allow Permissions `json:",string"`
	Deny  Permissions `json:",string"`
}

// GuildRules holds the permission data of a server.
type GuildRules struct {
	ID    ids.Guild
	Name  string
	Owner ids.User `json:"owner_id"`
	Roles []Role
}

// A Role is a role of a server. The @everyone role has the server's id.
type Role struct {
	ID          string
	Permissions Permissions `json:",string"`
}

// MemberRules holds the permission data of a member.
type MemberRules struct {
	Roles []string
	Until *time.Time `json:"communication_disabled_until"` // a moderator has timed them out
}

// TimedOut returns the time until which a moderator has timed the member out, or zero if the member is not timed out
// now.
func (m MemberRules) TimedOut(now time.Time) time.Time {
	if m.Until != nil && m.Until.After(now) {
		return *m.Until
	}
	return time.Time{}
}

// everything contains the permissions of an administrator.
const everything = ^Permissions(0)

// timedOut contains the permissions that a member keeps during a timeout.
const timedOut = ViewChannel | ReadHistory

// Permissions returns the permissions of a member in a channel with these overwrites.
// https://discord.com/developers/docs/topics/permissions#permission-overwrites
func (g GuildRules) Permissions(who ids.User, m MemberRules, rules []Overwrite, now time.Time) Permissions {
	if g.Owner == who {
		return everything
	}
	has := map[string]bool{g.ID.String(): true} // the @everyone role has the server's id
	for _, id := range m.Roles {
		has[id] = true
	}
	var p Permissions
	for _, r := range g.Roles {
		if has[r.ID] {
			p |= r.Permissions
		}
	}
	if p.Has(Administrator) {
		return everything
	}
	var everyone, roles, own Overwrite
	for _, o := range rules {
		switch {
		case o.ID == g.ID.String():
			everyone = o
		case has[o.ID]:
			roles.Allow |= o.Allow
			roles.Deny |= o.Deny
		case o.ID == who.String():
			own = o
		}
	}
	for _, o := range []Overwrite{everyone, roles, own} {
		p = p&^o.Deny | o.Allow
	}
	if !m.TimedOut(now).IsZero() {
		p &= timedOut
	}
	if !p.Has(ViewChannel) {
		return 0 // without ViewChannel, no other permission counts
	}
	return p
}
