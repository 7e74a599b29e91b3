package sandboxtest

import (
	"slices"
	"strings"

	"settable/bot/sandbox/world"
)

// FilledWith fills in the only field of a form. It enters words into a text input, or chooses the cards with these
// labels in a select.
func FilledWith(form world.Form, words string) map[string]string {
	in := form.Components[0].Component
	if in.Type == world.TypeSelect {
		var values []string
		for label := range strings.FieldsSeq(words) {
			i := slices.IndexFunc(in.Options, func(o world.Pick) bool {
				return strings.HasPrefix(strings.ToLower(o.Label), label+":")
			})
			if i < 0 {
				continue // the sandbox rejects too few choices
			}
			values = append(values, in.Options[i].Value)
		}
		words = strings.Join(values, "\n")
	}
	return map[string]string{in.CustomID: words}
}
