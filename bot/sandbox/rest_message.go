package sandbox

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// nonceLife is how long a nonce is remembered: "a few minutes", says Discord.
const nonceLife = 5 * time.Minute

func (c *call) post(at *channel) (*post, error) {
	p := at.find(c.path("message"))
	if p == nil || p.Only != "" {
		return nil, errUnknownMessage
	}
	return p, nil
}

func (c *call) shown(p *post) (answer, error) { return okay(c.forBot(p, c.opt.MessageContent)) }

func (c *call) getMessage() (answer, error) {
	at, err := c.channel(permReadHistory)
	if err != nil {
		return answer{}, err
	}
	p, err := c.post(at)
	if err != nil {
		return answer{}, err
	}
	return c.shown(p)
}

// listMessages gives up to limit messages, newest first, after, before or around an id.
func (c *call) listMessages() (answer, error) {
	at, err := c.channel(permReadHistory)
	if err != nil {
		return answer{}, err
	}
	n := 50
	if q := c.query("limit"); q != "" {
		n, err = strconv.Atoi(q)
		if err != nil || n < 1 || n > 100 {
			return answer{}, badBody("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
	}
	open := slices.DeleteFunc(slices.Clone(at.Posts), func(p *post) bool { return p.Only != "" })
	var pick []*post
	split := func(id string) int {
		i, _ := slices.BinarySearchFunc(open, number(id), func(p *post, n uint64) int {
			if number(p.Message.ID) < n {
				return -1
			}
			return 1
		})
		return i
	}
	switch after, before, around := c.query("after"), c.query("before"), c.query("around"); {
	case after != "":
		i := split(after)
		if i < len(open) && open[i].Message.ID == after {
			i++
		}
		pick = open[i:min(i+n, len(open))]
	case before != "":
		i := split(before)
		pick = open[max(i-n, 0):i]
	case around != "":
		i := split(around)
		pick = open[max(i-n/2, 0):min(i+(n+1)/2, len(open))]
	default:
		pick = open[max(len(open)-n, 0):]
	}
	out := []Message{}
	for _, p := range slices.Backward(pick) {
		out = append(out, c.forBot(p, c.opt.MessageContent))
	}
	return okay(out)
}

// postMessage says something as the bot.
func (c *call) postMessage() (answer, error) {
	at, err := c.channel(permSendMessages)
	if err != nil {
		return answer{}, err
	}
	d, err := c.said()
	if err != nil {
		return answer{}, err
	}
	if err := c.allowedHere(at, d); err != nil {
		return answer{}, err
	}
	nonce, err := readNonce(d.Nonce)
	if err != nil {
		return answer{}, err
	}
	if d.Enforce.Value && nonce != "" {
		if use, ok := at.Nonces[nonce]; ok && c.now().Sub(use.At) < nonceLife {
			if earlier := at.find(use.Message); earlier != nil {
				return c.shown(earlier)
			}
		}
	}
	p := &post{Message: c.blankMessage(at, c.world.Bot)}
	if err := c.answers(at, p, d.Reference); err != nil {
		return answer{}, err
	}
	if err := c.compose(p, d, c.body.files, flagSuppressEmbeds|flagSilent); err != nil {
		return answer{}, err
	}
	p.Message.Nonce = d.Nonce.Value
	c.remember(at, nonce, p.Message.ID)
	c.created(at, p)
	m := c.forBot(p, true)
	m.Nonce = d.Nonce.Value
	return okay(m)
}

func (c *call) allowedHere(at *channel, d draft) error {
	if len(c.body.files) > 0 && !at.may(permAttachFiles) || len(d.Embeds.Value) > 0 && !at.may(permEmbedLinks) {
		return errNoPermission
	}
	return nil
}

func readNonce(n opt[any]) (string, error) {
	switch v := n.Value.(type) {
	case nil:
		return "", nil
	case string:
		if runes(v) > 25 {
			return "", badBody("nonce", "NONCE_TYPE_TOO_LONG", "Nonce must be no longer than 25 characters.")
		}
		return v, nil
	case float64:
		return strconv.FormatInt(int64(v), 10), nil
	}
	return "", badBody("nonce", "NONCE_TYPE_INVALID", "A nonce is a number or a string.")
}

func (c *call) remember(at *channel, nonce, message string) {
	if nonce == "" {
		return
	}
	now := c.now()
	maps.DeleteFunc(at.Nonces, func(_ string, use nonceUse) bool { return now.Sub(use.At) > nonceLife })
	if at.Nonces == nil {
		at.Nonces = map[string]nonceUse{}
	}
	at.Nonces[nonce] = nonceUse{message, now}
}

// answers makes the new message a reply.
func (s *Server) answers(at *channel, p *post, r opt[replyTo]) error {
	if !r.Given {
		return nil
	}
	to := at.find(r.Value.Message)
	if to == nil || to.Only != "" || r.Value.Channel != "" && r.Value.Channel != at.ID || r.Value.Type != 0 {
		if r.Value.Fail != nil && !*r.Value.Fail {
			return nil
		}
		return badBody("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	s.replyTo(at, p, to)
	return nil
}

func (s *Server) replyTo(at *channel, p, to *post) {
	p.Message.Type = 19
	p.Message.MessageReference = &Reference{ChannelID: at.ID, MessageID: to.Message.ID}
	if at.With == "" {
		p.Message.MessageReference.GuildID = s.world.GuildID
	}
	inner := s.view(to, s.world.Bot.ID)
	inner.ReferencedMessage = nil
	p.Message.ReferencedMessage = &inner
}

func (c *call) patchMessage() (answer, error) {
	at, err := c.channel(permViewChannel)
	if err != nil {
		return answer{}, err
	}
	p, err := c.post(at)
	if err != nil {
		return answer{}, err
	}
	if p.Message.Author.ID != c.world.Bot.ID {
		return answer{}, errNotTheAuthor
	}
	if err := c.oldEdit(at, p); err != nil {
		return answer{}, err
	}
	d, err := c.said()
	if err != nil {
		return answer{}, err
	}
	if err := c.allowedHere(at, d); err != nil {
		return answer{}, err
	}
	if err := c.compose(p, d, c.body.files, flagSuppressEmbeds); err != nil {
		return answer{}, err
	}
	now := stamp(c.now())
	p.Message.EditedTimestamp = &now
	c.edited(at, p, false)
	return c.shown(p)
}

// oldEdit counts the edits of messages older than an hour: a channel takes few of them.
func (c *call) oldEdit(at *channel, p *post) error {
	made, err := IDTime(p.Message.ID)
	if err != nil || c.now().Sub(made) < time.Hour {
		return err
	}
	recent := slices.DeleteFunc(c.world.OldEdits[at.ID], func(t time.Time) bool { return c.now().Sub(t) > time.Hour })
	if len(recent) >= c.opt.OldEdits {
		return errOldEdits
	}
	c.world.OldEdits[at.ID] = append(recent, c.now())
	return nil
}

func (c *call) deleteMessage() (answer, error) {
	at, err := c.channel(permViewChannel)
	if err != nil {
		return answer{}, err
	}
	p, err := c.post(at)
	if err != nil {
		return answer{}, err
	}
	if p.Message.Author.ID != c.world.Bot.ID {
		return answer{}, errNoPermission
	}
	c.deleted(at, p)
	return noContent, nil
}

func (c *call) react() (answer, error)   { return c.setReaction(true) }
func (c *call) unreact() (answer, error) { return c.setReaction(false) }

func (c *call) setReaction(on bool) (answer, error) {
	at, err := c.channel(permReadHistory | permAddReactions)
	if err != nil {
		return answer{}, err
	}
	p, err := c.post(at)
	if err != nil {
		return answer{}, err
	}
	name := c.path("emoji")
	if !isEmoji(name) {
		return answer{}, errUnknownEmoji
	}
	if on && len(p.Reactions) == 20 && !slices.ContainsFunc(p.Reactions, func(r reactedBy) bool { return r.Emoji.Name == name }) {
		return answer{}, refuse(400, 30010, "Maximum number of reactions reached (20)")
	}
	c.reacted(at, p, c.world.Bot, Emoji{Name: name}, on)
	return noContent, nil
}

func (c *call) postTyping() (answer, error) {
	at, err := c.channel(permSendMessages)
	if err != nil {
		return answer{}, err
	}
	c.typing(at, c.world.Bot)
	return noContent, nil
}

// text prints a choice's or option's value as people type it.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case float64:
		return strings.TrimSuffix(strconv.FormatFloat(v, 'f', -1, 64), ".0")
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	}
	return ""
}
