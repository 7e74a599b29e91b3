package message

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"settable/store/ids"
)

// A Seal is the key with which the bot signs its buttons, because users can send custom ids that the bot never wrote.
// The key is stored in the database and must not be logged.
type Seal []byte

// sealSize is how many bytes of the code are kept. They are enough to make the code unguessable.
const sealSize = 12

// codes returns the function that signs custom ids on one server. codes feeds the key to the hash only once. The
// function is not safe for concurrent use.
func (k Seal) codes(g ids.Guild) func(id string) (code string) {
	h := hmac.New(sha256.New, k)
	return func(id string) string {
		h.Reset()
		text := []byte(g.String() + " " + id)
		h.Write(text)
		return base64.RawURLEncoding.EncodeToString(h.Sum(text[:0])[:sealSize])
	}
}

// Write returns the signed custom id of a button on that server, at most 100 characters long:
// kind:table:line.code:words. To write many ids, use For.
func (k Seal) Write(g ids.Guild, id ID) string { return k.For(g)(id) }

// A Sign makes the custom ids of buttons on one server. It is not safe for concurrent use.
type Sign func(ID) string

// For returns the Sign of one server.
func (k Seal) For(g ids.Guild) Sign {
	code := k.codes(g)
	return func(id ID) string {
		text := id.String()
		head := text[:len(text)-len(id.Words)-len(":")]
		return head + "." + code(text) + text[len(head):]
	}
}

// These are the catalogue keys of the answers to users who press a button that is not the bot's or no longer valid.
const (
	Forged   = "message.forged"
	outdated = "message.outdated"
)

// Read parses a custom id. If this bot has not written the id for that server, refusal is the catalogue key of a
// sentence; otherwise refusal is "".
func (k Seal) Read(g ids.Guild, text string) (id ID, refusal string) {
	id, code, ok := splitID(text)
	switch {
	case !ok:
		return ID{}, Forged
	case code == "":
		return ID{}, outdated
	case !hmac.Equal([]byte(code), []byte(k.codes(g)(id.String()))):
		return ID{}, Forged
	}
	return id, ""
}
