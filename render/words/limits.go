package words

import "strings"

// Limit returns the maximum length of a key's sentence in characters. Most limits are Discord's; others depend on the
// available space.
func Limit(key string) int {
	parts := strings.Split(key, ".")
	switch {
	case len(parts) == 3 && parts[1] == "name":
		return 32 // names of commands, games and options
	case len(parts) == 2 && parts[1] == "rules":
		return 1800
	case len(parts) == 3 && (parts[1] == "option" || parts[1] == "verb"), len(parts) == 2 &&
		parts[1] == "summary":
		return 100
	case len(parts) == 2 && parts[1] == "coach":
		return 560 // fits on a phone's screen together with the table
	case len(parts) == 2 && parts[1] == "title":
		return 45
	case len(parts) > 2 && (parts[1] == "label" || parts[1] == "button"):
		return 80
	case strings.HasPrefix(key, "command.about."), strings.HasPrefix(key, "command.verb."),
		key == "message.on_table", key == "message.yours":
		return 100 // descriptions
	case key == "command.leaderboard.back", key == "command.leaderboard.next":
		return 80 // labels of buttons
	case strings.HasPrefix(key, "message.needs."):
		return 45 // the label of a form's field
	case len(parts) == 4 && parts[1] == "option": // a choice that may be marked as the default
		return 80
	}
	return 2000
}
