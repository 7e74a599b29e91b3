package world

import (
	"slices"
	"strings"
)

// Press presses a button that the person sees. The button must exist and be enabled. Press returns the interaction's
// id.
func (v Visitor) Press(message, customID string) (string, error) {
	p, err := v.post(message)
	if err != nil {
		return "", err
	}
	buttons := p.Message.Buttons()
	i := slices.IndexFunc(buttons, func(c Component) bool { return c.CustomID == customID })
	switch {
	case i < 0:
		return "", UserError("The message has no such button.")
	case buttons[i].Disabled:
		return "", UserError("That button is disabled.")
	}
	return v.Forge(message, customID)
}

// Forge presses a button that may not exist. This simulates a manipulated client, or a click on a button that has just
// vanished. The message must be visible to the person.
func (v Visitor) Forge(message, customID string) (string, error) {
	if _, err := v.post(message); err != nil {
		return "", err
	}
	data := map[string]any{"custom_id": customID, "component_type": TypeButton}
	return v.begin(&Interaction{Kind: KindComponent, Message: message, CustomID: customID}, data), nil
}

// Submit fills in the form that an interaction opened. The keys of fields are the custom ids of the inputs. For a
// select, the value contains one chosen value per line.
func (w *World) Submit(user, interaction string, fields map[string]string) (string, error) {
	from, ok := w.Interactions[interaction]
	if !ok || from.Form == nil {
		return "", UserError("No form is open.")
	}
	v, err := w.Visit(user, from.Channel)
	if err != nil {
		return "", err
	}
	if from.User != v.person.ID {
		return "", UserError("That form belongs to someone else.")
	}
	for k := range fields {
		named := func(in Component) bool { return in.CustomID == k }
		if !slices.ContainsFunc(inputs(from.Form.Components), named) {
			return "", UserErrorf("The form has no field %q.", k)
		}
	}
	rows, err := fillIn(from.Form.Components, fields)
	if err != nil {
		return "", err
	}
	i := &Interaction{Kind: KindModal, Message: from.Message, Meta: from.Meta}
	return v.begin(i, map[string]any{"custom_id": from.Form.CustomID, "components": rows}), nil
}

// fillIn returns the labels of a submitted form with the typed or chosen values.
func fillIn(labels []Component, fields map[string]string) (rows []any, err error) {
	for _, c := range labels {
		in, err := fillInOne(*c.Component, c.Label, fields)
		if err != nil {
			return nil, err
		}
		rows = append(rows, map[string]any{"type": c.Type, "id": c.ID, "component": in})
	}
	return rows, nil
}

func fillInOne(in Component, label string, fields map[string]string) (map[string]any, error) {
	v, given := fields[in.CustomID]
	if !given {
		v = in.Value
	}
	out := map[string]any{"type": in.Type, "id": in.ID, "custom_id": in.CustomID}
	required := in.Required == nil || *in.Required
	if in.Type == TypeSelect {
		values := []string{}
		if v != "" {
			values = strings.Split(v, "\n")
		}
		if required || v != "" {
			if err := in.accepts(values); err != nil {
				return nil, err
			}
		}
		out["values"] = values
		return out, nil
	}
	n := Runes(v)
	switch {
	case required && n == 0:
		return nil, UserErrorf("%s is required.", label)
	case n > 0 && in.MinLength != nil && n < *in.MinLength:
		return nil, UserErrorf("%s needs at least %d characters.", label, *in.MinLength)
	case in.MaxLength != nil && n > *in.MaxLength, n > 4000:
		return nil, UserErrorf("%s is too long.", label)
	}
	out["value"] = v
	return out, nil
}

// accepts returns an error unless these values can be chosen in the select.
func (c Component) accepts(values []string) error {
	if n := len(values); n < *OrOne(c.MinValues) || n > *OrOne(c.MaxValues) {
		return UserErrorf("Choose %d to %d values.", *OrOne(c.MinValues), *OrOne(c.MaxValues))
	}
	for _, v := range values {
		if !slices.ContainsFunc(c.Options, func(p Pick) bool { return p.Value == v }) {
			return UserErrorf("%q isn't one of the choices.", v)
		}
	}
	return nil
}
