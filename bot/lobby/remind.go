package lobby

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// Remind posts the only message of a table that pings anybody, and it pings only players who are
// to move. It is deleted when they have moved, even if that happens while it is being posted, or while the
// bot is off. If a run is killed before it has noted the message, the next one posts it by the same nonce.
func (t *Table) Remind(players []store.PlayerID, turn time.Time, left time.Duration) {
	who := make([]discord.UserID, len(players))
	names := make([]string, len(players))
	for i, p := range players {
		who[i] = DiscordUser(p)
		names[i] = discord.Mention(who[i])
	}
	yours := games.Say("lobby.your_move", "who", strings.Join(names, " "), "s", int(left.Seconds()))
	m := discord.Message{Content: t.languages.speaks.Plain(yours), Mention: who, Nonce: fmt.Sprintf("%s.%s.turn",
		strconv.FormatInt(int64(t.Row.ID), 36), strconv.FormatInt(turn.UnixMilli(), 36))}
	r := &reminder{}
	t.reminder = r
	t.lobby.Send.Post("reminding", func(ctx context.Context) error {
		id, err := t.lobby.Discord.Post(ctx, t.channel(), m)
		if err != nil {
			return err
		}
		l := oldPost(t.Row, id)
		l.Turn = turn
		err = t.lobby.Store.Leave(ctx, l)
		if r.posted(id) {
			t.lobby.cleaner.takeAway(ctx, l)
		}
		return err
	})
}

// StopReminding deletes the reminder, because the player has moved or is no longer waited for.
func (t *Table) StopReminding() {
	r := t.reminder
	t.reminder = nil
	if r == nil {
		return
	}
	if id := r.over(); id != "" {
		t.lobby.Send.Post("taking a reminder away", func(ctx context.Context) error {
			t.lobby.cleaner.takeAway(ctx, oldPost(t.Row, id))
			return nil
		})
	}
}

// takeOverReminder has a table that does not play yet take over the reminder that the run before has left in the
// channel, if its turn is not over, and has it deleted otherwise. The error is the store's.
func (t *Table) takeOverReminder(ctx context.Context) error {
	left, err := t.lobby.Store.LeftIn(ctx, t.Row.Channel)
	for _, l := range left {
		switch {
		case l.Table != t.Row.ID || l.Turn.IsZero():
		case t.Game.KeepReminder(l.Turn):
			t.reminder = &reminder{id: messageID(l.Message)}
		default:
			t.lobby.cleaner.later(l)
		}
	}
	return err
}

// A reminder is the message of Remind. It may become unneeded before it is posted.
type reminder struct {
	mu   sync.Mutex
	id   discord.MessageID // "": not posted yet
	late bool              // it is not needed any more
}

// posted notes that the message is posted. late says that it is not needed any more: the caller deletes it.
func (r *reminder) posted(id discord.MessageID) (late bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.id = id
	return r.late
}

// over notes that the reminder is not needed any more, and returns the message to delete; "" if none is
// posted yet.
func (r *reminder) over() discord.MessageID {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.late = true
	return r.id
}
