package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"settable/bot/discord"
	"settable/store/ids"
)

// posted is the only part of the response to a post that the bot reads.
type posted struct {
	ID ids.Message `json:"id"`
}

// A Newest creates a message just before it is sent, so that the message is up to date even after a wait for Discord's
// rate limits.
type Newest func() discord.Message

// Post posts a message in a channel. No matter how often the network fails, the message is posted at most once, because
// Discord recognises its nonce. If the message was posted and then deleted, the error is ErrUnknownMessage. A reply
// isn't sent to a channel that has just refused a post. If the bot isn't allowed to reference messages, the reply is
// sent as an ordinary message. https://discord.com/developers/docs/resources/message#create-message
func (r *Client) Post(ctx context.Context, channel ids.Channel,
	m discord.Message) (ids.Message, error) {
	replies := m.ReplyTo != 0
	if replies && r.limits.mayNotRefer(bucketOfPosts(channel)) {
		m.ReplyTo = 0
	}
	id, err := r.post(ctx, channel, func() discord.Message { return m }, replies)
	if errors.Is(err, discord.ErrNoHistory) {
		m.ReplyTo = 0
		id, err = r.post(ctx, channel, func() discord.Message { return m }, replies)
	}
	return id, err
}

func bucketOfPosts(c ids.Channel) string { return "POST messages " + c.String() }

const posting = "post a message"

// PostNewest works like Post, but calls a Newest before each attempt. If the response to an attempt was lost, the
// channel may show the message of that attempt instead of the newest one.
func (r *Client) PostNewest(ctx context.Context, channel ids.Channel,
	newest Newest) (ids.Message, error) {
	return r.post(ctx, channel, newest, false)
}

func (s *sender) post(ctx context.Context, channel ids.Channel, newest Newest,
	optional bool) (ids.Message, error) {
	nonce := sync.OnceValue(discord.NewNonce)
	var out posted
	err := s.do(ctx, request{
		what: posting, method: http.MethodPost, url: endpoint("channels", channel.String(), "messages"),
		lane: channel.String(), bucket: bucketOfPosts(channel), paced: true, out: &out, channel: channel,
		optional: optional,
		build: func(as shape) (any, []discord.File, error) {
			m := s.shapeMessage(newest(), as)
			b := newBody(m)
			b.Nonce, b.Enforce = cmp.Or(m.Nonce, nonce()), true
			if m.ReplyTo != 0 {
				b.Reference = &referenceBody{Message: m.ReplyTo}
			}
			return b, m.Files, m.Check()
		},
	})
	if err == nil && out.ID == 0 {
		err = fmt.Errorf("%s: %w", posting, errIncomplete) // the message may have been posted; the nonce will show
	}
	return out.ID, err
}

// Edit replaces a message of the bot.
func (r *Client) Edit(ctx context.Context, channel ids.Channel, id ids.Message,
	m discord.Message) error {
	return r.EditNewest(ctx, channel, id, func() discord.Message { return m })
}

// EditNewest works like Edit, but calls a Newest before each attempt.
func (r *Client) EditNewest(ctx context.Context, channel ids.Channel, id ids.Message,
	newest Newest) error {
	return r.do(ctx, request{
		what: "edit a message", method: http.MethodPatch,
		url:  endpoint("channels", channel.String(), "messages", id.String()),
		lane: channel.String(), bucket: "PATCH messages " + channel.String(), paced: true, channel: channel,
		build: func(as shape) (any, []discord.File, error) {
			m := r.shapeMessage(newest(), as)
			return editBody(m), uploads(m), m.Check()
		},
	})
}

// uploads returns the files to send with an edit.
func uploads(m discord.Message) []discord.File {
	if m.KeepFiles {
		return nil
	}
	return m.Files
}

// Delete deletes a message of the bot.
func (r *Client) Delete(ctx context.Context, channel ids.Channel, id ids.Message) error {
	return r.do(ctx, request{
		what: "delete a message", method: http.MethodDelete,
		url:  endpoint("channels", channel.String(), "messages", id.String()),
		lane: channel.String(), bucket: "DELETE messages " + channel.String(), arrived: discord.ErrUnknownMessage,
	})
}

// React adds the bot's reaction, a Unicode emoji, to a message. It sends nothing if Discord refused a reaction in that
// channel a moment ago.
func (r *Client) React(ctx context.Context, channel ids.Channel, id ids.Message,
	emoji string) error {
	return r.do(ctx, request{
		what: "react to a message", method: http.MethodPut,
		url: endpoint("channels", channel.String(), "messages", id.String(),
			"reactions", url.PathEscape(emoji), "@me"),
		lane: "react " + channel.String(), bucket: "PUT reactions " + channel.String(),
		optional: true,
	})
}

// MessagesAfter lists the messages that follow an id, oldest first. limit, from 1 to 100, is the maximum number. The
// messages have the same format as on the gateway.
func (r *Client) MessagesAfter(ctx context.Context, channel ids.Channel, after ids.Message,
	limit int) ([]json.RawMessage, error) {
	q := url.Values{"after": {after.String()}, "limit": {strconv.Itoa(min(max(limit, 1), 100))}}
	var list []json.RawMessage
	err := r.do(ctx, request{
		what: "list messages", method: http.MethodGet,
		url:    endpoint("channels", channel.String(), "messages") + "?" + q.Encode(),
		bucket: "GET messages " + channel.String(), out: &list,
	})
	slices.SortFunc(list, olderFirst) // Discord lists the newest first
	return list, err
}

func olderFirst(a, b json.RawMessage) int {
	var x, y posted
	json.Unmarshal(a, &x) // a message without an id sorts first and is ignored
	json.Unmarshal(b, &y)
	return cmp.Compare(x.ID, y.ID)
}
