package discord

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

	"github.com/bwmarrin/discordgo"
)

// posted is the part of a message in an answer that is used.
type posted struct {
	ID    MessageID `json:"id"`
	Flags int       `json:"flags"`
}

// Newest makes a message at the moment when it can be sent, so that what has
// waited for Discord's limits shows what is so by then.
type Newest func() Message

// Post sends a message to a channel. It is sent at most once, however often the
// network fails: the nonce tells Discord that it is the same one.
func (r *REST) Post(ctx context.Context, channel ChannelID, m Message) (MessageID, error) {
	if err := m.check(); err != nil {
		return "", fmt.Errorf("%s: %w", posting, err)
	}
	return r.PostNewest(ctx, channel, func() Message { return m })
}

const posting = "post a message"

// PostNewest is Post; newest is asked once, since what is sent again is the same.
func (r *REST) PostNewest(ctx context.Context, channel ChannelID, newest Newest) (MessageID, error) {
	made := sync.OnceValue(newest)
	nonce := sync.OnceValue(NewNonce)
	var out posted
	err := r.do(ctx, call{
		what: posting, method: http.MethodPost, url: discordgo.EndpointChannelMessages(string(channel)),
		lane: string(channel), bucket: "POST messages " + string(channel), paced: true, out: &out,
		late: func() (any, []File, error) {
			m := made()
			b := m.fresh()
			b.Nonce, b.Enforce = cmp.Or(m.Nonce, nonce()), true
			if m.ReplyTo != "" {
				b.Reference = &referenceBody{Message: m.ReplyTo}
			}
			return b, m.Files, m.check()
		},
	})
	return out.ID, err
}

// Edit replaces a message of the bot's own.
func (r *REST) Edit(ctx context.Context, channel ChannelID, id MessageID, m Message) error {
	if err := m.check(); err != nil {
		return fmt.Errorf("%s: %w", editing, err)
	}
	return r.EditNewest(ctx, channel, id, func() Message { return m })
}

const editing = "edit a message"

// EditNewest is Edit; newest is asked before each attempt.
func (r *REST) EditNewest(ctx context.Context, channel ChannelID, id MessageID, newest Newest) error {
	return r.do(ctx, call{
		what: editing, method: http.MethodPatch, url: discordgo.EndpointChannelMessage(string(channel), string(id)),
		lane: string(channel), bucket: "PATCH messages " + string(channel), paced: true,
		late: func() (any, []File, error) {
			m := newest()
			return m.edit(), m.files0(), m.check()
		},
	})
}

// files0 are the files to upload with an edit.
func (m Message) files0() []File {
	if m.KeepFiles {
		return nil
	}
	return m.Files
}

// Delete deletes a message of the bot's own.
func (r *REST) Delete(ctx context.Context, channel ChannelID, id MessageID) error {
	retried := false
	err := r.do(ctx, call{
		what: "delete a message", method: http.MethodDelete, url: discordgo.EndpointChannelMessage(string(channel), string(id)),
		lane: string(channel), bucket: "DELETE messages " + string(channel), retried: &retried,
	})
	if retried && errors.Is(err, ErrUnknownMessage) {
		return nil // the attempt that seemed lost had arrived
	}
	return err
}

// React puts the bot's reaction, a Unicode emoji, under a message.
func (r *REST) React(ctx context.Context, channel ChannelID, id MessageID, emoji string) error {
	return r.do(ctx, call{
		what: "react to a message", method: http.MethodPut,
		url:  discordgo.EndpointMessageReaction(string(channel), string(id), url.PathEscape(emoji), "@me"),
		lane: "react " + string(channel), bucket: "PUT reactions " + string(channel),
	})
}

// MessagesAfter lists messages newer than after, oldest first: at most limit (1
// to 100), those nearest to after. They are Said or Passed, as from the gateway.
func (r *REST) MessagesAfter(ctx context.Context, guild GuildID, channel ChannelID, after MessageID, limit int) ([]Event, error) {
	q := url.Values{"after": {string(after)}, "limit": {strconv.Itoa(min(max(limit, 1), 100))}}
	var raw []json.RawMessage
	err := r.do(ctx, call{
		what: "list messages", method: http.MethodGet,
		url:    discordgo.EndpointChannelMessages(string(channel)) + "?" + q.Encode(),
		bucket: "GET messages " + string(channel), out: &raw,
	})
	if err != nil {
		return nil, err
	}
	slices.Reverse(raw) // Discord lists the newest first
	me, err := r.Me(ctx)
	if err != nil {
		return nil, err
	}
	var list []Event
	for _, m := range raw {
		if e := (reader{me: me.ID, roles: &r.roles}).message(m, guild); e != nil {
			list = append(list, e)
		}
	}
	return list, nil
}
