package world

import (
	"context"
	"fmt"
)

// People performs the actions of users in a locked world: typing, pressing buttons and reading. Users and channels
// are given by id or name.
type People struct{ world *Locked }

func NewPeople(w *Locked) People { return People{w} }

// Visit runs a function as a person in a channel.
func (p People) Visit(user, channel string, act func(Visitor) error) (err error) {
	p.world.Do(func(w *World) {
		var v Visitor
		if v, err = w.Visit(user, channel); err == nil {
			err = act(v)
		}
	})
	return err
}

// Ask works like Visit, and returns the id of the message or interaction that the function creates.
func (p People) Ask(user, channel string, act func(Visitor) (string, error)) (id string, err error) {
	err = p.Visit(user, channel, func(v Visitor) error {
		id, err = act(v)
		return err
	})
	return id, err
}

// PersonID returns the id of a person by name.
func (p People) PersonID(name string) (id string, err error) {
	p.world.Do(func(w *World) {
		var somebody *Person
		if somebody, err = w.Person(name); err == nil {
			id = somebody.ID
		}
	})
	return id, err
}

// Speak changes the language of a person's Discord client.
func (p People) Speak(user, locale string) (err error) {
	p.world.Do(func(w *World) { err = Speak(w, user, locale) })
	return err
}

// Say types a message into a channel and returns the message's id.
func (p People) Say(user, channel, content string) (string, error) {
	return p.Ask(user, channel, func(v Visitor) (string, error) { return v.Reply("", content) })
}

// Submit fills in the form that an interaction opened. The keys of fields are the custom ids of the inputs.
func (p People) Submit(user, interaction string, fields map[string]string) (id string, err error) {
	p.world.Do(func(w *World) { id, err = w.Submit(user, interaction, fields) })
	return id, err
}

// Slash uses a slash command. Like Discord's client, it checks the options against the registered command.
func (p People) Slash(user, channel, name string, options ...Option) (string, error) {
	return p.Ask(user, channel, func(v Visitor) (string, error) { return v.Slash(name, options, false) })
}

// Complete asks the bot for the choices of the focused option, and waits for them until the interaction expires.
func (p People) Complete(ctx context.Context, user, channel, name string,
	options ...Option) ([]Choice, error) {
	id, err := p.Ask(user, channel, func(v Visitor) (string, error) {
		return v.Slash(name, options, true)
	})
	if err != nil {
		return nil, err
	}
	out, err := p.WaitOutcome(ctx, id)
	if err == nil && out.State == Failed {
		err = UserError("Loading options failed.")
	}
	return out.Choices, err
}

// WaitOutcome waits until an interaction has failed or was answered. A deferred answer counts only once it has
// content.
func (p People) WaitOutcome(ctx context.Context, interaction string) (Outcome, error) {
	var out Outcome
	known := true
	err := p.world.Wait(ctx, func() bool {
		p.world.Do(func(w *World) { out, known = w.Outcome(interaction) })
		loading := out.Message != nil && out.Message.Flags&FlagLoading != 0
		return !known || out.State != Waiting && !loading
	})
	if err == nil && !known {
		err = fmt.Errorf("sandbox: there is no interaction %s", interaction)
	}
	return out, err
}
