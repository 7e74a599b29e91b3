package privacy

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/lobby"
	"settable/store"
)

// What a host reads of servers whose data may have to go.
const (
	attending = "servers to be noted on which the bot is"
	purging   = "servers to be purged that have sent the bot away"
)

// Servers are those on which the bot is. What is kept of one that has sent it away goes after a while.
type Servers struct {
	Tables *lobby.Lobby
	After  time.Duration // how long what is kept of such a server stays; 0: for good

	mu   sync.Mutex
	here []store.GuildID // as the newest session has told
}

// Attend hears on which servers the bot is, those out of order among them.
func (s *Servers) Attend(here []store.GuildID) {
	s.mu.Lock()
	s.here = here
	s.mu.Unlock()
	s.stand(0, func(ctx context.Context) error {
		gone, err := s.Tables.Store.Attend(ctx, here, s.Tables.Now())
		for _, g := range gone {
			s.tell(g)
		}
		return err
	})
}

// Here hears of a server on which the bot is.
func (s *Servers) Here(g store.GuildID) {
	s.mu.Lock()
	known := slices.Contains(s.here, g)
	if !known {
		s.here = append(slices.Clip(s.here), g)
	}
	s.mu.Unlock()
	if !known {
		s.stand(g, func(ctx context.Context) error { return s.Tables.Store.Return(ctx, g) })
	}
}

// Gone hears of a server that has sent the bot away.
func (s *Servers) Gone(g store.GuildID) {
	s.mu.Lock()
	s.here = slices.DeleteFunc(slices.Clone(s.here), func(x store.GuildID) bool { return x == g })
	s.mu.Unlock()
	at := s.Tables.Now()
	s.stand(g, func(ctx context.Context) error {
		err := s.Tables.Store.Depart(ctx, g, at)
		if err == nil {
			s.tell(g)
		}
		return err
	})
}

func (s *Servers) tell(g store.GuildID) {
	if s.After == 0 {
		s.Tables.Log.Info("a server has sent the bot away: what is kept of it stays", "server", g)
		return
	}
	s.Tables.Log.Info("a server has sent the bot away: what is kept of it is deleted later", "server", g,
		"after", s.After)
}

func (s *Servers) stand(g store.GuildID, do func(context.Context) error) {
	s.Tables.Tasks.Stand(delivery.Task{What: attending, Of: int64(g), Rank: delivery.Heard, Do: do})
}

// Purge sees to it that what is kept of servers goes that have sent the bot away long enough ago.
func (s *Servers) Purge() {
	if s.After == 0 {
		return
	}
	s.Tables.Tasks.Stand(delivery.Task{What: purging, Rank: delivery.Seen, Do: func(ctx context.Context) error {
		gone, err := s.Tables.Store.Purge(ctx, s.Tables.Now().Add(-s.After))
		for _, g := range gone {
			s.Tables.Log.Info("what was kept of a server that has sent the bot away was deleted", "server", g)
		}
		if errors.Is(err, store.ErrFull) {
			return nil // in ten minutes again
		}
		return err
	}})
}
