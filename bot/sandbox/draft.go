package sandbox

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// draft is what a bot sends to make or change a message, before it is checked.
type draft struct {
	Content     opt[string]      `json:"content"`
	Embeds      opt[[]embedIn]   `json:"embeds"`
	Mentions    opt[allowed]     `json:"allowed_mentions"`
	Components  opt[[]Component] `json:"components"`
	Attachments opt[[]fileNote]  `json:"attachments"`
	Flags       opt[int]         `json:"flags"`
	Reference   opt[replyTo]     `json:"message_reference"`
	Nonce       opt[any]         `json:"nonce"`
	Enforce     opt[bool]        `json:"enforce_nonce"`
	TTS         opt[bool]        `json:"tts"`
	Stickers    opt[[]string]    `json:"sticker_ids"`
	Poll        opt[any]         `json:"poll"`
}

// The keys each route takes.
var (
	shownKeys  = []string{"content", "embeds", "allowed_mentions", "components", "attachments"}
	createKeys = append([]string{"flags", "message_reference", "nonce", "enforce_nonce", "tts", "sticker_ids", "poll"}, shownKeys...)
	// discordgo's MessageEdit writes its routing fields ID and Channel into the body; Discord ignores them.
	editKeys   = append([]string{"flags", "ID", "Channel"}, shownKeys...)
	answerKeys = append([]string{"flags", "tts", "poll"}, shownKeys...)
	amendKeys  = append([]string{"flags", "poll"}, shownKeys...)
)

// embedIn is an embed as clients send it: what Discord itself adds on the way out may be sent back and is ignored.
type embedIn struct {
	Embed
	Video    json.RawMessage `json:"video"`
	Provider json.RawMessage `json:"provider"`
	Flags    json.RawMessage `json:"flags"`
}

// allowed says who a message may ping.
type allowed struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// fileNote describes a file of the message: ID is the n of files[n] for a new one, or the id of one that stays. The
// further fields are those of an attachment that is sent back as it came.
type fileNote struct {
	ID          json.RawMessage `json:"id"`
	Filename    *string         `json:"filename"`
	Description *string         `json:"description"`
	Title       *string         `json:"title"`
	Size        json.RawMessage `json:"size"`
	URL         json.RawMessage `json:"url"`
	ProxyURL    json.RawMessage `json:"proxy_url"`
	ContentType json.RawMessage `json:"content_type"`
	Width       json.RawMessage `json:"width"`
	Height      json.RawMessage `json:"height"`
	Ephemeral   json.RawMessage `json:"ephemeral"`
	Duration    json.RawMessage `json:"duration_secs"`
	Waveform    json.RawMessage `json:"waveform"`
	Flags       json.RawMessage `json:"flags"`
}

func (n fileNote) id() string { return strings.Trim(string(n.ID), `"`) }

// replyTo is the message a new one answers.
type replyTo struct {
	Type    int    `json:"type"`
	Message string `json:"message_id"`
	Channel string `json:"channel_id"`
	Guild   string `json:"guild_id"`
	Fail    *bool  `json:"fail_if_not_exists"`
}

// compose checks a draft and writes it into the post; where it is refused, the post stays as it was. flags are the
// ones this route lets a bot set.
func (s *Server) compose(p *post, d draft, files []upload, flags int) error {
	var f faults
	next := *p
	m := &next.Message
	if d.Content.Given || d.Content.Null {
		m.Content = strings.TrimSpace(d.Content.Value)
		f.length("content", m.Content, 0, 2000)
	}
	if d.Components.Given || d.Components.Null {
		checkRows(&f, d.Components.Value)
		m.Components = numbered(d.Components.Value)
	}
	if d.Flags.Given {
		if d.Flags.Value&^flags != 0 {
			f.add("flags", "BASE_TYPE_BITFIELD", "Only the flags %d can be set here.", flags)
		}
		m.Flags = m.Flags&^(flagSuppressEmbeds|flagSilent) | d.Flags.Value&flags&^flagEphemeral
	}
	if d.Poll.Given || len(d.Stickers.Value) > 0 {
		f.add("", "SANDBOX_UNKNOWN", "The sandbox has neither polls nor stickers.")
	}
	fresh := s.attach(&f, &next, d.Attachments, files)
	if d.Embeds.Given || d.Embeds.Null {
		s.embed(&f, &next, d.Embeds.Value)
	}
	if d.Content.Given || d.Content.Null || m.ReferencedMessage != nil {
		s.ping(&f, m, d.Mentions)
	}
	if err := f.err(); err != nil {
		return err
	}
	if m.Content == "" && len(m.Embeds)+len(m.Attachments)+len(next.Inside) == 0 {
		return errEmptyMessage
	}
	before := p.files()
	*p = next
	s.keepFiles(p, fresh, before)
	return nil
}

// ping works out who a message mentions. Without allowed_mentions everything in the text counts, and the author of
// the answered message too.
func (s *Server) ping(f *faults, m *Message, a opt[allowed]) {
	named, everyone := s.world.mentions(m.Content)
	may := func(kind string) bool { return !a.Given || slices.Contains(a.Value.Parse, kind) }
	for i, kind := range a.Value.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			f.add("allowed_mentions.parse."+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Must be one of users, roles, everyone.")
		}
	}
	if a.Given && slices.Contains(a.Value.Parse, "users") && len(a.Value.Users) > 0 {
		f.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	if len(a.Value.Users) > 100 {
		f.add("allowed_mentions.users", "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
	}
	m.MentionEveryone = everyone && may("everyone")
	m.Mentions = []User{}
	for _, u := range named {
		if may("users") || slices.Contains(a.Value.Users, u.ID) {
			m.Mentions = append(m.Mentions, u)
		}
	}
	if to := m.ReferencedMessage; to != nil && (!a.Given || a.Value.RepliedUser) &&
		!slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == to.Author.ID }) {
		m.Mentions = append(m.Mentions, to.Author)
	}
}

// blankMessage is a message before it has any words.
func (s *Server) blankMessage(c *channel, author User) Message {
	now := s.now()
	return Message{
		ID: s.world.Flake.next(now), ChannelID: c.ID, Author: author, Timestamp: stamp(now), Mentions: []User{},
		MentionRoles: []string{}, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{},
	}
}
