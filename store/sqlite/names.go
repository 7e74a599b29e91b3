package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"settable/store"
)

// longestName is the most characters of a name that are kept; Discord's have 32.
const longestName = 100

// SetName keeps what a player is called in a guild.
func (s *settings) SetName(ctx context.Context, guild store.GuildID, player store.PlayerID,
	name string) error {
	if r := []rune(name); len(r) > longestName {
		name = string(r[:longestName])
	}
	err := s.write(ctx, func(tx *transaction) error {
		_, err := tx.exec(upsertName, guild, player, name)
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("keeping the name of player %d: %w", player, err)
	}
	return nil
}

// Names are what those of the players are called whose name is kept.
func (s *settings) Names(ctx context.Context, guild store.GuildID,
	players []store.PlayerID) (map[store.PlayerID]string, error) {
	list, err := json.Marshal(players)
	if err != nil {
		return nil, fmt.Errorf("listing players: %w", err)
	}
	rows, err := s.query(ctx, selectNames, guild, string(list))
	if err != nil {
		return nil, fmt.Errorf("reading names: %w", err)
	}
	type named struct {
		player store.PlayerID
		name   string
	}
	all, err := collect(rows, func(r row) (n named, err error) {
		err = r.Scan(&n.player, &n.name)
		return n, err
	}, "names")
	if err != nil {
		return nil, err
	}
	names := make(map[store.PlayerID]string, len(all))
	for _, n := range all {
		names[n.player] = n.name
	}
	return names, nil
}

var (
	upsertName = toWrite(`INSERT INTO names (guild, player, name) VALUES (?, ?, ?)
		ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name`)
	selectNames = toRead(
		`SELECT player, name FROM names WHERE guild = ? AND player IN (SELECT value FROM json_each(?))`)
)
