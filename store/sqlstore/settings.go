package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"settable/store"
	"settable/store/ids"
)

func (s *Store) Settings(ctx context.Context, guild ids.Guild) (store.GuildSettings, error) {
	var set store.GuildSettings
	err := s.base.row(ctx, selectSettings, guild).Scan(&set.Theme, &set.Palette, &set.Grace, &set.Turn,
		&set.Zone, &set.Language, &set.Rules)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Unset, nil
	}
	return orError(set, err, "reading the settings of guild %d", guild)
}

func (s *Store) SetSettings(ctx context.Context, guild ids.Guild, set store.GuildSettings) error {
	return s.base.execFor(ctx, knownGuild(guild), fmt.Sprintf("writing the settings of guild %d", guild), upsertSettings,
		guild, set.Theme, set.Palette, int64(set.Grace), int64(set.Turn), set.Zone, set.Language, string(set.Rules))
}

func (s *Store) PlayerSettings(ctx context.Context, player ids.User) (store.PlayerSettings, error) {
	var set store.PlayerSettings
	id, err := s.base.lookUp(ctx, player)
	if err == nil {
		err = s.base.row(ctx, selectPlayer, id).Scan(&set.Palette, &set.News)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return set, nil
	}
	return orError(set, err, "reading the settings of player %d", player)
}

func (s *Store) SetPlayerSettings(ctx context.Context, player ids.User,
	set store.PlayerSettings) error {
	err := s.base.Write(ctx, func(tx *Tx) error {
		id, err := tx.register(player)
		if err != nil {
			return err
		}
		return errorOf(tx.exec(upsertPlayer, id, set.Palette, set.News))
	}, nil)
	return wrapError(err, "writing the settings of player %d", player)
}

var (
	upsertSettings = toWrite(`INSERT INTO guilds (guild, theme, palette, grace, turn, timezone, language, rules)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (guild) DO UPDATE SET theme = excluded.theme, palette = excluded.palette,
			grace = excluded.grace, turn = excluded.turn, timezone = excluded.timezone,
			language = excluded.language, rules = excluded.rules`)
	upsertPlayer = toWrite(`INSERT INTO players (player, palette, news) VALUES ($1, $2, $3)
		ON CONFLICT (player) DO UPDATE SET palette = excluded.palette, news = excluded.news`)
	selectSettings = toRead(`SELECT theme, palette, grace, turn, timezone, language, rules FROM guilds
		WHERE guild = $1`)
	selectPlayer = toRead(`SELECT palette, news FROM players WHERE player = $1`)
)

// longestName is the maximum number of characters of a stored name. Discord allows 32.
const longestName = 100

func (s *Store) SetName(ctx context.Context, guild ids.Guild, player ids.User,
	name string) error {
	called := store.PlayerName{Player: player, Name: name}
	return s.base.write(ctx, job{whose: knownGuild(guild), do: func(tx *Tx) error { return setName(tx, guild, called) }})
}

// setName writes the name of a player in a guild, without bytes that some databases refuse. It writes nothing for a
// player who is being forgotten.
func setName(tx *Tx, guild ids.Guild, who store.PlayerName) error {
	name := []rune(strings.ReplaceAll(strings.ToValidUTF8(who.Name, ""), "\x00", ""))
	name = name[:min(len(name), longestName)]
	if len(name) == 0 {
		return nil
	}
	switch err := tx.checkNotForgetting(who.Player); {
	case errors.Is(err, store.ErrForgetting):
		return nil
	case err != nil:
		return err
	}
	id, err := tx.register(who.Player)
	if err == nil {
		_, err = tx.exec(upsertName, guild, id, string(name))
	}
	if err != nil {
		return fmt.Errorf("saving the name of player %d: %w", who.Player, err)
	}
	return nil
}

func (s *Store) Names(ctx context.Context, guild ids.Guild,
	players []ids.User) (map[ids.User]string, error) {
	return queryMap[ids.User, string](ctx, s.base, "the names", selectNames, guild, jsonList(players))
}

func (s *Store) AllNames(ctx context.Context, guild ids.Guild) (map[ids.User]string, error) {
	return queryMap[ids.User, string](ctx, s.base, "all names", selectAllNames, guild)
}

var (
	selectAllNames = toRead(`SELECT ` + playerOf(`player`) + `, name FROM names WHERE guild = $1`)
	upsertName     = toWrite(`INSERT INTO names (guild, player, name) VALUES ($1, $2, $3)
		ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name WHERE names.name <> excluded.name`)
	selectNames = toRead(
		`SELECT ` + playerOf(`player`) + `, name FROM names WHERE guild = $1 AND player IN (
			SELECT id FROM people WHERE discord IN (SELECT value FROM json_each($2)))`)
)
