package render

import (
	"image"
	"strings"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
	"settable/render/words"
)

// ending draws the recap of a finished game: the winners, the other players, the remaining cards and the highlights.
func (m *canvas) ending(v games.View, p layout.Layout) {
	m.title(games.View{Game: v.Game, Phase: v.Phase, CardsLeft: -1}, p.Title)
	if layout.HasHeadline(v) {
		m.headline(headlineOf(m, v, p.Headline), p.Headline)
	}
	for i, box := range p.Stars {
		k := noStar
		if i < v.Stars {
			k = bigStar
		}
		m.lay(box.Min, sprite{motif: k, w: box.Dx(), h: box.Dy()})
	}
	if len(p.Best) > 0 {
		m.comparison(comparison(v, m.lang), p.Best)
	}
	for _, r := range p.Results {
		m.endingResult(v, r)
	}
	for i, g := range p.Areas {
		if len(g.Cells) > 0 {
			m.area(unmarked(v.Areas[i]), g, "")
		}
	}
	if !p.RestCaption.Empty() {
		h := captionFont.inType(m.size)
		h.write(m, p.RestCaption.Min.X, p.RestCaption.Min.Y+h.rise()+1, m.lang.Key("render.recap.left"),
			m.sheet.blends.mutedOnGround)
	}
	tops := v.Faces(games.Watcher)
	for i, box := range p.Rest {
		m.cell(games.Cell{Kind: games.Face, Card: tops[i]}, box)
	}
	for i, box := range p.Moments {
		m.moment(v, v.Highlights[i], box)
	}
}

// comparison writes one sentence on each line. A single sentence may use all lines.
func (m *canvas) comparison(sentences []string, lines []image.Rectangle) {
	if len(sentences) == 1 {
		m.headline(sentences[0], lines)
		return
	}
	for i, s := range sentences {
		m.headline(s, lines[i:i+1])
	}
}

// endingResult draws one player of a finished game: the full name, the score or gain, and the winning set.
func (m *canvas) endingResult(v games.View, r layout.Result) {
	place, edge := v.Seat(r.Seat), r.Won.Max.X
	switch {
	case layout.WithChips(v):
		edge = m.gain(place.Won, r)
	case !v.HasScores(): // "0 points" for everyone would be useless
	case r.Large:
		edge = m.figure(m.lang.Plain(v.Points(place.Score)), heroFonts[1:], r.Won, m.inkOf(place))
	default:
		edge = m.figure(m.lang.Number(int64(place.Score)), otherFonts, r.Won, m.inkOf(place))
	}
	if word, _ := statusOf(place, m.lang); word != "" && !r.Word.Empty() {
		edge = m.figure(word, []fontFace{statusFont}, r.Word, m.sheet.blends.mutedOnGround)
	}
	m.nameplate(v, r, edge)
	m.sets(v, r)
}

// moment draws a highlight: its label, its players and its cards.
func (m *canvas) moment(v games.View, h games.Highlight, box layout.Moment) {
	for i, three := range box.Sets {
		m.shownSet(h.Sets[i], three)
	}
	label, font, whole := m.lang.Plain(h.Label), captionFont.inType(m.size), box.Label[0].Union(box.Label[1])
	if len(h.Seats) == 0 && len(box.Sets) == 0 {
		label = m.lang.Plain(h.Phrase)
	}
	muted := m.sheet.blends.mutedOnGround
	if font.room(label) <= whole.Dx() {
		line := whole
		if len(box.Sets) == 1 && len(box.Marks) > 0 {
			line = box.Label[1] // right above the name
		}
		font.write(m, line.Min.X, middleOf(line, font), label, muted)
	} else {
		first, rest := breakLine(font, label, whole.Dx())
		font.write(m, whole.Min.X, middleOf(box.Label[0], font), first, muted)
		if font.room(rest) > whole.Dx() {
			rest = cutLine(font, rest, whole.Dx())
		}
		font.write(m, whole.Min.X, middleOf(box.Label[1], font), rest, muted)
	}
	for i, mark := range box.Marks {
		m.mark(mark, h.Seats[i], groundMark)
	}
	if box.Name != nil {
		m.name(resultName(v, h.Seats[0], m.lang), otherFonts, box.Name, m.sheet.blends.inkOnGround)
	}
}

// ending describes the recap of a finished game. The text has the same content as the picture.
func (t teller) ending(v games.View) []string {
	p := layout.Of(v)
	text := []string{t.lang.Sentence(titleOf(v, t.lang))}
	if head := t.lang.Say(v.Headline, t.seat); head != "" && layout.HasHeadline(v) {
		text = append(text, t.lang.Sentence(head))
	}
	if v.MostStars > 0 {
		text = append(text, t.say("render.recap.stars", "N", v.Stars, "of", v.MostStars))
	}
	if v.Best > 0 {
		text = append(text, comparison(v, t.lang)...)
	}
	for _, r := range p.Results {
		place := v.Seat(r.Seat)
		if layout.WithChips(v) {
			text = append(text, t.wonOrLost(v, place))
		} else {
			text = append(text, t.standing(v, place))
		}
		for i, a := range v.Areas {
			if cells := t.cellTexts(v, unmarked(a)); a.Seat == r.Seat && len(p.Areas[i].Cells) > 0 && len(cells) > 0 {
				told := t.lang.Labelled(t.areaName(v, a), strings.Join(cells, t.cellSeparator(a)))
				text = append(text, told+t.lang.Key("words.stop"))
			}
		}
		if shown := showingOf(v, r.Seat); len(r.Sets) > 0 {
			text = append(text, t.shownHand(shown, 0, shown.Sets[0]))
		}
	}
	if list := v.Faces(games.Watcher); len(p.Rest) > 0 && !t.least {
		text = append(text, t.say("render.recap.tops", "cards", t.lang.Row(games.NamesOf(list, t.card))))
	}
	for _, h := range v.Highlights {
		text = append(text, t.highlight(h)...)
	}
	return text
}

// standing describes a player's result, as in "Ann: 21 points, wins."
func (t teller) standing(v games.View, p games.SeatView) string {
	who, has := t.seatPrefix(p.Seat), t.holdings(v, p)
	if has != "" {
		who = t.lang.Labelled(who, has)
	}
	return t.lang.Sentence(who)
}

func (t teller) highlight(h games.Highlight) []string {
	if t.least && len(h.Seats) > 0 {
		return []string{t.lang.Sentence(t.lang.Plain(h.Label))}
	}
	text := []string{t.lang.Say(h.Phrase, t.seat)}
	list := func(of []cards.Card) string { return t.lang.Row(games.NamesOf(of, t.card)) }
	for i, set := range h.Sets {
		switch {
		case t.least, i > 0 && t.brief, i > 2:
		case len(set.Own) == 0:
			text = append(text, t.say("render.recap.cards", "cards", list(set.Common)))
		default:
			text = append(text, t.say("render.recap.set", "own", list(set.Own), "common", list(set.Common)))
		}
	}
	return text
}

// comparison compares the result of a solitaire with the best of the player's earlier ones, in one or two sentences.
func comparison(v games.View, lang *words.Language) []string {
	best, score := lang.Plain(games.Say("render.recap.best.before", "best", v.Points(v.Best))), v.Seats[0].Score
	switch {
	case score > v.Best:
		return []string{lang.Key("render.recap.best.beaten"), lang.Sentence(best)}
	case score == v.Best:
		return []string{lang.Key("render.recap.best.equalled")}
	}
	return []string{lang.Sentence(lang.Plain(games.Say("render.recap.best", "best", v.Points(v.Best))))}
}

// Highlights returns sentences about a finished game.
func Highlights(v games.View, lang *words.Language, name func(games.Seat) string) (lines []string) {
	if v.Best > 0 {
		lines = append(lines, comparison(v, lang)...)
	}
	for _, h := range v.Highlights {
		lines = append(lines, lang.Say(h.Phrase, name))
	}
	return lines
}
