package bot

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf16"

	"settable/bot/discord"
	"settable/games"
	"settable/render"
)

const (
	// kept is how many of the last sentences stay under the table's heading.
	kept = 5
	// sentencesSize is the room for sentences, so that heading and people fit
	// beside them into Discord's 2,000 characters.
	sentencesSize = 900
	// staySize is how long they may be together for one that was read before to
	// stay: a phone shows the picture below them.
	staySize = 350
	// sentenceSize is the most of one sentence, and beforeEach what stands before it.
	sentenceSize = 800
	beforeEach   = len("\n> ")
	// headSize is the room for the heading, and mostText for all of a message.
	headSize = 350
	mostText = 2000
)

// A scene is what a message shows: a picture, the words around it, buttons.
type scene struct {
	line   int    // the number of the line it shows
	head   string // the heading
	people string // who sits, by the letters in the picture
	view   games.View
	rows   []discord.Row
}

func (p *poster) compose() discord.Message {
	m := discord.Message{Content: p.words(), Rows: p.current.rows}
	if p.page == nil {
		p.page = pages.Get().(*[]byte)
	}
	png, err := draw((*p.page)[:0], p.current.view, p.bot.choices.style(p.guild))
	if err != nil {
		p.log.Error("drawing a table", "error", err)
		m.Content = render.Long(p.current.view)
		return m
	}
	*p.page = png
	m.Files = []discord.File{{Name: "table.png", Description: render.Alt(p.current.view), PNG: png}}
	return m
}

// pages are what tables' pictures lie in until they are sent.
var pages = sync.Pool{New: func() any { return new([]byte) }}

// putAway gives the page back: nothing that was sent is needed any more.
func (p *poster) putAway() {
	if p.page != nil {
		pages.Put(p.page)
		p.page = nil
	}
}

// draw is render.Append whose bugs are errors: words can still say it all.
func draw(dst []byte, v games.View, s render.Style) (png []byte, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("a bug in drawing: %v", broken)
		}
	}()
	return drawing(dst, v, s)
}

// drawing is how views become pictures. Tests that look at no picture have a faster one.
var drawing = render.Append

func (p *poster) words() string {
	parts := []string{cut(p.current.head, headSize)}
	if p.current.people != "" {
		parts = append(parts, p.current.people)
	}
	for _, s := range p.recent {
		parts = append(parts, "> "+s)
	}
	return strings.Join(parts, "\n")
}

// cut ends a text that is too long at the last line that fits whole, or in its middle.
func cut(text string, most int) string {
	if size(text) <= most {
		return text
	}
	r := []rune(text)
	for size(string(r)) > most-2 {
		r = r[:len(r)-1-(size(string(r))-most)/4]
	}
	short := string(r)
	if i := strings.LastIndexByte(short, '\n'); i > len(short)/2 {
		short = short[:i+1]
	}
	return strings.TrimRight(short, "\\") + "…"
}

// size is the length of a text as Discord counts it at the most.
func size(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// fit splits off the first sentences that one message holds.
func fit(all []string) (now, later []string) {
	room := sentencesSize
	for i, s := range all {
		if room -= min(size(s), sentenceSize) + beforeEach; room < 0 && i > 0 {
			return all[:i:i], all[i:]
		}
	}
	return all, nil
}

// latest keeps the last few sentences, and all that are new.
func latest(all []string, fresh int) []string {
	n, room := 0, staySize
	for n < len(all) && (n < kept || n < fresh) {
		if room -= size(all[len(all)-1-n]) + beforeEach; room < 0 && n >= max(fresh, 1) {
			break
		}
		n++
	}
	return append([]string(nil), all[len(all)-n:]...)
}
