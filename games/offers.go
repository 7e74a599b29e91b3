package games

import "slices"

// Offers are the moves that are legal now: for a seat its own, for a Watcher those
// that somebody may make.
type Offers struct {
	List   []Offer
	viewer Seat
	roster Roster
}

// Offers are none yet.
func (r Roster) Offers(viewer Seat) *Offers { return &Offers{viewer: viewer, roster: r} }

// Add adds a move that some seats may make.
func (o *Offers) Add(move Offer, may func(Seat) bool) {
	somebody := o.viewer == Watcher && slices.ContainsFunc(o.roster.Seats(), may)
	if somebody || o.roster.Sits(o.viewer) && may(o.viewer) {
		o.List = append(o.List, move)
	}
}

// If adds a move that all who sit here may make while something is so.
func (o *Offers) If(so bool, words string) {
	o.Add(Offer{Words: words}, func(Seat) bool { return so })
}

// Seats are all offers, with those of sitting down, while fewer than most sit here, and
// of standing up.
func (o *Offers) Seats(most int) []Offer {
	if !o.roster.Sits(o.viewer) && o.roster.Here() < most {
		o.List = append(o.List, Offer{Words: "join"})
	}
	o.If(true, "leave")
	return o.List
}
