package gateway

// Refused means that Discord does not accept the session. A new attempt is useless until the host has changed
// something.
type Refused struct {
	Code int    // the gateway's close code, or 401
	Text string // one line for the host that says what is wrong and what to change
}

func (r *Refused) Error() string { return r.Text }

const tokenRefused = "Discord refused the token: copy a new one from the Bot page of the Developer Portal " +
	"(Reset Token) and set SETTABLE_TOKEN"

// refusals are the close codes after which every new attempt would fail in the same way.
var refusals = map[int]string{
	401:  tokenRefused,
	4004: tokenRefused,
	4010: "Discord refused the shard: run with --shards auto, or with another number of shards",
	4011: "Discord requires more shards, because the bot is in too many servers for so few sessions. " +
		"Run it with --shards auto on a PostgreSQL database (--database postgres://…)",
	4012: "Discord no longer supports the gateway version that this bot uses: install a newer " +
		"version",
	4013: "Discord refused the intents, because this version of the bot requests one that doesn't exist: install a " +
		"newer version",
	4014: "Discord refused the Message Content intent: turn on MESSAGE CONTENT INTENT on the Bot page of the " +
		"Developer Portal, or run without it (typed moves then need a mention)",
}

// refusal returns the Refused for a close code, or nil if the bot may try again.
func refusal(code int) *Refused {
	if text, ok := refusals[code]; ok {
		return &Refused{Code: code, Text: text}
	}
	return nil
}
