package bot

import (
	"strings"

	"settable/bot/message"
	"settable/games"
)

// scene is the table as it is to be shown now.
func (t *table) scene() message.Post {
	t.glance.Store(&glance{standing: t.standing, line: t.line, last: t.last})
	if !t.course.Deadline().Equal(t.due) {
		t.forgetReminder() // somebody else's join leaves it
	}
	return t.shown().Post(t.bot.seal.For(discordGuild(t.row.Guild)))
}

// shown is the table as it stands, before it is made a message.
func (t *table) shown() message.Scene {
	return message.Scene{
		Table: int64(t.row.ID), Line: t.line, View: t.view(), Manual: t.manual, Options: t.row.Options,
		Night: t.row.Night != 0, Timed: !t.course.Deadline().IsZero(), Name: t.name,
	}
}

// verb is the first word of a move.
func verb(m games.Move) string {
	first, _, _ := strings.Cut(m.String(), " ")
	return first
}
