package sandbox

import "settable/bot/sandbox/world"

// Guild is the guild's id.
func (s *Server) Guild() string { return s.guild }

// Application is the application's id, which is the bot's user id too.
func (s *Server) Application() string { return s.app }

// AddChannel opens another text channel and gives its id.
func (s *Server) AddChannel(name string) (id string) {
	s.world.Do(func(w *world.World) { id = w.AddChannel(name).ID })
	return id
}

// RemoveChannel deletes a channel with everything in it.
func (s *Server) RemoveChannel(name string) (err error) {
	s.world.Do(func(w *world.World) { err = w.RemoveChannel(name) })
	return err
}

// Deny takes permissions from the bot in a channel: exactly these are missing from now on; 0 gives all back.
func (s *Server) Deny(channel string, permissions int64) (err error) {
	s.world.Do(func(w *world.World) { err = w.Deny(channel, permissions) })
	return err
}

// Kick takes the bot out of the guild; Invite brings it back.
func (s *Server) Kick() { s.world.Do((*world.World).Kick) }

// Invite brings the bot back into the guild.
func (s *Server) Invite() { s.world.Do((*world.World).Invite) }

// Channel gives a channel's id by its name, "" where there is none.
func (s *Server) Channel(name string) (id string) {
	s.world.Do(func(w *world.World) {
		if c, err := w.Channel(name); err == nil {
			id = c.ID
		}
	})
	return id
}

// User gives a person's user by name, such as "Ann"; the zero User where there is none.
func (s *Server) User(name string) (u User) {
	s.world.Do(func(w *world.World) {
		if p, err := w.Person(name); err == nil {
			u = p.User
		}
	})
	return u
}

// Commands lists what the bot has registered, by name.
func (s *Server) Commands() (all []Command) {
	s.world.Do(func(w *world.World) {
		for _, c := range w.Menu() {
			all = append(all, *c)
		}
	})
	return all
}

// AllowContent switches the privileged message content on or off, as the developer portal does: off,
// who asks for it is closed with 4014.
func (s *Server) AllowContent(on bool) {
	s.world.Do(func(w *world.World) { w.Rules.MessageContent = on })
}

// Revoke makes the bot's token invalid: 401, and 4004 at the next IDENTIFY or RESUME.
func (s *Server) Revoke() { s.world.Do(func(w *world.World) { w.Rules.Revoked = true }) }
