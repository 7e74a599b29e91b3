package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"

	"settable/bot"
	"settable/bot/command"
	"settable/bot/discord"
	"settable/cmd/settable/checkup"
	"settable/render/words"
	"settable/store/ids"
)

// checkCmd checks everything that the bot needs before it starts, and says how to fix problems.
type checkCmd struct {
	hostSettings
	Channel []string `help:"Also check the bot's permissions in these channels (ids). Channels with open tables are always checked." placeholder:"ID"`
	JSON    bool     `help:"Print the results as JSON."`
	Health  bool     `help:"Only ask the running bot's health address whether it is alive (for a container's health check)."`
	Ready   bool     `help:"Also ask whether the bot is ready, and print the reasons if it isn't."`

	http *http.Client // nil: Discord's own
}

// Run prints a line for each check. If something is wrong, the next line says how to fix it. If the bot can play, the
// exit status is 0; otherwise it is the status with which the bot would exit.
func (c checkCmd) Run(ctx context.Context, s streams) error {
	if c.Health || c.Ready {
		return c.ask(ctx, s)
	}
	if err := c.validate(); err != nil {
		return err
	}
	token, malformed := c.token()
	if c.TokenFile != "" {
		warnExposed(s.err, c.TokenFile)
	}
	path, err := c.name()
	if err != nil {
		return err
	}
	catalogues, err := words.New(nil, kinds, command.Words)
	if err != nil {
		return fmt.Errorf("reading the words: %w", err)
	}
	look := checkup.Checkup{
		Token: token, HTTP: cmp.Or(c.http, discord.NewHTTP()), Content: bool(c.MessageContent), Database: path,
		Named: func(p discord.Permissions) string {
			return catalogues.In("en").Key("command.permission." + p.String())
		},
		Exits: checkup.Exits{Failed: exitFailed, Refused: exitRefused, Database: exitDatabase},
	}
	if c.isPostgres() {
		look.Address = c.Database
	}
	for _, id := range c.Channel {
		channel, err := ids.Parse[ids.Channel](id)
		if err != nil {
			return exitError{exitUsage, fmt.Errorf("--channel must be a channel ID, not %q", id)}
		}
		look.Channels = append(look.Channels, channel)
	}
	if malformed != nil {
		look.Token = ""
	}
	found := look.Run(ctx)
	if malformed != nil {
		found = withToken(found, malformed)
	}
	if c.JSON {
		e := json.NewEncoder(s.out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		err = e.Encode(found)
	} else {
		err = printFindings(s.out, found)
	}
	return errors.Join(err, verdict(found))
}

// ask asks a running bot for its health.
func (c checkCmd) ask(ctx context.Context, s streams) error {
	if c.HealthAddress == "" {
		return exitError{exitUsage, errors.New("no health address is set: set SETTABLE_HEALTH_ADDRESS " +
			"(or health.address in the configuration file) to the running bot's health address")}
	}
	page := "livez"
	if c.Ready {
		page = "readyz"
	}
	if err := askHealth(ctx, c.HealthAddress, page); err != nil {
		return err
	}
	fmt.Fprintln(s.out, "ok")
	return nil
}

// withToken replaces Discord's findings about the token if the token is malformed.
func withToken(found []checkup.Finding, malformed error) []checkup.Finding {
	for i, f := range found {
		if f.About == "token" {
			says, do, _ := strings.Cut(malformed.Error(), ": ")
			found[i] = checkup.Finding{About: f.About, State: checkup.Wrong, Says: says, Do: do, Exit: exitUsage}
		}
	}
	return found
}

func printFindings(out io.Writer, found []checkup.Finding) error {
	wide := 0
	for _, f := range found {
		wide = max(wide, len([]rune(f.About)))
	}
	for _, f := range found {
		if _, err := fmt.Fprintf(out, "%-8s %-*s  %s\n", f.State, wide, f.About, f.Says); err != nil {
			return fmt.Errorf("writing the results: %w", err)
		}
		if f.Do == "" {
			continue
		}
		if _, err := fmt.Fprintf(out, "%-8s %-*s  -> %s\n", "", wide, "", f.Do); err != nil {
			return fmt.Errorf("writing the results: %w", err)
		}
	}
	return nil
}

// verdict returns an error if something is wrong. The exit status is that of the first such finding.
func verdict(found []checkup.Finding) error {
	right := func(f checkup.Finding) bool { return f.State != checkup.Wrong }
	wrong := slices.DeleteFunc(slices.Clone(found), right)
	if len(wrong) == 0 {
		return nil
	}
	return exitError{wrong[0].Exit, fmt.Errorf("%s: see the lines above for what to do",
		countOf(len(wrong), "problem found", "problems found"))}
}

// wordsCmd groups the commands for translators.
type wordsCmd struct {
	Check wordsCheckCmd `cmd:"" help:"List missing translations, and sentences that are too long or don't match the English ones."`
}

type wordsCheckCmd struct {
	Language string `arg:"" optional:"" help:"Check only this language, given by its BCP 47 tag: de, pt-BR."`
	From     string `help:"Read additional catalogues (*.yaml) from the subfolder words of this folder." placeholder:"FOLDER"`
}

// Run prints a line for each missing translation and each mistake, with its file, line and key. If there are mistakes,
// the exit status is 1. If the language has no catalogue, the exit status is 2.
func (c wordsCheckCmd) Run(s streams) error {
	sources := bot.Catalogues()
	if c.From != "" {
		if _, err := os.Stat(c.From); err != nil {
			return exitError{exitUsage, fmt.Errorf("--from: %w", err)}
		}
		sources = append(sources, words.Source{FS: os.DirFS(c.From), Dir: c.From})
	}
	return checkWords(s, c.Language, sources...)
}

func checkWords(s streams, language string, sources ...fs.FS) error {
	catalogues, err := words.New(nil, kinds, sources...)
	if err != nil {
		return fmt.Errorf("reading the catalogues: %w", err)
	}
	var locales []string
	for _, l := range catalogues.Languages() {
		locales = append(locales, l.Locale())
	}
	checked := locales
	if language != "" {
		checked = []string{language}
	}
	missing, wrong := 0, 0
	for _, locale := range checked {
		faults, known := catalogues.Check(locale)
		if !known {
			return exitError{exitUsage, fmt.Errorf("no catalogue for %q, only for %s", locale,
				strings.Join(locales, ", "))}
		}
		for _, f := range faults {
			fmt.Fprintln(s.out, f.Error())
			if f.Missing {
				missing++
			} else {
				wrong++
			}
		}
		if len(faults) == 0 {
			fmt.Fprintf(s.out, "%s: no problems in %d sentences\n", locale, len(catalogues.Keys()))
		}
	}
	if missing+wrong > 0 {
		return exitError{exitFailed, fmt.Errorf("%s and %s in the catalogues: see the lines above",
			countOf(missing, "missing translation", "missing translations"), countOf(wrong, "mistake", "mistakes"))}
	}
	return nil
}
