package rest

import (
	"sync/atomic"

	"settable/bot/discord"
)

// Client speaks to Discord's HTTP side over the same http.Client as the gateway. It does
// not use discordgo's REST client, because that one waits for a bucket without looking
// at the context, keeps a bucket per interaction for ever, returns no headers (so that
// nothing else could do the limiting), and puts addresses with tokens into its errors.
//
// All methods may be called from any goroutine. Messages to one channel go out one at
// a time, in the order of the calls. Errors that Discord or the network caused are an
// *Error; test for kinds of them with errors.Is and the errors of package discord.
type Client struct {
	*sender
	app atomic.Pointer[string]
	me  atomic.Pointer[discord.UserRef]
}

// New makes a client. It sends nothing yet.
func New(c Config) *Client { return &Client{sender: newSender(c.withDefaults())} }

// Revoked is closed when Discord has refused the token. Nothing is sent after that.
func (r *Client) Revoked() <-chan struct{} { return r.revoked.Done() }
