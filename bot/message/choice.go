package message

import (
	"slices"
	"strconv"
	"strings"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
	"settable/render/words"
)

// A Choice shows one player the piles or chips that a move can take, as buttons. Each press adds or removes one item,
// and the press that completes the move plays it. The signed ids of the buttons contain the chosen items, so the bot
// keeps no state between presses. Piles are shown either in a picture, with their labels on the buttons below, or in
// words on the buttons.
type Choice struct {
	Table        int64
	Line         int // the Session.Sight for which the buttons were drawn
	View         games.View
	Verb         string
	Chosen       []string         // in the notation, such as "4" for a pile or for chips
	Told         []string         // sentences above the buttons
	Worded       bool             // the buttons show words instead of labels
	ShownPicture string           // the description of the message's current picture; "": none
	More         []discord.Button // further buttons
	Style        render.Style
	Lang         *words.Language
	Sign         Sign
}

// maxAmounts is how many amounts can have a button. It leaves room for the button that opens the form.
const maxAmounts = 19

// takesCount is how many items a player chooses for a move. It leaves out moves that are made otherwise: sets, which
// have card buttons, and answers that the game itself lists (games.Choice).
var takesCount = map[games.Takes]int{games.Piles: 2, games.Pile: 1, games.Amount: 1}

// offer returns the offer for the verb. may is false if the viewer can't make that move now.
func (c Choice) offer() (o games.Offer, may bool) {
	i := slices.IndexFunc(c.View.Offers, func(o games.Offer) bool {
		return o.Words == c.Verb && takesCount[o.Takes] > 0
	})
	if i < 0 {
		return o, false
	}
	return c.View.Offers[i], true
}

// steps returns a list of options for each item that the player must choose.
func (c Choice) steps(o games.Offer) [][]discord.SelectOption {
	switch o.Takes {
	case games.Pile:
		return [][]discord.SelectOption{c.piles(games.Face)}
	case games.Piles:
		return [][]discord.SelectOption{c.piles(games.Face), c.piles(games.Empty)}
	}
	return [][]discord.SelectOption{amounts(c.Lang, o)}
}

func (c Choice) piles(kind games.CellKind) (list []discord.SelectOption) {
	for _, cell := range labelledCells(c.View, kind) {
		label := c.Lang.Labelled(cell.Label, contentsOf(c.Lang, cell))
		list = append(list, discord.SelectOption{Label: Clip(label), Value: strings.ToLower(cell.Label)})
	}
	return list
}

// amounts returns the amounts of chips to choose from: those with a name, such as half the pot, and round ones.
func amounts(lang *words.Language, o games.Offer) (list []discord.SelectOption) {
	value := func(n games.Chips) string { return strconv.Itoa(int(n)) }
	for _, m := range o.Marks {
		list = append(list, discord.SelectOption{Value: value(m.N),
			Label: Clip(sentence(lang, "message.choose.mark", "name", m.Name, "n", m.N))})
	}
	for _, n := range roundAmounts(o) {
		if !slices.ContainsFunc(o.Marks, func(m games.Mark) bool { return m.N == n }) {
			list = append(list, discord.SelectOption{Label: value(n), Value: value(n)})
		}
	}
	return list
}

// roundAmounts returns all legal bets, if there are few enough for buttons. Otherwise it returns the minimum, round
// amounts and the maximum.
func roundAmounts(o games.Offer) (list []games.Chips) {
	if o.Max-o.Min < maxAmounts {
		for n := o.Min; n <= o.Max; n++ {
			list = append(list, n)
		}
		return list
	}
	list = append(list, o.Min)
	for ten := games.Chips(1); ten < o.Max; ten *= 10 {
		for _, round := range []games.Chips{ten, 2 * ten, 5 * ten} {
			if round > o.Min && round < o.Max && len(list)+len(o.Marks) < maxAmounts-1 {
				list = append(list, round)
			}
		}
	}
	return append(list, o.Max)
}

// May reports whether the viewer can make the move now and has something to choose.
func (c Choice) May() bool {
	o, may := c.offer()
	if !may {
		return false
	}
	switch o.Takes {
	case games.Pile:
		return countCells(c.View, games.Face) > 0
	case games.Piles:
		return countCells(c.View, games.Face) > 0 && countCells(c.View, games.Empty) > 0
	}
	return len(o.Marks) > 0 || o.Min <= o.Max
}

// Message shows the items that the player can choose now. If a chosen pile can no longer be taken, Message unselects it
// and tells the player. If the picture can't be drawn, the message says everything in words, and the error says why.
func (c Choice) Message() (discord.Message, error) {
	told := c.Told
	if !c.May() {
		if len(told) == 0 {
			told = append(told, sentence(c.Lang, "message.choose.nothing"))
		}
		return discord.Message{Content: Cut(strings.Join(told, "\n"), MostText)}, nil
	}
	o, _ := c.offer()
	lie, lettered := c.letterView(o)
	steps := c.steps(o)
	var chosen, named []string
	for _, value := range c.Chosen {
		step := steps[min(len(chosen), len(steps)-1)]
		i := slices.IndexFunc(step, func(o discord.SelectOption) bool { return o.Value == value })
		if i < 0 {
			told = append(told, sentence(c.Lang, "message.choose.gone"))
			continue
		}
		name := step[i].Label
		if lettered {
			name = labelOf(lie, value)
		}
		chosen, named = append(chosen, value), append(named, name)
	}
	told = append(slices.Compact(told), prompt(c.Lang, o.Takes, len(chosen)))
	if named != nil {
		row := c.Lang.Apart
		if lettered {
			row = c.Lang.Row
		}
		told = append(told, sentence(c.Lang, "message.choose.chosen", "cards", row(named)))
	}
	m := discord.Message{Content: Cut(strings.Join(told, "\n"), MostText)}
	if lettered {
		m.Rows = c.letters(o, lie, steps[min(len(chosen), len(steps)-1)], chosen)
		if err := c.draw(&m, lie); err != nil {
			c.Worded = true
			m, _ = c.Message()
			return m, err
		}
		return m, nil
	}
	m.Rows = c.rows(o, steps, chosen)
	return m, nil
}

func prompt(lang *words.Language, what games.Takes, chosen int) string {
	switch {
	case what == games.Amount:
		return sentence(lang, "message.choose.amount")
	case chosen > 0:
		return sentence(lang, "message.choose.to")
	case what == games.Piles:
		return sentence(lang, "message.choose.from")
	}
	return sentence(lang, "message.choose.pile")
}

// customID returns the custom id of a button. Set worded if the message describes the piles in words instead of by
// their letters.
func (c Choice) customID(worded bool, then ...string) string {
	kind := ChoiceButton
	if worded {
		kind = WordedButton
	}
	return c.Sign(ID{kind, c.Table, c.Line, strings.Join(append([]string{c.Verb}, then...), " ")})
}

// rows returns buttons that describe the options in words: four in a row, or five if they are amounts of chips.
func (c Choice) rows(o games.Offer, steps [][]discord.SelectOption, chosen []string) []discord.Row {
	list := steps[min(len(chosen), len(steps)-1)]
	if o.Takes == games.Piles && len(chosen) > 0 { // the pile that was chosen first can be unselected
		i := slices.IndexFunc(steps[0], func(o discord.SelectOption) bool { return o.Value == chosen[0] })
		list = slices.Insert(slices.Clone(list), 0, steps[0][i])
	}
	var buttons []discord.Button
	for _, o := range list {
		buttons = append(buttons, c.button(o.Value, o.Label, chosen))
	}
	buttons = append(buttons, c.otherButtons(o, chosen)...)
	wide := 4
	if o.Takes == games.Amount {
		wide = rowSize
	}
	return InRows(buttons, wide)
}

// SplitPress splits the words of a ChoiceButton into the verb, the pressed item, and the items that were chosen when
// the button was drawn.
func SplitPress(words string) (verb, pressed string, chosen []string) {
	fields := strings.Fields(words)
	if len(fields) < 2 {
		return strings.Join(fields, ""), "", nil
	}
	return fields[0], fields[1], fields[2:]
}

// SplitChoice splits the words of a move into the verb and the chosen items. all reports whether the choice is complete.
func SplitChoice(m games.Manual, words string) (verb string, chosen []string, all bool) {
	fields := strings.Fields(words)
	if len(fields) == 0 {
		return "", nil, false
	}
	v, _ := m.Verb(fields[0])
	return fields[0], fields[1:], takesCount[v.Takes] > 0 && len(fields)-1 == takesCount[v.Takes]
}

// HasChoice reports whether players choose the verb's arguments by pressing the buttons of a Choice.
func HasChoice(m games.Manual, verb string) bool {
	v, _ := m.Verb(verb)
	return takesCount[v.Takes] > 0
}
