package page

import (
	"encoding/json"

	"settable/bot/sandbox/world"
)

// tell sends each open page the notices that its person may see.
func (p *Page) tell(w *world.World, n world.News) {
	if len(n.Notices) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for v := range p.viewers {
		for _, notice := range n.Notices {
			p.tellOne(w, v, notice)
		}
	}
}

func (p *Page) tellShows(shows []Show) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shows = shows
	for v := range p.viewers {
		v.tell("shows", shows)
	}
}

func (p *Page) tellOne(w *world.World, v *viewer, n world.Notice) {
	switch {
	case n.Afresh:
		if me, err := w.Person(v.user); err == nil {
			v.raw(p.hello(w, me))
		}
	case n.To != "" && n.To != v.user, n.Post != nil && !n.Post.Sees(v.user):
	case n.Data != nil:
		v.tell(n.Kind, n.Data)
	case n.Channel.With == "" || n.Channel.With == v.user:
		v.tell(n.Kind, withLocalFiles(n.Channel.View(n.Post, v.user), v.user))
	}
}

type pageUser struct {
	world.User
	Manage bool `json:"manage"`
}

// hello returns the initial state that a newly opened page receives.
func (p *Page) hello(w *world.World, me *world.Person) []byte {
	users := []pageUser{}
	for _, somebody := range w.People {
		users = append(users, pageUser{somebody.User, somebody.Manage})
	}
	channels := []map[string]string{}
	messages := map[string][]world.Message{}
	for _, c := range w.Channels {
		if c.With != "" && c.With != me.ID {
			continue
		}
		name := c.Name
		if c.With != "" {
			name = w.Bot.Name()
		}
		channels = append(channels, map[string]string{"id": c.ID, "name": name, "guild": c.Guild})
		list := []world.Message{}
		for _, m := range c.SeenBy(me.ID) {
			list = append(list, withLocalFiles(m, me.ID))
		}
		messages[c.ID] = list
	}
	return world.JSON(map[string]any{
		"t": "hello", "me": me.User, "bot": w.Bot, "users": users, "channels": channels, "commands": w.Menu(),
		"guild": map[string]string{"id": w.GuildID, "name": w.GuildName}, "messages": messages,
		"online": p.Gateway.Online(), "watch": p.crowd.canSimulate(), "shows": p.shows,
		"events": w.Ahead(w.Now()), "locale": me.Locale(), "processes": json.RawMessage(p.playing),
	})
}

// withLocalFiles returns a copy of a message with addresses of files that work on the page.
func withLocalFiles(m world.Message, as string) world.Message {
	path := func(a world.Attachment) string {
		u := "media/" + a.ID + "/" + a.Filename
		if a.Ephemeral {
			u += "?as=" + as
		}
		return u
	}
	files := []world.Attachment{}
	for _, a := range m.Attachments {
		a.URL, a.ProxyURL = path(a), path(a)
		files = append(files, a)
	}
	m.Attachments = files
	if m.ReferencedMessage != nil {
		inner := withLocalFiles(*m.ReferencedMessage, as)
		m.ReferencedMessage = &inner
	}
	return m
}
