package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	"settable/bot/sandbox"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
	"settable/games"
)

// A workload holds the tables of a measurement and the latencies measured at them.
type workload struct {
	world   *sandbox.Server
	tables  []*table
	servers int      // number of servers; consecutive tables are on different servers
	places  sync.Map // channel id → *table

	mu     sync.Mutex
	waited []time.Duration
}

func (l *workload) watch(e traffic.Exchange) {
	switch {
	case e.Gateway && e.Sent && bytes.HasPrefix(e.Payload, []byte(`{"t":"MESSAGE_CREATE"`)):
		if t := l.tableOf(e.Payload); t != nil && !bytes.Contains(e.Payload, []byte(`"bot":true`)) {
			t.moveSent(e.At)
		}
	case !e.Gateway && len(e.Files) > 0 && e.Status == 200:
		l.picture(e)
	}
}

// tableOf returns the table in a message's channel, or nil.
func (l *workload) tableOf(payload []byte) *table {
	_, rest, _ := bytes.Cut(payload, []byte(`"channel_id":"`))
	id, _, _ := bytes.Cut(rest, []byte(`"`))
	if t, ok := l.places.Load(string(id)); ok {
		return t.(*table)
	}
	return nil
}

// picture handles an uploaded picture. The ids of the picture's buttons contain the line that it shows.
func (l *workload) picture(e traffic.Exchange) {
	parts := strings.Split(e.Path, "/") // /api/v9/channels/ID/messages…
	if len(parts) < 5 {
		return
	}
	t, ok := l.places.Load(parts[4])
	if !ok {
		return
	}
	var body struct {
		Attachments []struct{ Description string }
		Components  []struct {
			Components []struct {
				ID string `json:"custom_id"`
			}
		}
	}
	if json.Unmarshal(e.Body, &body) != nil || len(body.Attachments) == 0 || len(body.Components) == 0 {
		return
	}
	button := strings.Split(body.Components[0].Components[0].ID, ":") // kind:table:line.code:words
	if len(button) < 4 {
		return
	}
	number, _, _ := strings.Cut(button[2], ".")
	line, err := strconv.Atoi(number)
	if err != nil {
		return
	}
	waited := t.(*table).pictureReceived(line, body.Attachments[0].Description, e.Received)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waited = append(l.waited, waited...)
}

// open opens the tables one after the other and starts the games. The order matters, because each bot numbers the
// tables that it opens and uses the number as the seed of the deck.
func (l *workload) open(ctx context.Context) error {
	if err := l.world.Wait(ctx, func() (known bool) { // the bot connects before it registers its commands
		l.world.Do(func(w *world.World) { known = len(w.Menu()) > 0 })
		return known
	}); err != nil {
		return err
	}
	for i := range l.tables {
		channel, err := l.newChannel(i)
		if err != nil {
			return err
		}
		t, err := newTable(uint64(i/l.servers+1), channel)
		if err != nil {
			return err
		}
		t.expectPicture()
		t.moveSent(time.Now())
		l.tables[i] = t
		l.places.Store(channel, t)
		if _, err := l.world.Slash(players[0], channel, "play", world.Sub("classic")); err != nil {
			return fmt.Errorf("open a table: %w", err)
		}
		if err := l.waitForPictures(ctx, t); err != nil {
			return err
		}
		t.line = t.shown // the bot decides how many lines precede the opener's
	}
	for _, words := range []string{"join", "start"} {
		for i, t := range l.tables {
			var m games.Move = games.Join{}
			seat := games.Seat(len(players))
			if words == "start" {
				m, seat = games.Start{}, 1
			}
			if err := t.trial.Do(seat, m); err != nil {
				return err
			}
			if err := l.say(t, players[seat-1], words); err != nil {
				return err
			}
			if (i+1)%100 == 0 || i == len(l.tables)-1 {
				if err := l.waitForPictures(ctx, l.tables[i/100*100:i+1]...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// newChannel creates a channel for the i-th table.
func (l *workload) newChannel(i int) (channel string, err error) {
	l.world.Do(func(w *world.World) {
		server := w.Servers()[i%l.servers]
		var c *world.Channel
		if c, err = w.AddChannel(server.GuildID, fmt.Sprintf("table-%d", i+1)); err == nil {
			channel = c.ID
		}
	})
	if err != nil {
		return "", fmt.Errorf("create a channel: %w", err)
	}
	return channel, nil
}

// waitForPictures waits until all moves at these tables are shown.
func (l *workload) waitForPictures(ctx context.Context, tables ...*table) error {
	deadline := time.Now().Add(maxWait + time.Duration(len(tables))*20*time.Millisecond)
	for _, t := range tables {
		for t.outstanding() > 0 {
			if time.Now().After(deadline) {
				return errors.New("a table did not answer")
			}
			if err := discord.Sleep(ctx, time.Millisecond); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxWait is how long the workload waits for the next picture. After that, the outstanding moves count as lost.
const maxWait = 15 * time.Second

func (l *workload) say(t *table, who, words string) error {
	t.expectPicture()
	if _, err := l.world.Say(who, t.channel, words); err != nil {
		return fmt.Errorf("type %q: %w", words, err)
	}
	return nil
}

func (l *workload) seen() (pictures, reordered int) {
	for _, t := range l.tables {
		t.mu.Lock()
		pictures, reordered = pictures+t.pictures, reordered+t.reordered
		t.mu.Unlock()
	}
	return pictures, reordered
}

func (l *workload) check() error {
	for _, t := range l.tables {
		if err := t.check(); err != nil {
			return err
		}
	}
	return nil
}
