package main

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"settable/games/gamestest"
)

var lying = regexp.MustCompile("`P` Ann \\*\\*(\\d+)\\*\\*.*`Q` Bob \\*\\*(\\d+)\\*\\*")

// If the bot is killed while there are chips in the pot, no chip is lost or duplicated and the hand continues, even if
// the bot is killed in the middle of a move.
func TestKilledPokerHandKeepsEveryChip(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	database := filepath.Join(data, "settable.db")
	audited := func() {
		t.Helper()
		code, out, errs := settable(t, "", "audit", "--database", database)
		require.Zero(t, code, "%s%s", out, errs)
	}
	p := startSandbox(t, data)
	_, channel, _ := p.look()
	say := func(who, words string) {
		p.act(map[string]any{"as": who, "do": "send", "channel": channel, "content": words})
	}
	option := func(name string, value int) any { return map[string]any{"name": name, "type": 4, "value": value} }
	p.act(map[string]any{"as": "Ann", "do": "slash", "channel": channel, "name": "play",
		"options": []any{map[string]any{
			"name": "poker", "type": 1, "options": []any{
				map[string]any{"name": "rules", "type": 3, "value": "book"},
				option("turn", 0), option("pause", 0), option("stack", 30)}}}})
	p.table("Ann buys in")
	say("Bob", "join")
	p.table("Bob buys in")
	say("Ann", "start")
	p.table("Hand 1")
	say("Bob", "bet 2")
	before := p.table("Bob bets 2.")
	p.kill()
	audited()

	p = startSandbox(t, data)
	back := p.table("Back after")
	require.Equal(t, lying.FindStringSubmatch(before.Content), lying.FindStringSubmatch(back.Content))
	require.Contains(t, back.Content, "`Q` Bob **28** (bet 2)")
	require.Equal(t, readCard.FindAllString(before.Attachments[0].Description, -1),
		readCard.FindAllString(back.Attachments[0].Description, -1), "the same centre")
	say("Ann", "raise 3")
	p.table("Ann raises by 3 to 5.")
	for range 3 { // each unfinished move is played once or not at all
		say("Bob", "call")
		p.kill()
		audited()
		p = startSandbox(t, data)
		p.table("Back after")
		audited()
	}
	say("Bob", "call")
	asked := p.table("`Q` Bob **25** (bet 5)")
	require.Contains(t, asked.Content, "`P` Ann **25** (bet 5)")
	p.kill()
	p = startSandbox(t, data)
	p.table("Back after")
	p.act(map[string]any{"as": "Ann", "do": "slash", "channel": channel, "name": "end"})
	p.table("This is the last hand")
	for _, who := range []string{"Bob", "Ann"} {
		p.act(map[string]any{"as": who, "do": "slash", "channel": channel, "name": "void"})
	}
	end := p.table("The table is closed.")
	for _, told := range []string{"all bets go back: 10 chips", "Ann cashes out 30 chips",
		"Bob cashes out 30 chips"} {
		require.Contains(t, end.Content, told)
	}
	audited()
	p.kill()
	require.NotContains(t, p.errs.String(), "ERROR")
}

var readCard = regexp.MustCompile(`(one|two|three|[123]) (solid|striped|open) \w+ \w+`)
