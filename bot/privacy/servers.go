package privacy

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"settable/bot/delivery"
	"settable/bot/lobby"
	"settable/store"
	"settable/store/ids"
)

// Kinds of the tasks that concern servers. The names appear in the host's log and metrics.
const (
	serverTask = "server_joined"
	purgeTask  = "server_purge"
)

// Servers keeps track of the servers that have the bot. Some time after a server has removed the bot, it deletes the
// server's data.
type Servers struct {
	service *Service
	After   time.Duration // how long the data of such servers is kept; 0: forever

	// purging is a lock that is held during a purge. A server that adds the bot again in the meantime is recorded
	// only after the purge, so that none of its new data is deleted.
	purging chan struct{}

	mu      sync.Mutex
	here    []ids.Guild        // the servers of the newest gateway session, with later changes
	noted   bool               // the store has recorded `here`; before that, nothing is purged
	unnoted map[ids.Guild]bool // new servers that the store has not recorded yet
}

// NewServers returns a Servers without any servers. after is how long it keeps the data of servers that have removed
// the bot; 0 means forever.
func (s *Service) NewServers(after time.Duration) *Servers {
	return &Servers{service: s, After: after, purging: make(chan struct{}, 1),
		unnoted: map[ids.Guild]bool{}}
}

// NoteServers records all servers that have the bot, including those with an outage. If the store has data of another
// server, that server is looked up, because Discord's list doesn't prove that it has removed the bot.
func (s *Servers) NoteServers(here []ids.Guild) {
	s.purging <- struct{}{}
	s.mu.Lock()
	s.here, s.noted = here, false
	s.mu.Unlock()
	<-s.purging
	s.schedule(0, func(ctx context.Context) error {
		missing, err := s.service.Store.NoteServers(ctx, here)
		for _, g := range missing {
			if !s.isHere(g) {
				s.service.Lobby.Absences.Doubt(lobby.Place{Guild: g})
			}
		}
		if err == nil {
			s.mu.Lock()
			s.noted = true
			s.mu.Unlock()
			s.Purge() // now, without waiting ten minutes for the next tick
		}
		return err
	})
}

// Here records that a server has the bot.
func (s *Servers) Here(g ids.Guild) {
	if s.isHere(g) {
		return
	}
	s.purging <- struct{}{}
	s.mu.Lock()
	s.here, s.unnoted[g] = append(slices.Clip(s.here), g), true
	s.mu.Unlock()
	<-s.purging
	s.service.Log.Info("server added the bot again, its data is kept", "server", g)
	s.schedule(g, func(ctx context.Context) error { return s.note(ctx, g) })
}

// Count returns the number of servers that have the bot.
func (s *Servers) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.here)
}

func (s *Servers) isHere(g ids.Guild) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.here, g)
}

func (s *Servers) note(ctx context.Context, g ids.Guild) error {
	err := s.service.Store.Return(ctx, g)
	if err == nil {
		s.mu.Lock()
		delete(s.unnoted, g)
		s.mu.Unlock()
	}
	return err
}

// Gone records that a server has removed the bot. Call it only if Discord has confirmed this.
func (s *Servers) Gone(g ids.Guild) {
	s.mu.Lock()
	s.here = slices.DeleteFunc(slices.Clone(s.here), func(x ids.Guild) bool { return x == g })
	delete(s.unnoted, g)
	s.mu.Unlock()
	at := s.service.Now()
	s.schedule(g, func(ctx context.Context) error {
		err := s.service.Store.Depart(ctx, g, at)
		if err == nil {
			s.tell(g)
		}
		return err
	})
}

func (s *Servers) tell(g ids.Guild) {
	if s.After == 0 {
		s.service.Log.Info("server removed the bot, its data is kept", "server", g)
		return
	}
	s.service.Log.Info("server removed the bot, its data will be deleted later", "server", g,
		"after", s.After)
}

func (s *Servers) schedule(g ids.Guild, do func(context.Context) error) {
	s.service.Tasks.Add(delivery.Task{Kind: serverTask, Number: int64(g), Rank: delivery.RankHeard, Do: do})
}

// Purge adds a task that deletes the data of servers that removed the bot longer ago than After.
func (s *Servers) Purge() {
	if s.After == 0 {
		return
	}
	s.service.Tasks.Add(delivery.Task{Kind: purgeTask, Rank: delivery.RankSeen, Do: s.purge})
}

func (s *Servers) purge(ctx context.Context) error {
	s.purging <- struct{}{}
	defer func() { <-s.purging }()
	s.mu.Lock()
	noted, back := s.noted, slices.Collect(maps.Keys(s.unnoted))
	s.mu.Unlock()
	if !noted {
		return nil // retried in ten minutes
	}
	for _, g := range back {
		if err := s.note(ctx, g); err != nil {
			return err
		}
	}
	gone, err := s.service.Store.Purge(ctx, s.service.Now().Add(-s.After))
	if len(gone) > 0 {
		s.service.eraseSoon(time.Time{})
	}
	for _, g := range gone {
		s.service.Log.Info("deleted the data of a server that removed the bot", "server", g)
	}
	if errors.Is(err, store.ErrFull) {
		return nil // retried in ten minutes
	}
	return err
}
