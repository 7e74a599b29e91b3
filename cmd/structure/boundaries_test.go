package structure

import (
	"path"
	"strings"
)

// A boundary lists what the files of a folder may import from this repository and from other modules. An empty
// boundary allows only the standard library. In patterns, "*" matches one name, and "/..." matches a folder with all
// its subfolders.
type boundary struct {
	folder string
	ours   []string // allowed folders of this repository
	world  []string // allowed modules; "*" is any
	tests  []string // additional folders that its tests may import
	only   string   // who may import the folder: "tests", or "cmd and tests"
}

// boundaries lists the allowed imports of each folder, as in ARCHITECTURE.md. The first matching pattern decides. A
// folder without a match fails the test, so a new package must be added here.
var boundaries = []boundary{
	// Games. A new game matches games/* and needs no entry of its own.
	{folder: "games/cards"},
	{folder: "games/gamestest", ours: []string{"games", "games/cards"}, world: []string{"*"},
		tests: []string{"games/*"}, only: "tests"},
	{folder: "games/every", ours: []string{"games", "games/*"}, only: "cmd and tests"},
	{folder: "games/*", ours: []string{"games", "games/cards"},
		tests: []string{"games/gamestest", "render/words"}},
	{folder: "games", ours: []string{"games/cards"}, tests: []string{"games/*", "render/words"}},

	// Pictures and words.
	{folder: "render/splice"},
	{folder: "render/layout", ours: []string{"games"}},
	{folder: "render/words/wordstest", ours: []string{"render/words"}, world: []string{"*"}, only: "tests"},
	{folder: "render/words", ours: []string{"games", "games/cards"},
		tests: []string{"games/*", "render/words/wordstest"},
		world: []string{"github.com/goccy/go-yaml", "golang.org/x/text"}},
	{folder: "render", ours: []string{"games", "games/cards", "render/..."}, tests: []string{"games/*"},
		world: []string{"github.com/fogleman/gg", "github.com/go-text/typesetting", "github.com/rivo/uniseg",
			"golang.org/x/image", "golang.org/x/text"}},

	// Storage.
	{folder: "store/ids"},
	{folder: "migrations"},
	{folder: "store/disktest", world: []string{"modernc.org/libc", "modernc.org/sqlite"}, only: "tests"},
	{folder: "store/storetest", ours: []string{"store/ids", "store", "games", "games/*"}, world: []string{"*"},
		only: "tests"},
	{folder: "store/writer", ours: []string{"store"}, tests: []string{"store/disktest"}},
	{folder: "store/sqlstore", ours: []string{"store/ids", "store", "store/writer", "games"},
		tests: []string{"store/sqlite", "store/storetest"}},
	{folder: "store/postgres", ours: []string{"store/ids", "store", "store/sqlstore", "store/writer", "migrations"},
		tests: []string{"games", "games/*", "store/storetest"}, world: []string{"github.com/jackc/pgx"}},
	{folder: "store/sqlite",
		ours:  []string{"store", "store/sqlstore", "store/writer", "migrations"},
		tests: []string{"store/ids", "games", "games/*", "store/disktest", "store/storetest"},
		world: []string{"modernc.org/libc", "modernc.org/sqlite", "golang.org/x/sys"}},
	{folder: "store", ours: []string{"games", "store/ids"}, tests: []string{"games/*"}},

	// The sandbox simulates Discord.
	{folder: "bot/discord/gateway", ours: []string{"store/ids", "bot/discord"},
		tests: []string{"bot/sandbox/...", "bot/discord/..."},
		world: []string{"github.com/bwmarrin/discordgo", "github.com/gorilla/websocket"}},
	{folder: "bot/discord/rest", ours: []string{"store/ids", "bot/discord"},
		tests: []string{"bot/sandbox/...", "bot/discord/..."},
		world: []string{"golang.org/x/time"}},
	{folder: "bot/discord/discordtest", ours: []string{"store/ids", "bot/discord", "bot/sandbox/..."}, world: []string{"*"},
		only: "tests"},
	{folder: "bot/discord", ours: []string{"store/ids"}, world: []string{"github.com/rivo/uniseg"}},
	{folder: "bot/sandbox/sandboxtest", ours: []string{"bot/sandbox/..."}, world: []string{"*"}, only: "tests"},
	{folder: "bot/sandbox/world", only: "cmd and tests"},
	{folder: "bot/sandbox/traffic", only: "cmd and tests"},
	{folder: "bot/sandbox/api", only: "cmd and tests", ours: []string{
		"bot/sandbox/world", "bot/sandbox/traffic"}},
	{folder: "bot/sandbox/gateway", only: "cmd and tests", world: []string{"github.com/coder/websocket"},
		ours: []string{"bot/sandbox/world", "bot/sandbox/traffic"}},
	{folder: "bot/sandbox/page", only: "cmd and tests", world: []string{"github.com/coder/websocket"},
		ours: []string{"bot/sandbox/world", "bot/sandbox/traffic", "bot/sandbox/gateway"}},
	{folder: "bot/sandbox", ours: []string{"bot/sandbox/..."}, only: "cmd and tests"},

	// The bot.
	{folder: "bot/table", ours: []string{"store/ids", "store", "games"},
		tests: []string{"games/*", "store/...", "render/words"}},
	{folder: "bot/meter"},
	{folder: "bot/settings", ours: []string{"store/ids", "bot/discord", "render", "store"}},
	{folder: "bot/lobby", ours: []string{
		"store/ids", "bot/table", "bot/poster", "bot/message", "bot/meter", "bot/delivery", "bot/settings",
		"bot/discord", "bot/discord/rest", "render", "render/words", "store", "games"},
		tests: []string{"store/..."}},
	{folder: "bot/agenda", ours: []string{
		"store/ids", "bot/lobby", "bot/message", "bot/delivery", "bot/discord", "bot/discord/rest",
		"render/words", "store", "games"}},
	{folder: "bot/message", ours: []string{"store/ids", "bot/discord", "render", "render/words", "games"},
		tests: []string{"games/*"}},
	{folder: "bot/delivery", ours: []string{"store/ids", "bot/discord", "bot/discord/rest"},
		world: []string{"golang.org/x/sync", "golang.org/x/time"}},
	{folder: "bot/poster", ours: []string{
		"store/ids", "bot/message", "bot/discord", "bot/discord/rest", "games"},
		tests: []string{"render", "render/words"}},
	{folder: "bot/command", tests: []string{"..."}, ours: []string{
		"store/ids", "bot/table", "bot/lobby", "bot/agenda", "bot/message", "bot/settings",
		"bot/discord", "render", "render/words", "store", "games"}},
	{folder: "bot/privacy", ours: []string{"store/ids",
		"bot/command", "bot/lobby", "bot/agenda", "bot/table", "bot/message", "bot/delivery", "bot/discord",
		"store", "games"}},
	{folder: "bot/daily", ours: []string{
		"store/ids", "bot/command", "bot/lobby", "bot/table", "bot/message", "bot/discord", "render", "store", "games",
		"games/cards"}},
	{folder: "bot", tests: []string{"..."},
		ours: []string{
			"store/ids", "bot/table", "bot/lobby", "bot/agenda", "bot/message", "bot/meter", "bot/settings",
			"bot/command", "bot/privacy", "bot/daily", "bot/delivery", "bot/discord/...",
			"render", "render/words", "store", "games"}},

	// The last entries are for the program and for these tests.
	{folder: "cmd/settable/checkup", only: "cmd and tests", tests: []string{"bot/discord/discordtest"},
		world: []string{"github.com/dustin/go-humanize", "github.com/gorilla/websocket"},
		ours:  []string{"store/ids", "bot/discord", "store", "store/sqlite", "store/postgres"}},
	{folder: "cmd/settable/spread", only: "cmd and tests", ours: []string{
		"bot", "bot/discord", "bot/discord/gateway", "bot/discord/rest", "cmd/settable/setting", "store"}},
	{folder: "cmd/settable/setting", only: "cmd and tests", ours: []string{"bot/discord"},
		world: []string{"github.com/alecthomas/kong", "github.com/goccy/go-yaml"}},
	{folder: "cmd/settable/postgrestest", only: "tests",
		ours: []string{"cmd/settable/processes"}, tests: []string{"games/gamestest"}},
	{folder: "cmd/settable/processes", only: "cmd and tests", ours: []string{
		"bot/sandbox/page", "store", "store/postgres"}, tests: []string{"store/ids"}},
	{folder: "cmd/bench", ours: []string{"..."}, world: []string{"*"}},
	{folder: "cmd/settable", ours: []string{"..."}, world: []string{"*"}},
	{folder: "cmd/structure", tests: []string{"games/gamestest"}},
}

// reserved lists modules that only some folders may import, whatever their boundaries allow. This includes the tests
// of the folders. For example, a test of the sandbox uses the library that bots use.
var reserved = []struct {
	module  string
	folders []string
	tests   []string
	why     string
}{
	{"github.com/bwmarrin/discordgo", []string{"bot/discord/gateway"}, []string{"bot/sandbox"},
		"bot/discord/gateway alone knows discordgo"},
	{"database/sql", []string{"store/..."}, nil, "only the store speaks SQL"},
	{"github.com/jackc/pgx", []string{"store/postgres", "store/storetest"}, nil,
		"only the store knows a database"},
	{"modernc.org/sqlite", []string{"store/..."}, []string{"cmd/settable", "cmd/bench"}, "only the store knows a database"},
}

// fits reports whether a pattern matches a folder or module.
func fits(pattern, name string) bool {
	if below, all := strings.CutSuffix(pattern, "..."); all {
		return below == "" || strings.HasPrefix(name+"/", below)
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

func fitsAny(patterns []string, name string) bool {
	for _, p := range patterns {
		if fits(p, name) {
			return true
		}
	}
	return false
}

func boundaryOf(folder string) (boundary, bool) {
	for _, r := range boundaries {
		if fits(r.folder, folder) {
			return r, true
		}
	}
	return boundary{}, false
}
