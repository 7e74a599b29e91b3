package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Reasons for closing a table that can't be continued, as keys of the word catalogues.
const (
	rulesUnknown   = "lobby.closed.rules_unknown"
	cannotContinue = "lobby.closed.could_not_go_on"
)

// closingReasons describes these reasons in the host's log.
var closingReasons = map[string]string{
	rulesUnknown:   "this version no longer supports its rules",
	cannotContinue: "it couldn't continue",
}

// CloseStuckFor closes a table that can't be continued, so that its channel can have another one. Bets that some
// player might have won go back to their owners, so only a moderator who has never sat at this table or another one
// of the same night may do this (Rights 11). CloseStuckFor tells the author of w the result, including errors.
// Errors come from the store.
func (l *Lobby) CloseStuckFor(ctx context.Context, w table.Word) error {
	row, err := l.Store.TableIn(ctx, w.Channel)
	if err == nil {
		seats, failed := l.Store.Seats(ctx, row.ID)
		sat := slices.Contains(slices.Collect(maps.Values(seats)), w.Who.ID)
		if failed == nil {
			var players map[ids.User]bool
			players, failed = table.EarlierPlayers(ctx, l.Store, row)
			sat = sat || players[w.Who.ID]
		}
		if err = failed; err == nil && (sat || !w.Who.Manages) {
			l.Replies.Whisper(w, ErrStuck.Phrase)
			return nil
		}
	}
	if err == nil {
		err = refund{l, row, cannotContinue, w.Who.ID}.give(ctx)
	}
	if why, barred := table.ForgettingRefusal(err); barred {
		l.Replies.Whisper(w, why)
		return nil
	}
	if err != nil {
		l.Replies.Whisper(w, Sorry(err))
		return err
	}
	l.Replies.Whisper(w, games.Say("lobby.closed_now"))
	return nil
}

// CloseStuck adds tasks that close stuck tables: those that can't be continued and where nothing has happened for a
// day. Errors come from the store.
func (l *Lobby) CloseStuck(ctx context.Context) error {
	rows, err := l.Store.OpenTables(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if _, sleeps := l.Tables.sleepingIn(row.Channel); sleeps || row.Daily != 0 || l.Tables.In(row.Channel) != nil {
			continue
		}
		l.Tasks.Add(delivery.Task{
			Kind: "table_stuck_close", Number: int64(row.ID), Rank: delivery.RankSeen,
			Do: func(ctx context.Context) error { return l.closeStuck(ctx, row) },
		})
	}
	return nil
}

func (l *Lobby) closeStuck(ctx context.Context, row store.Table) error {
	lines, err := l.Store.Lines(ctx, row.ID)
	if err != nil || len(lines) > 0 && l.Now().Sub(lines[len(lines)-1].At) < closeAfter {
		return err
	}
	_, err = l.Revive(ctx, row.Channel)
	if errors.Is(err, table.ErrBroken) {
		return refund{l, row, cannotContinue, 0}.give(ctx)
	}
	if errors.Is(err, store.ErrNoTable) {
		return nil
	}
	return err
}

// A refund closes a table that can't be continued. Because the rules can't compute a result, it returns all chips to
// the players, based on the accounts in the store.
type refund struct {
	lobby     *Lobby
	row       store.Table
	why       string
	moderator ids.User // the moderator who asks for it; 0: the bot decides
}

// give writes the end of the table and the refunds in one entry, and then announces them in the table's channel.
func (r refund) give(ctx context.Context) error {
	stakes, err := r.lobby.Store.Stakes(ctx, r.row.ID)
	if err != nil {
		return err
	}
	end := store.Line{At: r.lobby.Now(), Seat: games.Dealer, Words: games.End{}.String()}
	back := append([]games.Transfer{}, stakes.Back()...) // not nil even if empty: nil means unknown
	played := []store.Played{{Line: end, Transfers: back}}
	entry := store.Entry{Table: r.row.ID, After: stakes.Lines, Over: true, Played: played, Moderator: r.moderator}
	if err := r.lobby.Store.Append(ctx, entry); err != nil {
		return fmt.Errorf("closing table %d and returning its chips: %w", r.row.ID, err)
	}
	r.lobby.Log.Warn("table closed and its chips returned",
		"table", r.row.ID, "game", r.row.Game, "why", closingReasons[r.why])
	r.announce(stakes.Lines+1, back)
	return nil
}

// announce posts in the channel that the table was closed. end is the number of the table's last line. If the bot
// stops before the message is posted, the next start calls announceLate, which doesn't mention the amounts.
func (r refund) announce(end int, back []games.Transfer) {
	say := func(ctx context.Context) error {
		told, err := r.announcement(ctx, back)
		if err != nil {
			return err
		}
		lang, channel := r.lobby.Languages.Of(r.row.Guild), r.row.Channel
		id, err := r.lobby.Discord.Post(ctx, channel, discord.Message{
			Content: lang.Plain(told), Nonce: "closed." + strconv.FormatInt(int64(r.row.ID), 10),
		})
		if err != nil && !errors.Is(err, discord.ErrUnknownMessage) { // the announcement was posted and then deleted
			return err
		}
		if r.row.Post != 0 { // the buttons of the table's post no longer work
			old := discord.Message{Content: lang.Plain(games.Say("lobby.closed_head", "game", r.title()))}
			err := r.lobby.Discord.Edit(ctx, channel, r.row.Post, old)
			if err != nil && !errors.Is(err, discord.ErrUnknownMessage) {
				return err
			}
		}
		return r.lobby.Store.NoteShown(ctx, r.row.ID, end, cmp.Or(r.row.Post, id))
	}
	r.lobby.Tasks.Add(delivery.Task{
		Kind: "table_closed_notice", Number: int64(r.row.ID), Rank: delivery.RankSeen, Requests: 2,
		Do: func(ctx context.Context) error {
			err := say(ctx)
			if errors.Is(err, discord.ErrMissingAccess) || errors.Is(err, discord.ErrUnknownChannel) {
				r.lobby.Log.Warn("posting a table's closing notice failed, retrying at the next start", "table", r.row.ID, "error", err)
				return nil // the next start tries again
			}
			return err
		},
	})
}

// announceLate posts the announcement at the next start if announce couldn't.
func (r refund) announceLate(ctx context.Context) error {
	lines, err := r.lobby.Store.Lines(ctx, r.row.ID)
	if err == nil {
		r.announce(len(lines), nil)
	}
	return err
}

// announcement returns the phrase that says why the table was closed and how many chips each player got back. back is
// nil if the amounts are unknown.
func (r refund) announcement(ctx context.Context, back []games.Transfer) (games.Phrase, error) {
	closed, invitation := games.Say(r.why, "game", r.title()), games.Say("lobby.invitation")
	if back == nil {
		return games.Sequence(closed, games.Say("lobby.chips_back"), invitation), nil
	}
	who, err := r.lobby.Store.Seats(ctx, r.row.ID)
	if err != nil {
		return games.Phrase{}, err
	}
	known, err := r.lobby.Names.Load(ctx, r.row.Guild, slices.Collect(maps.Values(who)))
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
		return games.Sequence(closed, invitation), nil
	}
	return games.Sequence(closed, games.Say("lobby.all_back", "all", all), invitation), nil
}

// title returns the game's title, or its name in the store if the bot no longer has the game.
func (r refund) title() any {
	if rules := r.lobby.rulesOf(r.row.Game); rules != nil {
		return rules.Manual().Title()
	}
	return r.row.Game
}
