package games

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
