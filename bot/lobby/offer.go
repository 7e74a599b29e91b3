package lobby

import (
	"context"
	"math"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/table"
	"settable/store"
	"settable/store/ids"
)

// Offers posts and deletes the lists of games that the bot sends to users who ask for a game. Each channel has at most
// one such list. It is deleted when the next one is posted or a table opens.
type Offers struct {
	send    *delivery.Sender
	cleaner cleaner
}

// Post answers a request for a game and deletes the channel's earlier offers.
func (o *Offers) Post(w table.Word, offer func(context.Context) discord.Message) {
	o.send.Post("offering games", func(ctx context.Context) error {
		m := offer(ctx)
		m.ReplyTo, m.Silent = messageOf(w), true
		id, err := o.cleaner.discord.Post(ctx, w.Channel, m)
		if err != nil {
			return err
		}
		now := store.Leftover{Guild: w.Guild, Channel: w.Channel, Message: id}
		if err := o.cleaner.store.Leave(ctx, now); err != nil {
			return err
		}
		return o.removeOlder(ctx, w.Channel, now.Message)
	})
}

// remove deletes a channel's offer because a table has opened there.
func (o *Offers) remove(c ids.Channel) {
	o.send.Post("deleting an offer", func(ctx context.Context) error {
		return o.removeOlder(ctx, c, math.MaxInt64)
	})
}

// removeOlder deletes the offers in a channel that are older than this message.
func (o *Offers) removeOlder(ctx context.Context, c ids.Channel, than ids.Message) error {
	left, err := o.cleaner.store.LeftIn(ctx, c)
	for _, l := range left {
		if l.Table == 0 && l.Message < than {
			o.cleaner.remove(ctx, l)
		}
	}
	return err
}
