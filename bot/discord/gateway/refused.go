package gateway

// Refused means that Discord does not accept the session. A new attempt is useless until the host has changed
// something.
type Refused struct {
	Code int    // the gateway's close code, or 401
	Text string // one line for the host: what is wrong and what to change
}

func (r *Refused) Error() string { return r.Text }

const tokenRefused = "Discord refused the token: copy it anew from the Bot page of the Developer Portal " +
	"(Reset Token) and set SETTABLE_TOKEN"

// refusals are the close codes after which every new attempt would fail in the same way.
var refusals = map[int]string{
	401:  tokenRefused,
	4004: tokenRefused,
	4010: "Discord refused the shard: run with --shards auto, or with a number of shards that Discord takes",
	4011: "Discord wants this bot split into more shards: it is in too many servers for as few sessions. " +
		"Run it with --shards auto, on a database of PostgreSQL (--database postgres://…)",
	4012: "Discord no longer speaks the version of its gateway that this bot was built for: install a newer " +
		"version",
	4013: "Discord refused the intents: this version of the bot asks for one that does not exist; install a " +
		"newer version",
	4014: "Discord refused the Message Content intent: turn on MESSAGE CONTENT INTENT on the Bot page of the " +
		"Developer Portal, or run without it (typed moves then need a mention)",
}

// refusal returns the Refused for a close code; nil if the bot may try again.
func refusal(code int) *Refused {
	if text, ok := refusals[code]; ok {
		return &Refused{Code: code, Text: text}
	}
	return nil
}
