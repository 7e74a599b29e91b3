package bot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"settable/bot/discord"
	"settable/store"
)

// A seal is the key under which the bot knows its own buttons again: a custom id
// comes back from a stranger. It belongs to the database and in no log.
type seal []byte

// sealSize is how much of the code is kept, in bytes: as much as nobody guesses.
const sealSize = 12

// code is what belongs to a custom id on one server.
func (k seal) code(g store.GuildID, id customID) string {
	h := hmac.New(sha256.New, k)
	h.Write([]byte(decimal(int64(g)) + " " + id.String()))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:sealSize])
}

// write is a custom id as a button on that server carries it, at most 100 characters:
// kind:table:line.code:words.
func (k seal) write(g store.GuildID, id customID) string {
	parts := strings.SplitN(id.String(), ":", 4)
	parts[2] += "." + k.code(g, id)
	return strings.Join(parts, ":")
}

// What is told to whoever presses a button that is not ours, or not any more.
const (
	forged   = "That button is not one of this table's."
	outdated = "That button was drawn before I was renewed: `/table` shows the table with fresh ones. Nothing was played."
)

// read reads what a stranger sends. What we have not written ourselves for that
// server is refused with a sentence.
func (k seal) read(g discord.GuildID, text string) (id customID, refusal string) {
	id, code, ok := splitCustomID(text)
	switch {
	case !ok:
		return customID{}, forged
	case code == "":
		return customID{}, outdated
	case !hmac.Equal([]byte(code), []byte(k.code(guildID(g), id))):
		return customID{}, forged
	}
	return id, ""
}
