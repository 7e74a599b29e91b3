package lobby

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"settable/bot/table"
	"settable/games"
	"settable/store/ids"
)

// guests holds the players of an earlier game who are invited to a new table. The table's message names them without
// pinging them. They can sit down by pressing a button.
type guests struct {
	mu     sync.Mutex
	people []table.Person
	starts bool // the house was told to start the game; only the table's loop uses this
}

func (g *guests) all() []table.Person {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.people
}

// Has reports whether a player is on the list.
func (g *guests) Has(who ids.User) bool {
	return slices.ContainsFunc(g.all(), func(p table.Person) bool { return p.ID == who })
}

// Forget removes a player from the list, and reports whether they were on it.
func (g *guests) Forget(who ids.User) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	others := slices.DeleteFunc(slices.Clone(g.people), func(p table.Person) bool { return p.ID == who })
	was := len(others) < len(g.people)
	g.people = others
	return was
}

// missingNames returns the names of the guests who aren't seated at the table yet. Once the game has begun, it
// returns none.
func (g *guests) missingNames(s table.Session) (names []string) {
	if s.View().Phase != games.Gathering {
		return nil
	}
	for _, p := range g.all() {
		if _, sits := s.SeatOf(p.ID); !sits {
			names = append(names, p.Name)
		}
	}
	return names
}

// RemainingPlayers returns the human players who were still seated when a table ended.
func RemainingPlayers(s table.Session) (people []table.Person) {
	left := map[games.Seat]bool{}
	for _, p := range s.View().Seats {
		left[p.Seat] = p.HasLeft
	}
	for player, seat := range s.Seats {
		if !left[seat] && !player.IsHouse() && !player.IsForgotten() {
			people = append(people, table.Person{ID: player, Name: s.Name(seat)})
		}
	}
	slices.SortFunc(people, func(p, q table.Person) int { return int(s.Seats[p.ID] - s.Seats[q.ID]) })
	return people
}

// loadGuests determines who is invited to a table that follows an earlier game and has not started. If the earlier game
// can't be loaded, there are no guests.
func (t *Table) loadGuests(ctx context.Context) {
	if t.Row.Follows == 0 || t.Game.Session().View().Phase != games.Gathering {
		return
	}
	old, err := t.lobby.Store.Table(ctx, t.Row.Follows)
	if err == nil && (old.Channel != t.Row.Channel || old.Game != t.Row.Game) {
		err = fmt.Errorf("table %d belongs to another channel or game", old.ID)
	}
	var before table.Session
	if err == nil {
		before, err = t.lobby.Read(ctx, old)
	}
	if err != nil {
		t.log.Warn("loading the previous players failed, so the new game doesn't wait for them", "error", err)
		return
	}
	t.Guests.people = RemainingPlayers(before)
}

// complete returns true when the last guest has sat down and the game can begin. It returns true again if a guest
// leaves and comes back before the start. first is the guest who sat down first; the house starts the game on their
// behalf.
func (g *guests) complete(s table.Session) (first table.Person, ok bool) {
	v, people := s.View(), g.all()
	was := g.starts
	g.starts = len(people) > 0 && v.May("start") && v.Phase == games.Gathering && len(g.missingNames(s)) == 0
	if was || !g.starts {
		return table.Person{}, false
	}
	bySeat := func(p, q table.Person) int { return int(s.Seats[p.ID] - s.Seats[q.ID]) }
	return slices.MinFunc(people, bySeat), true
}

// Rejoin gives a Word to the channel's table if its author is a guest there. It reports whether the guest already has a
// seat (sits) and whether the table accepted the Word. If the table accepted it, the table also answers it.
func (ts *Tables) Rejoin(w table.Word) (sits, accepted bool) {
	t := ts.In(w.Channel)
	if t == nil {
		return false, false
	}
	now := t.Game.Session()
	waited := func(p table.Person) bool { return p.ID == w.Who.ID }
	if now.View().Phase != games.Gathering || !slices.ContainsFunc(t.Guests.all(), waited) {
		return false, false
	}
	if _, sits = now.SeatOf(w.Who.ID); sits {
		return true, false
	}
	return false, t.Game.Put(t.Understand(w))
}
