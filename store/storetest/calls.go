package storetest

import (
	"context"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// Read is a call of a method that reads.
type Read struct {
	Method string
	Do     func(store.Store) (any, error)
}

// Reads returns calls of all methods that read the database. On a populated database, each call finds something.
func Reads() []Read {
	ctx, day := context.Background(), games.DayOf(Noon)
	all := []Read{
		{"Table", func(s store.Store) (any, error) { return s.Table(ctx, 1) }},
		{"TableIn", func(s store.Store) (any, error) { return s.TableIn(ctx, Channel) }},
		{"LastTable", func(s store.Store) (any, error) { return s.LastTable(ctx, Channel+102) }},
		{"Closed", func(s store.Store) (any, error) { return s.Closed(ctx, Channel+102, 9) }},
		{"Sleeping", func(s store.Store) (any, error) { return s.Sleeping(ctx, Noon.Add(time.Hour)) }},
		{"OpenTables", func(s store.Store) (any, error) { return s.OpenTables(ctx) }},
		{"UnshownTables", func(s store.Store) (any, error) { return s.UnshownTables(ctx, Noon) }},
		{"Lines", func(s store.Store) (any, error) { return s.Lines(ctx, 1) }},
		{"Played", func(s store.Store) (any, error) { return s.Played(ctx, 1) }},
		{"Tables", func(s store.Store) (any, error) { return s.Tables(ctx, 0, 9) }},
		{"Seats", func(s store.Store) (any, error) { return s.Seats(ctx, 1) }},
		{"Export", func(s store.Store) (any, error) {
			row, lines, err := s.Export(ctx, 1)
			return []any{row, lines}, err
		}},
		{"Gifts", func(s store.Store) (any, error) { return s.Gifts(ctx, Guild, 1, 9) }},
		{"Balance", func(s store.Store) (any, error) { return s.Balance(ctx, Guild, Bob) }},
		{"History", func(s store.Store) (any, error) { return s.History(ctx, Guild, Bob, 1, 9) }},
		{"TableAccounts", func(s store.Store) (any, error) {
			all, n, err := s.TableAccounts(ctx, 1)
			return []any{all, n}, err
		}},
		{"Stakes", func(s store.Store) (any, error) { return s.Stakes(ctx, 1) }},
		{"Audit", func(s store.Store) (any, error) { return s.Audit(ctx, Guild) }},
		{"Audit", func(s store.Store) (any, error) { return s.Audit(ctx, 0) }},
		{"AllNames", func(s store.Store) (any, error) { return s.AllNames(ctx, Guild) }},
		{"ClosingNights", func(s store.Store) (any, error) { return s.ClosingNights(ctx) }},
		{"Night", func(s store.Store) (any, error) { return s.Night(ctx, Guild, 2) }},
		{"OpenNight", func(s store.Store) (any, error) { return s.OpenNight(ctx, Channel+203) }},
		{"LastNight", func(s store.Store) (any, error) { return s.LastNight(ctx, Guild) }},
		{"Nights", func(s store.Store) (any, error) { return s.Nights(ctx, Guild, 1, 9) }},
		{"Standing", func(s store.Store) (any, error) { return s.Standing(ctx, 1) }},
		{"Plan", func(s store.Store) (any, error) { return s.Plan(ctx, 1) }},
		{"Planned", func(s store.Store) (any, error) { return s.Planned(ctx, Guild, Noon) }},
		{"Pending", func(s store.Store) (any, error) { return s.Pending(ctx) }},
		{"Record", func(s store.Store) (any, error) { return s.Record(ctx, Guild, "classic") }},
		{"Recent", func(s store.Store) (any, error) { return s.Recent(ctx, Guild, Ann, 9) }},
		{"SoloRecord", func(s store.Store) (any, error) { return s.SoloRecord(ctx, Guild, "classic", Ann, 9) }},
		{"Settings", func(s store.Store) (any, error) { return s.Settings(ctx, Guild) }},
		{"PlayerSettings", func(s store.Store) (any, error) { return s.PlayerSettings(ctx, Ann) }},
		{"Names", func(s store.Store) (any, error) { return s.Names(ctx, Guild, []ids.User{200, 201}) }},
		{"PendingForgets", func(s store.Store) (any, error) { return s.PendingForgets(ctx) }},
		{"SeatedAt", func(s store.Store) (any, error) { return s.SeatedAt(ctx, Ann) }},
		{"PlayerData", func(s store.Store) (any, error) { return s.PlayerData(ctx, Ann) }},
		{"Identified", func(s store.Store) (any, error) { return s.Identified(ctx, Noon.Add(-time.Hour)) }},
		{"Leftovers", func(s store.Store) (any, error) { return s.Leftovers(ctx) }},
		{"LeftIn", func(s store.Store) (any, error) { return s.LeftIn(ctx, Channel) }},
		{"Key", func(s store.Store) (any, error) { return s.Key(ctx) }},
		{"Daily", func(s store.Store) (any, error) { return s.Daily(ctx, Cat, "classic", day) }},
		{"Streak", func(s store.Store) (any, error) { return s.Streak(ctx, Cat, "classic", day) }},
		{"OpenDailies", func(s store.Store) (any, error) { return s.OpenDailies(ctx, day) }},
	}
	for _, count := range append(AnyCounts, store.ChipsWon, store.ChipsOwned, store.NightsWon) {
		all = append(all, Read{"Leaderboard", func(s store.Store) (any, error) {
			return s.Leaderboard(ctx, store.Board{Guild: Guild, Count: count}, 1, 9, Ann)
		}})
	}
	return all
}

// Write is a call of a method that writes.
type Write struct {
	Method string
	Do     func(store.Store) error
}

// Writes returns calls of all methods that write. In this order, each call has an effect on a new database.
func Writes() []Write {
	ctx := context.Background()
	joins := WithTransfers(joinLine(1, Dora), AnnsBalance, AnnsStack, 5, AnnsStack, AnnsBalance, 5)
	joins.Tallies = []games.Tally{{Seat: 1, Count: games.Sets, N: 1}}
	return []Write{
		{"SetSettings", func(s store.Store) error {
			return s.SetSettings(ctx, Guild, store.GuildSettings{Theme: "dark"})
		}},
		{"SetPlayerSettings", func(s store.Store) error {
			return s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain"})
		}},
		{"SetName", func(s store.Store) error { return s.SetName(ctx, Guild, Dora, "Dora") }},
		{"Welcome", func(s store.Store) error { return errorOf(s.Welcome(ctx, Guild, Dora, 100, Noon)) }},
		{"TopUp", func(s store.Store) error { return errorOf(s.TopUp(ctx, Guild, Dora, 200, Noon, "i11")) }},
		{"Give", func(s store.Store) error {
			return errorOf(s.Give(ctx, store.Grant{Guild: Guild, Player: Dora, Amount: 5, At: Noon, Granter: Emil,
				Reason: "cake", Source: "i12"}))
		}},
		{"StartNight", func(s store.Store) error {
			return errorOf(s.StartNight(ctx, store.Night{Guild: Guild, Channel: Channel, Opener: Dora, BuyIn: 5,
				Started: Noon}, "i13"))
		}},
		{"CloseNight", func(s store.Store) error { return s.CloseNight(ctx, 1, Noon) }},
		{"EndNight", func(s store.Store) error { return errorOf(s.EndNight(ctx, 1, Noon.Add(time.Hour))) }},
		{"StartNight", func(s store.Store) error {
			return errorOf(s.StartNight(ctx, store.Night{Guild: Guild, Channel: Channel, Opener: Dora, BuyIn: 5,
				Started: Noon.Add(2 * time.Hour)}, "i20"))
		}},
		{"DropNight", func(s store.Store) error { return s.DropNight(ctx, 2) }},
		{"NightPosted", func(s store.Store) error { return s.NightPosted(ctx, 1) }},
		{"OpenTable", func(s store.Store) error {
			return errorOf(s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
				Opened: Noon}, "i14", store.Line{At: Noon, Seat: games.Dealer, Words: "deal"}))
		}},
		{"Append", func(s store.Store) error {
			return s.Append(ctx, store.Entry{Table: 1, After: 1, Asleep: true, NewestMessage: 6, Held: heldSeats(1),
				Name: store.PlayerName{Player: Dora, Name: "Dora D."}, Played: []store.Played{joins}})
		}},
		{"NoteShown", func(s store.Store) error { return s.NoteShown(ctx, 1, 1, 7) }},
		{"NoteShown", func(s store.Store) error { return s.NoteShown(ctx, 1, 2, 9) }}, // makes the previous post a leftover
		{"NoteShownBelow", func(s store.Store) error { return s.NoteShownBelow(ctx, 1, 2, 10, 9) }},
		{"NoteJudged", func(s store.Store) error { return s.NoteJudged(ctx, 1, 8) }},
		{"CloseTable", func(s store.Store) error { return s.CloseTable(ctx, 1, Noon) }},
		{"PlanNight", func(s store.Store) error {
			return errorOf(s.PlanNight(ctx, planFor(Noon.Add(8*time.Hour)), "i15"))
		}},
		{"SignUp", func(s store.Store) error { return s.SignUp(ctx, 1, Emil, true, Noon) }},
		{"Announced", func(s store.Store) error { return s.Announced(ctx, 1, 3, 4) }},
		{"MovePlan", func(s store.Store) error {
			return s.MovePlan(ctx, 1, Noon.Add(9*time.Hour), Noon.Add(8*time.Hour), Noon)
		}},
		{"CancelPlan", func(s store.Store) error { return s.CancelPlan(ctx, 1, Noon) }},
		{"PlanDone", func(s store.Store) error { return s.PlanDone(ctx, 1, Noon) }},
		{"Leave", func(s store.Store) error { return s.Leave(ctx, offerMessage) }},
		{"Deleted", func(s store.Store) error { return s.Deleted(ctx, offerMessage) }},
		{"Beat", func(s store.Store) error { return s.Beat(Noon) }},
		{"Identify", func(s store.Store) error { return s.Identify(ctx, Noon) }},
		{"Forgetting", func(s store.Store) error { return s.Forgetting(ctx, Emil, Noon) }},
		{"Forget", func(s store.Store) error { return s.Forget(ctx, Emil) }},
		{"Depart", func(s store.Store) error { return s.Depart(ctx, Guild, Noon) }},
		{"Return", func(s store.Store) error { return s.Return(ctx, Guild) }},
		{"Depart", func(s store.Store) error { return s.Depart(ctx, Guild, Noon) }},
		{"NoteServers", func(s store.Store) error { return errorOf(s.NoteServers(ctx, []ids.Guild{Guild})) }},
		{"Depart", func(s store.Store) error { return s.Depart(ctx, Guild, Noon) }},
		{"Purge", func(s store.Store) error { return errorOf(s.Purge(ctx, Noon.Add(time.Hour))) }},
	}
}
