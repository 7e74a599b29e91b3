package sandbox

import (
	"fmt"
	"slices"
)

// Click presses a button, as the person sees it: it must be there and enabled. The id of the interaction is given.
func (s *Server) Click(user, channel, message, customID string) (string, error) {
	return s.press(user, channel, message, customID, nil, true)
}

// Select chooses values of a select.
func (s *Server) Select(user, channel, message, customID string, values ...string) (string, error) {
	if values == nil {
		values = []string{}
	}
	return s.press(user, channel, message, customID, values, true)
}

// Forge presses a button that need not be there: a click that was under way while the button vanished, or a client
// that lies. The message itself must be visible to the person.
func (s *Server) Forge(user, channel, message, customID string) (string, error) {
	return s.press(user, channel, message, customID, nil, false)
}

func (s *Server) press(user, channel, message, customID string, values []string, honest bool) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.own(user, channel, message)
	if err != nil {
		return "", err
	}
	m := s.view(o.post, o.person.ID)
	kind := typeButton
	if values != nil {
		kind = typeSelect
	}
	label := customID
	if honest {
		i := slices.IndexFunc(m.Buttons(), func(c Component) bool { return c.CustomID == customID && c.Type == kind })
		if i < 0 {
			return "", sorry("That button is not on the message.")
		}
		b := m.Buttons()[i]
		if err := pressable(b, values); err != nil {
			return "", err
		}
		if b.Label != "" {
			label = b.Label
		}
	}
	data := map[string]any{"custom_id": customID, "component_type": kind}
	if values != nil {
		data["values"] = values
		s.noted(o.at, o.person, fmt.Sprintf("select %s %q", label, values))
	} else {
		s.noted(o.at, o.person, "press "+label)
	}
	i := &interaction{Kind: kindComponent, Message: message}
	return s.begin(i, o.person, o.at, data), nil
}

func pressable(b Component, values []string) error {
	if b.Disabled || b.Style == styleLink {
		return sorry("That button cannot be pressed.")
	}
	if values == nil {
		return nil
	}
	if n := len(values); n < *orOne(b.MinValues) || n > *orOne(b.MaxValues) {
		return sorryf("Choose %d to %d values.", *orOne(b.MinValues), *orOne(b.MaxValues))
	}
	for _, v := range values {
		if !slices.ContainsFunc(b.Options, func(p Pick) bool { return p.Value == v }) {
			return sorryf("%q cannot be chosen.", v)
		}
	}
	return nil
}

// Submit fills in the form that an interaction opened. fields go by the custom ids of the inputs.
func (s *Server) Submit(user, interactionID string, fields map[string]string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, ok := s.world.Interactions[interactionID]
	if !ok || from.Form == nil {
		return "", sorry("There is no open form.")
	}
	p, c, err := s.world.both(user, from.Channel)
	if err != nil {
		return "", err
	}
	if from.User != p.ID {
		return "", sorry("That form is somebody else's.")
	}
	for k := range fields {
		if !slices.ContainsFunc(inputs(from.Form.Components), func(in Component) bool { return in.CustomID == k }) {
			return "", sorryf("The form has no field %q.", k)
		}
	}
	rows, words, err := filled(from.Form.Components, fields)
	if err != nil {
		return "", err
	}
	s.noted(c, p, "submit "+from.Form.Title+":"+words)
	i := &interaction{Kind: kindModal, Message: from.Message, Meta: from.Meta}
	return s.begin(i, p, c, map[string]any{"custom_id": from.Form.CustomID, "components": rows}), nil
}

// filled is a form's components as they come back, with what was typed.
func filled(components []Component, fields map[string]string) (rows []any, words string, err error) {
	for _, c := range components {
		row := map[string]any{"type": c.Type, "id": c.ID}
		if c.Type == typeLabel {
			one, err := filledOne(*c.Component, c.Label, fields)
			if err != nil {
				return nil, "", err
			}
			row["component"] = one
			words += " " + fields[c.Component.CustomID]
		} else {
			list := []any{}
			for _, in := range c.Components {
				one, err := filledOne(in, in.Label, fields)
				if err != nil {
					return nil, "", err
				}
				list = append(list, one)
				words += " " + fields[in.CustomID]
			}
			row["components"] = list
		}
		rows = append(rows, row)
	}
	return rows, words, nil
}

func filledOne(in Component, label string, fields map[string]string) (map[string]any, error) {
	v, given := fields[in.CustomID]
	if !given {
		v = in.Value
	}
	out := map[string]any{"type": in.Type, "id": in.ID, "custom_id": in.CustomID}
	required := in.Required == nil || *in.Required
	if in.Type == typeSelect {
		values := []string{}
		if v != "" {
			values = append(values, v)
		}
		if required || v != "" {
			if err := pressable(in, values); err != nil {
				return nil, err
			}
		}
		out["values"] = values
		return out, nil
	}
	n := runes(v)
	switch {
	case required && n == 0:
		return nil, sorryf("%s is required.", label)
	case n > 0 && in.MinLength != nil && n < *in.MinLength:
		return nil, sorryf("%s needs at least %d characters.", label, *in.MinLength)
	case in.MaxLength != nil && n > *in.MaxLength, n > 4000:
		return nil, sorryf("%s is too long.", label)
	}
	out["value"] = v
	return out, nil
}
