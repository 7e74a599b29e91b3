package api

import (
	"encoding/json"
	"reflect"
	"strconv"

	"settable/bot/sandbox/world"
)

// checkRows checks the components of a message: at most five rows, each with up to five buttons.
func checkRows(p *world.Problems, rows []world.Component) {
	if len(rows) > 0 {
		p.Many("components", len(rows), 1, 5)
	}
	seen := map[string]bool{}
	for i, row := range rows {
		at := "components." + strconv.Itoa(i)
		if row.Type != world.TypeRow {
			p.Add(at+".type", "UNION_TYPE_CHOICES",
				"The sandbox supports only action rows (1) at the top level of a message, not %d.", row.Type)
			continue
		}
		reportForeignFields(p, at, row, world.Component{Type: row.Type, ID: row.ID, Components: row.Components})
		p.Many(at+".components", len(row.Components), 1, 5)
		for k, c := range row.Components {
			here := at + ".components." + strconv.Itoa(k)
			if c.Type != world.TypeButton {
				p.Add(here+".type", "UNION_TYPE_CHOICES", "The sandbox supports only buttons (2) in a row, not %d.", c.Type)
				continue
			}
			checkButton(p, here, c)
			once(p, here, c.CustomID, seen)
		}
	}
}

func once(p *world.Problems, at, id string, seen map[string]bool) {
	if id != "" {
		p.Once(at+".custom_id", id, seen, "COMPONENT_CUSTOM_ID_DUPLICATED",
			"Component custom id cannot be duplicated")
	}
}

func checkButton(p *world.Problems, at string, c world.Component) {
	reportForeignFields(p, at, c, world.Component{
		Type: c.Type, ID: c.ID, CustomID: c.CustomID, Style: c.Style, Label: c.Label, Disabled: c.Disabled,
	})
	if c.Style < 1 || c.Style > 4 {
		p.Add(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4).")
	}
	p.Length(at+".label", c.Label, 1, 80)
	p.Length(at+".custom_id", c.CustomID, 1, 100)
}

// checkSelect checks a select in a modal. If it is required, it must ask for at least one value.
func checkSelect(p *world.Problems, at string, c world.Component) {
	reportForeignFields(p, at, c, world.Component{
		Type: c.Type, ID: c.ID, CustomID: c.CustomID, Placeholder: c.Placeholder, Required: c.Required,
		MinValues: c.MinValues, MaxValues: c.MaxValues, Options: c.Options,
	})
	p.Length(at+".custom_id", c.CustomID, 1, 100)
	p.Length(at+".placeholder", c.Placeholder, 0, 150)
	p.Many(at+".options", len(c.Options), 1, 25)
	low, high := *world.OrOne(c.MinValues), *world.OrOne(c.MaxValues)
	if low < 0 || low > 25 || high < 1 || high > len(c.Options) || low > high {
		p.Add(at+".max_values", "BASE_TYPE_BAD_RANGE", "min_values and max_values must fit the options.")
	}
	if required := c.Required == nil || *c.Required; required && low == 0 {
		p.Add(at+".min_values", "BASE_TYPE_BAD_RANGE", "A required select needs a min_values of at least 1.")
	}
	seen := map[string]bool{}
	for i, o := range c.Options {
		here := at + ".options." + strconv.Itoa(i)
		p.Length(here+".label", o.Label, 1, 100)
		p.Length(here+".value", o.Value, 1, 100)
		p.Length(here+".description", o.Description, 0, 100)
		p.Once(here+".value", o.Value, seen, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
			"The specified option value is already used.")
	}
}

// checkModal checks a modal: one to five labels, each with a text input or a select. Discord still accepts rows with
// text inputs, but has deprecated them, so the sandbox refuses them.
func checkModal(p *world.Problems, m world.Form) {
	p.Length("custom_id", m.CustomID, 1, 100)
	p.Length("title", m.Title, 1, 45)
	p.Many("components", len(m.Components), 1, 5)
	seen := map[string]bool{}
	for i, row := range m.Components {
		at := "components." + strconv.Itoa(i)
		if row.Type != world.TypeLabel || row.Component == nil {
			p.Add(at+".type", "UNION_TYPE_CHOICES",
				"The sandbox supports only labels with a text input or string select, not a component of type %d.", row.Type)
			continue
		}
		reportForeignFields(p, at, row, world.Component{
			Type: row.Type, ID: row.ID, Label: row.Label, Description: row.Description, Component: row.Component})
		p.Length(at+".label", row.Label, 1, 45)
		p.Length(at+".description", row.Description, 0, 100)
		if row.Component.Type == world.TypeSelect {
			checkSelect(p, at+".component", *row.Component)
		} else {
			checkInput(p, at+".component", *row.Component)
		}
		once(p, at+".component", row.Component.CustomID, seen)
	}
}

func checkInput(p *world.Problems, at string, c world.Component) {
	if c.Type != world.TypeInput {
		p.Add(at+".type", "UNION_TYPE_CHOICES", "The sandbox supports only text inputs (4) here, not %d.", c.Type)
		return
	}
	reportForeignFields(p, at, c, world.Component{
		Type: c.Type, ID: c.ID, CustomID: c.CustomID, Style: c.Style, Placeholder: c.Placeholder, Value: c.Value,
		Required: c.Required, MinLength: c.MinLength, MaxLength: c.MaxLength,
	})
	p.Length(at+".custom_id", c.CustomID, 1, 100)
	p.Length(at+".placeholder", c.Placeholder, 0, 100)
	if c.Style != 1 && c.Style != 2 {
		p.Add(at+".style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	low, high := 0, 4000
	if c.MinLength != nil {
		low = *c.MinLength
	}
	if c.MaxLength != nil {
		high = *c.MaxLength
	}
	if low < 0 || high < 1 || high > 4000 || low > high {
		p.Add(at+".max_length", "BASE_TYPE_BAD_RANGE", "min_length and max_length must be between 0 and 4000.")
		return
	}
	if c.Value != "" {
		p.Length(at+".value", c.Value, low, high)
	}
}

// reportForeignFields reports fields that a component of this type doesn't have. kept is a copy of the component with only the
// allowed fields.
func reportForeignFields(p *world.Problems, at string, got, kept world.Component) {
	if reflect.DeepEqual(got, kept) {
		return
	}
	own := keys(kept)
	for k := range keys(got) {
		if _, ok := own[k]; !ok {
			p.Add(at+"."+k, "UNKNOWN_KEY", "A component of type %d can't have %q.", got.Type, k)
		}
	}
}

func keys(c world.Component) (all map[string]json.RawMessage) {
	if err := json.Unmarshal(world.JSON(c), &all); err != nil {
		panic("sandbox: a component isn't an object: " + err.Error())
	}
	return all
}
