package command

import (
	"context"
	"errors"
	"strings"

	"settable/bot/lobby"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/render"
	"settable/store"
)

// /hand answers with a picture of the caller's hand that only the caller sees. The bot shows private cards only on
// request, and keeps the picture up to date.
var _ = register(Command{Name: "hand", Run: hand, Button: message.HandButton})

func hand(ctx context.Context, c Invocation) (Answer, error) {
	s, _, err := ownSeat(ctx, c)
	if err != nil {
		return Answer{}, err
	}
	t := c.Deps.Lobby.Tables.In(s.Row.Channel)
	if t == nil { // the table has just ended
		return Answer{}, games.Refuse("lobby.table_closed")
	}
	t.ShowHand(lobby.Viewer{Who: c.Who.ID, Ticket: c.Ticket, Lang: c.Language})
	return Answer{How: Elsewhere}, nil
}

// The OwnText button describes the hand as text, for users who can't see pictures.
var _ = register(Command{Button: message.OwnText, Run: handText})

func handText(ctx context.Context, c Invocation) (Answer, error) {
	s, seat, err := ownSeat(ctx, c)
	if err != nil {
		return Answer{}, err
	}
	v := s.Course.Game.View(seat)
	return asText(whoSits(v, c.Language, s.Name), v, c.Language, s.Name), nil
}

// ownSeat returns the table and the caller's seat there. The error is a games.Illegal if the game has no hands or the
// caller has no seat.
func ownSeat(ctx context.Context, c Invocation) (table.Session, games.Seat, error) {
	s, err := c.session(ctx)
	if err != nil {
		return s, games.Watcher, err
	}
	seat, sits := s.Seats[c.Who.ID]
	switch {
	case !s.Manual.Hands:
		return s, seat, games.Refuse("command.hand.open")
	case !sits:
		return s, seat, games.Refuse("command.hand.not_here")
	}
	return s, seat, nil
}

// The WhyButton explains how the pots of a hand were divided, and which sets decided that. It works below the recap
// of each hand, even after the table has closed.
var _ = register(Command{Button: message.WhyButton, Run: why})

func why(ctx context.Context, c Invocation) (Answer, error) {
	row, err := c.Deps.Store.Table(ctx, store.TableID(c.Button.Table))
	if errors.Is(err, store.ErrNoTable) || err == nil && row.Channel != c.Channel {
		return Answer{}, games.Refuse("lobby.table_closed")
	}
	if err != nil {
		return Answer{}, err
	}
	s, err := c.Deps.Lobby.Read(ctx, row)
	if errors.Is(err, store.ErrCompacted) {
		return Answer{}, games.Refuse("command.replay.compacted")
	}
	if err != nil {
		return Answer{}, err
	}
	journal, err := c.Deps.Store.Lines(ctx, row.ID)
	if err != nil {
		return Answer{}, err
	}
	v, err := s.ViewAt(journal, c.Button.Line)
	if err != nil {
		return Answer{}, err
	}
	var lines []string
	for _, p := range v.Why {
		lines = append(lines, c.Language.Say(p, s.Name))
	}
	if lines == nil {
		return c.answerPrivately("command.why.nothing")
	}
	told := message.Cut(strings.Join(lines, "\n"), message.MostText)
	if room := message.MostText - message.Size(told) - 1; room > 0 {
		told = strings.TrimRight(told+"\n"+render.Showdown(v, c.Language, s.Name, room), "\n")
	}
	return text(told), nil
}
