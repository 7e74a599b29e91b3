package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"settable/bot/discord"
	"settable/store/ids"
)

// Discord's codes for objects that don't exist or that the bot can't see.
const (
	unknownMember  = 10007
	unknownUser    = 10013
	unknownChannel = 10003
	unknownGuild   = 10004
	missingAccess  = 50001
)

// GuildExists reports whether the bot is on a server. It returns false only after a definite answer from Discord
// itself. Errors that may be temporary are returned as errors.
func (r *Client) GuildExists(ctx context.Context, id ids.Guild) (bool, error) {
	_, err := lookups{sender: r.sender}.guild(ctx, id)
	return exists(err, unknownGuild, missingAccess)
}

// ChannelExists reports whether a channel or thread exists. Like GuildExists, it returns false only after a definite
// answer. A channel that the bot can't see counts as existing.
func (r *Client) ChannelExists(ctx context.Context, id ids.Channel) (bool, error) {
	_, err := lookups{sender: r.sender}.channel(ctx, id)
	if errors.Is(err, discord.ErrMissingAccess) && !Unsent(err) {
		return true, nil
	}
	return exists(err, unknownChannel)
}

// MemberExists reports whether a user is a member of a server. Like GuildExists, it returns false only after a
// definite answer.
func (r *Client) MemberExists(ctx context.Context, guild ids.Guild, user ids.User) (bool, error) {
	_, err := lookups{sender: r.sender}.member(ctx, guild, user)
	return exists(err, unknownMember, unknownUser)
}

// exists interprets the error of a look-up. The object doesn't exist if Discord itself has responded with one of
// these error codes.
func exists(err error, gone ...int) (bool, error) {
	e, refused := errors.AsType[*Error](err)
	if refused && !e.unsent && !e.others && slices.Contains(gone, e.Code) {
		return false, nil
	}
	return err == nil, err
}

// GuildOf returns the server of a channel.
func (r *Client) GuildOf(ctx context.Context, id ids.Channel) (ids.Guild, error) {
	c, err := lookups{sender: r.sender}.channel(ctx, id)
	return c.Guild, err
}

// An Obstacle describes what keeps the bot from posting in a channel. If several fields are set, the bot reports the
// first one. If none is set, the reason is unknown.
type Obstacle struct {
	TimedOut time.Time           // a moderator has timed the bot out until this time
	Hidden   bool                // the bot can't see the channel: it isn't in the private thread, or lacks ViewChannel
	Locked   bool                // the thread is locked
	Missing  discord.Permissions // the permissions that the bot needs
}

// Obstacle asks Discord what keeps the bot from posting in a channel. If nothing does, posts that Discord refused a
// moment ago can be retried immediately. The permissions in an interaction aren't reliable, because they look complete
// in a private thread without the bot and during a timeout.
func (r *Client) Obstacle(ctx context.Context, g ids.Guild, c ids.Channel) (o Obstacle, err error) {
	me, err := r.Me(ctx)
	if err != nil {
		return o, err
	}
	ask := lookups{r.sender, true}
	m, err := ask.member(ctx, g, me.ID)
	if err != nil {
		return o, err
	}
	if o.TimedOut = m.TimedOut(time.Now()); !o.TimedOut.IsZero() {
		return o, nil
	}
	here, err := ask.channel(ctx, c)
	rules := here
	if err == nil && discord.IsThread(here.Type) { // threads use their parent's overwrites
		rules, err = ask.channel(ctx, here.Parent)
	}
	switch {
	case errors.Is(err, discord.ErrMissingAccess):
		return Obstacle{Hidden: true}, nil
	case err != nil:
		return o, err
	case here.Thread.Locked && here.Thread.Archived:
		return Obstacle{Locked: true}, nil
	}
	all, err := ask.guild(ctx, g)
	if err != nil {
		return o, err
	}
	may := all.Permissions(me.ID, m, rules.Overwrites, time.Now())
	o.Missing = may.Missing(discord.NeededIn(discord.IsThread(here.Type)))
	if o == (Obstacle{}) {
		r.limits.forgive(bucketOfPosts(c))
	}
	return o, nil
}

type lookups struct {
	sender *sender
	insist bool // send the request even if the same one was refused a moment ago
}

func (r lookups) guild(ctx context.Context, id ids.Guild) (g discord.GuildRules, err error) {
	const what = "look up a server"
	err = r.get(ctx, what, &g, "guilds", id.String())
	return g, complete(what, err, g.ID == id)
}

func (r lookups) channel(ctx context.Context, id ids.Channel) (c discord.ChannelRules, err error) {
	const what = "look up a channel"
	err = r.get(ctx, what, &c, "channels", id.String())
	return c, complete(what, err, c.ID == id)
}

func (r lookups) member(ctx context.Context, guild ids.Guild, user ids.User) (m discord.MemberRules,
	err error) {

	return m, r.get(ctx, "look up a member", &m, "guilds", guild.String(), "members", user.String())
}

// complete returns the error of a look-up, including that of an incomplete answer. An answer without the requested id
// is also an error, because a proxy may have sent its own page.
func complete(what string, err error, is bool) error {
	if err == nil && !is {
		return fmt.Errorf("%s: %w", what, errIncomplete)
	}
	return err
}

// get requests an object from Discord. Requests whose paths have the same first three parts share a rate limit.
func (r lookups) get(ctx context.Context, what string, out any, path ...string) error {
	q := request{what: what, method: http.MethodGet, url: endpoint(path...), out: out}
	if !r.insist {
		q.bucket = "GET " + endpoint(path[:min(len(path), 3)]...)
	}
	return r.sender.do(ctx, q)
}
