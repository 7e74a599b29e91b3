package rest

import (
	"context"
	"fmt"
	"net/http"

	"settable/bot/discord"
)

// Discord's types of first answers to an interaction.
const (
	answerMessage     = 4
	answerLater       = 5
	answerUpdateLater = 6
	answerUpdate      = 7
	answerChoices     = 8
	answerModal       = 9
)

type answerBody struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// Answer answers an interaction with a message. If private is set, only the interaction's author sees the message. The
// answer must reach Discord within 3 s of the interaction.
func (r *Client) Answer(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error {
	return r.answerWith(ctx, t, "answer an interaction", answerMessage, m, func(m discord.Message) any {
		b := newBody(m)
		b.Flags |= ephemeral(private)
		return b
	})
}

// Update answers a press by changing the message that contains the button.
func (r *Client) Update(ctx context.Context, t discord.Ticket, m discord.Message) error {
	return r.answerWith(ctx, t, "answer with an update", answerUpdate, m,
		func(m discord.Message) any { return editBody(m) })
}

// Defer promises a message, which the bot must send with EditAnswer within 15 minutes.
func (r *Client) Defer(ctx context.Context, t discord.Ticket, private bool) error {
	return r.answer(ctx, t, "defer an answer", answerLater, flagsBody{ephemeral(private)})
}

// DeferUpdate acknowledges a press without changing anything. The user sees that the press worked.
func (r *Client) DeferUpdate(ctx context.Context, t discord.Ticket) error {
	return r.answer(ctx, t, "acknowledge a press", answerUpdateLater, nil)
}

// OpenModal answers an interaction with a form. Submitting the form creates a new interaction.
func (r *Client) OpenModal(ctx context.Context, t discord.Ticket, m discord.Modal) error {
	if err := m.Check(); err != nil {
		return fmt.Errorf("open a modal: %w", err)
	}
	return r.answer(ctx, t, "open a modal", answerModal, modal(m))
}

// Choices answers a Complete event. It sends only the first 25 choices and shortens each to 100 characters.
func (r *Client) Choices(ctx context.Context, t discord.Ticket, list []discord.Choice) error {
	b := choicesBody{Choices: []choiceBody{}}
	for _, c := range list[:min(len(list), 25)] {
		b.Choices = append(b.Choices, choiceBody{cut(c.Name, 100), cut(c.Value, 100)})
	}
	return r.answer(ctx, t, "suggest choices", answerChoices, b)
}

// EditAnswer replaces the first answer, or sends the one that Defer promised. If Discord doesn't accept the pictures,
// the answer is sent without them.
func (r *Client) EditAnswer(ctx context.Context, t discord.Ticket, m discord.Message) error {
	return r.webhook(ctx, t, request{what: "edit an answer", method: http.MethodPatch,
		build: func(as shape) (any, []discord.File, error) {
			m := r.shapeMessage(m, as)
			return editBody(m), uploads(m), m.Check()
		},
	})
}

// FollowUp sends another message for an interaction. If private is set, only the interaction's author sees the message.
func (r *Client) FollowUp(ctx context.Context, t discord.Ticket, m discord.Message, private bool) error {
	return r.tokenRequest(ctx, t, "", request{what: "send a follow-up", method: http.MethodPost, once: true,
		build: func(as shape) (any, []discord.File, error) {
			m := r.shapeMessage(m, as)
			b := newBody(m)
			b.Flags |= ephemeral(private)
			return b, uploads(m), m.Check()
		},
	})
}

// DeleteAnswer deletes the first answer.
func (r *Client) DeleteAnswer(ctx context.Context, t discord.Ticket) error {
	return r.webhook(ctx, t, request{what: "delete an answer", method: http.MethodDelete})
}

type flagsBody struct {
	Flags int `json:"flags,omitempty"`
}

type choicesBody struct {
	Choices []choiceBody `json:"choices"`
}

type choiceBody struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func ephemeral(private bool) int {
	if private {
		return flagEphemeral
	}
	return 0
}

// answer sends a first answer that has no picture.
func (r *Client) answer(ctx context.Context, t discord.Ticket, what string, kind int, data any) error {
	q := firstAnswer(t, what)
	q.body = answerBody{kind, data}
	return r.do(ctx, q)
}

// answerWith sends a message as the first answer. If Discord doesn't accept the pictures, the message is sent without
// them.
func (r *Client) answerWith(ctx context.Context, t discord.Ticket, what string, kind int, m discord.Message,
	body func(discord.Message) any) error {

	q := firstAnswer(t, what)
	q.build = func(as shape) (any, []discord.File, error) {
		m := r.shapeMessage(m, as)
		return answerBody{kind, body(m)}, uploads(m), m.Check()
	}
	return r.do(ctx, q)
}

// firstAnswer returns the request that sends a first answer. The request has neither a lane nor a bucket, so it
// doesn't wait for other requests.
func firstAnswer(t discord.Ticket, what string) request {
	return request{
		what: what, method: http.MethodPost, url: endpoint("interactions", t.ID, string(t.Token), "callback"),
		exempt: true, urgent: true, answers: true, secret: t.Token, arrived: discord.ErrAnswered, channel: t.Channel,
	}
}

// webhook sends a request about the first answer, which must already have been sent.
func (r *Client) webhook(ctx context.Context, t discord.Ticket, q request) error {
	return r.tokenRequest(ctx, t, "@original", q)
}

// tokenRequest sends a request about a message of an interaction. If message is "", the request is about a new message.
func (r *Client) tokenRequest(ctx context.Context, t discord.Ticket, message string, q request) error {
	app, err := r.appID(ctx)
	if err != nil {
		return err
	}
	q.url = endpoint("webhooks", app, string(t.Token))
	if message != "" {
		q.url = endpoint("webhooks", app, string(t.Token), "messages", message)
	}
	q.exempt, q.answers, q.secret, q.channel = true, true, t.Token, t.Channel
	return r.do(ctx, q)
}

func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
