package world

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Guild is a server with its people and the bot. All servers in a world have the same people.
type Guild struct {
	Server
	Bot    User
	AppID  string
	People []*Person
}

// Server holds the properties that differ between servers.
type Server struct {
	GuildID   string
	GuildName string
	Joined    time.Time
	BotGone   bool
	Denied    int64 `json:",omitempty"` // permissions the bot lacks on the whole server
	// TimedOut is when a moderator's timeout of the bot ends.
	TimedOut time.Time `json:",omitzero"`
	Blocked  []string  `json:",omitempty"` // lower-case words that AutoMod blocks
}

// Person is a human user. A person with Manage owns the guild and has every permission.
type Person struct {
	User
	Manage bool
	Spoken string `json:",omitempty"` // the locale of their Discord client; "": American English
	Left   bool   `json:",omitempty"` // left all servers or was banned from them
}

const american = "en-US"

// Locale returns the locale of the person's Discord client, such as "de".
func (p *Person) Locale() string { return cmp.Or(p.Spoken, american) }

var locale = regexp.MustCompile(`^[a-z]{2}(-[A-Z]{2}|-419)?$`)

// Speak changes the language of a person's Discord client. The person's later interactions contain the new language.
func Speak(w *World, user, spoken string) error {
	p, err := w.Person(user)
	if err != nil {
		return err
	}
	if !locale.MatchString(spoken) {
		return UserErrorf("%q isn't a Discord locale.", spoken)
	}
	p.Spoken = spoken
	w.news.tell(p.ID, "locale", map[string]any{"locale": spoken})
	return nil
}

// The permissions that the sandbox supports.
const (
	PermissionAddReactions  = 1 << 6
	PermissionViewChannel   = 1 << 10
	PermissionSendMessages  = 1 << 11
	PermissionEmbedLinks    = 1 << 14
	PermissionAttachFiles   = 1 << 15
	PermissionReadHistory   = 1 << 16
	permissionMentionAll    = 1 << 17
	permissionUseCommands   = 1 << 31
	PermissionManageEvents  = 1 << 33
	PermissionSendInThreads = 1 << 38
	PermissionCreateEvents  = 1 << 44

	permissionsOfAll = PermissionAddReactions | PermissionViewChannel | PermissionSendMessages |
		PermissionEmbedLinks | PermissionAttachFiles | PermissionReadHistory | permissionUseCommands |
		PermissionSendInThreads
	// PermissionsOfBot includes the permission to mention everyone, so that tests notice if the bot pings everyone by
	// mistake.
	PermissionsOfBot         = permissionsOfAll | PermissionCreateEvents | PermissionManageEvents | permissionMentionAll
	permissionsOfOwner int64 = 1<<53 - 1
)

func newUser(id, name, shown string) User {
	return User{ID: id, Username: name, Discriminator: "0", GlobalName: &shown,
		PrimaryGuild: json.RawMessage("null")}
}

// Person finds a person by id, user name or display name.
func (g *Guild) Person(name string) (*Person, error) {
	for _, p := range g.People {
		if p.ID == name || p.Username == strings.ToLower(name) || p.Name() == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("sandbox: there is no user %q", name)
}

// User finds a person or the bot by id.
func (g *Guild) User(id string) (User, bool) {
	if id == g.Bot.ID {
		return g.Bot, true
	}
	for _, p := range g.People {
		if p.ID == id {
			return p.User, true
		}
	}
	return User{}, false
}

// IsMember reports whether a user is on the server.
func (g *Guild) IsMember(id string) bool {
	return id == g.Bot.ID || slices.ContainsFunc(g.People, func(p *Person) bool { return p.ID == id && !p.Left })
}

func (g *Guild) mentions(text string) (users []User, everyone bool) {
	users = []User{}
	for part := range strings.SplitSeq(text, "<@") {
		id, _, ok := strings.Cut(strings.TrimPrefix(part, "!"), ">")
		u, known := g.User(id)
		if ok && known && !slices.ContainsFunc(users, func(v User) bool { return v.ID == u.ID }) {
			users = append(users, u)
		}
	}
	return users, strings.Contains(text, "@everyone") || strings.Contains(text, "@here")
}

func (g *Guild) permissions(p *Person) int64 {
	if p.Manage {
		return permissionsOfOwner
	}
	return permissionsOfAll
}

func (g *Guild) Member(u User) Member {
	m := g.memberWithoutUser()
	m.User = &u
	if u.ID == g.Bot.ID {
		m.Roles = []string{g.botRole()}
		if !g.TimedOut.IsZero() {
			until := stamp(g.TimedOut)
			m.CommunicationDisabledUntil = &until
		}
	}
	return m
}

// memberWithoutUser returns a member object without its user, for events that have the user in a separate field.
func (g *Guild) memberWithoutUser() Member {
	return Member{Roles: []string{}, JoinedAt: stamp(g.Joined)}
}

// Owner returns the id of the user who owns the guild.
func (g *Guild) Owner() string {
	for _, p := range g.People {
		if p.Manage {
			return p.ID
		}
	}
	return g.Bot.ID
}

// botRole returns the id of the role that Discord creates for a bot when it is invited.
func (g *Guild) botRole() string { return strconv.FormatUint(number(g.GuildID)+1, 10) }

// RoleObjects returns the guild's roles: @everyone, which has the guild's id, and the bot's role.
func (g *Guild) RoleObjects() []any {
	role := func(id, name string, may int64, position int) map[string]any {
		return map[string]any{
			"id": id, "name": name, "permissions": strconv.FormatInt(may, 10), "position": position,
			"color": 0, "colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
			"hoist": false, "managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
		}
	}
	bot := role(g.botRole(), g.Bot.Name(), PermissionsOfBot&^g.Denied, 1)
	bot["managed"], bot["tags"] = true, map[string]any{"bot_id": g.Bot.ID}
	return []any{role(g.GuildID, "@everyone", permissionsOfAll, 0), bot}
}

// GuildObject returns the fields of a guild that both REST and the gateway send.
func (g *Guild) GuildObject() map[string]any {
	return map[string]any{
		"id": g.GuildID, "name": g.GuildName, "icon": nil, "description": nil, "splash": nil,
		"discovery_splash": nil, "features": []string{}, "banner": nil, "owner_id": g.Owner(),
		"application_id": nil,
		"region":         "us-east", "afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": nil,
		"system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil, "verification_level": 0,
		"roles": g.RoleObjects(), "default_message_notifications": 0, "mfa_level": 0,
		"explicit_content_filter": 0, "max_presences": nil, "max_members": 500000,
		"max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": nil,
		"premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": nil,
		"safety_alerts_channel_id": nil, "public_updates_channel_id": nil, "premium_progress_bar_enabled": false,
		"nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
		"home_header": nil, "hub_type": nil,
	}
}
