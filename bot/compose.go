package bot

import (
	"sync"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/render"
)

func (p *poster) compose() discord.Message {
	m := discord.Message{Content: p.current.Text(p.recent), Rows: p.current.Rows}
	if p.page == nil {
		p.page = pages.Get().(*[]byte)
	}
	png, err := message.Draw((*p.page)[:0], p.current.View, p.bot.settings.Style(p.guild), p.current.Lang)
	if err != nil {
		p.log.Error("drawing a table", "error", err)
		m.Content = render.Long(p.current.View, p.current.Lang)
		return m
	}
	*p.page = png
	m.Files = []discord.File{{Name: "table.png", Description: render.Alt(p.current.View, p.current.Lang), PNG: png}}
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
