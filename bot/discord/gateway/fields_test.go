package gateway

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// fieldMap is an object as fields gives it.
func fieldMap(raw string) map[string]string {
	m := map[string]string{}
	for f := fieldsOf([]byte(raw)); f.next(); {
		m[string(f.key)] = string(f.value)
	}
	return m
}

func TestFieldsAreGivenAsTheyAre(t *testing.T) {
	require.Equal(t, map[string]string{
		"a": `1`, "b": `"x\"}\\"`, "c": `{"d":[1,{"e":"]"}],"f":{}}`, "g": `[]`, "h": `null`, "i": `-2.5e3`,
		"": `""`,
	}, fieldMap(" {\n\t\"a\" : 1 , \"b\":\"x\\\"}\\\\\",\"c\":{\"d\":[1,{\"e\":\"]\"}],\"f\":{}}, \"g\":[] "+
		",\"h\":null,\"i\":-2.5e3 ,\"\":\"\"}\r\n"))
	for _, none := range []string{"", " ", "{}", "[1]", `"{"`, "null", "7"} {
		require.Empty(t, fieldMap(none), none)
	}
	require.Equal(t, "a\"<@9>\U0001F600", decodeString([]byte(`"a\"\u003c@9>\ud83d\ude00"`)))
	require.Equal(t, "a\ufffd", decodeString([]byte("\"a\xff\"")))
	require.Empty(t, decodeString([]byte(`7`)))
	_, ok := integer([]byte(`1.5`))
	require.False(t, ok)
}

// FuzzFields: of valid JSON it gives what encoding/json gives, and nothing is too
// odd for it.
func FuzzFields(f *testing.F) {
	for _, raw := range []string{`{"a":1,"b":"\\\"","c":[{}]}`, `{"a":{"b":"}"}`, `{"`, `{"a`, `{"a"`, `{"a":`,
		`{"a":"\`, `{"a":[`, `{"a":,}`, `{"a":1]`} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got := fieldMap(raw)
		var want map[string]json.RawMessage
		if json.Unmarshal([]byte(raw), &want) != nil || strings.Contains(raw, `\`) || !isASCII(raw) {
			return
		}
		require.Len(t, got, len(want))
		for key, value := range want {
			require.Equal(t, string(value), got[key], strconv.Quote(key))
		}
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 126 }) < 0
}

// A message that nobody needs is dropped without a byte of memory.
func TestTalkElsewhereIsDroppedWithoutAllocation(t *testing.T) {
	f := &flood{id: 175928847299117063}
	s := &Session{queue: newQueue(10), config: Config{
		Hears: func(channel int64) bool { return channel == tableChannel },
		Calls: func(words string) bool { return words == "game?" || words == "ゲーム？" },
	}.filled()}
	s.intake = newIntake(s)
	talk, move := f.message(1), f.message(10)
	j := filter{sawHello: true, onEvent: func(kind string, data []byte) { s.intake.event(nil, kind, data) }}
	hear := func(text []byte) {
		told, v := j.message(text)
		require.Empty(t, told)
		require.Nil(t, v)
	}
	// the detector takes some of its own
	if allocated := testing.AllocsPerRun(100, func() { hear(talk) }); !racing {
		require.Zero(t, allocated)
	}
	require.Empty(t, s.queue.list)
	require.Equal(t, discord.At(discord.MessageID(strconv.FormatInt(f.id-1<<22, 10))), s.queue.newest(),
		"but a gap begins behind it")
	hear(move)
	named := strings.Replace(string(talk), "did anybody", "<@99> did anybody", 1)
	hear([]byte(strings.Replace(named, `"id":"1759288`, `"id":"1759289`, 1)))
	require.Len(t, s.queue.list, 2, "a move, and what may name the bot")
	for i, words := range []string{`"game?"`, `"why?"`, `"a game? And when? And with whom?"`, `"ゲーム？"`,
		strconv.QuoteToASCII("ゲーム？"), `"？"`, `"ゲーム"`} {
		asked := fmt.Sprintf(`{"op":0,"t":"MESSAGE_CREATE","s":%d,"d":{"id":"1759300%d7299117063","channel_id":"1",
			"guild_id":"5","author":{"id":"3","username":"Ann"},"type":0,"content":%s}}`, 900+i, i, words)
		hear([]byte(asked))
	}
	require.Len(t, s.queue.list, 5, "and what calls for it, in any script")
	s.intake.reader.roles.Store(discord.GuildID("5"), "77")
	hear([]byte(`{"op":0,"t":"MESSAGE_CREATE","s":999,"d":{"id":"175931007299117063","channel_id":"1",
		"guild_id":"5","author":{"id":"3","username":"Ann"},"type":0,"content":"","mention_roles":["77"]}}`))
	require.Len(t, s.queue.list, 6, "and what names its role, though it can't be read")
}
