package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/games/cards"
)

// players play at one table as fast as the bot answers. They know only what is on their screens.
type players struct {
	*evening
	game, channel string
	luck          *rand.Rand
	life          context.Context
}

var (
	people   = []string{"Ann", "Bob", "Cid", "Dee"}
	onTurn   = regexp.MustCompile("`[A-Z]` (\\w+)[^·\n]*◀")
	openCard = regexp.MustCompile(
		`(one|two|three|[123]) (solid|striped|open) (red|green|purple) (diamond|squiggle|oval)`)
	codeCard = regexp.MustCompile(`\b[123][STN][RGP][DQV]\b`)
)

// play makes the simulated players play at one table until the bot dies.
func (f *players) play(opens bool) {
	for f.life.Err() == nil {
		s, stands := f.listener.at(f.channel)
		switch {
		case !stands || s.over():
			if opens {
				f.open(s)
			}
			f.waitForChange(s)
		case strings.Contains(s.words, "is about to begin."):
			if opens {
				f.gather(s)
			}
			f.waitForChange(s)
		default:
			f.move(s)
		}
	}
}

// waitForChange waits briefly until the table changes.
func (f *players) waitForChange(was seenState) {
	ctx, cancel := context.WithTimeout(f.life, 300*time.Millisecond)
	defer cancel()
	f.listener.until(ctx, func() bool {
		now, _ := f.listener.at(f.channel)
		return now.table != was.table || now.line != was.line
	})
}

// open opens a table or plays the last game again.
func (f *players) open(was seenState) {
	if again := find(was.buttons, "again:"); again != "" && f.luck.IntN(3) == 0 {
		f.answer(act{who: f.one(), channel: f.channel, door: "again"}, func(d act) (string, error) {
			return f.sb.Click(d.who, f.channel, was.message, again)
		})
		return
	}
	var options []world.Option
	switch f.game {
	case "poker":
		options = []world.Option{world.Opt("turn", 0), world.Opt("pause", 0), world.Opt("stack", 15)}
	case "twenty":
		options = []world.Option{world.Opt("pause", 0)}
	case "classic":
		options = []world.Option{world.Opt("penalty", "none")}
	}
	f.answer(act{who: people[f.luck.IntN(2)], channel: f.channel, door: "open"}, func(d act) (string, error) {
		return f.sb.Slash(d.who, f.channel, "play", world.Sub(f.game, options...))
	})
}

// gather makes people join and starts the game.
func (f *players) gather(s seenState) {
	for _, who := range people[:3] {
		f.press(who, s, find(s.buttons, ":join"), "join")
	}
	if s, _ = f.listener.at(f.channel); find(s.buttons, ":start") != "" {
		f.press(people[f.luck.IntN(3)], s, find(s.buttons, ":start"), "start")
	}
}

func (f *players) one() string { return people[f.luck.IntN(3)] }

// move makes a move for a person whose turn it may be.
func (f *players) move(s seenState) {
	who := f.one()
	if m := onTurn.FindStringSubmatch(s.words); m != nil && f.luck.IntN(6) > 0 {
		who = m[1]
	}
	words := f.chooseMove(who, s)
	if words == "" {
		f.waitForChange(s)
		return
	}
	verb, rest, _ := strings.Cut(words, " ")
	button, form := find(s.buttons, "move:", ":"+verb), find(s.buttons, "form:", ":"+verb)
	switch f.luck.IntN(6) {
	case 0, 1, 2:
		switch {
		case form != "" && rest != "":
			f.fill(who, s, form, words)
		case button != "" && form == "":
			f.press(who, s, button, words)
		default:
			f.say(who, words)
		}
	case 3:
		f.slash(who, verb, rest, words)
	case 4:
		f.say(who, words)
	default:
		f.reply(who, s, words)
	}
}

// chooseMove returns a move that looks legal to the player.
func (f *players) chooseMove(who string, s seenState) string {
	text := s.alt
	if find(s.buttons, "hand:") != "" && (f.game == "twenty" || f.luck.IntN(4) == 0) {
		text = f.hand(who, s)
	}
	if find(s.buttons, ":set") != "" {
		if sets := cards.Sets(cardsNamedIn(text)); len(sets) > 0 && f.luck.IntN(8) > 0 {
			three := sets[f.luck.IntN(len(sets))]
			return fmt.Sprintf("set %s %s %s", three[0], three[1], three[2])
		}
		if f.game == "classic" {
			return "set " + []string{"a b c", "d e f", "b e h"}[f.luck.IntN(3)]
		}
	}
	var may []string
	for _, b := range s.buttons {
		part := strings.SplitN(b, ":", 4)
		switch verb := part[3]; {
		case part[0] == "form" && (verb == "bet" || verb == "raise"):
			may = append(may, fmt.Sprintf("%s %d", verb, 1+f.luck.IntN(3)))
		case part[0] != "move", verb == "join", verb == "start":
		case (verb == "drop" || verb == "undo" || verb == "done") && f.luck.IntN(4) > 0:
		default:
			may = append(may, verb)
		}
	}
	if len(may) == 0 {
		return ""
	}
	return may[f.luck.IntN(len(may))]
}

// hand returns the text of a player's own hand.
func (f *players) hand(who string, s seenState) string {
	id := f.answer(act{who: who, channel: f.channel, door: "look"}, func(act) (string, error) {
		return f.sb.Click(who, f.channel, s.message, find(s.buttons, "hand:"))
	})
	out, _ := f.sb.Outcome(id)
	if out.Message == nil || len(out.Message.Attachments) == 0 {
		return ""
	}
	return out.Message.Attachments[0].Description
}

func (f *players) press(who string, s seenState, button, words string) {
	f.answer(act{who, f.channel, "press", words}, func(act) (string, error) {
		return f.sb.Click(who, f.channel, s.message, button)
	})
}

// fill opens a form and submits it.
func (f *players) fill(who string, s seenState, button, words string) {
	verb, rest, _ := strings.Cut(words, " ")
	form := f.answer(act{who: who, channel: f.channel, door: "look"}, func(act) (string, error) {
		return f.sb.Click(who, f.channel, s.message, button)
	})
	out, _ := f.sb.Outcome(form)
	door := "form"
	if out.Message != nil { // the answer contains the choices, or asks the player to type
		door = "private form"
		for _, b := range out.Message.Buttons() {
			if strings.HasPrefix(b.CustomID, "type:") {
				form = f.answer(act{who: who, channel: f.channel, door: "look"}, func(act) (string, error) {
					return f.sb.Click(who, f.channel, out.Message.ID, b.CustomID)
				})
			}
		}
		out, _ = f.sb.Outcome(form)
	}
	if out.Form != nil {
		filled := sandboxtest.FilledWith(*out.Form, rest)
		said := verb
		for _, field := range slices.Sorted(maps.Keys(filled)) {
			said += " " + strings.ReplaceAll(filled[field], "\n", " ") // chosen cards are identified by their codes
		}
		f.answer(act{who, f.channel, door, said}, func(act) (string, error) { return f.sb.Submit(who, form, filled) })
	}
}

func (f *players) slash(who, verb, rest, words string) {
	var options []world.Option
	if rest != "" {
		options = append(options, world.Opt("words", rest))
	}
	f.answer(act{who, f.channel, "slash", words}, func(act) (string, error) {
		return f.sb.Slash(who, f.channel, verb, options...)
	})
}

// spend uses commands for chips that need no table.
func (f *players) spend() {
	for f.life.Err() == nil {
		who := f.one()
		switch f.luck.IntN(3) {
		case 0:
			f.chips(who, "balance")
		case 1:
			f.chips(who, "daily")
		default:
			f.answer(act{who: "Ann", channel: f.channel, door: "grant", words: who}, func(act) (string, error) {
				return f.sb.Slash("Ann", f.channel, "chips",
					world.Sub("grant", world.Opt("member", who), world.Opt("amount", 1+f.luck.IntN(9)),
						world.Opt("reason", "a gift")))
			})
		}
		s, _ := f.listener.at(f.channel)
		f.waitForChange(s)
	}
}

func (f *players) chips(who, sub string) (id string) {
	return f.answer(act{who: who, channel: f.channel, door: sub}, func(act) (string, error) {
		return f.sb.Slash(who, f.channel, "chips", world.Sub(sub))
	})
}

// answerWait is how long people wait for an answer. A bot that is killed after deferring an interaction never answers.
const answerWait = 5 * time.Second

// answer performs an act and waits for the bot's answer. It gives up if the button has disappeared.
func (f *players) answer(d act, do func(act) (string, error)) (id string) {
	if f.life.Err() != nil {
		return ""
	}
	id, err := do(d)
	if err != nil {
		s, _ := f.listener.at(f.channel)
		f.waitForChange(s)
		return ""
	}
	f.listener.recordAct("i"+id, d)
	ctx, cancel := context.WithTimeout(f.life, answerWait)
	defer cancel()
	_, _ = f.sb.WaitOutcome(ctx, id)
	return id
}

func (f *players) say(who, words string) {
	f.typeAndWait(who, words, func() (string, error) { return f.sb.Say(who, f.channel, words) })
}

func (f *players) reply(who string, s seenState, words string) {
	f.typeAndWait(who, words, func() (string, error) { return f.sb.Reply(who, f.channel, s.message, words) })
}

// typeAndWait types words and waits until the table changes or an answer explains why it doesn't.
func (f *players) typeAndWait(who, words string, do func() (string, error)) {
	if f.life.Err() != nil {
		return
	}
	was, _ := f.listener.at(f.channel)
	id, err := do()
	if err != nil {
		return // the table's message was deleted
	}
	f.listener.recordAct("m"+id, act{who, f.channel, "typed", words})
	f.waitForChange(was)
}

// find returns the first custom id that contains all these parts.
func find(buttons []string, parts ...string) string {
	for _, b := range buttons {
		if !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(b, p) }) {
			return b
		}
	}
	return ""
}

// cardsNamedIn returns the SET cards that a text names.
func cardsNamedIn(text string) (list []cards.Card) {
	add := func(code string) {
		if c, ok := cards.Parse(code); ok && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	letter := map[string]string{"one": "1", "two": "2", "three": "3", "solid": "S", "striped": "T", "open": "N",
		"red": "R", "green": "G", "purple": "P", "diamond": "D", "squiggle": "Q", "oval": "V"}
	for _, m := range openCard.FindAllStringSubmatch(text, -1) {
		add(letter[m[1]] + letter[m[2]] + letter[m[3]] + letter[m[4]])
	}
	for _, code := range codeCard.FindAllString(text, -1) {
		add(code)
	}
	return list
}
