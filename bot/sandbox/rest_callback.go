package sandbox

import (
	"encoding/json"
	"slices"
)

// Kinds of answers to an interaction.
const (
	replyPong      = 1
	replyMessage   = 4
	replyDefer     = 5
	replyDeferEdit = 6
	replyEdit      = 7
	replyChoices   = 8
	replyModal     = 9
)

// fits says which answers an interaction of a kind takes.
var fits = map[int][]int{
	kindCommand:   {replyMessage, replyDefer, replyModal},
	kindComponent: {replyMessage, replyDefer, replyDeferEdit, replyEdit, replyModal},
	kindComplete:  {replyChoices},
	kindModal:     {replyMessage, replyDefer, replyDeferEdit, replyEdit},
}

// callback is the first answer to an interaction: it must come in time, once, and fit the kind.
func (c *call) callback() (answer, error) {
	i, ok := c.world.Interactions[c.path("interaction")]
	switch {
	case !ok || i.Token != c.path("token") || i.State == Failed:
		return answer{}, errUnknownInteraction
	case i.State != Waiting:
		return answer{}, errAcknowledged
	}
	var b struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := c.body.decode(&b); err != nil {
		return answer{}, err
	}
	fit := slices.Contains(fits[i.Kind], b.Type)
	if (b.Type == replyEdit || b.Type == replyDeferEdit) && i.Message == "" {
		fit = false // a form that no component opened has no message to change
	}
	if !fit {
		return answer{}, badBody("type", "INTERACTION_CALLBACK_TYPE_INVALID", "An interaction of type %d takes no answer of type %d.", i.Kind, b.Type)
	}
	at, err := c.world.channel(i.Channel)
	if err != nil {
		return answer{}, errUnknownChannel
	}
	if err := c.reply(i, at, b.Type, b.Data); err != nil {
		return answer{}, err
	}
	i.halt()
	c.notify()
	if c.query("with_response") != "true" {
		return noContent, nil
	}
	return okay(c.callbackAnswer(i, at, b.Type))
}

func (c *call) reply(i *interaction, at *channel, kind int, data json.RawMessage) error {
	switch kind {
	case replyMessage:
		return c.replyMessage(i, at, data)
	case replyDefer:
		return c.replyDefer(i, at, data)
	case replyDeferEdit:
		i.State, i.Original, i.Filled = Deferred, i.Message, true
		c.tellUser(i.User, "answered", map[string]any{"interaction": i.ID})
		return nil
	case replyEdit:
		return c.replyEdit(i, at, data)
	case replyChoices:
		return c.replyChoices(i, data)
	}
	return c.replyModal(i, data)
}

// replyPost is the message an interaction answers with, still empty.
func (c *call) replyPost(i *interaction, at *channel, flags int) *post {
	p := &post{Message: c.blankMessage(at, c.world.Bot), Via: i.ID}
	p.Message.Flags = flags & (flagEphemeral | flagLoading)
	p.Message.ApplicationID, p.Message.WebhookID, p.Message.Metadata = c.world.AppID, c.world.AppID, i.Meta
	if flags&flagEphemeral != 0 {
		p.Only = i.User
	}
	switch to := at.find(i.Message); {
	case i.Kind == kindCommand:
		p.Message.Type = 20
	case to != nil:
		c.replyTo(at, p, to)
	}
	return p
}

func (c *call) replyMessage(i *interaction, at *channel, data json.RawMessage) error {
	var d draft
	if err := decodeData(data, &d, answerKeys...); err != nil {
		return err
	}
	p := c.replyPost(i, at, d.Flags.Value)
	if err := c.compose(p, d, c.body.files, flagSuppressEmbeds|flagEphemeral|flagSilent); err != nil {
		return underData(err)
	}
	i.State, i.Original, i.Filled = Answered, p.Message.ID, true
	c.created(at, p)
	c.tellUser(i.User, "answered", map[string]any{"interaction": i.ID})
	return nil
}

func (c *call) replyDefer(i *interaction, at *channel, data json.RawMessage) error {
	var d draft
	if err := decodeData(data, &d, "flags", "allowed_mentions"); err != nil {
		return err
	}
	if d.Flags.Value&^flagEphemeral != 0 {
		return badBody("data.flags", "BASE_TYPE_BITFIELD", "Only the flag 64 can be set here.")
	}
	p := c.replyPost(i, at, d.Flags.Value|flagLoading)
	i.State, i.Original = Deferred, p.Message.ID
	c.created(at, p)
	c.tellUser(i.User, "thinking", map[string]any{"interaction": i.ID, "channel_id": at.ID})
	return nil
}

func (c *call) replyEdit(i *interaction, at *channel, data json.RawMessage) error {
	p := at.find(i.Message)
	if p == nil {
		return errUnknownMessage
	}
	var d draft
	if err := decodeData(data, &d, append([]string{"flags", "tts"}, shownKeys...)...); err != nil {
		return err
	}
	if err := c.compose(p, d, c.body.files, flagSuppressEmbeds|flagEphemeral); err != nil {
		return underData(err)
	}
	i.State, i.Original, i.Filled = Answered, i.Message, true
	now := stamp(c.now())
	p.Message.EditedTimestamp = &now
	c.edited(at, p, false)
	c.tellUser(i.User, "answered", map[string]any{"interaction": i.ID})
	return nil
}

func (c *call) replyChoices(i *interaction, data json.RawMessage) error {
	var d struct {
		Choices []Choice `json:"choices"`
	}
	if err := decodeData(data, &d, "choices"); err != nil {
		return err
	}
	var f faults
	checkChoices(&f, "data.choices", i.Focus, d.Choices)
	if err := f.err(); err != nil {
		return err
	}
	i.State, i.Choices = Answered, d.Choices
	return nil
}

func (c *call) replyModal(i *interaction, data json.RawMessage) error {
	var m modalBody
	if err := decodeData(data, &m, "custom_id", "title", "components"); err != nil {
		return err
	}
	var raw struct {
		Components opt[[]Component] `json:"components"`
	}
	if err := decodeData(data, &raw, "custom_id", "title", "components"); err != nil {
		return err
	}
	m.Components = raw.Components.Value
	var f faults
	checkModal(&f, m)
	if err := f.err(); err != nil {
		return err
	}
	m.Components = numbered(m.Components)
	i.State, i.Form = Modal, &m
	open := map[string]any{
		"interaction": i.ID, "channel_id": i.Channel, "custom_id": m.CustomID, "title": m.Title, "components": m.Components,
	}
	if i.Message != "" {
		open["message_id"] = i.Message
	}
	c.tellUser(i.User, "modal", open)
	return nil
}

func (c *call) callbackAnswer(i *interaction, at *channel, kind int) map[string]any {
	inner := map[string]any{"id": i.ID, "type": i.Kind, "channel_id": at.ID}
	out := map[string]any{"interaction": inner}
	if at.With == "" {
		inner["guild_id"] = c.world.GuildID
	}
	if p := at.find(i.Original); p != nil {
		inner["response_message_id"] = p.Message.ID
		inner["response_message_loading"] = p.Message.Flags&flagLoading != 0
		inner["response_message_ephemeral"] = p.Only != ""
		if kind == replyMessage || kind == replyEdit {
			out["resource"] = map[string]any{"type": kind, "message": c.forBot(p, true)}
		}
	}
	return out
}
