package sandboxtest

import (
	"context"
	"fmt"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
)

// Server is a sandbox with additional methods for tests.
type Server struct{ *sandbox.Server }

// Open starts a sandbox without schema checks. The caller must close it.
func Open(o sandbox.Options) (*Server, error) {
	s, err := sandbox.Start(o)
	return &Server{s}, err
}

// Guild returns the first guild's id.
func (s *Server) Guild() (id string) {
	s.Do(func(w *world.World) { id = w.GuildID })
	return id
}

// Application returns the application's id, which is also the bot's user id.
func (s *Server) Application() (id string) {
	s.Do(func(w *world.World) { id = w.AppID })
	return id
}

// RemoveChannel deletes a channel including its messages and threads.
func (s *Server) RemoveChannel(name string) (err error) {
	s.Do(func(w *world.World) { err = w.RemoveChannel(name) })
	return err
}

// Deny sets the permissions that the bot lacks in a channel. 0 restores them all.
func (s *Server) Deny(channel string, permissions int64) (err error) {
	s.Do(func(w *world.World) { err = w.Deny(channel, permissions) })
	return err
}

// Guilds returns the ids of all guilds, starting with the first one.
func Guilds(s *Server) (all []string) {
	s.Do(func(w *world.World) {
		for _, g := range w.Servers() {
			all = append(all, g.GuildID)
		}
	})
	return all
}

// Kick removes the bot from the first guild. The bot can return with Invite.
func (s *Server) Kick() { s.Do(func(w *world.World) { w.Kick("") }) }

// Invite adds the bot to the first guild again.
func (s *Server) Invite() { s.Do(func(w *world.World) { w.Invite("") }) }

// Channel returns the id of a channel by name, or "".
func (s *Server) Channel(name string) (id string) {
	s.Do(func(w *world.World) {
		if c, err := w.Channel(name); err == nil {
			id = c.ID
		}
	})
	return id
}

// User returns a person's user by name, such as "Ann", or the zero User.
func (s *Server) User(name string) (u world.User) {
	s.Do(func(w *world.World) {
		if p, err := w.Person(name); err == nil {
			u = p.User
		}
	})
	return u
}

// Commands returns the registered commands, sorted by name.
func (s *Server) Commands() (all []world.Command) {
	s.Do(func(w *world.World) {
		for _, c := range w.Menu() {
			all = append(all, *c)
		}
	})
	return all
}

// AllowContent turns the message content intent on or off, as the developer portal does. While it is off, the gateway
// closes sessions that request the intent with code 4014.
func (s *Server) AllowContent(on bool) {
	s.Do(func(w *world.World) { w.Rules.MessageContent = on })
}

// Revoke invalidates the bot's token: REST returns 401, and the gateway closes the next IDENTIFY or RESUME with 4004.
func (s *Server) Revoke() { s.Do(func(w *world.World) { w.Rules.Revoked = true }) }

// Reply sends a reply to a message. If the message's id is empty, it sends an ordinary message.
func (s *Server) Reply(user, channel, message, content string) (string, error) {
	return s.Ask(user, channel, func(v world.Visitor) (string, error) { return v.Reply(message, content) })
}

// Edit edits a person's message.
func (s *Server) Edit(user, channel, message, content string) error {
	return s.Visit(user, channel, func(v world.Visitor) error { return v.Edit(message, content) })
}

// Delete deletes a message. Only people with the Manage permission can delete other people's messages.
func (s *Server) Delete(user, channel, message string) error {
	return s.Visit(user, channel, func(v world.Visitor) error { return v.Delete(message) })
}

// Dismiss hides a private message from its reader. The bot isn't notified.
func (s *Server) Dismiss(user, channel, message string) error {
	return s.Visit(user, channel, func(v world.Visitor) error { return v.Dismiss(message) })
}

// React adds an emoji to a message on behalf of a user, or removes it.
func (s *Server) React(user, channel, message, emoji string, on bool) error {
	return s.Visit(user, channel, func(v world.Visitor) error { return v.React(message, emoji, on) })
}

// Click presses a button that the user sees. The button must exist and be enabled. Click returns the interaction's id.
func (s *Server) Click(user, channel, message, customID string) (string, error) {
	return s.Ask(user, channel, func(v world.Visitor) (string, error) { return v.Press(message, customID) })
}

// Outcome returns the current result of an interaction.
func (s *Server) Outcome(interaction string) (out world.Outcome, known bool) {
	s.Do(func(w *world.World) { out, known = w.Outcome(interaction) })
	return out, known
}

// Forge presses a button that may not exist. This simulates a manipulated client, or a click on a button that has just
// vanished. The message must be visible to the user.
func (s *Server) Forge(user, channel, message, customID string) (string, error) {
	return s.Ask(user, channel, func(v world.Visitor) (string, error) { return v.Forge(message, customID) })
}

// Messages returns the messages that a user sees in a channel, including private ones, oldest first. It omits
// "thinking" messages.
func (s *Server) Messages(channel, asUser string) (all []world.Message) {
	_ = s.Visit(asUser, channel, func(v world.Visitor) error { // nothing, if the user can't see the channel
		all = v.Messages()
		return nil
	})
	return all
}

// Await waits until a user sees a message in a channel that meets a condition.
func (s *Server) Await(ctx context.Context, channel, asUser string,
	want func(world.Message) bool) (found world.Message, err error) {
	err = s.Wait(ctx, func() bool {
		for _, m := range s.Messages(channel, asUser) {
			if want(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}

// Attachment returns the content of a file, if the user may see it.
func (s *Server) Attachment(id, asUser string) (raw []byte, err error) {
	s.Do(func(w *world.World) {
		var reader *world.Person
		if reader, err = w.Person(asUser); err != nil {
			return
		}
		f, ok := w.File(id)
		if !ok || f.Only != "" && f.Only != reader.ID {
			err = fmt.Errorf("sandbox: %s can't see the file %s", reader.Name(), id)
			return
		}
		raw = f.Bytes
	})
	return raw, err
}

// Direct returns the id of the channel for a user's direct messages with the bot.
func (s *Server) Direct(user string) (id string, err error) {
	s.Do(func(w *world.World) {
		var somebody *world.Person
		if somebody, err = w.Person(user); err == nil {
			id = w.Direct(somebody.ID).ID
		}
	})
	return id, err
}
