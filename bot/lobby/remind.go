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
	"settable/store/ids"
)

// Remind posts a message that pings the players whose turn it is. It is the only message of a table that pings
// players. The message is deleted once the players have moved, even if they move while it is being posted or while
// the bot is off. If the bot is killed before it has recorded the message, the next run posts the reminder with the
// same nonce, so that it exists only once.
func (t *Table) Remind(players []ids.User, turn time.Time, left time.Duration) {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = discord.Mention(p)
	}
	yours := games.Say("lobby.your_move", "who", strings.Join(names, " "), "s", int(left.Seconds()))
	m := discord.Message{Content: t.languages.language.Plain(yours), Mention: players, Nonce: fmt.Sprintf("%s.%s.turn",
		strconv.FormatInt(int64(t.Row.ID), 36), strconv.FormatInt(turn.UnixMilli(), 36))}
	r := &reminder{}
	t.reminder = r
	t.lobby.Send.Post("reminding", func(ctx context.Context) error {
		id, err := t.lobby.Discord.Post(ctx, t.Row.Channel, m)
		if err != nil {
			return err
		}
		l := oldPost(t.Row, id)
		l.Turn = turn
		err = t.lobby.Store.Leave(ctx, l)
		if r.setPosted(id) {
			t.lobby.cleaner.remove(ctx, l)
		}
		return err
	})
}

// StopReminding deletes the reminder, because the player has moved or the table no longer waits for them.
func (t *Table) StopReminding() {
	r := t.reminder
	t.reminder = nil
	if r == nil {
		return
	}
	if id := r.cancel(); id != 0 {
		t.lobby.Send.Post("deleting a reminder", func(ctx context.Context) error {
			t.lobby.cleaner.remove(ctx, oldPost(t.Row, id))
			return nil
		})
	}
}

// takeOverReminder finds the reminder that the last run left in the channel. If the reminder's turn isn't over, the
// table keeps it; otherwise it is deleted. Call takeOverReminder before the table starts. Errors come from the
// store.
func (t *Table) takeOverReminder(ctx context.Context) error {
	left, err := t.lobby.Store.LeftIn(ctx, t.Row.Channel)
	for _, l := range left {
		switch {
		case l.Table != t.Row.ID || l.Turn.IsZero():
		case t.Game.KeepReminder(l.Turn):
			t.reminder = &reminder{id: l.Message}
		default:
			t.lobby.cleaner.removeLater(l)
		}
	}
	return err
}

// A reminder is the message that Remind posts. A reminder may become unnecessary before it is posted.
type reminder struct {
	mu         sync.Mutex
	id         ids.Message // 0: not posted yet
	isUnneeded bool
}

// setPosted records the posted message. If late is true, the reminder is no longer needed, and the caller deletes the
// message.
func (r *reminder) setPosted(id ids.Message) (late bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.id = id
	return r.isUnneeded
}

// cancel records that the reminder is no longer needed. It returns the message to delete, or 0 if none has been posted
// yet.
func (r *reminder) cancel() ids.Message {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.isUnneeded = true
	return r.id
}
