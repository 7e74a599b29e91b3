package games

// Offers collects the moves that are legal now. A player sees their own moves; a Watcher sees those that anyone at the
// table may make.
type Offers struct {
	List   []Offer
	Staked bool // the game is played for chips from players' balances
	// Leaders has the same meaning as in a Situation.
	Leaders func() []Seat
	viewer  Seat
	*Attendance
}

// Offers returns an empty list of offers for a viewer.
func (a *Attendance) Offers(viewer Seat) *Offers { return &Offers{viewer: viewer, Attendance: a} }

// Add adds a move if the viewer may make it or, for a Watcher, if any seated player may. Players who are leaving after
// the hand in play can't make any more moves.
func (o *Offers) Add(move Offer, may func(Seat) bool) {
	for s := range o.Roster.All() {
		if (o.viewer == Watcher || o.viewer == s) && !o.isLeaving(s) && may(s) {
			o.List = append(o.List, move)
			return
		}
	}
}

// AddForAll adds a move for every seated player if the move is legal now. House players are excluded, because they
// neither start a game nor leave.
func (o *Offers) AddForAll(legal bool, words string) {
	o.Add(Offer{Words: words}, func(s Seat) bool { return legal && !o.IsHouse(s) })
}

// WithSeatOffers adds the offers that every game has and returns all offers. Players can join if fewer than most are
// seated, add a house player before the start, let the house play for a player who is away, come back, and leave.
func (o *Offers) WithSeatOffers(most int, gathering bool) []Offer {
	if o.Roster.SeatedCount() < most && mayAddHouse(o.Attendance, gathering) == nil {
		for _, level := range Levels {
			o.AddForAll(true, SitIn{Level(level)}.String())
		}
	}
	if !o.Roster.Sits(o.viewer) && o.Roster.SeatedCount() < most && !o.chairOf(o.viewer).barred && !o.IsHouse(o.viewer) {
		o.List = append(o.List, Offer{Words: "join"})
	}
	for absent := range o.Roster.All() {
		if !o.chairOf(absent).away || o.isLeaving(absent) {
			continue // almost always
		}
		may := mayCover(o.Attendance, Situation{Gathering: gathering, ForChips: o.Staked, Leaders: o.Leaders}, Watcher, absent) == nil
		asked := o.chairOf(absent).coverVotes
		n, of := o.countVotes(absent, asked)
		o.Add(Offer{Words: Cover{absent}.String()}, func(s Seat) bool {
			return may && !o.chairOf(s).away && !o.IsHouse(s) && (asked>>(s-1)&1 == 0 || n == of)
		})
	}
	o.Add(Offer{Words: "back"}, func(s Seat) bool { return o.chairOf(s).away })
	o.AddForAll(true, "leave")
	return o.List
}
