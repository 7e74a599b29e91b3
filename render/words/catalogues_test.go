package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
	"settable/render/words/wordstest"
)

// projectRoot is the root of the project, relative to this package.
const projectRoot = "../.."

func allCatalogues(t *testing.T, further ...fs.FS) *words.Catalogues {
	t.Helper()
	sources := further
	require.NoError(t, filepath.WalkDir(projectRoot, func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if err == nil && d.Name() == "en.yaml" && filepath.Base(filepath.Dir(file)) == "words" {
			room := projectPath(filepath.Dir(filepath.Dir(file)))
			if room != "render/words" && !strings.HasPrefix(room, "games") { // words.New reads the others
				sources = append(sources, words.Source{FS: os.DirFS(filepath.Join(projectRoot, room)), Dir: room})
			}
		}
		return err
	}))
	b, err := words.New(nil, kinds, sources...)
	require.NoError(t, err)
	return b
}

func projectPath(file string) string {
	name, _ := filepath.Rel(projectRoot, file)
	return filepath.ToSlash(name)
}

// Every language has the same keys as English. Missing translations are only logged here, but `settable words check`
// lists them and a release requires them.
func TestEveryLanguageIsComplete(t *testing.T) {
	catalogues := allCatalogues(t)
	for _, f := range catalogues.Faults() {
		t.Error(f)
	}
	for _, l := range catalogues.Languages() {
		faults, known := catalogues.Check(l.Locale())
		require.True(t, known)
		for _, f := range faults {
			if f.Missing {
				t.Log(f)
			} else {
				t.Error(f)
			}
		}
	}
}

// The pseudo-language for tests of the page is complete. None of its sentences is too long: Discord would refuse such a
// sentence, or the page would cut it off.
func TestPseudoLanguageIsComplete(t *testing.T) {
	faults, known := allCatalogues(t, wordstest.Pseudo(t, projectRoot, "en-US")).Check("en-US")
	require.True(t, known)
	require.Empty(t, faults)
}

// A source is a Go file that may contain keys or sentences.
type source struct {
	file string // relative to the project
	tree *ast.File
	pos  *token.FileSet
}

func (s source) at(n ast.Node) string {
	return s.file + ":" + strconv.Itoa(s.pos.Position(n.Pos()).Line)
}

// sources returns all Go files of the project except tests.
func sources(t *testing.T) (all []source) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(projectRoot, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		s := source{file: projectPath(file), pos: token.NewFileSet()}
		s.tree, err = parser.ParseFile(s.pos, file, nil, parser.SkipObjectResolution)
		all = append(all, s)
		return err
	}))
	return all
}

func literal(n ast.Node) (string, bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// phraseFunctions lists the functions that create a phrase from a key and its arguments.
var phraseFunctions = []string{
	"Say", "Refuse", "RefuseInSecret", "say", "phrase", "refuse", "Key", "key", "answerPrivately", "about", "notice", "many", "Plain",
	"NewEvent", "NewMovingEvent",
}

// Every key in Go code is in a catalogue, and each of its placeholders gets a value. Every key of a catalogue is used.
// Code may compose a key from a prefix that ends in a dot, or from the package's name and the rest.
func TestKeysMatchTheCatalogues(t *testing.T) {
	conventional, may := manualKeys()
	maps.Copy(conventional, may)
	for _, fault := range wrongKeys(allCatalogues(t), sources(t), conventional) {
		t.Error(fault)
	}
}

// wrongKeys returns the faults in the use of keys. Each fault names the line to fix.
func wrongKeys(catalogues *words.Catalogues, all []source, conventional map[string]bool) (faults []string) {
	used := map[string]bool{}
	var begun []string
	for _, s := range all {
		room := path.Base(path.Dir(s.file)) + "."
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if text, ok := literal(n); ok {
				for _, key := range []string{text, room + text} {
					switch _, known := catalogues.Placeholders(key); {
					case known:
						used[key] = true
					case strings.HasSuffix(key, ".") && strings.Count(key, ".") > 1:
						begun = append(begun, key)
					}
				}
				if looksLikeAKey(catalogues, text) {
					faults = append(faults, s.at(n)+": "+catalogueFor(catalogues, text, s.file)+" has no "+text)
				}
			}
			if call, ok := n.(*ast.CallExpr); ok {
				if fault := wrongCall(catalogues, s.file, call); fault != "" {
					faults = append(faults, s.at(call)+": "+fault)
				}
			}
			return true
		})
	}
	for _, key := range catalogues.Keys() {
		begins := func(start string) bool { return strings.HasPrefix(key, start) }
		if !used[key] && !conventional[key] && !slices.ContainsFunc(begun, begins) {
			faults = append(faults, catalogues.Position(key)+": no code uses "+key)
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

// looksLikeAKey reports whether a text begins like a catalogue's keys but is neither a key nor the beginning of one.
func looksLikeAKey(catalogues *words.Catalogues, text string) bool {
	if !keyLike.MatchString(text) || slices.Contains(noKeys, text) {
		return false
	}
	room, _, _ := strings.Cut(text, ".")
	keys := catalogues.Keys()
	return slices.ContainsFunc(keys, func(k string) bool { return strings.HasPrefix(k, room+".") }) &&
		!slices.ContainsFunc(keys, func(k string) bool { return k == text || strings.HasPrefix(k, text+".") })
}

// noKeys lists texts that look like keys but are names of pictures and counts.
var noKeys = []string{"table.png", "daily.png", "daily.time", "daily.games"}

var keyLike = regexp.MustCompile(`^[a-z]+(\.[a-z_0-9]+)+$`)

// catalogueFor returns the catalogue to which a Go file's key belongs: the one with related keys or, if there is none,
// the one next to the file.
func catalogueFor(catalogues *words.Catalogues, key, file string) string {
	room, _, _ := strings.Cut(key, ".")
	for _, kin := range catalogues.Keys() {
		if strings.HasPrefix(kin, room+".") {
			at, _, _ := strings.Cut(catalogues.Position(kin), ":")
			return at
		}
	}
	return path.Join(path.Dir(file), "words/en.yaml")
}

// manualKeys returns two groups of keys for the games' manuals: keys that a catalogue must have, and keys that it may
// have.
func manualKeys() (must, may map[string]bool) {
	must, may = map[string]bool{}, map[string]bool{}
	for _, word := range []string{
		"games.typed.end", "games.typed.kick", "games.typed.cover", "games.typed.hurry", // these are not verbs of any manual
		"poker.behind.pass", "poker.behind.ask", "poker.behind.all", "poker.behind.chips", "solitaire.behind.to",
	} {
		may[word] = true
	}
	for _, level := range games.Levels {
		may["games.behind."+level] = true
	}
	for _, k := range kinds {
		m := k.Manual()
		for _, p := range []games.Phrase{m.Title(), m.Summary(), m.Text(), m.Coach()} {
			must[p.Key] = true
		}
		if k.Daily != nil {
			must[games.DailyTitle(m.Game).Key], must[games.DailyAbout(m.Game).Key] = true, true
		}
		may[m.Game+".name."+m.Game] = true
		for _, o := range m.Options {
			must[m.About(o).Key] = true
			may[m.Game+".name."+o.Name], may["games.name."+o.Name] = true, true
			for _, value := range o.Values {
				must[m.Meaning(o, value).Key] = true
			}
			for _, value := range announcedValues(o) {
				must[m.OptionSentence(o, value).Key] = true
			}
			for _, value := range o.Lobby { // each value has a button
				must[m.Game+".button.option."+o.Name+"."+value] = true
			}
		}
		for _, v := range m.Verbs {
			must[m.Help(v).Key] = true
			may["games.typed."+v.Name], may[m.Game+".typed."+v.Name] = true, true
			for _, choice := range v.Choices {
				must[buttonOwner(v, m)+".button."+v.Name+"."+choice] = true
			}
			for _, who := range []string{m.Game, "games"} {
				may[who+".button."+v.Name] = v.Takes == games.Bare || v.Optional
				may[who+".button."+v.Name+".with"] = v.Takes != games.Bare
			}
		}
	}
	return must, may
}

// announcedValues returns the values of an option that a table mentions. The default is left out, unless the option is
// always announced.
func announcedValues(o games.Option) (list []string) {
	values := o.Values
	if values == nil {
		values = []string{strconv.Itoa(o.Max)}
		if o.Min == 0 {
			values = append(values, "0")
		}
	}
	for _, value := range values {
		if value != o.Default || o.Announced || slices.Contains(o.Lobby, value) {
			list = append(list, value)
		}
	}
	return list
}

// Every option has a sentence that describes it.
func TestOptionsHaveSentences(t *testing.T) {
	en := allCatalogues(t).In("en")
	for _, k := range kinds {
		m := k.Manual()
		for _, o := range m.Options {
			for _, value := range announcedValues(o) {
				text := en.Plain(m.OptionSentence(o, value))
				require.Regexp(t, `^[A-Z0-9].*\.$`, text, "%s %s=%s", m.Game, o.Name, value)
				require.NotContains(t, text, o.Name+":", "%s %s=%s", m.Game, o.Name, value)
			}
		}
	}
}

// buttonOwner returns the prefix of the keys for the buttons of a verb with choices. All games share the buttons for
// house players.
func buttonOwner(v games.Verb, m games.Manual) string {
	if slices.Equal(v.Choices, games.Levels) {
		return "games"
	}
	return m.Game
}

// The catalogues contain all sentences that the manuals need, and each move has a button label.
func TestManualsHaveTheirWords(t *testing.T) {
	catalogues := allCatalogues(t)
	must, _ := manualKeys()
	en := catalogues.In("en")
	for _, fault := range missingKeys(catalogues, sources(t), must) {
		t.Error(fault)
	}
	for _, k := range kinds {
		for _, v := range k.Manual().Verbs {
			if v.Takes == games.Choice {
				continue // each choice has a button of its own
			}
			ending := ".button." + v.Name
			if v.Takes != games.Bare {
				ending += ".with"
			}
			if !en.Has("games" + ending) {
				for _, fault := range missingKeys(catalogues, sources(t), map[string]bool{k.Name() + ending: true}) {
					t.Error(fault)
				}
			}
		}
	}
}

// missingKeys returns the keys that a manual needs but no catalogue has. Each is reported with the line of the manual
// that needs it.
func missingKeys(catalogues *words.Catalogues, all []source, must map[string]bool) (faults []string) {
	for _, key := range slices.Sorted(maps.Keys(must)) {
		if _, known := catalogues.Placeholders(key); !known {
			at := keyPosition(all, key)
			file, _, _ := strings.Cut(at, ":")
			faults = append(faults, at+": "+catalogueFor(catalogues, key, file)+" has no "+key)
		}
	}
	return faults
}

// keyPosition returns the file and line in which a manual uses a key. If no line contains the last part of the key, it
// returns the line of the option, the verb or the game.
func keyPosition(all []source, key string) (at string) {
	parts := strings.Split(key, ".")
	for _, part := range slices.Backward(parts) {
		for _, s := range all {
			if path.Base(path.Dir(s.file)) != parts[0] {
				continue
			}
			ast.Inspect(s.tree, func(n ast.Node) bool {
				if text, ok := literal(n); ok && at == "" && text == part {
					at = s.at(n)
				}
				return at == ""
			})
		}
		if at != "" {
			return at
		}
	}
	return "the manual of " + parts[0]
}

// The coach's advice has only three lines, because newcomers won't read more before their first move.
func TestCoachAdviceHasThreeLines(t *testing.T) {
	en := allCatalogues(t).In("en")
	for _, k := range kinds {
		lines := strings.Split(en.Plain(k.Manual().Coach()), "\n")
		require.Len(t, lines, 3, k.Name())
		for i, line := range lines {
			require.True(t, strings.HasPrefix(line, strconv.Itoa(i+1)+". "), line)
		}
	}
}

// wrongCall returns the fault in a call that creates a phrase, or "".
func wrongCall(catalogues *words.Catalogues, file string, call *ast.CallExpr) string {
	room := path.Base(path.Dir(file)) + "."
	name := nameOf(call)
	if !slices.Contains(phraseFunctions, name) || len(call.Args) == 0 {
		return ""
	}
	key, ok := literal(call.Args[0])
	if !ok || key == "" || strings.ContainsAny(key, " /") {
		return ""
	}
	wants, known := catalogues.Placeholders(key)
	if !known {
		if wants, known = catalogues.Placeholders(room + key); !known {
			speaks := slices.ContainsFunc(catalogues.Keys(), func(k string) bool { return strings.HasPrefix(k, room) })
			if strings.Contains(key, ".") || speaks && (name == "phrase" || name == "refuse") {
				if !strings.Contains(key, ".") {
					key = room + key
				}
				return catalogueFor(catalogues, key, file) + " has no " + key
			}
			return ""
		}
	}
	if call.Ellipsis.IsValid() {
		return ""
	}
	var given []string
	for i := 1; i < len(call.Args); i += 2 {
		arg, ok := literal(call.Args[i])
		if !ok {
			return ""
		}
		given = append(given, arg)
	}
	for _, want := range wants {
		if !slices.Contains(given, want) {
			return key + " lacks the argument {{." + want + "}}"
		}
	}
	return ""
}

// Only pictures name seats by letters, with render.seat. Sentences contain the players' names.
func TestNoSentenceSaysSeatBeforeAName(t *testing.T) {
	catalogues := allCatalogues(t)
	en := catalogues.In("en")
	seat := regexp.MustCompile(`(?i)\bseats?\W+Ann\b`)
	for _, key := range catalogues.Keys() {
		filled := games.Args{"N": 2}
		args, _ := catalogues.Placeholders(key)
		for _, arg := range args {
			if arg != "N" {
				filled[arg] = "Ann"
			}
		}
		if key != "render.seat" && key != "games.next_seat" { // this sentence contains a number and no player
			require.NotRegexp(t, seat, en.Say(games.Phrase{Key: key, Args: filled}, name), key)
		}
	}
}

// wordToType finds the word that a sentence tells players to type.
var wordToType = regexp.MustCompile(`\b(?:say|sagt?|dis|dites|di)[:\s]+[„«]?\s?(\pL+)\s?(?: alone| for |[“».,:])`)

// If the bot can't read plain messages, every sentence that teaches a typed move puts the bot's name before the move.
// The texts of /rules and /help are exceptions: they explain it once.
func TestTypedMovesAreTaughtByName(t *testing.T) {
	catalogues := allCatalogues(t)
	catalogues.SetAddress("<@1>")
	en := catalogues.In("en")
	verbs := []string{}
	for _, k := range kinds {
		for _, v := range k.Manual().Verbs {
			verbs = append(verbs, v.Name)
		}
	}
	typed := regexp.MustCompile("(.{0,5})`(" + strings.Join(verbs, "|") + ")\\b[^`]*`")
	for _, key := range catalogues.Keys() {
		parts := strings.Split(key, ".")
		if parts[1] == "rules" || parts[1] == "option" || parts[1] == "verb" || parts[1] == "about" ||
			key == "command.help.moves" { // these texts explain it once
			continue
		}
		filled := games.Args{"N": 2}
		args, _ := catalogues.Placeholders(key)
		for _, arg := range args {
			if arg != "N" {
				filled[arg] = "x"
			}
		}
		for _, found := range typed.FindAllStringSubmatch(en.Say(games.Phrase{Key: key, Args: filled}, name), -1) {
			require.Equal(t, "<@1> ", found[1], "%s teaches %s", key, found[0])
		}
	}
	// Sentences that ask players to "say" a word must not refer to a typed move.
	for _, locale := range []string{"en", "de", "es", "fr"} {
		taught, moves := catalogues.In(locale), map[string]bool{}
		for _, key := range catalogues.Keys() {
			for _, typed := range taught.Synonyms(key) {
				moves[typed] = moves[typed] || strings.Contains(key, ".typed.")
			}
		}
		for _, key := range catalogues.Keys() {
			for _, found := range wordToType.FindAllStringSubmatch(taught.Key(key), -1) {
				require.False(t, moves[found[1]], "%s, %s teaches %s", locale, key, found[0])
			}
		}
	}
	require.Equal(t, "<@1> `set a b c`", en.Typed("classic", "set a b c"))
	catalogues.SetAddress("")
	require.Equal(t, "`set a b c`", en.Typed("classic", "set a b c"))
}
