package games

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
	for s := range o.Roster.All() {
		if (o.viewer == Watcher || o.viewer == s) && may(s) {
			o.List = append(o.List, move)
			return
		}
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
	if o.Roster.Here() < most && mayHost(o.Attendance, gathering) == nil {
		for _, level := range Levels {
			o.If(true, SitIn{Level(level)}.String())
		}
	}
	if !o.Roster.Sits(o.viewer) && o.Roster.Here() < most && !o.of(o.viewer).barred && !o.IsHouse(o.viewer) {
		o.List = append(o.List, Offer{Words: "join"})
	}
	for absent := range o.Roster.All() {
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

// Change gives options their value by choice of somebody who sits down, and tells it in
// step, before the start. The error is Illegal: not every option can be changed by those who
// have come, for sitting down was agreeing to the others.
func (m Manual) Change(now Options, gathering bool, s Seat, c Choose, step *Step) (Options, error) {
	if !gathering {
		return nil, Refuse("games.option_late")
	}
	o, _ := m.Option(c.Option)
	if o.Lobby == nil {
		return nil, Refuse("games.option_stays", "option", c.Option)
	}
	if now[c.Option] == c.Value {
		return nil, Refuse("games.option_so")
	}
	changed, err := m.Fill(now.With(c))
	if err == nil {
		step.Tell(News("games.chose_option", "who", s, "told", m.Told(o, c.Value)))
	}
	return changed, err
}

// Choices adds the choices that are offered before the start, at a table with such
// options.
func (o *Offers) Choices(m Manual, now Options) {
	for _, option := range m.Options {
		for _, value := range option.Lobby {
			o.If(value != now[option.Name], Choose{option.Name, value}.String())
		}
	}
}
