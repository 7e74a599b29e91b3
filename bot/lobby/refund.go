package lobby

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Why a table is closed that can't be played on: keys of the catalogue.
const (
	rulesUnknown = "lobby.closed.rules_unknown"
	couldNotGoOn = "lobby.closed.could_not_go_on"
)

// whyClosed is that for the host.
var whyClosed = map[string]string{
	rulesUnknown: "it was played by rules that this version no longer knows",
	couldNotGoOn: "it could not go on",
}

// Clear closes a table that can't go on, for who opened it or manages the server, so
// that its channel is free again.
func (l *Lobby) Clear(ctx context.Context, w table.Word) error {
	row, err := l.Store.TableIn(ctx, w.Channel)
	if err == nil && row.Opener != w.Who.ID && !w.Who.Manages {
		l.Whisper(w, games.Say("lobby.not_yours"))
		return nil
	}
	if err == nil {
		err = refund{l, row, couldNotGoOn}.give(ctx)
	}
	if err != nil {
		l.Whisper(w, Sorry(err))
		return err
	}
	l.Whisper(w, games.Say("lobby.closed_now"))
	return nil
}

// A refund closes a table that can't be played on, and gives everybody the chips that
// are theirs by the books alone.
type refund struct {
	*Lobby
	row store.Table
	why string
}

// give writes it, and says so aloud in the channel where the table stood.
func (r refund) give(ctx context.Context) error {
	stakes, err := r.Store.Stakes(ctx, r.row.ID)
	if err != nil {
		return err
	}
	end := store.Line{At: r.Now(), Seat: games.Dealer, Words: games.End{}.String()}
	back := append([]games.Transfer{}, stakes.Back()...) // none is not: nobody knows
	played := []store.Played{{Line: end, Transfers: back}}
	entry := store.Entry{Table: r.row.ID, After: stakes.Lines, Over: true, Played: played}
	if err := r.Store.Append(ctx, entry); err != nil {
		return fmt.Errorf("closing table %d and giving its chips back: %w", r.row.ID, err)
	}
	r.Log.Warn("a table was closed and its chips given back",
		"table", r.row.ID, "game", r.row.Game, "why", whyClosed[r.why])
	r.tell(stakes.Lines+1, back)
	return nil
}

// tell says aloud that the table was closed, of which end is the last line. It is
// said at the next start where that fails; then nobody knows what came back.
func (r refund) tell(end int, back []games.Transfer) {
	say := func(ctx context.Context) error {
		told, err := r.told(ctx, back)
		if err != nil {
			return err
		}
		lang, channel := r.Language(r.row.Guild), DiscordChannel(r.row.Channel)
		id, err := r.Discord.Post(ctx, channel, discord.Message{
			Content: lang.Plain(told), Nonce: "closed." + decimal(int64(r.row.ID)),
		})
		if err != nil {
			return err
		}
		if r.row.Post != 0 { // its buttons lead nowhere now
			old := discord.Message{Content: lang.Plain(games.Say("lobby.closed_head", "game", r.title()))}
			err := r.Discord.Edit(ctx, channel, messageID(r.row.Post), old)
			if err != nil && !errors.Is(err, discord.ErrUnknownMessage) {
				return err
			}
		}
		return r.Store.Shown(ctx, r.row.ID, end, Number(id))
	}
	r.Tasks.Stand(delivery.Task{
		What: "closed tables to be told of", Of: int64(r.row.ID), Rank: delivery.Seen, Requests: 2,
		Do: func(ctx context.Context) error {
			err := say(ctx)
			if errors.Is(err, discord.ErrMissingAccess) || errors.Is(err, discord.ErrUnknownChannel) {
				r.Log.Warn("nobody can be told that a table was closed", "table", r.row.ID, "error", err)
				return nil // until the next start
			}
			return err
		},
	})
}

// tellLate says that a table was closed of which that was not said at once.
func (r refund) tellLate(ctx context.Context) error {
	lines, err := r.Store.Lines(ctx, r.row.ID)
	if err == nil {
		r.tell(len(lines), nil)
	}
	return err
}

// told says who got how many chips back.
func (r refund) told(ctx context.Context, back []games.Transfer) (games.Phrase, error) {
	closed, invitation := games.Say(r.why, "game", r.title()), games.Say("lobby.invitation")
	if back == nil {
		return games.InTurn(closed, games.Say("lobby.chips_back"), invitation), nil
	}
	who, err := r.Store.Seats(ctx, r.row.ID)
	if err != nil {
		return games.Phrase{}, err
	}
	known, err := r.NameAll(ctx, r.row.Guild, slices.Collect(maps.Values(who)))
	if err != nil {
		return games.Phrase{}, err
	}
	var all []games.Phrase
	for _, x := range back {
		if x.To.IsBalance() {
			chips := games.Say("games.chips", "N", x.Amount)
			all = append(all, games.Say("lobby.has_back", "who", known.Of(who[x.To.Owner()]), "chips", chips))
		}
	}
	if len(all) == 0 {
		return games.InTurn(closed, invitation), nil
	}
	return games.InTurn(closed, games.Say("lobby.all_back", "all", all), invitation), nil
}

// title is what the game is called: one that is not known here any more goes by its
// name in the books.
func (r refund) title() any {
	if rules := r.rulesOf(r.row.Game); rules != nil {
		return rules.Manual().Title()
	}
	return r.row.Game
}
