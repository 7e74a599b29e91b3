package rest

import (
	"sync/atomic"

	"settable/bot/discord"
)

// Client speaks to Discord's HTTP side, through the same http.Client as the
// gateway. It sends by itself: discordgo waits for a bucket without looking at the
// context, keeps a bucket per interaction for ever, gives no headers back (so
// nothing else could limit in its place), and puts addresses with tokens into its
// errors.
//
// All methods may be called from any goroutine. Messages of one channel go out in
// the order of the calls, one at a time.
type Client struct {
	*sender
	app atomic.Pointer[string]
	me  atomic.Pointer[discord.UserRef]
}

// New makes a client. Nothing is sent yet.
func New(c Config) *Client { return &Client{sender: newSender(c.filled())} }

// Revoked is closed when Discord has refused the token. Nothing is sent after that.
func (r *Client) Revoked() <-chan struct{} { return r.revoked.Done() }
