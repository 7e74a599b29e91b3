package sandbox

import (
	"context"
	"log/slog"
	"sync"

	"settable/bot/sandbox/world"
)

// An Opening is the slash command that starts the first game in a new sandbox. The zero Opening does nothing.
type Opening struct {
	Command string
	Options []world.Option
}

// opener runs the Opening when the first person opens the page of a new world, so that a game is already in progress.
type opener struct {
	Opening
	server *Server
	life   context.Context
	log    *slog.Logger
	once   sync.Once
}

func (o *opener) opened(user string) {
	if o.Command == "" {
		return
	}
	o.once.Do(func() { o.server.world.Go(func() { o.begin(user) }) })
}

// begin waits until a bot is connected and then runs the command in the first channel.
func (o *opener) begin(user string) {
	var channel string
	quiet := true
	o.server.Do(func(w *world.World) {
		channel = w.Channels[0].ID
		for _, c := range w.Channels {
			quiet = quiet && len(c.Posts) == 0
		}
	})
	if !quiet {
		return
	}
	err := o.server.Wait(o.life, func() (ready bool) {
		o.server.Do(func(w *world.World) { ready = o.server.Online() && w.Knows(o.Command) })
		return ready
	})
	if err != nil { // the sandbox is closing
		return
	}
	if _, err := o.server.Slash(user, channel, o.Command, o.Options...); err != nil {
		o.log.Error("opening the sandbox's first table failed", "error", err)
	}
}
