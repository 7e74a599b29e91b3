package lobby

import (
	"context"
	"errors"
	"sync"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/discord/rest"
	"settable/bot/table"
	"settable/store"
)

// Offers are the answers to those who asked for a game. One stands in a channel: the
// next takes it away, and so does a table.
type Offers struct {
	send *delivery.Sender
	rest *rest.Client
	latest[store.ChannelID, discord.MessageID]
}

// latest remembers of each place what was put there last, which alone stands there.
type latest[Place, What comparable] struct {
	mu       sync.Mutex
	standing map[Place]What
}

// replace notes what stands in a place now, and gives what stood there; the zero What: nothing.
func (o *latest[Place, What]) replace(at Place, now What) (old What) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var nothing What
	old = o.standing[at]
	switch {
	case now == nothing:
		delete(o.standing, at)
		return old
	case o.standing == nil || len(o.standing) > 1000: // those stay where they are
		o.standing = map[Place]What{}
	}
	o.standing[at] = now
	return old
}

// Post answers who asked for a game, in place of what was offered there before.
func (o *Offers) Post(w table.Word, offer func(context.Context) discord.Message) {
	o.send.Go("offering games", func(ctx context.Context) error {
		m := offer(ctx)
		m.ReplyTo, m.Silent = messageOf(w), true
		id, err := o.rest.Post(ctx, DiscordChannel(w.Channel), m)
		if err != nil {
			return err
		}
		return o.withdraw(ctx, w.Channel, o.replace(w.Channel, id))
	})
}

// accepted takes an offer away where a table has opened.
func (o *Offers) accepted(c store.ChannelID) {
	if old := o.replace(c, ""); old != "" {
		o.send.Go("taking an offer away", func(ctx context.Context) error { return o.withdraw(ctx, c, old) })
	}
}

func (o *Offers) withdraw(ctx context.Context, c store.ChannelID, old discord.MessageID) error {
	if old == "" {
		return nil
	}
	err := o.rest.Delete(ctx, DiscordChannel(c), old)
	if errors.Is(err, discord.ErrUnknownMessage) {
		return nil // somebody else took it away
	}
	return err
}
