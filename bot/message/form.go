package message

import (
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// Form returns the modal for filling in the arguments of a move. may is false if the viewer can't make that move now.
func Form(lang *words.Language, v games.View, m games.Manual, id ID, sign Sign) (form discord.Modal,
	may bool) {
	for _, o := range v.Offers {
		if o.Takes == games.Bare || o.Words != id.Words || o.Takes == games.Three && countCells(v, games.Face) < 3 {
			continue
		}
		title := strings.TrimSuffix(Label(lang, m.Game, o), "…")
		return discord.Modal{CustomID: sign(id), Title: title, Fields: []discord.Field{field(lang, v, m, o)}}, true
	}
	return discord.Modal{}, false
}

// field returns the form's field for the arguments of a move. Players choose three cards from lists that describe the
// cards, and type everything else.
func field(lang *words.Language, v games.View, m games.Manual, o games.Offer) discord.Field {
	f := discord.Field{ID: FormField, Label: Needs(lang, o.Takes), Min: 1, Max: 40}
	switch o.Takes {
	case games.Three:
		f.Label, f.Options, f.Min, f.Max = sentence(lang, "message.form.three"), cardOptions(lang, v), 3, 3
	case games.Amount:
		f.Label = sentence(lang, "message.form.chips", "least", o.Min, "most", o.Max)
		f.Placeholder = strconv.Itoa(int(o.Min))
	default:
		verb, _ := m.Verb(o.Words)
		f.Placeholder = Operands(verb)
	}
	return f
}

// FormField is the custom id of the form's field.
const FormField = "words"

// Complete puts a verb before the words that were typed for it, unless the words already begin with the verb.
func Complete(verb, words string) string {
	words = strings.TrimSpace(words)
	if rest, again := strings.CutPrefix(strings.ToLower(words), verb+" "); again {
		words = strings.TrimSpace(rest)
	}
	return strings.TrimSpace(verb + " " + words)
}

// Needs describes the arguments of a verb.
func Needs(lang *words.Language, what games.Takes) string {
	return sentence(lang, "message.needs."+needs[what])
}

var needs = map[games.Takes]string{
	games.Three: "three", games.Pile: "pile", games.Piles: "piles", games.Choice: "choice",
	games.Amount: "chips",
}

// Operands returns an example of a verb's arguments, such as "a b c".
func Operands(v games.Verb) string {
	_, example, _ := strings.Cut(v.Example, " ")
	return example
}

// Usage explains in one sentence how moves are typed, with up to three examples.
func Usage(lang *words.Language, m games.Manual) string {
	var examples []string
	for _, v := range m.Verbs {
		if v.Takes != games.Bare && v.Takes != games.Choice && len(examples) < 3 {
			examples = append(examples, lang.Typed(m.Game, v.Example))
		}
	}
	if examples == nil { // no verb of the game takes arguments
		for _, v := range m.Verbs[:min(3, len(m.Verbs))] {
			examples = append(examples, lang.Typed(m.Game, v.Example))
		}
	}
	return sentence(lang, "message.usage", "N", len(examples), "examples", lang.Row(examples))
}
