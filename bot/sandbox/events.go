package sandbox

import (
	"slices"
)

// messageEvent is a message in a gateway event: with the guild and the author's member beside it.
type messageEvent struct {
	Message
	GuildID  string          `json:"guild_id,omitempty"`
	Member   *member         `json:"member,omitempty"`
	Mentions []mentionedUser `json:"mentions"`
}

type mentionedUser struct {
	User
	Member *member `json:"member,omitempty"`
}

// event dresses a post for the gateway.
func (s *Server) event(p *post, content bool, nonce any) messageEvent {
	e := messageEvent{Message: s.forBot(p, content), Mentions: []mentionedUser{}}
	e.Nonce = nonce
	c, _ := s.world.channel(e.ChannelID)
	inGuild := c != nil && c.With == "" && p.Only == ""
	if inGuild {
		m := s.world.member(e.Author)
		m.User = nil
		e.GuildID, e.Member = s.world.GuildID, &m
	}
	for _, u := range e.Message.Mentions {
		at := mentionedUser{User: u}
		if inGuild {
			m := s.world.member(u)
			m.User = nil
			at.Member = &m
		}
		e.Mentions = append(e.Mentions, at)
	}
	return e
}

// needs gives the intent an event about the post needs: ephemeral ones go by the direct-message intent.
func needs(c *channel, p *post, inGuild, direct int) int {
	if c.With != "" || p != nil && p.Only != "" {
		return direct
	}
	return inGuild
}

// hears tells whether the bot gets events of a channel at all.
func (s *Server) hears(c *channel) bool { return !s.world.BotGone && c.may(permViewChannel) }

// created puts a post into its channel and tells everybody who may see it.
func (s *Server) created(c *channel, p *post) {
	p.Message.ReferencedMessage = nil // view looks it up anew: it may be edited or deleted later
	c.Posts = append(c.Posts, p)
	if over := len(c.Posts) - keepPosts; over > 0 {
		for _, old := range c.Posts[:over] {
			s.forgetFiles(old)
		}
		c.Posts = slices.Delete(c.Posts, 0, over)
	}
	s.told("MESSAGE_CREATE", c, p)
	s.show("message", c, p)
	s.notify()
}

// edited tells everybody about a post that changed. A deferred answer that now has words is new to people.
func (s *Server) edited(c *channel, p *post, wasLoading bool) {
	s.told("MESSAGE_UPDATE", c, p)
	if wasLoading {
		s.show("message", c, p)
	} else {
		s.show("edit", c, p)
	}
	s.notify()
}

func (s *Server) told(name string, c *channel, p *post) {
	if !s.hears(c) {
		return
	}
	var nonce any
	if name == "MESSAGE_CREATE" {
		nonce = p.Message.Nonce
	}
	s.dispatch(name, needs(c, p, intentMessages, intentDirect), func(ses *session) any {
		return s.event(p, ses.intents&intentContent != 0, nonce)
	})
}

// deleted takes a post out of its channel.
func (s *Server) deleted(c *channel, p *post) {
	c.remove(p)
	s.forgetFiles(p)
	if s.hears(c) {
		s.dispatch("MESSAGE_DELETE", needs(c, p, intentMessages, intentDirect), func(*session) any {
			return s.inGuild(c, map[string]any{"id": p.Message.ID, "channel_id": c.ID})
		})
	}
	s.showTo(p, "delete", map[string]any{"channel_id": c.ID, "id": p.Message.ID})
	s.notify()
}

func (s *Server) inGuild(c *channel, d map[string]any) map[string]any {
	if c.With == "" {
		d["guild_id"] = s.world.GuildID
	}
	return d
}

// reacted puts a reaction on or takes it off; it is quiet where nothing changes.
func (s *Server) reacted(c *channel, p *post, user User, e Emoji, on bool) {
	if !p.react(user.ID, e, on) {
		return
	}
	name := "MESSAGE_REACTION_REMOVE"
	if on {
		name = "MESSAGE_REACTION_ADD"
	}
	if s.hears(c) {
		s.dispatch(name, needs(c, p, intentReactions, intentDirectReact), func(*session) any {
			d := s.inGuild(c, map[string]any{
				"user_id": user.ID, "channel_id": c.ID, "message_id": p.Message.ID, "emoji": e, "burst": false, "type": 0,
			})
			if on {
				d["message_author_id"] = p.Message.Author.ID
				if c.With == "" {
					d["member"] = s.world.member(user)
				}
			}
			return d
		})
	}
	s.showTo(p, "react", map[string]any{
		"channel_id": c.ID, "message_id": p.Message.ID, "user_id": user.ID, "emoji": map[string]any{"name": e.Name}, "on": on,
	})
	s.notify()
}

func (p *post) react(user string, e Emoji, on bool) bool {
	at := slices.IndexFunc(p.Reactions, func(r reactedBy) bool { return r.Emoji.Name == e.Name })
	if at < 0 {
		if on {
			p.Reactions = append(p.Reactions, reactedBy{e, []string{user}})
		}
		return on
	}
	r := &p.Reactions[at]
	i := slices.Index(r.Users, user)
	if on == (i >= 0) {
		return false
	}
	if on {
		r.Users = append(r.Users, user)
	} else if r.Users = slices.Delete(r.Users, i, i+1); len(r.Users) == 0 {
		p.Reactions = slices.Delete(p.Reactions, at, at+1)
	}
	return true
}

// typing tells everybody that somebody writes.
func (s *Server) typing(c *channel, u User) {
	if s.hears(c) {
		s.dispatch("TYPING_START", needs(c, nil, intentTyping, intentDirectTyping), func(*session) any {
			d := s.inGuild(c, map[string]any{"channel_id": c.ID, "user_id": u.ID, "timestamp": s.now().Unix()})
			if c.With == "" {
				d["member"] = s.world.member(u)
			}
			return d
		})
	}
	s.showTo(&post{}, "typing", map[string]any{"channel_id": c.ID, "user_id": u.ID})
	s.notify()
}
