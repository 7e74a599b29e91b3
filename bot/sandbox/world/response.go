package world

import "slices"

// Kinds of answers to an interaction.
const (
	ReplyMessage   = 4
	ReplyDefer     = 5
	ReplyDeferEdit = 6
	ReplyEdit      = 7
	ReplyChoices   = 8
	ReplyModal     = 9
)

var acceptedAnswers = map[int][]int{
	KindCommand:   {ReplyMessage, ReplyDefer, ReplyModal},
	KindComponent: {ReplyMessage, ReplyDefer, ReplyDeferEdit, ReplyEdit, ReplyModal},
	KindComplete:  {ReplyChoices},
	KindModal:     {ReplyMessage, ReplyDefer, ReplyDeferEdit, ReplyEdit},
}

// Response represents the bot while it answers an interaction, either for the first time or later with the token.
type Response struct {
	*Interaction
	place
}

// Respond returns a Response for the first answer to an interaction. It returns an error if the interaction has
// expired or was answered before.
func (w *World) Respond(interaction, token string) (Response, error) {
	i, ok := w.Interactions[interaction]
	switch {
	case !ok || i.Token != token || i.State == Failed:
		return Response{}, errUnknownInteraction
	case i.State != Waiting:
		return Response{}, errAcknowledged
	}
	c, err := w.Channel(i.Channel)
	if err != nil {
		return Response{}, ErrUnknownChannel
	}
	return Response{i, place{w, c}}, nil
}

// Fits returns an error unless the interaction accepts this kind of answer.
func (r Response) Fits(kind int) error {
	fit := slices.Contains(acceptedAnswers[r.Kind], kind)
	if (kind == ReplyEdit || kind == ReplyDeferEdit) && r.Interaction.Message == "" {
		fit = false // a form that was opened by a command has no message to edit
	}
	if !fit {
		return BadBody("type", "INTERACTION_CALLBACK_TYPE_INVALID",
			"An interaction of type %d can't have a response of type %d.", r.Kind, kind)
	}
	return nil
}

// post returns an empty message that answers the interaction.
func (r Response) post(flags int) *Post {
	w := r.w
	p := &Post{Message: r.newMessage(w.Bot), Via: r.ID}
	p.Message.Flags = flags & (FlagEphemeral | FlagLoading)
	p.Message.ApplicationID, p.Message.WebhookID, p.Message.Metadata = w.AppID, w.AppID, r.Meta
	if flags&FlagEphemeral != 0 {
		p.Only = r.User
	}
	switch to := r.c.Find(r.Interaction.Message); {
	case r.Kind == KindCommand:
		p.Message.Type = 20
	case to != nil:
		r.replyTo(p, to)
	}
	return p
}

// settle records the interaction's state and the message that answers it.
func (r Response) settle(s State, original string) { r.State, r.Original, r.Filled = s, original, true }

func (r Response) notifyAnswered() {
	r.w.news.tell(r.User, "answered", map[string]any{"interaction": r.ID})
}

func (r Response) Message(d Draft) error {
	p := r.post(d.Flags.Value)
	if err := r.compose(p, d, FlagEphemeral|FlagSilent); err != nil {
		return err
	}
	r.settle(Answered, p.Message.ID)
	r.add(p)
	r.notifyAnswered()
	return nil
}

// Defer asks for more time and shows a "thinking" message to the user.
func (r Response) Defer(flags int) error {
	if flags&^FlagEphemeral != 0 {
		return BadBody("flags", "BASE_TYPE_BITFIELD", "Only flag 64 can be set here.")
	}
	p := r.post(flags | FlagLoading)
	r.State, r.Original = Deferred, p.Message.ID
	r.add(p)
	r.w.news.tell(r.User, "thinking", map[string]any{"interaction": r.ID, "channel_id": r.c.ID})
	return nil
}

// DeferEdit asks for more time to edit the message whose component was used.
func (r Response) DeferEdit() {
	r.settle(Deferred, r.Interaction.Message)
	r.notifyAnswered()
}

// Edit edits the message whose component was used.
func (r Response) Edit(d Draft) error {
	p := r.c.Find(r.Interaction.Message)
	if p == nil || p.Dismissed {
		return ErrUnknownMessage
	}
	if err := r.compose(p, d, FlagEphemeral); err != nil {
		return err
	}
	r.settle(Answered, r.Interaction.Message)
	p.Message.EditedTimestamp = r.w.stampNow()
	r.change(p, false)
	r.notifyAnswered()
	return nil
}

// Complete answers an autocomplete request with choices.
func (r Response) Complete(choices []Choice) {
	r.State, r.Choices = Answered, choices
	r.w.Touch()
}

// Open opens a form as the answer to an interaction.
func (r Response) Open(f Form) {
	f.Components = Numbered(f.Components)
	r.State, r.Form = Modal, &f
	open := map[string]any{
		"interaction": r.ID, "channel_id": r.Channel, "custom_id": f.CustomID, "title": f.Title,
		"components": f.Components,
	}
	if r.Interaction.Message != "" {
		open["message_id"] = r.Interaction.Message
	}
	r.w.news.tell(r.User, "modal", open)
}

// Webhook returns a Response for an interaction by its token. It returns an error if the token has expired or the
// interaction has no first answer yet.
func (w *World) Webhook(app, token string) (Response, error) {
	if app != w.AppID {
		return Response{}, errUnknownWebhook
	}
	for _, i := range w.Interactions {
		if i.Token != token {
			continue
		}
		c, err := w.Channel(i.Channel)
		switch {
		case w.now().Sub(i.Began) > tokenLife:
			return Response{}, errDeadToken
		case err != nil || i.State == Waiting || i.State == Failed || i.Kind == KindComplete:
			return Response{}, errUnknownWebhook
		}
		return Response{i, place{w, c}}, nil
	}
	return Response{}, errDeadToken
}

// find returns one of the interaction's messages by its id, or the first answer if the id is "@original".
func (r Response) find(id string) (*Post, error) {
	if id == "@original" {
		id = r.Original
	}
	p := r.c.Find(id)
	if p == nil || p.Dismissed || p.Via != r.ID && id != r.Original {
		return nil, ErrUnknownMessage
	}
	return p, nil
}

// FollowUp posts another message for the interaction. The first one after a deferral replaces the "thinking" message.
func (r Response) FollowUp(d Draft) (Message, error) {
	to := r.c.Find(r.Original)
	if r.State == Deferred && !r.Filled && to != nil {
		d.Flags.Value &^= FlagEphemeral // the deferral has already decided whether the message is ephemeral
		return r.fill(to, d)
	}
	p := r.post(d.Flags.Value & FlagEphemeral)
	p.Message.Type = 0
	if to != nil {
		r.replyTo(p, to)
	}
	if err := r.compose(p, d, FlagEphemeral|FlagSilent); err != nil {
		return Message{}, err
	}
	r.add(p)
	return r.view(p), nil
}

// Amend edits one of the interaction's messages.
func (r Response) Amend(id string, d Draft) (Message, error) {
	p, err := r.find(id)
	if err != nil {
		return Message{}, err
	}
	return r.fill(p, d)
}

func (r Response) fill(p *Post, d Draft) (Message, error) {
	if err := r.compose(p, d, FlagEphemeral); err != nil {
		return Message{}, err
	}
	loading := p.Loading()
	p.Message.Flags &^= FlagLoading
	r.Filled, r.State = true, Answered
	if !loading {
		p.Message.EditedTimestamp = r.w.stampNow()
	}
	r.change(p, loading)
	if loading {
		r.notifyAnswered()
	}
	return r.view(p), nil
}

// Remove deletes one of the interaction's messages.
func (r Response) Remove(id string) error {
	p, err := r.find(id)
	if err != nil {
		return err
	}
	r.drop(p)
	return nil
}
