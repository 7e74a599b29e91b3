package discord

import (
	"strconv"
	"strings"
)

// Permissions is a set of things that may be done in a channel.
type Permissions uint64

// The permissions the bot deals with, with Discord's bits.
const (
	Administrator Permissions = 1 << 3
	ManageServer  Permissions = 1 << 5
	AddReactions  Permissions = 1 << 6
	ViewChannel   Permissions = 1 << 10
	SendMessages  Permissions = 1 << 11
	EmbedLinks    Permissions = 1 << 14
	AttachFiles   Permissions = 1 << 15
	ReadHistory   Permissions = 1 << 16
	ManageEvents  Permissions = 1 << 33
	SendInThreads Permissions = 1 << 38
	CreateEvents  Permissions = 1 << 44
)

// Needed is what the bot needs to hold a table.
const Needed = AddReactions | ViewChannel | SendMessages | SendInThreads |
	EmbedLinks | AttachFiles | ReadHistory

// Wished is what the invite link asks for besides: without it a planned night stands in no calendar.
const Wished = CreateEvents

// NeededIn is what of Needed counts in a channel: another permission lets it
// send in threads than elsewhere.
func NeededIn(thread bool) Permissions {
	if thread {
		return Needed &^ SendMessages
	}
	return Needed &^ SendInThreads
}

// permissionNames are in the order of Discord's settings.
var permissionNames = []struct {
	bit  Permissions
	name string
}{
	{Administrator, "administrator"}, {ManageServer, "manage_guild"}, {ViewChannel, "view_channel"},
	{SendMessages, "send_messages"}, {SendInThreads, "send_messages_in_threads"}, {EmbedLinks, "embed_links"},
	{AttachFiles, "attach_files"}, {ReadHistory, "read_message_history"}, {AddReactions, "add_reactions"},
	{CreateEvents, "create_events"}, {ManageEvents, "manage_events"},
}

// Has says whether all of need are in the set; an administrator has all.
func (p Permissions) Has(need Permissions) bool {
	return p&Administrator != 0 || p&need == need
}

// Missing is what of need is not in the set.
func (p Permissions) Missing(need Permissions) Permissions {
	if p&Administrator != 0 {
		return 0
	}
	return need &^ p
}

// MayPlan says whether events may be put into a server's calendar.
func (p Permissions) MayPlan() bool { return p.Has(CreateEvents) || p.Has(ManageEvents) }

// Each are the single permissions of the set.
func (p Permissions) Each() (all []Permissions) {
	for _, n := range permissionNames {
		if p&n.bit != 0 {
			all = append(all, n.bit)
		}
	}
	return all
}

// String lists their names in Discord's protocol.
func (p Permissions) String() string {
	var names []string
	for _, n := range permissionNames {
		if p&n.bit != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, ", ")
}

// Invite is the address at which a server's owner adds the bot, with exactly the permissions it uses.
func Invite(app string) string {
	return "https://discord.com/oauth2/authorize?client_id=" + app +
		"&scope=bot+applications.commands&permissions=" +
		strconv.FormatUint(uint64(Needed|Wished), 10)
}
