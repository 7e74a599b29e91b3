package bot

import (
	"settable/bot/message"
	tables "settable/bot/table"
)

// scene is the table as it stands, before it is made a message.
func (t *table) scene(s tables.Session) message.Scene {
	return message.Scene{
		Table: int64(t.row.ID), Line: s.Line, View: s.View(), Manual: t.manual, Options: t.row.Options,
		Night: t.row.Night != 0, Timed: !s.Course.Deadline().IsZero(), Name: s.Name, Lang: t.bot.lang(),
	}
}

// drawn is the table as a post that is to be shown.
func (t *table) drawn(s tables.Session) message.Post {
	return t.scene(s).Post(t.bot.seal.For(discordGuild(t.row.Guild)))
}
