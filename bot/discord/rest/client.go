package rest

import (
	"sync/atomic"

	"settable/bot/discord"
)

// Client sends requests to Discord's REST API over the same http.Client as the gateway. It does not use discordgo's
// REST client. That client waits for a bucket without checking the context, keeps a bucket for each interaction
// forever, returns no headers (so that the caller can't handle rate limits) and includes URLs with tokens in its
// errors.
//
// All methods are safe for concurrent use. Messages to one channel are sent one at a time, in the order of the calls.
// Errors caused by Discord or the network are of type *Error. To test for a kind of error, use errors.Is with the
// errors of package discord.
type Client struct {
	*sender
	app atomic.Pointer[string]
	me  atomic.Pointer[discord.UserRef]
}

// New makes a client without sending anything.
func New(c Config) *Client { return &Client{sender: newSender(c.withDefaults())} }

// Revoked returns a channel that is closed once Discord has refused the token. The client sends nothing after that.
func (r *Client) Revoked() <-chan struct{} { return r.revoked.Done() }
