package sandbox

import (
	"strconv"
	"unicode"
)

// checkRows checks the components of a message: at most five rows, of five buttons or one select each.
func checkRows(f *faults, rows []Component) {
	if len(rows) > 5 {
		f.add("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
	}
	seen := map[string]bool{}
	for i, row := range rows {
		at := "components." + strconv.Itoa(i)
		if row.Type != typeRow {
			f.add(at+".type", "UNION_TYPE_CHOICES", "The sandbox takes action rows (1) at the top of a message, not %d.", row.Type)
			continue
		}
		only(f, at, row, Component{Type: row.Type, ID: row.ID, Components: row.Components})
		if n := len(row.Components); n < 1 || n > 5 {
			f.add(at+".components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
		}
		for k, c := range row.Components {
			here := at + ".components." + strconv.Itoa(k)
			switch c.Type {
			case typeButton:
				checkButton(f, here, c)
			case typeSelect:
				checkSelect(f, here, c)
				if len(row.Components) > 1 {
					f.add(at+".components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills its row.")
				}
			default:
				f.add(here+".type", "UNION_TYPE_CHOICES", "The sandbox takes buttons (2) and string selects (3) in a row, not %d.", c.Type)
				continue
			}
			once(f, here, c.CustomID, seen)
		}
	}
}

func once(f *faults, at, id string, seen map[string]bool) {
	if id != "" && seen[id] {
		f.add(at+".custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	seen[id] = true
}

func checkButton(f *faults, at string, c Component) {
	only(f, at, c, Component{
		Type: c.Type, ID: c.ID, CustomID: c.CustomID, Style: c.Style, Label: c.Label, Emoji: c.Emoji, URL: c.URL, Disabled: c.Disabled,
	})
	if c.Style < 1 || c.Style > 5 {
		f.add(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	}
	f.length(at+".label", c.Label, 0, 80)
	if c.Label == "" && c.Emoji == nil {
		f.add(at, "BUTTON_COMPONENT_INVALID_LABEL", "A button has a label or an emoji.")
	}
	checkFace(f, at, c.Emoji)
	if c.Style == styleLink {
		if c.CustomID != "" || c.URL == "" {
			f.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link has a url and no custom id.")
		}
		checkURL(f, at+".url", c.URL)
		return
	}
	if c.URL != "" {
		f.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Only a link has a url.")
	}
	f.length(at+".custom_id", c.CustomID, 1, 100)
}

func checkFace(f *faults, at string, e *ButtonFace) {
	if e != nil && (e.ID != "" || !isEmoji(e.Name)) {
		f.add(at+".emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji.")
	}
}

// isEmoji is a plain look: some sign beyond letters, and no letters at all.
func isEmoji(s string) bool {
	sign := false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsSpace(r):
			return false
		case r >= 0x2000 || r == 0xa9 || r == 0xae:
			sign = true
		}
	}
	return sign && runes(s) <= 32
}

func checkSelect(f *faults, at string, c Component) {
	only(f, at, c, Component{
		Type: c.Type, ID: c.ID, CustomID: c.CustomID, Placeholder: c.Placeholder, Disabled: c.Disabled, Required: c.Required,
		MinValues: c.MinValues, MaxValues: c.MaxValues, Options: c.Options,
	})
	f.length(at+".custom_id", c.CustomID, 1, 100)
	f.length(at+".placeholder", c.Placeholder, 0, 150)
	if n := len(c.Options); n < 1 || n > 25 {
		f.add(at+".options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
	}
	low, high := *orOne(c.MinValues), *orOne(c.MaxValues)
	if low < 0 || low > 25 || high < 1 || high > len(c.Options) || low > high {
		f.add(at+".max_values", "BASE_TYPE_BAD_RANGE", "min_values and max_values must fit the options.")
	}
	seen := map[string]bool{}
	for i, o := range c.Options {
		here := at + ".options." + strconv.Itoa(i)
		f.length(here+".label", o.Label, 1, 100)
		f.length(here+".value", o.Value, 1, 100)
		f.length(here+".description", o.Description, 0, 100)
		checkFace(f, here, o.Emoji)
		if seen[o.Value] {
			f.add(here+".value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used.")
		}
		seen[o.Value] = true
	}
}

// checkModal checks a modal: one to five inputs, each in a row or a label of its own.
func checkModal(f *faults, m modalBody) {
	f.length("data.custom_id", m.CustomID, 1, 100)
	f.length("data.title", m.Title, 1, 45)
	if n := len(m.Components); n < 1 || n > 5 {
		f.add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
	}
	seen := map[string]bool{}
	for i, row := range m.Components {
		at := "data.components." + strconv.Itoa(i)
		switch {
		case row.Type == typeRow && len(row.Components) == 1 && row.Components[0].Type == typeInput:
			only(f, at, row, Component{Type: row.Type, ID: row.ID, Components: row.Components})
			in := row.Components[0]
			f.length(at+".components.0.label", in.Label, 1, 45)
			checkInput(f, at+".components.0", in)
			once(f, at+".components.0", in.CustomID, seen)
		case row.Type == typeLabel && row.Component != nil:
			only(f, at, row, Component{Type: row.Type, ID: row.ID, Label: row.Label, Description: row.Description, Component: row.Component})
			f.length(at+".label", row.Label, 1, 45)
			f.length(at+".description", row.Description, 0, 100)
			if row.Component.Type == typeSelect {
				checkSelect(f, at+".component", *row.Component)
			} else {
				checkInput(f, at+".component", *row.Component)
			}
			once(f, at+".component", row.Component.CustomID, seen)
		default:
			f.add(at+".type", "UNION_TYPE_CHOICES", "The sandbox takes a row with one text input, or a label with a text input or string select.")
		}
	}
}

func checkInput(f *faults, at string, c Component) {
	if c.Type != typeInput {
		f.add(at+".type", "UNION_TYPE_CHOICES", "The sandbox takes text inputs (4) here, not %d.", c.Type)
		return
	}
	only(f, at, c, Component{
		Type: c.Type, ID: c.ID, CustomID: c.CustomID, Style: c.Style, Label: c.Label, Placeholder: c.Placeholder, Value: c.Value,
		Required: c.Required, MinLength: c.MinLength, MaxLength: c.MaxLength,
	})
	f.length(at+".custom_id", c.CustomID, 1, 100)
	f.length(at+".placeholder", c.Placeholder, 0, 100)
	if c.Style != 1 && c.Style != 2 {
		f.add(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	low, high := 0, 4000
	if c.MinLength != nil {
		low = *c.MinLength
	}
	if c.MaxLength != nil {
		high = *c.MaxLength
	}
	if low < 0 || high < 1 || high > 4000 || low > high {
		f.add(at+".max_length", "BASE_TYPE_BAD_RANGE", "min_length and max_length must lie between 0 and 4000.")
		return
	}
	if c.Value != "" {
		f.length(at+".value", c.Value, low, high)
	}
}
