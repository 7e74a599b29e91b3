package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Me is the bot's own user.
func (r *REST) Me(ctx context.Context) (UserRef, error) {
	if id := r.me.Load(); id != nil {
		return *id, nil
	}
	var u userFrame
	err := r.do(ctx, call{what: "ask who the bot is", method: http.MethodGet, url: discordgo.EndpointUser("@me"),
		bucket: "GET me", out: &u})
	if err != nil {
		return UserRef{}, err
	}
	ref := u.called(nil)
	r.me.Store(&ref)
	return ref, nil
}

// Application is the bot's entry in the Developer Portal.
type Application struct {
	ID             string
	Name           string
	MessageContent bool // the privileged intent is switched on
}

// App is the bot's application, asked once.
func (r *REST) App(ctx context.Context) (Application, error) {
	if a := r.app.Load(); a != nil {
		return *a, nil
	}
	var f struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Flags int64  `json:"flags"`
	}
	err := r.do(ctx, call{what: "ask for the application", method: http.MethodGet,
		url: discordgo.EndpointApplications + "/@me", bucket: "GET application", out: &f})
	if err != nil {
		return Application{}, err
	}
	const content, contentLimited = 1 << 18, 1 << 19
	a := Application{ID: f.ID, Name: f.Name, MessageContent: f.Flags&(content|contentLimited) != 0}
	r.app.Store(&a)
	return a, nil
}

// starts is how many IDENTIFYs Discord still allows, and when they are renewed.
func (r *REST) starts(ctx context.Context) (left int, reset time.Duration, err error) {
	var f struct {
		Limit struct {
			Left  int   `json:"remaining"`
			Reset int64 `json:"reset_after"` // milliseconds
		} `json:"session_start_limit"`
	}
	f.Limit.Left = reserve + 1 // for an answer that does not say
	err = r.do(ctx, call{what: "ask for the gateway", method: http.MethodGet, url: discordgo.EndpointGatewayBot,
		bucket: "GET gateway", out: &f})
	return f.Limit.Left, time.Duration(f.Limit.Reset) * time.Millisecond, err
}

// Skew is how far the clock of this machine is ahead of Discord's, to about a
// second: deadlines go by the one, the times of messages by the other.
func (r *REST) Skew(ctx context.Context) (time.Duration, error) {
	const what = "ask for the time"
	var h http.Header
	asked := time.Now()
	if err := r.do(ctx, call{what: what, method: http.MethodGet, url: discordgo.EndpointGateway, bucket: "GET gateway", header: &h}); err != nil {
		return 0, err
	}
	there, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	middle := asked.Add(time.Since(asked) / 2)
	return middle.Sub(there.Add(500 * time.Millisecond)), nil // a Date is cut off to the second
}

// Invite is the address at which a server's owner adds the bot, with exactly the permissions it needs.
func Invite(app string) string {
	return "https://discord.com/oauth2/authorize?client_id=" + app + "&scope=bot+applications.commands&permissions=" +
		strconv.FormatUint(uint64(Needed), 10)
}

// Guild is a server, as far as it matters for a check.
type Guild struct {
	ID    GuildID
	Name  string
	Owner UserID
	roles []roleFrame
}

type roleFrame struct {
	ID          string `json:"id"`
	Permissions string `json:"permissions"`
}

// Guild asks for a guild.
func (r *REST) Guild(ctx context.Context, id GuildID) (Guild, error) {
	var f struct {
		ID    GuildID     `json:"id"`
		Name  string      `json:"name"`
		Owner UserID      `json:"owner_id"`
		Roles []roleFrame `json:"roles"`
	}
	err := r.do(ctx, call{what: "ask for a server", method: http.MethodGet, url: discordgo.EndpointGuild(string(id)),
		bucket: "GET guild " + string(id), out: &f})
	return Guild{ID: f.ID, Name: f.Name, Owner: f.Owner, roles: f.Roles}, err
}

// Guilds lists the servers the bot is in, the first 200.
func (r *REST) Guilds(ctx context.Context) ([]Guild, error) {
	var list []struct {
		ID   GuildID `json:"id"`
		Name string  `json:"name"`
	}
	err := r.do(ctx, call{what: "list the servers", method: http.MethodGet, url: discordgo.EndpointUserGuilds("@me"),
		bucket: "GET guilds", out: &list})
	var guilds []Guild
	for _, g := range list {
		guilds = append(guilds, Guild{ID: g.ID, Name: g.Name})
	}
	return guilds, err
}

type channelFrame struct {
	ID         ChannelID        `json:"id"`
	Guild      GuildID          `json:"guild_id"`
	Name       string           `json:"name"`
	Type       int              `json:"type"`
	Parent     ChannelID        `json:"parent_id"`
	Overwrites []overwriteFrame `json:"permission_overwrites"`
}

type overwriteFrame struct {
	ID    string      `json:"id"`
	Type  json.Number `json:"type"` // 0 role, 1 member
	Allow string      `json:"allow"`
	Deny  string      `json:"deny"`
}

func (f channelFrame) ref() ChannelRef {
	return ChannelRef{ID: f.ID, Name: f.Name, Parent: f.Parent, Kind: f.Type}
}

// thread says whether permissions are those of the parent.
func (f channelFrame) thread() bool { return f.Type >= 10 && f.Type <= 12 }

// Channels lists the channels of a guild, without threads.
func (r *REST) Channels(ctx context.Context, guild GuildID) ([]ChannelRef, error) {
	var list []channelFrame
	err := r.do(ctx, call{what: "list the channels", method: http.MethodGet, url: discordgo.EndpointGuildChannels(string(guild)),
		bucket: "GET channels " + string(guild), out: &list})
	var refs []ChannelRef
	for _, f := range list {
		refs = append(refs, f.ref())
	}
	return refs, err
}

// Channel asks for a channel, and the guild it is in.
func (r *REST) Channel(ctx context.Context, id ChannelID) (ChannelRef, GuildID, error) {
	f, err := r.channel(ctx, id)
	return f.ref(), f.Guild, err
}

func (r *REST) channel(ctx context.Context, id ChannelID) (f channelFrame, err error) {
	err = r.do(ctx, call{what: "ask for a channel", method: http.MethodGet, url: discordgo.EndpointChannel(string(id)),
		bucket: "GET channel " + string(id), out: &f})
	return f, err
}

// PermissionsIn is what the bot may do in a channel, by its roles and the channel's overwrites.
func (r *REST) PermissionsIn(ctx context.Context, id ChannelID) (Permissions, error) {
	me, err := r.Me(ctx)
	if err != nil {
		return 0, err
	}
	f, err := r.channel(ctx, id)
	if err == nil && f.thread() {
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
		url: discordgo.EndpointGuildMember(string(guild.ID), string(me.ID)), bucket: "GET member " + string(guild.ID), out: &member})
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
func allowed(g Guild, me UserID, roles []string, overwrites []overwriteFrame) (Permissions, error) {
	mine := map[string]bool{string(g.ID): true} // the role @everyone has the guild's id
	for _, id := range roles {
		mine[id] = true
	}
	var p Permissions
	for _, role := range g.roles {
		if mine[role.ID] {
			bits, err := parsePermissions(role.Permissions)
			if err != nil {
				return 0, err
			}
			p |= bits
		}
	}
	if p&Administrator != 0 || g.Owner == me {
		return p | Administrator, nil
	}
	for step := range 3 {
		var allow, deny Permissions
		for _, o := range overwrites {
			if at, ok := o.step(g.ID, me, mine); !ok || at != step {
				continue
			}
			a, err := parsePermissions(o.Allow)
			if err != nil {
				return 0, err
			}
			d, err := parsePermissions(o.Deny)
			if err != nil {
				return 0, err
			}
			allow, deny = allow|a, deny|d
		}
		p = p&^deny | allow
	}
	return p, nil
}

// step is when an overwrite counts: 0 @everyone, 1 a role of the bot, 2 the bot itself.
func (o overwriteFrame) step(guild GuildID, me UserID, mine map[string]bool) (int, bool) {
	switch {
	case o.ID == string(guild):
		return 0, true
	case o.Type == "1":
		return 2, o.ID == string(me)
	}
	return 1, mine[o.ID]
}

func parsePermissions(s string) (Permissions, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read a set of permissions: %w", err)
	}
	return Permissions(n), nil
}
