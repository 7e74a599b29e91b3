package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"settable/store"
)

// Settings are what the guild has chosen, or Unset.
func (s *settings) Settings(ctx context.Context, guild store.GuildID) (store.GuildSettings, error) {
	var set store.GuildSettings
	err := s.row(ctx, selectSettings, guild).Scan(&set.Theme, &set.Palette, &set.Grace, &set.Turn,
		&set.Zone)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Unset, nil
	}
	if err != nil {
		return store.GuildSettings{}, fmt.Errorf("reading the settings of guild %d: %w", guild, err)
	}
	return set, nil
}

// SetSettings keeps all of a guild's choices.
func (s *settings) SetSettings(ctx context.Context, guild store.GuildID, set store.GuildSettings) error {
	err := s.write(ctx, func(tx *transaction) error {
		_, err := tx.exec(upsertSettings, guild, set.Theme, set.Palette, int64(set.Grace), int64(set.Turn),
			set.Zone)
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("writing the settings of guild %d: %w", guild, err)
	}
	return nil
}

// PlayerSettings are what the player has chosen; the zero value: nothing.
func (s *settings) PlayerSettings(ctx context.Context, player store.PlayerID) (store.PlayerSettings, error) {
	var set store.PlayerSettings
	err := s.row(ctx, selectPlayer, player).Scan(&set.Palette)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return store.PlayerSettings{}, fmt.Errorf("reading the settings of player %d: %w", player, err)
	}
	return set, nil
}

// SetPlayerSettings keeps all of a player's choices.
func (s *settings) SetPlayerSettings(ctx context.Context, player store.PlayerID,
	set store.PlayerSettings) error {
	err := s.write(ctx, func(tx *transaction) error {
		_, err := tx.exec(upsertPlayer, player, set.Palette)
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("writing the settings of player %d: %w", player, err)
	}
	return nil
}

var (
	upsertSettings = toWrite(`INSERT INTO guilds (guild, theme, palette, grace, turn, timezone)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (guild) DO UPDATE SET theme = excluded.theme, palette = excluded.palette,
			grace = excluded.grace, turn = excluded.turn, timezone = excluded.timezone`)
	upsertPlayer = toWrite(`INSERT INTO players (player, palette) VALUES (?, ?)
		ON CONFLICT (player) DO UPDATE SET palette = excluded.palette`)
	selectSettings = toRead(`SELECT theme, palette, grace, turn, timezone FROM guilds WHERE guild = ?`)
	selectPlayer   = toRead(`SELECT palette FROM players WHERE player = ?`)
)
