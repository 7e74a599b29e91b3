package rest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"settable/bot/discord"
)

// An Obstacle is what keeps the bot from posting in a channel. Of its fields the first that is set is to blame;
// if none is, nothing is known to be.
type Obstacle struct {
	TimedOut time.Time           // a moderator has timed the bot out until then
	Hidden   bool                // the bot can't see the channel: it isn't in the private thread, or lacks ViewChannel
	Locked   bool                // the thread is locked
	Missing  discord.Permissions // to be granted
}

// Obstacle asks Discord what keeps the bot from posting in a channel. If nothing does, posts that were refused a
// moment ago may be tried again at once. The permissions in an interaction don't tell:
// in a private thread that the bot isn't in, and during a timeout, they look full.
func (r *Client) Obstacle(ctx context.Context, g discord.GuildID, c discord.ChannelID) (o Obstacle, err error) {
	me, err := r.Me(ctx)
	if err != nil {
		return o, err
	}
	var m discord.MemberRules
	if err := r.look(ctx, &m, "look up the bot's membership", "guilds", string(g), "members", string(me.ID)); err != nil {
		return o, err
	}
	if o.TimedOut = m.TimedOut(time.Now()); !o.TimedOut.IsZero() {
		return o, nil
	}
	const asking = "look up a channel"
	var here, rules discord.ChannelRules
	err = r.look(ctx, &here, asking, "channels", string(c))
	if rules = here; err == nil && discord.IsThread(here.Type) { // a thread has its parent's overwrites
		err = r.look(ctx, &rules, asking, "channels", here.Parent)
	}
	switch {
	case errors.Is(err, discord.ErrMissingAccess):
		return Obstacle{Hidden: true}, nil
	case err != nil:
		return o, err
	case here.Thread.Locked && here.Thread.Archived:
		return Obstacle{Locked: true}, nil
	}
	var all discord.GuildRules
	if err := r.look(ctx, &all, "look up a server", "guilds", string(g)); err != nil {
		return o, err
	}
	may := all.Permissions(me.ID, m, rules.Overwrites, time.Now())
	o.Missing = may.Missing(discord.NeededIn(discord.IsThread(here.Type)))
	if o == (Obstacle{}) {
		r.limits.forgive(bucketOfPosts(c))
	}
	return o, nil
}

// look asks for something that changes nothing.
func (r *Client) look(ctx context.Context, out any, what string, path ...string) error {
	return r.do(ctx, request{what: what, method: http.MethodGet, url: endpoint(path...), out: out})
}
