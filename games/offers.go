package games

// Offers collects the moves that are legal now: those of the viewer or, for a Watcher, those that
// anybody at the table may make.
type Offers struct {
	List   []Offer
	Staked bool // the game is played for chips from people's balances
	viewer Seat
	*Attendance
}

// Offers is an empty list of offers for a viewer.
func (a *Attendance) Offers(viewer Seat) *Offers { return &Offers{viewer: viewer, Attendance: a} }

// Add adds a move if the viewer may make it or, for a Watcher, if anybody who sits here may. A player
// who leaves after the hand in play makes no more moves.
func (o *Offers) Add(move Offer, may func(Seat) bool) {
	for s := range o.Roster.All() {
		if (o.viewer == Watcher || o.viewer == s) && !o.gone(s) && may(s) {
			o.List = append(o.List, move)
			return
		}
	}
}

// If adds a move that everybody who sits here may make while so is true, except the house players:
// the house neither starts a game nor leaves.
func (o *Offers) If(so bool, words string) {
	o.Add(Offer{Words: words}, func(s Seat) bool { return so && !o.IsHouse(s) })
}

// Seats adds the offers that every game has and returns all of them: to sit down while fewer than
// most sit here, to let a house player sit down before the start, to let the house play for somebody
// who is away, to come back, and to leave.
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
		if !o.of(absent).away || o.gone(absent) {
			continue // nearly always
		}
		may := mayCover(o.Attendance, Now{Gathering: gathering, Staked: o.Staked}, Watcher, absent) == nil
		asked := o.of(absent).asked
		n, of := o.agreed(absent, asked)
		o.Add(Offer{Words: Cover{absent}.String()}, func(s Seat) bool {
			return may && !o.of(s).away && !o.IsHouse(s) && (asked>>(s-1)&1 == 0 || n == of)
		})
	}
	o.Add(Offer{Words: "back"}, func(s Seat) bool { return o.of(s).away })
	o.If(true, "leave")
	return o.List
}

// Change returns the options after somebody at the table has made a choice, and tells the choice in
// step. The error is Illegal: choices are made before the start, and only for an option with a Lobby,
// because the people here agreed to the other options when they sat down.
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

// Choices adds the choices that a table with these options offers before the start.
func (o *Offers) Choices(m Manual, now Options) {
	for _, option := range m.Options {
		for _, value := range option.Lobby {
			o.If(value != now[option.Name], Choose{option.Name, value}.String())
		}
	}
}
