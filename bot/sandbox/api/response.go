package api

import (
	"encoding/json"
	"errors"

	"settable/bot/sandbox/world"
)

func callback(c *call) (answer, error) {
	r, err := c.world.Respond(c.path("interaction"), c.path("token"))
	if err != nil {
		return answer{}, err
	}
	var b struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := c.body.decode(&b); err != nil {
		return answer{}, err
	}
	if err := r.Fits(b.Type); err != nil {
		return answer{}, err
	}
	if len(b.Data) == 0 || string(b.Data) == "null" {
		b.Data = json.RawMessage("{}")
	}
	if err := reply(r, b.Type, payload{raw: b.Data, files: c.body.files}); err != nil {
		return answer{}, underData(err)
	}
	return noContent, nil
}

func reply(r world.Response, kind int, data payload) error {
	switch kind {
	case world.ReplyMessage:
		return r.Message(readDraft(data, answerKeys...))
	case world.ReplyDefer:
		return replyDefer(r, data)
	case world.ReplyDeferEdit:
		r.DeferEdit()
		return nil
	case world.ReplyEdit:
		return r.Edit(readDraft(data, shownKeys...))
	case world.ReplyChoices:
		return replyChoices(r, data)
	}
	return replyModal(r, data)
}

func replyDefer(r world.Response, data payload) error {
	var d world.Draft
	if err := data.decode(&d, "flags", "allowed_mentions"); err != nil {
		return err
	}
	return r.Defer(d.Flags.Value)
}

func replyChoices(r world.Response, data payload) error {
	var d struct {
		Choices []world.Choice `json:"choices"`
	}
	if err := data.decode(&d, "choices"); err != nil {
		return err
	}
	var p world.Problems
	checkChoices(&p, "choices", r.Focus, d.Choices)
	if err := p.Err(); err != nil {
		return err
	}
	r.Complete(d.Choices)
	return nil
}

func replyModal(r world.Response, data payload) error {
	var m struct {
		CustomID   string                         `json:"custom_id"`
		Title      string                         `json:"title"`
		Components world.Field[[]world.Component] `json:"components"`
	}
	if err := data.decode(&m, "custom_id", "title", "components"); err != nil {
		return err
	}
	f := world.Form{CustomID: m.CustomID, Title: m.Title, Components: m.Components.Value}
	var p world.Problems
	checkModal(&p, f)
	if err := p.Err(); err != nil {
		return err
	}
	r.Open(f)
	return nil
}

// underData prefixes the paths of the faults in a Refusal with "data", because a callback's body has the message under
// that key.
func underData(err error) error {
	if no, is := errors.AsType[*world.Refusal](err); is && no.Errors != nil {
		under := *no
		under.Errors = map[string]any{"data": no.Errors}
		return &under
	}
	return err
}

// byToken returns a handler for a route whose path contains an interaction's token.
func byToken(handle func(*call, world.Response) (answer, error)) func(*call) (answer, error) {
	return withFound(func(c *call) (world.Response, error) {
		return c.world.Webhook(c.path("app"), c.path("token"))
	}, handle)
}

func followUp(c *call, r world.Response) (answer, error) { return responseOr(r.FollowUp(c.draft)) }

func patchAnswer(c *call, r world.Response) (answer, error) {
	return responseOr(r.Amend(c.path("message"), c.draft))
}

func deleteAnswer(c *call, r world.Response) (answer, error) {
	return doneOr(r.Remove(c.path("message")))
}
