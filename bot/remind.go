package bot

import (
	"context"
	"fmt"
	"strings"
	"time"

	"settable/bot/discord"
	"settable/games"
)

// shortest is the time to think below which nobody is reminded.
const shortest = 20 * time.Second

// expect notes a new deadline: who is to move is reminded at half time, once.
func (t *table) expect(deadline time.Time) {
	if deadline.Equal(t.due) {
		return
	}
	t.due, t.remindAt = deadline, time.Time{}
	if left := time.Until(deadline); left >= shortest && len(t.thinkers()) > 0 {
		t.remindAt = deadline.Add(-left / 2)
	}
}

// thinkers are the players the table waits for.
func (t *table) thinkers() (ids []discord.UserID) {
	for _, p := range t.course.Game.View(games.Watcher).Seats {
		if !p.Turn {
			continue
		}
		for player, seat := range t.seats {
			if seat == p.Seat {
				ids = append(ids, discordUser(player))
			}
		}
	}
	return ids
}

// remind is the one message that pings anybody, and only whoever is to move.
// It goes away with the move.
func (t *table) remind() {
	t.remindAt = time.Time{}
	who := t.thinkers()
	if len(who) == 0 {
		return
	}
	names := make([]string, len(who))
	for i, id := range who {
		names[i] = discord.Mention(id)
	}
	left := time.Until(t.due).Round(time.Second)
	text := fmt.Sprintf("%s: it is your move, %d s left.", strings.Join(names, " "), int(left.Seconds()))
	t.bot.errand("reminding", func(ctx context.Context) error {
		id, err := t.bot.rest.Post(ctx, t.post.channel, discord.Message{Content: text, Mention: who})
		if err == nil {
			t.reminder.Store(&id)
		}
		return err
	})
}

// forgetReminder takes the reminder away when the table has moved on.
func (t *table) forgetReminder() {
	if id := t.reminder.Swap(nil); id != nil {
		t.bot.errand("taking a reminder away", func(ctx context.Context) error {
			return t.bot.rest.Delete(ctx, t.post.channel, *id)
		})
	}
}
