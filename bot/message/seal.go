package message

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"settable/store/ids"
)

// A Seal is the key that signs the ids of the bot's buttons. Without signatures, users could send ids that the bot
// never wrote. The key is stored in the database and must not be logged.
type Seal []byte

// sealSize is how many bytes of the HMAC a signature keeps, which is enough to make it unguessable.
const sealSize = 12

// codes returns a function that signs custom ids for one server. The function sets up the hash only once, and is not
// safe for concurrent use.
func (k Seal) codes(g ids.Guild) func(id string) (code string) {
	h := hmac.New(sha256.New, k)
	return func(id string) string {
		h.Reset()
		text := []byte(g.String() + " " + id)
		h.Write(text)
		return base64.RawURLEncoding.EncodeToString(h.Sum(text[:0])[:sealSize])
	}
}

// Write returns the signed custom id of a button on that server: kind:table:line.code:words, at most 100 characters.
// To write many ids, use For.
func (k Seal) Write(g ids.Guild, id ID) string { return k.For(g)(id) }

// A Sign returns the signed custom id of a button on one server. It is not safe for concurrent use.
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

// Catalogue keys of the answers to a press of a button that the bot didn't write or that is no longer valid.
const (
	Forged   = "message.forged"
	outdated = "message.outdated"
)

// Read parses a custom id. If this bot didn't write the id for that server, refusal is the catalogue key of the
// answer to the user.
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
