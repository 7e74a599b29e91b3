package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"settable/store"
)

// Settings are what the guild has chosen, or Unset.
func (s *DB) Settings(ctx context.Context, guild store.GuildID) (store.GuildSettings, error) {
	var set store.GuildSettings
	err := s.read[selectSettings].QueryRowContext(ctx, guild).Scan(&set.Theme, &set.Palette, &set.Grace, &set.Turn)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Unset, nil
	}
	if err != nil {
		return store.GuildSettings{}, fmt.Errorf("reading the settings of guild %d: %w", guild, err)
	}
	return set, nil
}

// SetSettings keeps all of a guild's choices.
func (s *DB) SetSettings(ctx context.Context, guild store.GuildID, set store.GuildSettings) error {
	err := s.write(ctx, func(p *pen) error {
		_, err := p.exec(upsertSettings, guild, set.Theme, set.Palette, int64(set.Grace), int64(set.Turn))
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("writing the settings of guild %d: %w", guild, err)
	}
	return nil
}

// PlayerSettings are what the player has chosen; the zero value: nothing.
func (s *DB) PlayerSettings(ctx context.Context, player store.PlayerID) (store.PlayerSettings, error) {
	var set store.PlayerSettings
	err := s.read[selectPlayer].QueryRowContext(ctx, player).Scan(&set.Palette)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return store.PlayerSettings{}, fmt.Errorf("reading the settings of player %d: %w", player, err)
	}
	return set, nil
}

// SetPlayerSettings keeps all of a player's choices.
func (s *DB) SetPlayerSettings(ctx context.Context, player store.PlayerID, set store.PlayerSettings) error {
	err := s.write(ctx, func(p *pen) error {
		_, err := p.exec(upsertPlayer, player, set.Palette)
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("writing the settings of player %d: %w", player, err)
	}
	return nil
}
