package command

import (
	"context"
	"errors"

	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/render"
	"settable/render/words"
	"settable/store"
)

// /table shows the table again, and also sends it to the caller as text. The TextButton sends only the text.
var _ = register(Command{Name: "table", Run: showTable, Button: message.TextButton, Press: tableText})

func showTable(ctx context.Context, c Invocation) (Answer, error) {
	s, err := c.session(ctx)
	if err != nil {
		return Answer{}, err
	}
	pause := shownAgainAfter
	if _, sits := s.SeatOf(c.Who.ID); sits {
		pause = playerShownAgainAfter
	}
	if c.Deps.lately.May(showing{c.Channel, "table"}, c.At, pause) {
		c.Deps.Lobby.ShowAnew(c.Channel)
	}
	return c.longText(ctx, s)
}

// tableText answers with a text that describes the button's table, even if the table has ended.
func tableText(ctx context.Context, c Invocation) (Answer, error) {
	s, stands := c.Deps.Lobby.At(c.Channel)
	if !stands || s.Row.ID != store.TableID(c.Button.Table) {
		var err error
		if s, err = c.endedTable(ctx); err != nil {
			return Answer{}, err
		}
	}
	return c.longText(ctx, s)
}

// endedTable loads the button's table from its journal, because it is no longer running.
func (c Invocation) endedTable(ctx context.Context) (table.Session, error) {
	row, err := c.Deps.Store.Table(ctx, store.TableID(c.Button.Table))
	if errors.Is(err, store.ErrNoTable) || err == nil && row.Channel != c.Channel {
		return table.Session{}, games.Refuse("lobby.table_closed")
	}
	if err != nil {
		return table.Session{}, err
	}
	if _, known := c.Deps.game(row.Game); !known {
		return table.Session{}, games.Refuse("lobby.table_closed")
	}
	return c.Deps.Lobby.Read(ctx, row)
}

// longText returns an answer that shows a table to the caller, as text and as a picture in the caller's palette.
func (c Invocation) longText(ctx context.Context, s table.Session) (Answer, error) {
	v := s.View()
	if seat, sits := s.SeatOf(c.Who.ID); sits {
		v.Offers = s.Course.Game.View(seat).Offers
	}
	answer := asText(whoSits(v, c.Language, s.Name), v, c.Language, s.Name)
	png, err := message.Draw(nil, v, c.Deps.Settings.StyleFor(ctx, c.Guild, c.Who.ID), c.Language)
	answer.Message.Files = picture(c, "table.png", render.Alt(v, c.Language), png, err)
	return answer, nil
}

const (
	maxLong  = 1900 // fits below the names
	maxWhole = 4000 // fits in an embed
)

// asText returns an answer that describes the whole table as text, below the players' names. A text that is too long
// for a message goes into an embed.
func asText(sits string, v games.View, lang *words.Language, name func(games.Seat) string) Answer {
	whole := render.Long(v, lang, name, maxWhole)
	if message.Size(whole) <= maxLong {
		return text(sits + whole)
	}
	answer := text(sits)
	answer.Message.Framed = whole
	return answer
}

// whoSits lists the players by seat, or returns "" if that would be too long.
func whoSits(v games.View, lang *words.Language, name func(games.Seat) string) string {
	var parts []string
	for _, p := range v.Seats {
		seat := games.Say("command.table.seat", "seat", games.SeatLetter(p.Seat), "who", name(p.Seat))
		parts = append(parts, lang.Plain(seat))
	}
	text := lang.Plain(games.Say("command.table.seats", "seats", lang.Row(parts))) + "\n"
	if len(parts) == 0 || message.Size(text) > message.MostText-maxLong {
		return ""
	}
	return text
}
