package setting

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"settable/bot/discord"
)

// portal names the page that shows a bot's token.
const portal = "the Bot page of https://discord.com/developers/applications"

// mostToken is the maximum size of a token file in bytes.
const mostToken = 4096

// Token returns a bot's token from the given text or, if that is empty, from a file. The error never contains any part
// of the token.
func Token(given, file string) (discord.Secret, error) {
	if file != "" {
		if given != "" {
			return "", errors.New("both a token and a token file are set: remove one of them")
		}
		text, err := tokenIn(file)
		if err != nil {
			return "", err
		}
		given = text
	}
	token := Clean(given)
	if token == "" {
		return "", errors.New("no token: set SETTABLE_TOKEN (or SETTABLE_TOKEN_FILE) to the token on " + portal +
			", or play without one: settable sandbox")
	}
	return discord.Secret(token), checkShape(token)
}

func tokenIn(name string) (string, error) {
	f, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && Hidden(name) != name:
		return "", errors.New("SETTABLE_TOKEN_FILE (or token_file) must be the name of a file with the token, but this " +
			"looks like the token itself: use SETTABLE_TOKEN instead")
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("the token file %s doesn't exist: SETTABLE_TOKEN_FILE (or token_file) must be the name of a file "+
			"with the token", name)
	case errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("can't read the token file %s: give the user that runs the bot read access", name)
	case err != nil:
		return "", fmt.Errorf("reading the token: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostToken+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("reading the token: %w", err)
	case len(text) > mostToken:
		return "", fmt.Errorf("the token file %s is too long for a token", name)
	case !utf8.Valid(text): // UTF-16 begins with a byte order mark that is invalid UTF-8
		return "", fmt.Errorf("the token file %s is not plain text: save it as UTF-8", name)
	}
	return string(text), nil
}

// Hidden returns "[hidden]" if the text could be a token. Otherwise it returns the text, which is safe to show.
func Hidden(text string) string {
	if checkShape(Clean(text)) == nil {
		return "[hidden]"
	}
	return text
}

// copiedAlong lists characters that people copy along with a token: quotation marks of all kinds, and the byte order
// marks that some editors add.
const copiedAlong = "\"'`“”„‘’‚«»\ufeff\u200b"

// Clean removes characters that were copied along with a token: spaces, line breaks, quotation marks, and the word
// Bot.
func Clean(token string) string {
	for {
		less := strings.Trim(strings.TrimSpace(token), copiedAlong)
		if len(less) > 4 && strings.EqualFold(less[:4], "Bot ") {
			less = less[4:]
		}
		if less == token {
			return token
		}
		token = less
	}
}

// checkShape returns an error if a text can't be a bot's token. A token has three parts, separated by dots, that
// consist of letters, digits, - and _.
func checkShape(token string) error {
	odd := strings.IndexFunc(token, func(r rune) bool {
		digit, upper, lower := r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z'
		return !digit && !upper && !lower && !strings.ContainsRune(".-_", r)
	})
	switch {
	case odd >= 0:
		return errors.New("the token contains an invalid character, such as a line break, a space or a quote: " +
			"copy it again from " + portal)
	case strings.Count(token, ".") != 2:
		return errors.New("not a bot token, which has three parts separated by dots (is it the client " +
			"secret or the public key?): copy the token from " + portal)
	}
	return nil
}
