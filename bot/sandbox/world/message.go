package world

import (
	"encoding/json"
)

// User is a person or the bot in Discord's JSON format.
type User struct {
	ID            string          `json:"id"`
	Username      string          `json:"username"`
	Discriminator string          `json:"discriminator"`
	GlobalName    *string         `json:"global_name"`
	Avatar        *string         `json:"avatar"`
	Bot           bool            `json:"bot,omitempty"`
	PublicFlags   int             `json:"public_flags"`
	Flags         int             `json:"flags"`
	PrimaryGuild  json.RawMessage `json:"primary_guild"`
}

// Name returns the user's display name or, without one, the user name.
func (u User) Name() string {
	if u.GlobalName != nil {
		return *u.GlobalName
	}
	return u.Username
}

// Member is a user's membership in the guild. Permissions is set only inside interactions.
type Member struct {
	User                       *User    `json:"user,omitempty"`
	Nick                       *string  `json:"nick"`
	Avatar                     *string  `json:"avatar"`
	Banner                     *string  `json:"banner"`
	Roles                      []string `json:"roles"`
	JoinedAt                   string   `json:"joined_at"`
	PremiumSince               *string  `json:"premium_since"`
	CommunicationDisabledUntil *string  `json:"communication_disabled_until"`
	Deaf                       bool     `json:"deaf"`
	Mute                       bool     `json:"mute"`
	Flags                      int      `json:"flags"`
	Pending                    bool     `json:"pending"`
	Permissions                string   `json:"permissions,omitempty"`
}

// Attachment is a file of a message. URL is an address of Discord's CDN, which the sandbox doesn't serve.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// Emoji is a Unicode emoji (ID is nil) or a custom one.
type Emoji struct {
	ID       *string `json:"id"`
	Name     string  `json:"name"`
	Animated bool    `json:"animated,omitempty"`
}

// Reaction is an emoji that users have added to a message, as one viewer sees it.
type Reaction struct {
	Emoji        Emoji          `json:"emoji"`
	Count        int            `json:"count"`
	CountDetails map[string]int `json:"count_details"`
	BurstColors  []string       `json:"burst_colors"`
	MeBurst      bool           `json:"me_burst"`
	Me           bool           `json:"me"`
}

// Reference identifies the message that another message replies to.
type Reference struct {
	Type      int    `json:"type"`
	ChannelID string `json:"channel_id"`
	MessageID string `json:"message_id,omitempty"`
	GuildID   string `json:"guild_id,omitempty"`
}

// Metadata identifies the interaction that caused a message.
type Metadata struct {
	ID           string            `json:"id"`
	Type         int               `json:"type"`
	User         User              `json:"user"`
	Owners       map[string]string `json:"authorizing_integration_owners"`
	OriginalID   string            `json:"original_response_message_id,omitempty"`
	InteractedID string            `json:"interacted_message_id,omitempty"`
	Triggering   *Metadata         `json:"triggering_interaction_metadata,omitempty"`
}

// Message is a message as one viewer sees it, in Discord's JSON format.
type Message struct {
	ID                string       `json:"id"`
	Type              int          `json:"type"`
	ChannelID         string       `json:"channel_id"`
	Author            User         `json:"author"`
	Content           string       `json:"content"`
	Timestamp         string       `json:"timestamp"`
	EditedTimestamp   *string      `json:"edited_timestamp"`
	TTS               bool         `json:"tts"`
	Pinned            bool         `json:"pinned"`
	MentionEveryone   bool         `json:"mention_everyone"`
	Mentions          []User       `json:"mentions"`
	MentionRoles      []string     `json:"mention_roles"`
	Attachments       []Attachment `json:"attachments"`
	Embeds            []Embed      `json:"embeds"`
	Components        []Component  `json:"components"`
	Reactions         []Reaction   `json:"reactions,omitempty"`
	Flags             int          `json:"flags"`
	Nonce             any          `json:"nonce,omitempty"`
	ApplicationID     string       `json:"application_id,omitempty"`
	WebhookID         string       `json:"webhook_id,omitempty"`
	MessageReference  *Reference   `json:"message_reference,omitempty"`
	ReferencedMessage *Message     `json:"referenced_message,omitempty"`
	Metadata          *Metadata    `json:"interaction_metadata,omitempty"`
}

// The message flags that the sandbox supports.
const (
	FlagEphemeral = 1 << 6
	FlagLoading   = 1 << 7
	FlagSilent    = 1 << 12
)

// Ephemeral reports whether only one person sees the message.
func (m Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Buttons returns the message's buttons, row by row.
func (m Message) Buttons() []Component {
	var all []Component
	for _, row := range m.Components {
		all = append(all, row.Components...)
	}
	return all
}

// An Embed is a text in a frame below a message. The bot sets only its description.
type Embed struct {
	Type        string `json:"type,omitempty"`
	Description string `json:"description,omitempty"`
}
