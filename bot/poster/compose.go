package poster

import (
	"sync"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/render"
)

func (p *Poster) compose() discord.Message {
	p.plain = false
	now := p.current
	m := discord.Message{Content: now.Text(texts(p.recent)), Rows: now.Rows}
	if !p.drawable { // nothing to draw has come since the start
		return m
	}
	content := m.Content
	m.InWords = func() string {
		p.plain = true
		room := message.MostText - message.Size(content) - 1
		return message.Cut(content+"\n"+render.Long(now.View, now.Lang, now.Name, room), message.MostText)
	}
	if p.buffer == nil {
		p.buffer = buffers.Get().(*[]byte)
	}
	view := now.Pictured()
	png, err := message.Draw((*p.buffer)[:0], view, p.Style(), now.Lang)
	if err != nil {
		p.Log.Error("drawing a table", "error", err)
		m = m.Plain()
		p.plain = false // a second try would fail, too
		return m
	}
	*p.buffer = png
	alt := render.Alt(view, now.Lang)
	m.Files = []discord.File{{Name: "table.png", Description: alt, Content: png}}
	return m
}

// buffers hold tables' pictures until they are sent.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// release gives the buffer back once the message was sent or given up.
func (p *Poster) release() {
	if p.buffer != nil {
		buffers.Put(p.buffer)
		p.buffer = nil
	}
}
