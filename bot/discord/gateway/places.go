package gateway

import (
	"encoding/json"

	"settable/bot/discord"
)

type guildFrame struct {
	ID          discord.GuildID `json:"id"`
	Locale      string          `json:"preferred_locale"`
	Unavailable bool            `json:"unavailable"`
	Roles       json.RawMessage `json:"roles"`
}

// change reads an event about a guild, a channel, its calendar or deleted messages; nil for any other.
func (r reader) change(kind string, raw []byte) discord.Event {
	switch kind {
	case "GUILD_CREATE":
		return r.guild(raw)
	case "GUILD_DELETE":
		var f guildFrame
		if json.Unmarshal(raw, &f) == nil && f.ID != "" {
			return discord.GuildGone{Guild: f.ID, Outage: f.Unavailable}
		}
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var f struct {
			ID discord.ChannelID `json:"id"`
		}
		if json.Unmarshal(raw, &f) == nil && f.ID != "" {
			return discord.ChannelGone{Channel: f.ID}
		}
	case "GUILD_SCHEDULED_EVENT_UPDATE", "GUILD_SCHEDULED_EVENT_DELETE":
		var f struct {
			ID    discord.EventID `json:"id"`
			Guild discord.GuildID `json:"guild_id"`
		}
		if json.Unmarshal(raw, &f) == nil && isID(f.ID) && isID(f.Guild) {
			return discord.CalendarChanged{Guild: f.Guild, Event: f.ID}
		}
	case "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
		var f struct {
			ID      discord.MessageID   `json:"id"`
			IDs     []discord.MessageID `json:"ids"`
			Channel discord.ChannelID   `json:"channel_id"`
		}
		if json.Unmarshal(raw, &f) == nil && f.Channel != "" {
			if f.ID != "" {
				f.IDs = append(f.IDs, f.ID)
			}
			return discord.MessageGone{IDs: f.IDs, Channel: f.Channel}
		}
	}
	return nil
}

// guild reads a guild, and notes which of its roles is the bot's own.
func (r reader) guild(raw []byte) discord.Event {
	var f guildFrame
	if json.Unmarshal(raw, &f) != nil || f.ID == "" {
		return nil
	}
	if f.Unavailable {
		return discord.GuildGone{Guild: f.ID, Outage: true}
	}
	r.roles.Delete(f.ID)
	for _, role := range each[struct {
		ID   string `json:"id"`
		Tags struct {
			Bot discord.UserID `json:"bot_id"`
		} `json:"tags"`
	}](f.Roles) {
		if role.Tags.Bot == r.me {
			r.roles.Store(f.ID, role.ID)
		}
	}
	return discord.GuildHere{Guild: f.ID, Locale: f.Locale}
}

// each reads a list, without the members that it can't read.
func each[T any](raw json.RawMessage) []T {
	var members []json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	var list []T
	for _, m := range members {
		var v T
		if json.Unmarshal(m, &v) == nil && string(m) != "null" {
			list = append(list, v)
		}
	}
	return list
}
