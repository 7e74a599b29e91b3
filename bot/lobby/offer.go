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

// Offers are the bot's answers to people who asked for a game. Each channel has at most one: it is deleted
// when the next is posted, and when a table opens.
type Offers struct {
	send *delivery.Sender
	rest *rest.Client
	latest[store.ChannelID, discord.MessageID]
}

// latest remembers what was put into each place last, where only one thing may stand at a time.
type latest[Place, What comparable] struct {
	mu       sync.Mutex
	standing map[Place]What
}

// replace notes what stands in a place now and returns what stood there before. The zero What means
// nothing.
func (o *latest[Place, What]) replace(at Place, now What) (old What) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var nothing What
	old = o.standing[at]
	switch {
	case now == nothing:
		delete(o.standing, at)
		return old
	case o.standing == nil || len(o.standing) > 1000: // begins anew: what stands elsewhere is left there
		o.standing = map[Place]What{}
	}
	o.standing[at] = now
	return old
}

// putBack notes that in a place the former thing stands after all, if nothing has replaced the new one.
func (o *latest[Place, What]) putBack(at Place, now, former What) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.standing[at] == now {
		o.standing[at] = former
	}
}

// Post answers a word that asked for a game, and deletes the channel's earlier offer.
func (o *Offers) Post(w table.Word, offer func(context.Context) discord.Message) {
	o.send.Post("offering games", func(ctx context.Context) error {
		m := offer(ctx)
		m.ReplyTo, m.Silent = messageOf(w), true
		id, err := o.rest.Post(ctx, DiscordChannel(w.Channel), m)
		if err != nil {
			return err
		}
		return o.withdraw(ctx, w.Channel, o.replace(w.Channel, id))
	})
}

// accepted deletes a channel's offer because a table has opened there.
func (o *Offers) accepted(c store.ChannelID) {
	if old := o.replace(c, ""); old != "" {
		o.send.Post("taking an offer away", func(ctx context.Context) error { return o.withdraw(ctx, c, old) })
	}
}

func (o *Offers) withdraw(ctx context.Context, c store.ChannelID, old discord.MessageID) error {
	if old == "" {
		return nil
	}
	err := o.rest.Delete(ctx, DiscordChannel(c), old)
	if errors.Is(err, discord.ErrUnknownMessage) {
		return nil // somebody else deleted it
	}
	return err
}
