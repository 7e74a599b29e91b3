package discord

import (
	"strconv"
	"strings"
)

// Permissions is a set of permissions in a channel.
type Permissions uint64

// Permissions that the bot uses, with Discord's bits.
const (
	Administrator Permissions = 1 << 3
	ManageServer  Permissions = 1 << 5
	AddReactions  Permissions = 1 << 6
	ViewChannel   Permissions = 1 << 10
	SendMessages  Permissions = 1 << 11
	EmbedLinks    Permissions = 1 << 14
	AttachFiles   Permissions = 1 << 15
	ReadHistory   Permissions = 1 << 16
	SendInThreads Permissions = 1 << 38
	CreateEvents  Permissions = 1 << 44
)

// Needed holds the permissions that the bot needs for a table.
const Needed = AddReactions | ViewChannel | SendMessages | SendInThreads |
	EmbedLinks | AttachFiles | ReadHistory

// Wished holds optional permissions that the invitation also requests. Without them, planned nights get no calendar
// events.
const Wished = CreateEvents

// NeededIn returns the Needed permissions that apply to this type of channel. Threads have a separate permission for
// sending.
func NeededIn(thread bool) Permissions {
	if thread {
		return Needed &^ SendMessages
	}
	return Needed &^ SendInThreads
}

// permissionNames lists the permissions in the order of Discord's settings.
var permissionNames = []struct {
	bit  Permissions
	name string
}{
	{Administrator, "administrator"}, {ManageServer, "manage_guild"}, {ViewChannel, "view_channel"},
	{SendMessages, "send_messages"}, {SendInThreads, "send_messages_in_threads"}, {EmbedLinks, "embed_links"},
	{AttachFiles, "attach_files"}, {ReadHistory, "read_message_history"}, {AddReactions, "add_reactions"},
	{CreateEvents, "create_events"},
}

// Has reports whether the set contains all of the needed permissions. An administrator has all permissions.
func (p Permissions) Has(need Permissions) bool {
	return p&Administrator != 0 || p&need == need
}

// Missing returns the needed permissions that are not in the set.
func (p Permissions) Missing(need Permissions) Permissions {
	if p&Administrator != 0 {
		return 0
	}
	return need &^ p
}

// Each splits the set into single permissions.
func (p Permissions) Each() (all []Permissions) {
	for _, n := range permissionNames {
		if p&n.bit != 0 {
			all = append(all, n.bit)
		}
	}
	return all
}

// String lists the permissions by the names that Discord uses.
func (p Permissions) String() string {
	var names []string
	for _, n := range permissionNames {
		if p&n.bit != 0 {
			names = append(names, n.name)
		}
	}
	return strings.Join(names, ", ")
}

// Invite returns the URL that adds the bot to a server with exactly the permissions that it uses.
func Invite(app string) string {
	return "https://discord.com/oauth2/authorize?client_id=" + app +
		"&scope=bot+applications.commands&permissions=" +
		strconv.FormatUint(uint64(Needed|Wished), 10)
}
