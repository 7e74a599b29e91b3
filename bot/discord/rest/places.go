package rest

import (
	"cmp"
	"context"
	"net/http"

	"settable/bot/discord"
)

// Me is the bot's own user.
func (r *Client) Me(ctx context.Context) (discord.UserRef, error) {
	if id := r.me.Load(); id != nil {
		return *id, nil
	}
	var u struct {
		ID     discord.UserID `json:"id"`
		Name   string         `json:"username"`
		Global string         `json:"global_name"`
		Bot    bool           `json:"bot"`
	}
	err := r.do(ctx, call{what: "ask who the bot is", method: http.MethodGet, url: endpoint("users", "@me"),
		bucket: "GET me", out: &u})
	if err != nil {
		return discord.UserRef{}, err
	}
	ref := discord.UserRef{ID: u.ID, Name: cmp.Or(u.Global, u.Name), Bot: u.Bot}
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
func (r *Client) App(ctx context.Context) (Application, error) {
	if a := r.app.Load(); a != nil {
		return *a, nil
	}
	var f struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Flags int64  `json:"flags"`
	}
	err := r.do(ctx, call{what: "ask for the application", method: http.MethodGet,
		url: endpoint("applications", "@me"), bucket: "GET application", out: &f})
	if err != nil {
		return Application{}, err
	}
	const content, contentLimited = 1 << 18, 1 << 19
	a := Application{ID: f.ID, Name: f.Name, MessageContent: f.Flags&(content|contentLimited) != 0}
	r.app.Store(&a)
	return a, nil
}

// Guild is a server, as far as it matters for a check.
type Guild struct {
	ID    discord.GuildID
	Name  string
	Owner discord.UserID
	roles []roleFrame
}

type roleFrame struct {
	ID          string `json:"id"`
	Permissions string `json:"permissions"`
}

// Guild asks for a guild.
func (r *Client) Guild(ctx context.Context, id discord.GuildID) (Guild, error) {
	var f struct {
		ID    discord.GuildID `json:"id"`
		Name  string          `json:"name"`
		Owner discord.UserID  `json:"owner_id"`
		Roles []roleFrame     `json:"roles"`
	}
	err := r.do(ctx, call{what: "ask for a server", method: http.MethodGet, url: endpoint("guilds", id),
		bucket: "GET guild " + string(id), out: &f})
	return Guild{ID: f.ID, Name: f.Name, Owner: f.Owner, roles: f.Roles}, err
}

// Guilds lists the servers the bot is in, the first 200.
func (r *Client) Guilds(ctx context.Context) ([]Guild, error) {
	var list []struct {
		ID   discord.GuildID `json:"id"`
		Name string          `json:"name"`
	}
	err := r.do(ctx, call{what: "list the servers", method: http.MethodGet, url: endpoint("users", "@me", "guilds"),
		bucket: "GET guilds", out: &list})
	var guilds []Guild
	for _, g := range list {
		guilds = append(guilds, Guild{ID: g.ID, Name: g.Name})
	}
	return guilds, err
}

type channelFrame struct {
	discord.ChannelRef
	Guild      discord.GuildID  `json:"guild_id"`
	Overwrites []overwriteFrame `json:"permission_overwrites"`
}

// Channels lists the channels of a guild, without threads.
func (r *Client) Channels(ctx context.Context, guild discord.GuildID) ([]discord.ChannelRef, error) {
	var list []discord.ChannelRef
	err := r.do(ctx, call{what: "list the channels", method: http.MethodGet, url: endpoint("guilds", guild, "channels"),
		bucket: "GET channels " + string(guild), out: &list})
	return list, err
}

// Channel asks for a channel, and the guild it is in.
func (r *Client) Channel(ctx context.Context, id discord.ChannelID) (discord.ChannelRef, discord.GuildID, error) {
	f, err := r.channel(ctx, id)
	return f.ChannelRef, f.Guild, err
}

func (r *Client) channel(ctx context.Context, id discord.ChannelID) (f channelFrame, err error) {
	err = r.do(ctx, call{what: "ask for a channel", method: http.MethodGet, url: endpoint("channels", id),
		bucket: "GET channel " + string(id), out: &f})
	return f, err
}
