package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Settings are a guild's choices. Empty words mean what the renderer takes by itself.
type Settings struct {
	Theme   string
	Palette string
	Grace   time.Duration // how long after a change a late claim is forgiven
	Turn    time.Duration // how long a player may think; 0: as long as they like
}

// Unset are the settings of a guild that has chosen nothing.
var Unset = Settings{Grace: 2 * time.Second, Turn: time.Minute}

// PlayerSettings are a player's own choices, the same in every guild.
type PlayerSettings struct {
	Palette string // "": the guild's
}

// Settings are what the guild has chosen, or Unset.
func (s *Store) Settings(ctx context.Context, guild GuildID) (Settings, error) {
	var set Settings
	err := s.read[selectSettings].QueryRowContext(ctx, guild).Scan(&set.Theme, &set.Palette, &set.Grace, &set.Turn)
	if errors.Is(err, sql.ErrNoRows) {
		return Unset, nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("reading the settings of guild %d: %w", guild, err)
	}
	return set, nil
}

// SetSettings keeps all of a guild's choices.
func (s *Store) SetSettings(ctx context.Context, guild GuildID, set Settings) error {
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
func (s *Store) PlayerSettings(ctx context.Context, player PlayerID) (PlayerSettings, error) {
	var set PlayerSettings
	err := s.read[selectPlayer].QueryRowContext(ctx, player).Scan(&set.Palette)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return PlayerSettings{}, fmt.Errorf("reading the settings of player %d: %w", player, err)
	}
	return set, nil
}

// SetPlayerSettings keeps all of a player's choices.
func (s *Store) SetPlayerSettings(ctx context.Context, player PlayerID, set PlayerSettings) error {
	err := s.write(ctx, func(p *pen) error {
		_, err := p.exec(upsertPlayer, player, set.Palette)
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("writing the settings of player %d: %w", player, err)
	}
	return nil
}
