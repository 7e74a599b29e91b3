package lobby

import (
	"context"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/games"
	"settable/store"
)

// shortest is the usual Config.Shortest: somewhat less than 20 s, because a
// turn begins with the id of a move and the clock is set a little later.
const shortest = 18 * time.Second

// Remind is the one message that pings anybody, and only whoever is to move.
// It goes away with the move, even with one that comes while it is posted.
func (t *Table) Remind(players []store.PlayerID, left time.Duration) {
	who := make([]discord.UserID, len(players))
	names := make([]string, len(players))
	for i, p := range players {
		who[i] = DiscordUser(p)
		names[i] = discord.Mention(who[i])
	}
	yours := games.Say("lobby.your_move", "who", strings.Join(names, " "), "s", int(left.Seconds()))
	text := t.speaks.Plain(yours)
	r := &reminder{}
	t.reminder = r
	t.lobby.Send.Go("reminding", func(ctx context.Context) error {
		id, err := t.lobby.Discord.Post(ctx, t.channel(), discord.Message{Content: text, Mention: who})
		if err == nil && r.posted(id) {
			return t.lobby.Discord.Delete(ctx, t.channel(), id)
		}
		return err
	})
}

// StopReminding takes the reminder away when the one it was for has moved, or
// nobody waits for them any more.
func (t *Table) StopReminding() {
	r := t.reminder
	t.reminder = nil
	if r == nil {
		return
	}
	if id := r.over(); id != "" {
		t.lobby.Send.Go("taking a reminder away", func(ctx context.Context) error {
			return t.lobby.Discord.Delete(ctx, t.channel(), id)
		})
	}
}

// A reminder is a message that is posted beside the table: the move may come first.
type reminder struct {
	mu   sync.Mutex
	id   discord.MessageID // "": not posted yet
	late bool              // nobody needs it any more
}

// posted notes that it stands there, and says whether it came too late.
func (r *reminder) posted(id discord.MessageID) (late bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.id = id
	return r.late
}

// over says that it is not needed any more, and gives what is to be deleted.
func (r *reminder) over() discord.MessageID {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.late = true
	return r.id
}
