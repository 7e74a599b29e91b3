package ids

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestIDIsADecimalStringInJSON(t *testing.T) {
	type frame struct {
		ID      Message         `json:"id"`
		Channel Channel         `json:"channel_id,omitempty"`
		Names   map[User]string `json:"names"`
		Guilds  []Guild         `json:"guilds"`
		Event   *Event          `json:"event"`
	}
	const text = `{"id":"175928847299117063","names":{"80351110224678912":"Ann"},"guilds":["41","9223372036854775807"],"event":null}`
	var f frame
	require.NoError(t, json.Unmarshal([]byte(text), &f))
	require.Equal(t, frame{ID: 175928847299117063, Names: map[User]string{80351110224678912: "Ann"},
		Guilds: []Guild{41, 9223372036854775807}}, f)
	out, err := json.Marshal(f)
	require.NoError(t, err)
	require.Equal(t, text, string(out))
	require.NoError(t, json.Unmarshal([]byte(`{"channel_id":null}`), &f))
	require.Zero(t, f.Channel)
}

func TestOtherTextIsNoID(t *testing.T) {
	for _, text := range []string{"", "x", "0", "-1", "+1", "1.5", "0x1", " 1", "9223372036854775808"} {
		_, err := Parse[User](text)
		require.ErrorContains(t, err, "isn't a Discord ID", text)
	}
	var u User
	require.Error(t, json.Unmarshal([]byte(`12`), &u), "Discord writes ids as strings")
	require.Error(t, json.Unmarshal([]byte(`"twelve"`), &u))
}

func TestIDContainsItsMillisecond(t *testing.T) {
	require.Equal(t, time.Date(2016, 4, 30, 11, 18, 25, 796e6, time.UTC), Time(Message(175928847299117063)))
	require.True(t, Time(Message(0)).IsZero())
	when := time.Date(2026, 11, 20, 20, 0, 0, 123e6, time.UTC)
	require.Equal(t, when, Time(MessageAt(when)))
	require.Zero(t, MessageAt(time.Unix(0, 0)))
}

func TestKindsOfUsersHaveSeparateRanges(t *testing.T) {
	seen := map[User]bool{}
	for seat := 1; seat <= mostHouse; seat++ {
		u := House(seat)
		require.True(t, u.IsHouse() && !u.IsForgotten() && !seen[u], seat)
		seen[u] = true
	}
	for _, n := range []int64{0, 1, mostForgotten - 1} {
		u := Forgotten(n)
		require.True(t, u.IsForgotten() && !u.IsHouse() && !seen[u], n)
		require.Equal(t, n, u.Number())
	}
	last := User(forgotten - 1)
	require.False(t, last.IsForgotten() || last.IsHouse())
	require.Equal(t, 2084, Time(last).Year())
}
