package lobby

import (
	"context"
	"errors"
	"strings"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/render/words"
	"settable/store/ids"
)

// PressCard handles a press on the card that w.Words names. If the card is the third one, PressCard returns the
// completed claim as the text of a move. Otherwise, it answers the press and returns "".
func (t *Table) PressCard(w table.Word) (claim string) {
	now := t.Game.Session()
	if why := whyNoClaim(now, w); !why.Silent() {
		t.tellPresser(w, t.languages.reader(w).Say(why, now.Name))
		return ""
	}
	r := t.lobby.Picks.Press(t.Row, w.Who.ID, w.At, w.Words, t.claimable(now, w.Who.ID))
	if r.Claim != nil {
		return r.Words(t.Manual)
	}
	lang := t.languages.reader(w)
	switch {
	case r.Ignored:
		t.lobby.Send.Send("acknowledging a pick", func(ctx context.Context) error {
			return t.lobby.Send.Acknowledge(ctx, ticketOf(w), "")
		})
	case w.OnOwnHand:
		t.ShowHand(t.viewerOf(w, true), r.warnings(lang)...) // the hand also says which cards are picked
	default:
		t.tellPicks(w, lang.Prose(r.Told(lang)...))
	}
	return ""
}

// tellPresser answers a press on a card with a sentence in the message that contains the card.
func (t *Table) tellPresser(w table.Word, told string) {
	if w.OnOwnHand {
		t.ShowHand(t.viewerOf(w, true), told)
		return
	}
	t.tellPicks(w, told)
}

// whyNoClaim returns the reason why the author of a Word can't claim a set now, or an empty phrase if they can. For a
// user without a seat, it assumes that they sit down first.
func whyNoClaim(now table.Session, w table.Word) games.Phrase {
	game := now.Course.Game
	seat, sits := now.SeatOf(w.Who.ID)
	if !sits {
		seat = game.View(games.Watcher).NextSeat()
		joined, err := game.Apply(games.Action{At: w.At, Seat: seat, Move: games.Join{}})
		if err != nil {
			return illegalOr(err, "lobby.not_now")
		}
		game = joined.Game
	}
	v := game.View(seat)
	if _, may := message.NewCardButtons(v, nil); may {
		return games.Phrase{}
	}
	var claim games.Claim
	shown := message.Cards(v)
	for i := range min(len(claim.Picks), len(shown)) {
		claim.Picks[i].Card = shown[i].Card
	}
	_, err := game.Apply(games.Action{At: w.At, Seat: seat, Move: claim})
	return illegalOr(err, "lobby.not_now")
}

// illegalOr returns the phrase of err if err is a refusal, and otherwise the phrase with the given key.
func illegalOr(err error, key string) games.Phrase {
	var illegal games.Illegal
	if errors.As(err, &illegal) {
		return illegal.Phrase
	}
	return games.Say(key)
}

// Words returns the move that makes the claim, as text.
func (r Pressed) Words(m games.Manual) string {
	move := m.Claim
	for _, c := range r.Claim {
		move += " " + strings.ToLower(c.Card.String())
	}
	return move
}

// Told returns the sentences to show after a press that didn't complete a claim.
func (r Pressed) Told(lang *words.Language) []string {
	told := r.warnings(lang)
	if len(r.Picked) > 0 {
		told = append(told, message.PickedText(lang, r.Picked))
	}
	return told
}

// warnings returns the same sentences as Told without the list of picked cards. If nothing else happened and no cards
// are picked, it says that.
func (r Pressed) warnings(lang *words.Language) (told []string) {
	if r.Lost {
		told = append(told, lang.Key("message.pick.lost"))
	}
	if r.Gone != nil {
		told = append(told, message.GoneText(lang, r.Gone))
	}
	if r.Missing {
		told = append(told, lang.Key("message.pick.missing"))
	}
	if told == nil && len(r.Picked) == 0 {
		told = append(told, message.PickedText(lang, nil))
	}
	return told
}

// tellPicks answers a press on a card by showing the text in the player's private line.
func (t *Table) tellPicks(w table.Word, text string) {
	text = t.withTrouble(w, discord.Message{Content: text}).Content
	t.lobby.Picks.line(t.Row.ID, w.Who.ID).press(t.lobby.Send, w, text)
}

// tellClaim tells a player the result of the claim that their press has completed. If the claim was wrong, told
// explains why.
func (t *Table) tellClaim(now table.Session, w table.Word, told ...string) {
	lang := t.languages.reader(w)
	claimed, picked := t.lobby.Picks.Judged(t.Row.ID, w.Who.ID, t.claimable(now, w.Who.ID))
	if len(told) == 0 {
		told = []string{message.TakenText(lang, claimed)}
	}
	if len(picked) > 0 { // picked since then
		told = append(told, message.PickedText(lang, picked))
	}
	t.tellPicks(w, lang.Prose(told...))
}

func (t *Table) claimable(now table.Session, who ids.User) []games.Cell {
	if now.Over() {
		return nil
	}
	return message.Cards(now.Course.Game.View(now.Seats[who]))
}

// dropPicks drops picked cards that are no longer on the table. It informs the players who had picked them, except
// the one who took the cards.
func (t *Table) dropPicks(now table.Session) {
	for _, who := range t.lobby.Picks.pickers(t.Row.ID) {
		gone, picked := t.lobby.Picks.dropGone(t.Row.ID, who, t.claimable(now, who))
		if gone == nil {
			continue
		}
		lang := t.lobby.Words.In(t.lobby.Locales.Of(who))
		var told []string
		switch seat, sits := now.SeatOf(who); {
		case now.Over():
			told = append(told, lang.Key("message.pick.over"))
		case !sits || now.View().TakenBy != seat:
			told = append(told, message.GoneText(lang, gone))
		}
		if t.hands.tellGone(who, lang.Prose(told...)) { // the hand also says which cards are still picked
			continue
		}
		if len(picked) > 0 || told == nil {
			told = append(told, message.PickedText(lang, picked))
		}
		t.lobby.Picks.line(t.Row.ID, who).edit(t.lobby.Send, t.lobby.Now(), lang.Prose(told...))
	}
}
