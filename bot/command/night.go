package command

import (
	"context"
	"errors"
	"strconv"

	"settable/bot/agenda"
	"settable/bot/discord"
	"settable/bot/message"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// /night groups the games played in a channel during an evening, and shows the combined standings at the end.
var _ = register(Command{Name: "night", Needs: hasNightGame, Subs: []Command{
	{Name: "start", Options: nightOptions, Run: startNight},
	{Name: "end", Run: endNight},
	{Name: "plan", Options: static(whenever), Run: planNight},
	{Name: "cancel", Options: static(numberOption("number")), Run: cancelNight},
	{Name: "list", Options: static(numberOption("page")), Run: listNights},
	{Name: "show", Options: static(numberOption("number"), numberOption("page")), Run: showNight},
}})

func hasNightGame(kinds []games.Kind) bool { return agenda.Game(kinds) != nil }

const buyIn = "buy_in"

// nightOptions returns the options of the night's game. The option for the stack becomes the buy-in, which is the
// same for all players.
func nightOptions(s Inventory) []discord.Option {
	m := agenda.Game(s.Games).Manual()
	stack, _ := message.StackOf(m)
	list := []discord.Option{s.gameOption(m, stack)}
	list[0].Name = buyIn
	for _, o := range m.Options {
		if o.Name != message.StackOption {
			list = append(list, s.gameOption(m, o))
		}
	}
	return append(list, s.rulesOption(s.about("command.option.rules", nil)))
}

// startNight opens a night and its first table. The caller sits down there first.
func startNight(ctx context.Context, c Invocation) (Answer, error) {
	if err := c.mayOpenTable(); err != nil {
		return Answer{}, err
	}
	rules := agenda.Game(c.Deps.Games)
	if rules == nil {
		return c.answerPrivately("command.night.no_game")
	}
	options := games.Options{}
	for name, value := range c.Options {
		switch name {
		case rulesOption:
			continue
		case buyIn:
			name = message.StackOption
		}
		options[name] = value
	}
	options = c.optionsBy(rules.Manual(), options)
	filled, err := rules.Manual().Fill(options)
	if err != nil {
		return Answer{}, err
	}
	stack := games.Chips(filled.Int(message.StackOption))
	if err := c.Deps.Lobby.CheckFunds(ctx, c.Guild, c.Who.ID, stack, c.At); err != nil {
		return Answer{}, err
	}
	if err := c.Deps.Lobby.EndStaleNight(ctx, c.Channel); err != nil {
		return Answer{}, err
	}
	night := store.Night{Guild: c.Guild, Channel: c.Channel, Opener: c.Who.ID, BuyIn: stack, Started: c.At}
	n, err := c.Deps.Store.StartNight(ctx, night, c.Source)
	switch {
	case errors.Is(err, store.ErrBusyNight):
		return c.answerPrivately("command.night.on_already")
	case errors.Is(err, store.ErrBusyChannel):
		return c.answerPrivately("command.night.other_table")
	case err != nil:
		return Answer{}, err
	}
	err = c.Deps.Lobby.Open(ctx, c.table(rules.Name(), options), "", c.houseWord(c.Who, "join"))
	if err != nil && !errors.Is(err, store.ErrBusyChannel) { // another user has just opened the night's first table
		// If the table is already stored but couldn't be shown, Open has deleted the night as well. If the bot is
		// stopping and the table is open, the next start resumes both the night and the table.
		dropped := c.Deps.Store.DropNight(context.WithoutCancel(ctx), n.ID)
		if dropped != nil && !errors.Is(dropped, store.ErrBusyChannel) && !table.IsInterruption(dropped) {
			c.Deps.Log.Error("failed to delete a poker night whose first table didn't open", "error", dropped)
		}
		return Answer{}, err
	}
	a := c.inServerLanguage()
	begins := text(a.Say("command.night.begins", "night", n.Number, "chips", a.chips(stack)))
	begins.How = Public
	return begins, nil
}

// showNight posts the standings of a night in the channel. If they were shown there recently, only the caller sees
// the answer. If no number is given, it shows the channel's current night or, if there is none, the last one that
// ended.
func showNight(ctx context.Context, c Invocation) (Answer, error) {
	n, err := c.night(ctx)
	if errors.Is(err, store.ErrNoNight) {
		return c.answerPrivately("command.night.unknown")
	}
	if err != nil {
		return Answer{}, err
	}
	how := publicOrRepeated(c, "night")
	if how == Public {
		c = c.inServerLanguage()
	}
	m, err := c.nightMessage(ctx, n, c.page())
	return Answer{How: how, Message: m}, err
}

func (c Invocation) night(ctx context.Context) (store.Night, error) {
	number := c.Options["number"]
	if number != "" {
		i, err := strconv.Atoi(number)
		if err != nil {
			return store.Night{}, store.ErrNoNight
		}
		return c.Deps.Store.Night(ctx, c.Guild, i)
	}
	n, err := c.Deps.Store.OpenNight(ctx, c.Channel)
	if errors.Is(err, store.ErrNoNight) {
		n, err = c.Deps.Store.LastNight(ctx, c.Guild)
	}
	return n, err
}
