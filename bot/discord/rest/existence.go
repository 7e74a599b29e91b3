package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"settable/bot/discord"
)

// Discord's codes for what does not exist, or not for the bot.
const (
	unknownMember  = 10007
	unknownUser    = 10013
	unknownChannel = 10003
	unknownGuild   = 10004
	missingAccess  = 50001
)

// GuildExists says whether the bot is in a server. Only Discord's own definite answer makes it false;
// whatever may pass is an error.
func (r *Client) GuildExists(ctx context.Context, id discord.GuildID) (bool, error) {
	return r.exists(ctx, "look up a server", string(id), endpoint("guilds", string(id)), unknownGuild, missingAccess)
}

// ChannelExists says whether a channel or thread exists, as GuildExists does. One that the bot may not see
// exists.
func (r *Client) ChannelExists(ctx context.Context, id discord.ChannelID) (bool, error) {
	exists, err := r.exists(ctx, "look up a channel", string(id), endpoint("channels", string(id)), unknownChannel)
	if errors.Is(err, discord.ErrMissingAccess) && !Suppressed(err) {
		return true, nil
	}
	return exists, err
}

// MemberExists says whether somebody is a member of a server, as GuildExists does.
func (r *Client) MemberExists(ctx context.Context, guild discord.GuildID, user discord.UserID) (bool, error) {
	const what = "look up a member"
	err := r.do(ctx, request{what: what, method: http.MethodGet,
		url:    endpoint("guilds", string(guild), "members", string(user)),
		bucket: "GET members " + string(guild)})
	if isGone(err, unknownMember, unknownUser) {
		return false, nil
	}
	return err == nil, err
}

// isGone says whether Discord itself has answered with one of these codes.
func isGone(err error, codes ...int) bool {
	e, refused := errors.AsType[*Error](err)
	return refused && !e.unsent && !e.others && slices.Contains(codes, e.Code)
}

func (r *Client) exists(ctx context.Context, what, id, url string, gone ...int) (bool, error) {
	var found struct {
		ID string `json:"id"`
	}
	err := r.do(ctx, request{what: what, method: http.MethodGet, url: url, bucket: "GET " + url, out: &found})
	switch {
	case isGone(err, gone...):
		return false, nil
	case err == nil && found.ID != id: // a proxy's own page, for instance
		return false, fmt.Errorf("%s: %w", what, errIncomplete)
	}
	return err == nil, err
}

// Suppressed says whether a request was not sent, because its like was refused a moment ago.
func Suppressed(err error) bool {
	e, is := errors.AsType[*Error](err)
	return is && e.unsent
}
