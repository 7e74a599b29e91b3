package words

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"

	"settable/games"
	"settable/games/cards"
)

// A Language makes sentences of phrases.
type Language struct {
	tag       language.Tag
	sentences map[string]sentence
	english   *Language               // nil for English
	me        *atomic.Pointer[string] // see Catalogues.Call
	log       *slog.Logger
	missed    sync.Map // keys of which the log was told

	once         sync.Once
	known        *cardWords
	printers     sync.Pool // of *message.Printer
	vocabularies sync.Map  // of *vocabulary.Vocabulary, by game
}

// Autonym is the name of the language in that language: "français".
func Autonym(l *Language) string { return display.Self.Name(l.tag) }

// Locale is the language's tag: "en".
func (l *Language) Locale() string { return l.tag.String() }

// Has tells whether there is such a key, in this language or in English.
func (l *Language) Has(key string) bool {
	if _, has := l.sentences[key]; has {
		return true
	}
	return l.english != nil && l.english.Has(key)
}

// Say is the sentence of a phrase, or "" for a silent one. names returns what a seat is called, ready
// to be printed. A sentence that this language lacks is said in English, and one that English lacks
// too is replaced by one that is always true; the log is told once.
func (l *Language) Say(p games.Phrase, names func(games.Seat) string) string {
	if p.Silent() {
		return ""
	}
	return put(l, p.Key, func(arg string) any { return p.Args[arg] }, names)
}

// put is Say for a key and a function that gives the value of an argument; nil means that there is
// none.
func put(l *Language, key string, given func(string) any, names func(games.Seat) string) string {
	if l == nil { // no language is known where nothing was shown yet
		return ""
	}
	text, err := l.fill(l.sentences[key].cut.of(l.tag, given), given, names)
	switch {
	case err == nil:
		return text
	case l.english != nil:
		if l.english.Has(key) {
			l.miss(key, err)
		}
		return put(l.english, key, given, names)
	}
	l.miss(key, err)
	return "Something happened at the table."
}

// fill puts the arguments into a pattern. The error tells that there is no pattern, or which argument
// is missing.
func (l *Language) fill(cut pattern, given func(string) any, names func(games.Seat) string) (string, error) {
	switch {
	case cut == nil:
		return "", errNoSentence
	case len(cut) == 1 && cut[0].arg == "":
		return cut[0].text, nil
	}
	var room [96]byte
	text := room[:0]
	for _, p := range cut {
		if p.arg == "" {
			text = append(text, p.text...)
			continue
		}
		if p.arg == meArg {
			text = append(text, l.called()...)
			continue
		}
		arg := given(p.arg)
		if arg == nil {
			return "", fmt.Errorf("nothing is given for {{.%s}}", p.arg)
		}
		text = append(text, l.arg(arg, names)...)
	}
	return string(text), nil
}

// meArg is the argument in front of words that people are to type: the mention of the bot where it
// reads no plain messages, and nothing where it does.
const meArg = "me"

// Me is how people must address the bot when they type a move; "" where typing the move is enough.
func (l *Language) Me() string {
	if me := l.me.Load(); me != nil {
		return *me
	}
	return ""
}

func (l *Language) called() string {
	if me := l.Me(); me != "" {
		return me + " "
	}
	return ""
}

// Typed is a move of a game as people must type it here, in this language.
func (l *Language) Typed(game, move string) string {
	return l.called() + "`" + Typing(l, game, move) + "`"
}

var errNoSentence = errors.New("there is no such sentence")

// Plain is the sentence of a phrase in which seats are called by their letters.
func (l *Language) Plain(p games.Phrase) string { return l.Say(p, games.SeatLetter) }

// Each is the sentence of each phrase.
func (l *Language) Each(list []games.Phrase) []string { return l.each(list, games.SeatLetter) }

// Key is the sentence of a key without arguments.
func (l *Language) Key(key string) string { return l.Plain(games.Phrase{Key: key}) }

func (l *Language) miss(key string, err error) {
	if _, told := l.missed.LoadOrStore(key, true); !told && l.log != nil {
		l.log.Error("a catalogue lacks a sentence", "key", key, "language", l.Locale(), "error", err)
	}
}

func (l *Language) arg(arg any, names func(games.Seat) string) string {
	switch arg := arg.(type) {
	case string:
		return isolated(arg)
	case int:
		return l.Number(int64(arg))
	case games.Chips:
		return l.Number(int64(arg))
	case float64:
		return l.decimal(arg, 1)
	case games.Phrase:
		return l.Say(arg, names)
	case []games.Phrase:
		return l.List(l.each(arg, names))
	case games.Sentences:
		return Prose(l, l.each(arg, names)...)
	case games.Seat:
		return isolated(names(arg))
	case []games.Seat:
		return l.List(games.Named(arg, func(s games.Seat) string {
			return l.say("words.one_of_them", "who", names(s))
		}))
	case cards.Card:
		return l.Card(arg)
	case []cards.Card:
		return Row(l, games.Named(arg, l.Card))
	case []string:
		return Row(l, games.Named(arg, isolated))
	case games.Typed:
		return Typing(l, arg.Game, arg.Words)
	case games.Labels:
		return strings.Join(arg, " ")
	case time.Duration:
		return l.Duration(arg)
	case games.Margin:
		return l.margin(time.Duration(arg))
	}
	return fmt.Sprint(arg)
}

func (l *Language) each(list []games.Phrase, names func(games.Seat) string) []string {
	return games.Named(list, func(p games.Phrase) string { return l.Say(p, names) })
}

// Number is a whole number as people write it: "1,024".
func (l *Language) Number(n int64) string {
	if n > -1000 && n < 1000 || max(n, -n) < grouped(l) {
		return strconv.FormatInt(n, 10)
	}
	return l.printed("%d", n)
}

// grouped is the least number that is written in groups of thousands: in Spanish numbers of four
// digits are not (CLDR, minimumGroupingDigits).
func grouped(l *Language) int64 {
	n, _ := strconv.ParseInt(l.Key("words.grouped"), 10, 64) // no number: 0, all are grouped
	return n
}

// List joins a list into words: "Ann, Bob and Cid".
func (l *Language) List(all []string) string {
	switch len(all) {
	case 0:
		return ""
	case 1:
		return all[0]
	}
	last := len(all) - 1
	return l.Say(games.Say("words.and", "all", Row(l, all[:last]), "last", all[last]),
		games.SeatLetter)
}

// Duration is a length of time, rounded as people perceive it: "4.2 s", "3 min 5 s", "3 min".
func (l *Language) Duration(d time.Duration) string {
	d = d.Round(100 * time.Millisecond)
	h, min, s := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60
	switch {
	case d < time.Minute:
		return l.say("words.seconds", "s", l.decimal(d.Seconds(), 1))
	case h == 0 && s == 0:
		return l.say("words.minutes.whole", "min", min)
	case h == 0:
		return l.say("words.minutes", "min", min, "s", s)
	case min == 0:
		return l.say("words.hours.whole", "h", h)
	}
	return l.say("words.hours", "h", h, "min", min)
}

// margin is the time between close finishes: "0.21 s".
func (l *Language) margin(d time.Duration) string {
	if d < 5*time.Millisecond {
		return l.say("words.hair")
	}
	return l.say("words.seconds", "s", l.decimal(d.Seconds(), 2))
}

// say is a sentence of this package's catalogue. args are names and values by turns; they are few, so
// no map is made of them.
func (l *Language) say(key string, args ...any) string {
	return put(l, key, func(arg string) any {
		for i := 0; i < len(args); i += 2 {
			if args[i] == arg {
				return args[i+1]
			}
		}
		return nil
	}, games.SeatLetter)
}

// Plain is what l.Plain returns for a phrase with this key; args are names and values by turns.
func Plain(l *Language, key string, args ...any) string { return l.say(key, args...) }

func (l *Language) decimal(f float64, digits int) string {
	if l.tag == language.English {
		return fmt.Sprintf("%.*f", digits, f)
	}
	return l.printed("%.*f", digits, f)
}

// printed formats numbers as the CLDR has them. The data of golang.org/x/text is of 2017, and some of
// its spaces have become narrow since.
func (l *Language) printed(format string, args ...any) string {
	// Making a printer takes longer than using it, and a table has many numbers. A printer is not
	// safe for concurrent use.
	p, ok := l.printers.Get().(*message.Printer)
	if !ok {
		p = message.NewPrinter(l.tag)
	}
	defer l.printers.Put(p)
	text := p.Sprintf(format, args...)
	if space := l.Key("words.group"); space != "" {
		return strings.ReplaceAll(text, "\u00a0", space)
	}
	return text
}
