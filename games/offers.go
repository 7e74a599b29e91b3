package games

import "slices"

// Offers are the moves that are legal now: for a seat its own, for a Watcher those
// that somebody may make.
type Offers struct {
	List   []Offer
	Staked bool // chips of people's own are played for
	viewer Seat
	*Attendance
}

// Offers are none yet.
func (a *Attendance) Offers(viewer Seat) *Offers { return &Offers{viewer: viewer, Attendance: a} }

// Add adds a move that some seats may make.
func (o *Offers) Add(move Offer, may func(Seat) bool) {
	somebody := o.viewer == Watcher && slices.ContainsFunc(o.Roster.Seats(), may)
	if somebody || o.Roster.Sits(o.viewer) && may(o.viewer) {
		o.List = append(o.List, move)
	}
}

// If adds a move that all people who sit here may make while something is so: the house
// neither starts anything nor leaves.
func (o *Offers) If(so bool, words string) {
	o.Add(Offer{Words: words}, func(s Seat) bool { return so && !o.IsHouse(s) })
}

// Seats are all offers, with those of sitting down, while fewer than most sit here, of
// having the house do so before the start, of having it play for who is away, of coming
// back, and of standing up.
func (o *Offers) Seats(most int, gathering bool) []Offer {
	for _, level := range Levels {
		words := SitIn{Level(level)}.String()
		o.If(mayHost(o.Attendance, gathering) == nil && o.Roster.Here() < most, words)
	}
	if !o.Roster.Sits(o.viewer) && o.Roster.Here() < most && !o.of(o.viewer).barred && !o.IsHouse(o.viewer) {
		o.List = append(o.List, Offer{Words: "join"})
	}
	for _, absent := range o.Roster.Seats() {
		if !o.of(absent).away {
			continue // as nearly always
		}
		may := mayCover(o.Attendance, Now{Gathering: gathering, Staked: o.Staked}, Watcher, absent) == nil
		asked := o.of(absent).asked
		o.Add(Offer{Words: Cover{absent}.String()}, func(s Seat) bool {
			return may && !o.of(s).away && !o.IsHouse(s) && asked>>(s-1)&1 == 0
		})
	}
	o.Add(Offer{Words: "back"}, func(s Seat) bool { return o.of(s).away })
	o.If(true, "leave")
	return o.List
}
