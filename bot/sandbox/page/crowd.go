package page

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"settable/bot/sandbox/world"
)

// A Strategy decides how simulated people play. The zero Strategy means that the sandbox has no simulated people.
type Strategy struct {
	// Decide returns a person's next move at a channel's table, based only on what that person may see.
	Decide func(ctx context.Context, channel, person string) (Decision, error)
	// Opens returns the options that simulated people use to open a table of the given game.
	Opens func(game string) []world.Option
}

// A Decision is a person's next move.
type Decision struct {
	Line  int           // the newest line of the table's journal; 0: no table
	Words string        // the text to type, or a command if it begins with a slash; "": nothing
	Pace  time.Duration // how long the person thinks before the move, or waits before looking again
}

// A Show is a game that simulated people play in a channel for a visitor to watch.
type Show struct {
	Channel string   `json:"channel"`
	People  []string `json:"people"`
	Speed   int      `json:"speed"` // how many times faster than real people they play
}

// MostSpeed is the maximum value of Show.Speed.
const MostSpeed = 30

// A crowd consists of simulated people who play whole games for a visitor to watch. They type moves and press buttons,
// at the speed that the page asks for. A Strategy chooses the moves, because the crowd doesn't know the rules of the
// games.
type crowd struct {
	plays  Strategy
	world  *world.Locked
	people world.People
	told   func([]Show) // called after each change; must not call the crowd

	mu    sync.Mutex
	shows []*show
}

func newCrowd(w *world.Locked, plays Strategy, told func([]Show)) *crowd {
	return &crowd{plays: plays, world: w, people: world.NewPeople(w), told: told}
}

func (c *crowd) canSimulate() bool { return c.plays.Decide != nil }

func (c *crowd) list() []Show {
	list := make([]Show, len(c.shows))
	for i, s := range c.shows {
		list[i] = s.Show
	}
	return list
}

// crowdSize is the number of simulated people in a new game.
const crowdSize = 3

// watch makes simulated people play a game in a channel from its start to its end. If no game is given, they join the
// channel's table. A channel has at most one show at a time.
func (c *crowd) watch(watcher, channel, game string, speed int) error {
	if !c.canSimulate() {
		return world.UserError("Players can't be simulated here.")
	}
	if err := checkSpeed(speed); err != nil {
		return err
	}
	s := &show{Show: Show{Speed: speed}, crowd: c, faster: make(chan struct{}, 1)}
	err := c.people.Visit(watcher, channel, func(v world.Visitor) error {
		s.Channel, s.People = v.Where(), v.Others(crowdSize)
		return nil
	})
	if err != nil {
		return err
	}
	if !c.world.Enter() {
		return errors.New("sandbox: shutting down")
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	if err = c.add(s); err == nil && game != "" {
		s.opening, err = c.people.Slash(s.People[0], s.Channel, "play", world.Sub(game, c.plays.Opens(game)...))
		if err != nil {
			c.end(s)
		}
	}
	if err != nil {
		c.world.Leave()
		return err
	}
	go func() {
		defer c.world.Leave()
		defer c.end(s)
		if s.opening == "" || s.waitForTable(ctx) {
			s.play(ctx)
		}
	}()
	return nil
}

func (c *crowd) add(s *show) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if slices.ContainsFunc(c.shows, func(o *show) bool { return o.Channel == s.Channel }) {
		return world.UserError("The simulated players are already playing here. Watch them or stop them.")
	}
	c.shows = append(c.shows, s)
	c.told(c.list())
	return nil
}

func checkSpeed(speed int) error {
	if speed < 1 || speed > MostSpeed {
		return world.UserErrorf("The speed must be from 1 to %d, not %d.", MostSpeed, speed)
	}
	return nil
}

// setSpeed changes the speed of a channel's show. A speed of 0 stops the show, but the table stays open for other
// players.
func (c *crowd) setSpeed(channel string, speed int) error {
	if speed != 0 {
		if err := checkSpeed(speed); err != nil {
			return err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.shows, func(s *show) bool { return s.Channel == channel })
	switch {
	case i < 0:
		return world.UserError("No game is being simulated in that channel.")
	case speed == 0:
		c.shows[i].stop()
		return nil
	}
	c.shows[i].Speed = speed
	select {
	case c.shows[i].faster <- struct{}{}:
	default:
	}
	c.told(c.list())
	return nil
}

// stop asks all shows to end.
func (c *crowd) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.shows {
		s.stop()
	}
}

func (c *crowd) end(s *show) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.stop()
	c.shows = slices.DeleteFunc(c.shows, func(o *show) bool { return o == s })
	c.told(c.list())
}

func (c *crowd) speedOf(s *show) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(s.Speed)
}
