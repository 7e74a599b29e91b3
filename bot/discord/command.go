package discord

// Command is a slash command.
type Command struct {
	Name        string
	Description string
	Options     []Option
	ManageGuild bool // hidden from those who may not manage the server
	Anywhere    bool // also in private conversations; else in guilds only
}

// OptionKind is what may be typed into an option.
type OptionKind int

// The kinds of options, with Discord's numbers.
const (
	SubCommand OptionKind = 1
	SubGroup   OptionKind = 2
	Text       OptionKind = 3
	Integer    OptionKind = 4
	Boolean    OptionKind = 5
	User       OptionKind = 6
	InChannel  OptionKind = 7
	Number     OptionKind = 10
)

// Option is an option or a subcommand of a Command.
type Option struct {
	Kind        OptionKind
	Name        string
	Description string
	Required    bool
	Complete    bool     // Discord asks for choices while it is typed (event Complete)
	Choices     []Choice // fixed ones, at most 25; not together with Complete
	Min, Max    *float64 // Integer, Number
	MaxLength   int      // Text
	Options     []Option // of a SubCommand or SubGroup
}
