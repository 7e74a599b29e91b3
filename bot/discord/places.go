package discord

import (
	"context"
	"net/http"
	"strconv"

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
