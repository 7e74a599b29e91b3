package words_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// Numbers, times and plural forms follow the CLDR in every language, including decimal marks and thousands separators.
// French uses the singular for 0. French and Spanish have a plural form for millions, and Japanese has a single form.
func TestNumbersAndTimesFollowTheLanguage(t *testing.T) {
	catalogues := allCatalogues(t)
	for locale, want := range map[string][]string{
		"en": {"0 chips", "1 chip", "2 chips", "999 chips", "12,345 chips", "1,000,000 chips", "-12,345", "4.2 s", "0.2 s",
			"1 min", "1 min", "1 min 1 s", "2 h", "2 h 1 min", "Ann", "Ann and Bob", "Ann, Bob and Cid"},
		"de": {"0 Chips", "1 Chip", "2 Chips", "999 Chips", "12.345 Chips", "1.000.000 Chips", "-12.345", "4,2 s", "0,2 s",
			"1 min", "1 min", "1 min 1 s", "2 h", "2 h 1 min", "Ann", "Ann und Bob", "Ann, Bob und Cid"},
		"es": {"0 fichas", "1 ficha", "2 fichas", "999 fichas", "12.345 fichas", "1.000.000 de fichas", "-12.345", "4,2 s", "0,2 s",
			"1 min", "1 min", "1 min 1 s", "2 h", "2 h 1 min", "Ann", "Ann y Bob", "Ann, Bob y Cid", "1024"},
		"fr": {"0 jeton", "1 jeton", "2 jetons", "999 jetons", "12\u202f345 jetons", "1\u202f000\u202f000 de jetons",
			"-12\u202f345", "4,2 s",
			"0,2 s", "1 min", "1 min", "1 min 1 s", "2 h", "2 h 1 min", "Ann", "Ann et Bob", "Ann, Bob et Cid"},
		"ja": {"チップ0枚", "チップ1枚", "チップ2枚", "チップ999枚", "チップ12,345枚", "チップ1,000,000枚", "-12,345", "4.2秒", "0.2秒",
			"1分", "1分", "1分1秒", "2時間", "2時間1分", "Annさん", "AnnさんとBobさん", "Annさん、BobさんとCidさん"},
	} {
		l := catalogues.In(locale)
		var got []string
		for _, n := range []games.Chips{0, 1, 2, 999, 12_345, 1_000_000} {
			got = append(got, l.Say(games.Say("games.chips", "N", n), name))
		}
		got = append(got, l.Number(-12_345))
		for _, d := range []time.Duration{4200 * time.Millisecond, 200 * time.Millisecond,
			59_960 * time.Millisecond, time.Minute, 61 * time.Second, 2 * time.Hour, 121 * time.Minute} {
			got = append(got, l.Duration(d))
		}
		for _, who := range [][]games.Seat{{1}, {1, 2}, {1, 2, 3}} {
			got = append(got, l.Say(games.Say("message.name", "who", who), name))
		}
		if locale == "es" { // Spanish doesn't group four digits
			got = append(got, l.Number(1024))
		}
		require.Equal(t, want, got, locale)
	}
}
