package gateway

// Refused is a session that Discord will not have: trying again is of no use
// until the host has changed something.
type Refused struct {
	Code int    // the gateway's close code, or 401
	Text string // one clear line: what is wrong and which switch to turn
}

func (r *Refused) Error() string { return r.Text }

const tokenRefused = "Discord refused the token: copy it anew from the Bot page of the Developer Portal " +
	"(Reset Token) and set SETTABLE_TOKEN"

// refusals are the close codes after which a new attempt ends in the same way.
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

// refusal is the end of a session for that code; nil: it may be tried again.
func refusal(code int) *Refused {
	if text, ok := refusals[code]; ok {
		return &Refused{Code: code, Text: text}
	}
	return nil
}
