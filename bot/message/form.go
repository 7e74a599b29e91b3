package message

import (
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render/words"
)

// Form is the modal in which the words of a move are completed. may is false if its
// viewer can't make that move now.
func Form(lang *words.Language, v games.View, m games.Manual, id ID, sign Sign) (form discord.Modal,
	may bool) {
	for _, o := range v.Offers {
		if o.Takes == games.Bare || o.Words != id.Words {
			continue
		}
		verb, _ := m.Verb(o.Words)
		field := discord.Field{
			ID: "words", Label: Needs(lang, o.Takes), Placeholder: Operands(verb), Min: 1, Max: 40,
		}
		if o.Takes == games.Amount {
			field.Label = say(lang, "message.form.chips", "least", o.Min, "most", o.Max)
			field.Placeholder = strconv.Itoa(int(o.Min))
		}
		title := strings.TrimSuffix(Label(lang, m.Game, o), "…")
		return discord.Modal{CustomID: sign(id), Title: title, Fields: []discord.Field{field}}, true
	}
	return discord.Modal{}, false
}

// Complete puts a verb before the words that were given for it. Words that begin
// with the verb already do not get it twice.
func Complete(verb, words string) string {
	words = strings.TrimSpace(words)
	if rest, again := strings.CutPrefix(strings.ToLower(words), verb+" "); again {
		words = strings.TrimSpace(rest)
	}
	return strings.TrimSpace(verb + " " + words)
}

// Needs says what has to be given for a verb.
func Needs(lang *words.Language, what games.Takes) string {
	return say(lang, "message.needs."+needs[what])
}

var needs = map[games.Takes]string{
	games.Three: "three", games.Pile: "pile", games.Piles: "piles", games.Choice: "choice",
	games.Amount: "chips",
}

// Operands is an example of what a verb takes: "a b c".
func Operands(v games.Verb) string {
	_, example, _ := strings.Cut(v.Example, " ")
	return example
}

// Usage says in one sentence, by up to three examples, how moves are typed.
func Usage(lang *words.Language, m games.Manual) string {
	var examples []string
	for _, v := range m.Verbs {
		if v.Takes != games.Bare && v.Takes != games.Choice && len(examples) < 3 {
			examples = append(examples, lang.Typed(m.Game, v.Example))
		}
	}
	if examples == nil { // no verb of the game takes anything
		for _, v := range m.Verbs[:min(3, len(m.Verbs))] {
			examples = append(examples, lang.Typed(m.Game, v.Example))
		}
	}
	return say(lang, "message.usage", "N", len(examples), "examples", lang.Row(examples))
}
