package daily

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"settable/bot/command"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Words of a deal's buttons that aren't moves in the game.
const (
	toTable   = "back" // shows the cards again
	toText    = "text" // a prefix of other words, in messages that show everything as text
	toPick    = "pick" // followed by a card: picks that card
	toStop    = "stop" // ends the deal with the result so far
	toConfirm = "sure" // confirms the end of the deal
	toShare   = "share"
)

// playPress handles a press on a button below a deal, which can stand for a move, a part of a move, or one of the
// actions above.
func (h *handler) playPress(ctx context.Context, c command.Invocation) (command.Answer, error) {
	row, err := h.store.Table(ctx, store.TableID(c.Button.Table))
	if errors.Is(err, store.ErrNoTable) || err == nil && (row.Daily == 0 || row.Opener != c.Who.ID) {
		return command.Answer{}, games.Refuse("daily.not_yours")
	}
	if err != nil {
		return command.Answer{}, err
	}
	k, err := kindOf(c, row.Game)
	if err != nil {
		return command.Answer{}, err
	}
	if row.Closed.IsZero() && row.Daily != games.DayOf(c.At) { // the day has ended since the last press
		if err := deals(c).EndOfDay(ctx, row); err != nil {
			return command.Answer{}, err
		}
		if row, err = h.store.Table(ctx, row.ID); err != nil {
			return command.Answer{}, err
		}
	}
	d, err := h.load(ctx, c, k, row)
	if err != nil {
		return command.Answer{}, err
	}
	a, err := h.do(ctx, d, c.Button.Words)
	if err == nil && a.How == command.Update { // otherwise the ticket belongs to another message
		c.Deps.Lobby.Picks.NoteDealMessage(row.ID, c.Who.ID, c.Ticket, c.At)
	}
	return a, err
}

func (h *handler) do(ctx context.Context, d deal, words string) (command.Answer, error) {
	words, d.inWordsOnly = strings.CutPrefix(words, toText+" ")
	verb, card, chooses := strings.Cut(words, " ")
	if !chooses || verb == toPick {
		d.inWordsOnly = d.c.Deps.Lobby.Picks.PrefersWords(d.c.Who.ID)
	}
	switch {
	case words == toShare:
		return h.share(ctx, d)
	case d.session.Over():
		return d.answer(ctx, command.Update, "", nil)
	case words == toStop:
		return d.confirmStop(ctx)
	case words == toConfirm:
		return h.stop(ctx, d)
	case words == toTable:
		return d.answer(ctx, command.Update, "", nil)
	case verb == toPick:
		return d.pick(ctx, card)
	}
	if !chooses && d.choice(verb).May() {
		return d.answer(ctx, command.Update, verb, nil)
	}
	if chooses {
		words = d.c.Deps.Lobby.Picks.Choose(d.c.Who.ID, words, d.inWordsOnly)
		if _, _, all := message.SplitChoice(d.session.Manual, words); !all {
			return d.answer(ctx, command.Update, words, nil)
		}
	}
	told, err := d.say(ctx, words, !chooses)
	if err != nil {
		return command.Answer{}, err
	}
	return d.answer(ctx, command.Update, "", told)
}

// pick picks a card, or takes it back if it was picked before. The third picked card completes a claim.
func (d deal) pick(ctx context.Context, card string) (command.Answer, error) {
	picks, row := &d.c.Deps.Lobby.Picks, d.session.Row
	r := picks.Press(row, d.c.Who.ID, d.c.At, card, message.Cards(d.view()))
	if r.Claim == nil {
		return d.answer(ctx, command.Update, "", r.Told(d.c.Language))
	}
	told, err := d.say(ctx, r.Words(d.session.Manual), false)
	picks.Judged(row.ID, d.c.Who.ID, message.Cards(d.view()))
	if err != nil {
		return command.Answer{}, err
	}
	return d.answer(ctx, command.Update, "", told)
}

// say plays a move and returns the sentences for the player. If bare is true, the button names no cards, so the move
// refers to the state of the deal that was shown with the button.
func (d *deal) say(ctx context.Context, words string, bare bool) (told []string, err error) {
	w := table.Word{Door: table.Slash, Words: words, Source: d.c.Source, IsReply: true}
	if bare {
		w.Door = table.Button
		w.Sight = table.Sight{Table: d.session.Row.ID, Line: d.c.Button.Line}
	}
	w = d.session.Understand(w)
	if w.Move == nil {
		usage := message.Usage(d.c.Language, d.session.Manual)
		return []string{d.c.Say("lobby.no_move", "game", d.session.Manual.Title(), "usage", usage)}, nil
	}
	if !d.isAllowed(w.Move) {
		return []string{d.c.Say("daily.alone")}, nil
	}
	a, err := d.play(ctx, w)
	if err != nil {
		return nil, err
	}
	var illegal games.Illegal
	switch {
	case errors.As(a.Err, &illegal):
		return []string{d.c.Language.Say(illegal.Phrase, d.session.Name)}, nil
	case a.Err != nil:
		return nil, fmt.Errorf("saving a move in daily deal %d: %w", d.session.Row.ID, a.Err)
	case !a.Phrase.Silent():
		return []string{d.c.Language.Say(a.Phrase, d.session.Name)}, nil
	}
	for _, e := range games.MergeEvents(a.Events) {
		if said := d.c.Language.Say(e.Say(), d.session.Name); said != "" {
			told = append(told, said)
		}
	}
	if a.Wrong && d.kind.Daily.Timed {
		told = append(told, d.c.Say("daily.slip", "s", int(games.DailyPenalty.Seconds())))
	}
	return told, nil
}

// isAllowed reports whether a move is allowed in a deal. Moves that concern seats, such as joining and leaving,
// aren't allowed.
func (d deal) isAllowed(move games.Move) bool {
	verb, _, _ := strings.Cut(move.String(), " ")
	_, game := d.session.Manual.Verb(verb)
	_, seats := games.Manual{Verbs: games.WithSeats(nil)}.Verb(verb)
	return game && !seats
}

// stop ends the deal with the result so far.
func (h *handler) stop(ctx context.Context, d deal) (command.Answer, error) {
	if err := deals(d.c).End(ctx, d.session.Row, d.c.At); err != nil {
		return command.Answer{}, err
	}
	row, err := h.store.Table(ctx, d.session.Row.ID)
	if err != nil {
		return command.Answer{}, err
	}
	if d, err = h.load(ctx, d.c, d.kind, row); err != nil {
		return command.Answer{}, err
	}
	return d.answer(ctx, command.Update, "", nil)
}
