package agenda

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

func location(t *testing.T, zone string) *time.Location {
	t.Helper()
	at, err := time.LoadLocation(zone)
	require.NoError(t, err)
	return at
}

// In this test, the current time is Monday, 19:45.
func TestSpellingsOfTimes(t *testing.T) {
	now := time.Date(2026, 11, 23, 19, 45, 30, 0, location(t, "Europe/Berlin"))
	for text, want := range map[string]string{
		"20:00":               "2026-11-23T20:00:00+01:00",
		" 20.00 ":             "2026-11-23T20:00:00+01:00",
		"at 20:00":            "2026-11-23T20:00:00+01:00",
		"19:45":               "2026-11-24T19:45:00+01:00", // half a minute ago
		"8pm":                 "2026-11-23T20:00:00+01:00",
		"8:30 PM":             "2026-11-23T20:30:00+01:00",
		"12 am":               "2026-11-24T00:00:00+01:00",
		"12:15pm":             "2026-11-24T12:15:00+01:00",
		"today 23:59":         "2026-11-23T23:59:00+01:00",
		"tonight at 9:00":     "", // 9:00 is in the morning
		"tonight at 9 pm":     "2026-11-23T21:00:00+01:00",
		"tomorrow 20:00":      "2026-11-24T20:00:00+01:00",
		"Sat  20:00":          "2026-11-28T20:00:00+01:00",
		"on saturday at 8pm":  "2026-11-28T20:00:00+01:00",
		"mon 20:00":           "2026-11-23T20:00:00+01:00",
		"monday 19:00":        "2026-11-30T19:00:00+01:00",
		"thurs 7:05":          "2026-11-26T07:05:00+01:00",
		"2026-11-28 20:00":    "2026-11-28T20:00:00+01:00",
		"2026-11-28T20:00":    "2026-11-28T20:00:00+01:00",
		"2027-07-01 20:00":    "2027-07-01T20:00:00+02:00", // in summer
		"2027-02-29 20:00":    "",
		"2026-11-31 20:00":    "",
		"in 3 hours":          "2026-11-23T22:45:00+01:00",
		"in 90 min":           "2026-11-23T21:15:00+01:00",
		"in an hour":          "2026-11-23T20:45:00+01:00",
		"in 2 days":           "2026-11-25T19:45:00+01:00",
		"in 0 hours":          "",
		"in 366 days":         "2027-11-24T19:45:00+01:00",
		"in 367 days":         "",
		"in 999999 weeks":     "",
		"in 99999999 minutes": "",
		"2026-11-20 20:00":    "",
		"2028-01-01 20:00":    "",
		"today 19:00":         "",
		"24:00":               "",
		"20:60":               "",
		"13pm":                "",
		"0 am":                "",
		"20":                  "",
		"":                    "",
		"s 20:00":             "",
		"soon":                "",
		"yesterday 20:00":     "",
		"20:00 sharp":         "",
		"２０:００":               "",
		"<t:1790000000:F>":    "",
	} {
		at, err := When(text, now)
		if want == "" {
			require.ErrorAs(t, err, new(games.Illegal), text)
			continue
		}
		require.NoError(t, err, text)
		require.Equal(t, want, at.Format(time.RFC3339), text)
	}
}

// Users can type times in the server's language and in English.
func TestSpellingsOfTimesInEachLanguage(t *testing.T) {
	catalogues, err := words.New(nil, nil, Words)
	require.NoError(t, err)
	now := time.Date(2026, 11, 23, 19, 45, 0, 0, time.UTC) // a Monday
	for locale, said := range map[string]map[string]string{
		"de": {"morgen 20:00": "11-24 20:00",
			"Morgen um 20 Uhr": "11-24 20:00", "heute Abend um 20 Uhr 30": "11-23 20:30",
			"am Samstag um 20:00": "11-28 20:00", "sa 20:00": "11-28 20:00", "nächsten Montag 19:00": "11-30 19:00",
			"in 3 Stunden": "11-23 22:45", "in einer Stunde": "11-23 20:45", "20h": "11-23 20:00"},
		"fr": {"demain à 20h30": "11-24 20:30", "ce soir à 21 h": "11-23 21:00", "samedi 20:00": "11-28 20:00",
			"dans 3 heures": "11-23 22:45", "dans une heure": "11-23 20:45", "le samedi à 20 heures": "11-28 20:00",
			"aujourd'hui à 20h": "11-23 20:00"},
		"es": {"mañana a las 20:00": "11-24 20:00",
			"manana 20:00": "11-24 20:00", "el sábado a las 21:30": "11-28 21:30",
			"dentro de 3 horas": "11-23 22:45", "en una hora": "11-23 20:45", "esta noche a las 22:00": "11-23 22:00"},
		"ja": {"明日20:00": "11-24 20:00",
			"明日の20時": "11-24 20:00", "今日20時30分": "11-23 20:30", "土曜日の20時": "11-28 20:00",
			"3時間後": "11-23 22:45", "30分後": "11-23 20:15", "２０:００": "11-23 20:00"},
	} {
		for text, want := range said {
			at, err := When(text, now, catalogues.In(locale))
			require.NoError(t, err, text)
			require.Equal(t, want, at.Format("01-02 15:04"), text)
		}
		for _, text := range []string{"tomorrow 20:00", "in 3 hours", "2026-11-28 20:00", "2026-11-28T20:00"} {
			_, err := When(text, now, catalogues.In(locale))
			require.NoError(t, err, text)
		}
		for _, text := range []string{"bald", "20", "gestern 20:00", "demain", "<t:1790000000:F>"} {
			_, err := When(text, now, catalogues.In(locale))
			require.ErrorAs(t, err, new(games.Illegal), "%s in %s", text, locale)
		}
	}
}

func TestInvalidTimes(t *testing.T) {
	now := time.Date(2026, 11, 23, 19, 45, 0, 0, time.UTC)
	for text, key := range map[string]string{
		"today 19:45": "agenda.past", "2026-11-22 20:00": "agenda.past",
		"2027-12-24 20:00": "agenda.too_far", "next year": "agenda.unreadable", "in 3 moons": "agenda.unreadable",
	} {
		_, err := When(text, now)
		var no games.Illegal
		require.ErrorAs(t, err, &no, text)
		require.Equal(t, key, no.Key, text)
	}
}

// When clocks go forward, one hour doesn't exist on that day. When they go back, one hour occurs twice.
func TestDaylightSavingTime(t *testing.T) {
	berlin := location(t, "Europe/Berlin")
	at, err := When("2:30", time.Date(2027, 3, 28, 0, 0, 0, 0, berlin))
	require.NoError(t, err)
	require.Equal(t, "2027-03-28T03:30:00+02:00", at.Format(time.RFC3339))
	at, err = When("tomorrow 20:00", time.Date(2027, 3, 27, 20, 0, 0, 0, berlin))
	require.NoError(t, err)
	require.Equal(t, 23*time.Hour, at.Sub(time.Date(2027, 3, 27, 20, 0, 0, 0, berlin)))
	havana := location(t, "America/Havana") // clocks go forward at midnight
	for _, text := range []string{"tomorrow 00:30", "sun 00:30", "00:30", "2027-03-14 00:30"} {
		at, err = When(text, time.Date(2027, 3, 13, 20, 0, 0, 0, havana))
		require.NoError(t, err, text)
		require.Equal(t, "2027-03-14T01:30:00-04:00", at.Format(time.RFC3339), text)
	}
}

// For every input, When returns either a time within a year or a refusal.
func FuzzWhen(f *testing.F) {
	for _, text := range []string{"20:00", "sat 8 pm", "2026-11-28 20:00", "in 3 hours", "tomorrow 20:00"} {
		f.Add(text)
	}
	now := time.Date(2026, 11, 23, 19, 45, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		at, err := When(text, now)
		if err != nil {
			require.ErrorAs(t, err, new(games.Illegal))
			return
		}
		require.True(t, at.After(now) && at.Sub(now) <= maxAhead, at)
	})
}
