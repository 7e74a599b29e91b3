package sandbox

// byToken finds the interaction a token of the path belongs to, if the token still lives and was used to answer.
func (c *call) byToken() (*interaction, *channel, error) {
	if c.path("app") != c.world.AppID {
		return nil, nil, errUnknownWebhook
	}
	for _, i := range c.world.Interactions {
		if i.Token != c.path("token") {
			continue
		}
		at, err := c.world.channel(i.Channel)
		switch {
		case c.now().Sub(i.Began) > c.opt.TokenLife:
			return nil, nil, errDeadToken
		case err != nil || i.State == Waiting || i.State == Failed || i.Kind == kindComplete:
			return nil, nil, errUnknownWebhook
		}
		return i, at, nil
	}
	return nil, nil, errDeadToken
}

// answerPost finds the message of the path: @original, or any other this interaction made.
func (c *call) answerPost() (*interaction, *channel, *post, error) {
	i, at, err := c.byToken()
	if err != nil {
		return nil, nil, nil, err
	}
	id := c.path("message")
	if id == "@original" {
		id = i.Original
	}
	p := at.find(id)
	if p == nil || p.Dismissed || p.Via != i.ID && id != i.Original {
		return nil, nil, nil, errUnknownMessage
	}
	return i, at, p, nil
}

func (c *call) getAnswer() (answer, error) {
	_, _, p, err := c.answerPost()
	if err != nil {
		return answer{}, err
	}
	return okay(c.forBot(p, true))
}

// followUp adds a message to an interaction. The first one after a deferral takes the blank line's place.
func (c *call) followUp() (answer, error) {
	i, at, err := c.byToken()
	if err != nil {
		return answer{}, err
	}
	d, err := c.said()
	if err != nil {
		return answer{}, err
	}
	if p := at.find(i.Original); i.State == Deferred && !i.Filled && p != nil {
		d.Flags.Value &^= flagEphemeral // decided by the deferral
		if err := c.fill(i, at, p, d); err != nil {
			return answer{}, err
		}
		return okay(c.forBot(p, true))
	}
	p := c.replyPost(i, at, d.Flags.Value&flagEphemeral)
	p.Message.Type = 0
	if to := at.find(i.Original); to != nil {
		c.replyTo(at, p, to)
	}
	if err := c.compose(p, d, c.body.files, flagSuppressEmbeds|flagEphemeral|flagSilent); err != nil {
		return answer{}, err
	}
	c.created(at, p)
	return okay(c.forBot(p, true))
}

// fill gives a deferred answer its words.
func (c *call) fill(i *interaction, at *channel, p *post, d draft) error {
	if err := c.compose(p, d, c.body.files, flagSuppressEmbeds|flagEphemeral); err != nil {
		return err
	}
	loading := p.Message.Flags&flagLoading != 0
	p.Message.Flags &^= flagLoading
	i.Filled, i.State = true, Answered
	if !loading {
		now := stamp(c.now())
		p.Message.EditedTimestamp = &now
	}
	c.edited(at, p, loading)
	if loading {
		c.tellUser(i.User, "answered", map[string]any{"interaction": i.ID})
	}
	return nil
}

func (c *call) patchAnswer() (answer, error) {
	i, at, p, err := c.answerPost()
	if err != nil {
		return answer{}, err
	}
	d, err := c.said()
	if err != nil {
		return answer{}, err
	}
	if err := c.fill(i, at, p, d); err != nil {
		return answer{}, err
	}
	return okay(c.forBot(p, true))
}

func (c *call) deleteAnswer() (answer, error) {
	_, at, p, err := c.answerPost()
	if err != nil {
		return answer{}, err
	}
	c.deleted(at, p)
	return noContent, nil
}
