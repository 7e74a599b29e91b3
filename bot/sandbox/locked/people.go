package locked

import (
	"context"
	"fmt"

	"settable/bot/sandbox/world"
)

// People do on a locked world what people do: type, press, read. Each is named by id or name, and so is a
// channel.
type People struct{ world *World }

// NewPeople are the people of a world.
func NewPeople(w *World) People { return People{w} }

// visit does something as somebody in a channel.
func (p People) visit(user, channel string, act func(world.Visitor) error) (err error) {
	p.world.Do(func(w *world.World) {
		var v world.Visitor
		if v, err = w.Visit(user, channel); err == nil {
			err = act(v)
		}
	})
	return err
}

func (p People) ask(user, channel string, act func(world.Visitor) (string, error)) (id string, err error) {
	err = p.visit(user, channel, func(v world.Visitor) error {
		id, err = act(v)
		return err
	})
	return id, err
}

// Say types something into a channel and gives the message's id.
func (p People) Say(user, channel, content string) (string, error) {
	return p.Reply(user, channel, "", content)
}

// Reply types an answer to a message; an empty message is plain talk.
func (p People) Reply(user, channel, message, content string) (string, error) {
	return p.ask(user, channel, func(v world.Visitor) (string, error) { return v.Reply(message, content) })
}

// Edit changes what somebody wrote.
func (p People) Edit(user, channel, message, content string) error {
	return p.visit(user, channel, func(v world.Visitor) error { return v.Edit(message, content) })
}

// Delete takes a message away: one's own, or any for who manages the guild.
func (p People) Delete(user, channel, message string) error {
	return p.visit(user, channel, func(v world.Visitor) error { return v.Delete(message) })
}

// Dismiss puts a private message out of sight; the bot is not told.
func (p People) Dismiss(user, channel, message string) error {
	return p.visit(user, channel, func(v world.Visitor) error { return v.Dismiss(message) })
}

// React puts an emoji under a message, or takes it away.
func (p People) React(user, channel, message, emoji string, on bool) error {
	return p.visit(user, channel, func(v world.Visitor) error { return v.React(message, emoji, on) })
}

// Type shows that somebody is writing.
func (p People) Type(user, channel string) error {
	return p.visit(user, channel, func(v world.Visitor) error { v.Type(); return nil })
}

// Click presses a button, as the person sees it: it must be there and enabled. The id of the interaction is
// given.
func (p People) Click(user, channel, message, customID string) (string, error) {
	return p.ask(user, channel, func(v world.Visitor) (string, error) { return v.Press(message, customID) })
}

// Select chooses values of a select.
func (p People) Select(user, channel, message, customID string, values ...string) (string, error) {
	return p.ask(user, channel, func(v world.Visitor) (string, error) {
		return v.Select(message, customID, values...)
	})
}

// Forge presses a button that need not be there: a click that was under way while the button vanished, or a
// client that lies. The message itself must be visible to the person.
func (p People) Forge(user, channel, message, customID string) (string, error) {
	return p.ask(user, channel, func(v world.Visitor) (string, error) { return v.Forge(message, customID) })
}

// Submit fills in the form that an interaction opened. fields go by the custom ids of the inputs.
func (p People) Submit(user, interaction string, fields map[string]string) (id string, err error) {
	p.world.Do(func(w *world.World) { id, err = w.Submit(user, interaction, fields) })
	return id, err
}

// Slash uses a slash command, checked against what the bot registered as Discord's own client does.
func (p People) Slash(user, channel, name string, options ...world.Option) (string, error) {
	return p.ask(user, channel, func(v world.Visitor) (string, error) { return v.Slash(name, options, false) })
}

// Complete asks the bot for the choices of the option marked as focused, and waits for them at most as long
// as an interaction waits.
func (p People) Complete(ctx context.Context, user, channel, name string,
	options ...world.Option) ([]world.Choice, error) {
	id, err := p.ask(user, channel, func(v world.Visitor) (string, error) {
		return v.Slash(name, options, true)
	})
	if err != nil {
		return nil, err
	}
	out, err := p.WaitOutcome(ctx, id)
	if err == nil && out.State == world.Failed {
		err = world.UserError("Loading options failed.")
	}
	return out.Choices, err
}

// Outcome tells what became of an interaction so far.
func (p People) Outcome(interaction string) (out world.Outcome, known bool) {
	p.world.Do(func(w *world.World) { out, known = w.Outcome(interaction) })
	return out, known
}

// WaitOutcome waits until an interaction is no longer waiting for its first answer.
func (p People) WaitOutcome(ctx context.Context, interaction string) (world.Outcome, error) {
	var out world.Outcome
	known := true
	err := p.world.Wait(ctx, func() bool {
		out, known = p.Outcome(interaction)
		return !known || out.State != world.Waiting
	})
	if err == nil && !known {
		err = fmt.Errorf("sandbox: there is no interaction %s", interaction)
	}
	return out, err
}

// Messages is what a user sees in a channel, oldest first, their private ones included. A deferred answer
// that is still a blank "thinking" line is left out.
func (p People) Messages(channel, asUser string) (all []world.Message) {
	_ = p.visit(asUser, channel, func(v world.Visitor) error { // who is not there sees nothing
		all = v.Messages()
		return nil
	})
	return all
}

// Await returns the first message of a channel, as a user sees it, for which want holds.
func (p People) Await(ctx context.Context, channel, asUser string,
	want func(world.Message) bool) (world.Message, error) {
	var found world.Message
	err := p.world.Wait(ctx, func() bool {
		for _, m := range p.Messages(channel, asUser) {
			if want(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}

// Attachment gives a file's bytes to a user who may see it.
func (p People) Attachment(id, asUser string) (raw []byte, err error) {
	p.world.Do(func(w *world.World) {
		var reader *world.Person
		if reader, err = w.Person(asUser); err != nil {
			return
		}
		f, ok := w.File(id)
		if !ok || f.Only != "" && f.Only != reader.ID {
			err = fmt.Errorf("sandbox: %s sees no file %s", reader.Name(), id)
		}
		raw = f.Bytes
	})
	if err != nil {
		return nil, err
	}
	return raw, nil
}

// Script is what people typed and pressed in a channel, one per line, as NAME words.
func (p People) Script(channel string) (text string, err error) {
	p.world.Do(func(w *world.World) {
		var c *world.Channel
		if c, err = w.Channel(channel); err == nil {
			text = w.Script.Of(c.ID)
		}
	})
	return text, err
}

// Direct gives the id of the private conversation of a person with the bot.
func (p People) Direct(user string) (id string, err error) {
	p.world.Do(func(w *world.World) {
		var somebody *world.Person
		if somebody, err = w.Person(user); err == nil {
			id = w.Direct(somebody.ID).ID
		}
	})
	return id, err
}
