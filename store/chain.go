package store

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"settable/games"
)

// Hash is a link of a chain: the hash of an entry and of the link before it, so that it speaks for everything
// up to there. It is the first half of a SHA-256, for each line bears one: 128 bits are what nobody finds a
// second text for, and half as long.
type Hash [16]byte

// Short is what people compare: twelve digits.
func (h Hash) Short() string { return hex.EncodeToString(h[:6]) }

// Chain works out links. A table has a chain, of its opening and each line with the chips that the line
// moved; a guild has one of its grants. They cover what stays when a person is forgotten: seat, words, time,
// amount and kind of account, and the source by a keyed hash; never a name or an id of Discord's.
type Chain struct{ key []byte }

// NewChain is the chain of a store with that secret.
func NewChain(secret []byte) Chain {
	// A key of its own: what else the secret seals has nothing to do with it.
	return Chain{keyed(secret, "the sources of a chain")}
}

// Opening is a table's first link.
func (c Chain) Opening(t Table, source Source) Hash {
	e := c.entry("table", Hash{}, source)
	e.word(t.Game)
	e.number(t.Opened.UnixNano())
	e.number(int64(len(t.Options)))
	for _, name := range slices.Sorted(maps.Keys(t.Options)) {
		e.word(name)
		e.word(t.Options[name])
	}
	return e.sum()
}

// Line is the link of a line and of the chips that it moved. Its number counts: the place in a journal.
func (c Chain) Line(before Hash, l Line, moved []games.Transfer) Hash {
	e := c.entry("line", before, l.Source)
	e.line(l, moved)
	return e.sum()
}

// Compacted is the link of what stays of a journal that was compacted: its last line with the link that this
// bears, and what was paid and counted at the table in all. It comes after the table's first.
func (c Chain) Compacted(opening, head Hash, last Played) Hash {
	e := c.entry("fold", opening, last.Line.Source) // what compacting was called first: links are made of it
	e.bytes = append(e.bytes, head[:]...)
	e.line(last.Line, last.Transfers)
	e.number(int64(len(last.Tallies)))
	for _, t := range last.Tallies {
		e.word(string(t.Count))
		e.number(int64(t.Seat))
		e.number(t.N)
	}
	return e.sum()
}

// line is what a line says and which chips it moved.
func (e *entry) line(l Line, moved []games.Transfer) {
	e.number(int64(l.N))
	e.number(l.At.UnixNano())
	e.number(int64(l.Seat))
	e.word(l.Words)
	e.number(int64(len(moved)))
	for _, t := range moved {
		e.number(int64(kindOf(t.From)))
		e.number(int64(kindOf(t.To)))
		e.number(int64(t.Amount))
	}
}

// kindOf is a purse as a chain has it: a balance is paid by its owner's seat alone, which stands beside it.
func kindOf(p games.Purse) games.Purse {
	if p.IsBalance() {
		return games.Balance(games.Watcher + 1)
	}
	return p
}

// Grant is the link of a grant in the chain of its guild.
func (c Chain) Grant(before Hash, g Grant) Hash {
	e := c.entry("grant", before, g.Source)
	e.word(string(g.Kind))
	e.number(int64(g.Amount))
	e.number(g.At.UnixNano())
	return e.sum()
}

// Head is one link for everything of a guild: the last of its grants and of each of its tables, oldest first.
func Head(grants Hash, tables []Hash) Hash {
	e := entry{grants[:]}
	for _, t := range tables {
		e.bytes = append(e.bytes, t[:]...)
	}
	return e.sum()
}

// entry is what a link is the hash of. Each part has a length that is known or said before it, so that no two
// entries are the same bytes.
type entry struct{ bytes []byte }

func (c Chain) entry(kind string, before Hash, source Source) *entry {
	e := &entry{make([]byte, 0, 256)}
	e.word(kind)
	e.bytes = append(e.bytes, before[:]...)
	e.word(c.sealed(source))
	return e
}

// Seal is a source as it is kept for good: nobody can tell from it which message or interaction it was, and
// who has the store's key can still tell that it was the same.
func (c Chain) Seal(s Source) Source {
	if s == "" || s.Sealed() {
		return s
	}
	return Source(sealOf + base64.RawURLEncoding.EncodeToString(keyed(c.key, string(s))))
}

// Trace is what stays of a player who was forgotten: sixteen bits of a keyed hash. Ten thousand people have
// each of them, so that it says of nobody who it was, and yet nearly nobody who comes anew is taken for
// another.
func (c Chain) Trace(p PlayerID) int {
	hash := keyed(c.key, fmt.Sprintf("the trace of player %d", p))
	return int(binary.BigEndian.Uint16(hash))
}

// sealed is the hash of a source, which is sealed or not.
func (c Chain) sealed(s Source) string {
	switch {
	case s == "":
		return ""
	case !s.Sealed():
		return string(keyed(c.key, string(s)))
	}
	hash, err := base64.RawURLEncoding.Strict().DecodeString(string(s[len(sealOf):]))
	if err != nil {
		return string(s) // of no source: the chain breaks there
	}
	return string(hash)
}

func (e *entry) number(n int64) { e.bytes = binary.BigEndian.AppendUint64(e.bytes, uint64(n)) }

func (e *entry) word(s string) {
	e.number(int64(len(s)))
	e.bytes = append(e.bytes, s...)
}

func (e *entry) sum() (h Hash) {
	all := sha256.Sum256(e.bytes)
	copy(h[:], all[:])
	return h
}

// keyed is a hash that nobody can guess the text of without the key, however short it is.
func keyed(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)[:16]
}

// ErrBroken is what every Broken is.
var ErrBroken = errors.New("the chain of a journal breaks")

// Broken says which link of a chain is the first that does not follow from what it is said to follow from.
type Broken struct {
	Guild GuildID
	Table TableID // 0: the chain of the guild's grants
	Where string  // of the table: its opening or a line; a grant
	Says  string  // what differs
}

func (b *Broken) Error() string {
	whose := fmt.Sprintf("guild %d", b.Guild)
	if b.Table != 0 {
		whose = fmt.Sprintf("table %d", b.Table)
	}
	return fmt.Sprintf("%v: %s: %s: %s", ErrBroken, whose, b.Where, b.Says)
}

// Unwrap makes every Broken an ErrBroken.
func (b *Broken) Unwrap() error { return ErrBroken }

// Finding is the same for an audit.
func (b *Broken) Finding() Finding {
	return Finding{Guild: b.Guild, Table: b.Table, Says: "a chain breaks", Where: b.Where + ": " + b.Says}
}

// Link is an entry of a chain as it is kept: the link that it bears, and how that is worked out from the one
// before.
type Link struct {
	Where string
	Bears Hash
	After func(before Hash) Hash
}

// Follow goes along a chain, and gives its last link. A break is told of the first link that does not follow;
// Where and Says of it are filled in.
func Follow(from Hash, links []Link) (Hash, *Broken) {
	for i, l := range links {
		is := l.After(from)
		if is == l.Bears {
			from = is
			continue
		}
		says := "what it says is not what was written"
		if i+1 < len(links) && links[i+1].After(is) == links[i+1].Bears {
			says = "its link is not the one that was written, though all that it says is"
		}
		return from, &Broken{Where: l.Where,
			Says: fmt.Sprintf("%s (it bears %s, and %s follows)", says, l.Bears.Short(), is.Short())}
	}
	return from, nil
}
