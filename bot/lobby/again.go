package lobby

import (
	"slices"

	"settable/bot/table"
	"settable/games"
)

// guests are those who played before and are waited for at a new table. They are named
// without a ping, and sit down with a press of their own.
type guests struct {
	people []table.Person
	begun  bool
}

// missed are the names of those who do not sit at the table yet.
func (g *guests) missed(s table.Session) (names []string) {
	if s.View().Phase != games.Gathering {
		return nil
	}
	for _, p := range g.people {
		if _, sits := s.SeatOf(p.ID); !sits {
			names = append(names, p.Name)
		}
	}
	return names
}

// complete says, once, that all of them sit, and who of them the house begins the game
// for: who sat down first.
func (g *guests) complete(s table.Session) (first table.Person, ok bool) {
	v := s.View()
	if g.people == nil || g.begun || !v.May("start") || v.Phase != games.Gathering || len(g.missed(s)) > 0 {
		return table.Person{}, false
	}
	g.begun = true
	bySeat := func(p, q table.Person) int { return int(s.Seats[p.ID] - s.Seats[q.ID]) }
	return slices.MinFunc(g.people, bySeat), true
}

// Rejoin gives a word to the table of its channel, if whoever says it is waited for there
// or has come.
func (l *channels) Rejoin(w table.Word) bool {
	t := l.In(w.Channel)
	if t == nil {
		return false
	}
	now := t.Session()
	waited := func(p table.Person) bool { return p.ID == w.Who.ID }
	if now.View().Phase != games.Gathering || !slices.ContainsFunc(t.guests.people, waited) {
		return false
	}
	_, sits := now.SeatOf(w.Who.ID)
	return sits || t.Put(t.Understand(w)) // who has pressed twice sits already
}
