package page

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"settable/bot/sandbox/world"
)

// Processes lets the page list, kill and pause the bot's processes, so that people can watch how the tables react.
type Processes struct {
	List func(context.Context) []Process  // nil: there is only one process, and the page doesn't show it
	Do   func(process, what string) error // "kill", "pause" or "wake"
}

// Process is a process of the bot as the page shows it.
type Process struct {
	Name   string    `json:"name"`
	PID    int       `json:"pid"`   // 0: it has ended and will be restarted
	Since  time.Time `json:"since"` // when it started or ended
	Paused bool      `json:"paused"`
	Shards []int     `json:"shards"` // the shards that it has leased
	Tables []Table   `json:"tables"` // the tables open in them
}

// Table is the game that is open in a channel.
type Table struct {
	Channel string `json:"channel"`
	Game    string `json:"game"`
}

const listsEach = 500 * time.Millisecond

// Watch sends the state of the processes to every open page after each change, until ctx ends.
func (p *Page) Watch(ctx context.Context) {
	if p.Processes.List == nil {
		return
	}
	tick := time.NewTicker(listsEach)
	defer tick.Stop()
	for {
		p.tellProcesses(world.JSON(p.Processes.List(ctx)))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (p *Page) tellProcesses(now []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if bytes.Equal(now, p.playing) {
		return
	}
	p.playing = now
	for v := range p.viewers {
		v.tell("processes", json.RawMessage(now))
	}
}

func (p *Page) signal(d request) error {
	if p.Processes.Do == nil {
		return world.UserError("There is only one process. Stop it where you started it.")
	}
	if err := p.Processes.Do(d.Name, d.Content); err != nil {
		return world.UserErrorf("That failed: %v.", err)
	}
	return nil
}
