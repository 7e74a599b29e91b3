package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"settable/bot/discord"
	"settable/bot/message"
	"settable/games"
	"settable/store"
)

// Why a table is closed that can't be played on.
const (
	rulesUnknown = "was played by rules that I no longer know"
	couldNotGoOn = "could not go on"
)

// refund closes a table that can't be played on, gives everybody the chips that
// are theirs by the books alone, and says so aloud, in the channel where it stood.
func (b *Bot) refund(ctx context.Context, row store.Table, why string) error {
	stakes, err := b.store.Stakes(ctx, row.ID)
	if err != nil {
		return err
	}
	end := store.Line{At: b.now(), Seat: games.Dealer, Words: games.End{}.String()}
	back := append([]games.Transfer{}, stakes.Back()...) // none is not: nobody knows
	if err := b.store.Append(ctx, store.Entry{Table: row.ID, After: stakes.Lines, Over: true, Played: []store.Played{{Line: end, Transfers: back}}}); err != nil {
		return fmt.Errorf("closing table %d and giving its chips back: %w", row.ID, err)
	}
	b.log.Warn("a table was closed and its chips given back", "table", row.ID, "game", row.Game, "why", "it "+why)
	b.tellRefund(row, stakes.Lines+1, why, back)
	return nil
}

// tellRefund says aloud that a table was closed, of which end is the last line.
// It is said at the next start where that fails; then nobody knows what came back.
func (b *Bot) tellRefund(row store.Table, end int, why string, back []games.Transfer) {
	b.errand("telling of a table that was closed", func(ctx context.Context) error {
		text, err := b.refunded(ctx, row, why, back)
		if err != nil {
			return err
		}
		channel := discordChannel(row.Channel)
		id, err := b.rest.Post(ctx, channel, discord.Message{Content: text})
		if err != nil {
			return err
		}
		if row.Post != 0 { // its buttons lead nowhere now
			old := discord.Message{Content: "**" + b.title(row.Game) + "**\n-# This table is closed."}
			if err := b.rest.Edit(ctx, channel, discordMessage(row.Post), old); err != nil && !errors.Is(err, discord.ErrUnknownMessage) {
				return err
			}
		}
		return b.store.Shown(ctx, row.ID, end, number(id))
	})
}

// tellClosed says that a table was closed of which that was not said at once.
func (b *Bot) tellClosed(ctx context.Context, row store.Table, why string) error {
	lines, err := b.store.Lines(ctx, row.ID)
	if err == nil {
		b.tellRefund(row, len(lines), why, nil)
	}
	return err
}

// refunded says who got how many chips back.
func (b *Bot) refunded(ctx context.Context, row store.Table, why string, back []games.Transfer) (string, error) {
	text := fmt.Sprintf("The table of **%s** in this channel %s. It is closed", b.title(row.Game), why)
	if back == nil {
		return text + ", and what chips lay on it are back with those whose they were. " + invitation, nil
	}
	text += ". "
	who, err := b.store.Seats(ctx, row.ID)
	if err != nil {
		return "", err
	}
	known, err := b.nameAll(ctx, row.Guild, slices.Collect(maps.Values(who)))
	if err != nil {
		return "", err
	}
	var parts []string
	for _, x := range back {
		if x.To.IsBalance() {
			parts = append(parts, fmt.Sprintf("%s has %s back", known.of(who[x.To.Owner()]), message.Chips(x.Amount)))
		}
	}
	if len(parts) == 0 {
		return text + invitation, nil
	}
	return text + message.List(parts) + ". " + invitation, nil
}

// title is what a game is called, by the name it goes by in the books.
func (b *Bot) title(game string) string {
	if rules := b.ruleOf(game); rules != nil {
		return b.lang().Plain(rules.Manual().Title())
	}
	return game
}
