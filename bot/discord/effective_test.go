package discord

import (
	"testing"
	"time"

	"settable/store/ids"

	"github.com/stretchr/testify/require"
)

// Permissions follow Discord's documented order: the owner, the roles, administrators, and then the channel's
// overwrites for @everyone, for all roles together and for the member.
func TestPermissionsFollowTheDocumentedOrder(t *testing.T) {
	const see, send, attach = ViewChannel, SendMessages, AttachFiles
	const most = see | send | attach
	type rules = []Overwrite
	now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	has := func(roles ...string) MemberRules { return MemberRules{Roles: roles} }
	until := func(d time.Duration, roles ...string) MemberRules {
		at := now.Add(d)
		return MemberRules{Roles: roles, Until: &at}
	}
	server := GuildRules{ID: 1, Owner: 9, Roles: []Role{
		{"1", see | send}, {"2", attach}, {"3", Administrator}}}
	for name, c := range map[string]struct {
		who   ids.User
		m     MemberRules
		rules rules
		want  Permissions
	}{
		"everyone":                             {want: see | send},
		"with a role":                          {m: has("2"), want: see | send | attach},
		"another member's role":                {m: has("4"), want: see | send},
		"the owner":                            {who: 9, rules: rules{{"1", 0, see}}, want: everything},
		"an administrator":                     {m: has("3"), rules: rules{{"1", 0, see}}, want: everything},
		"everyone, denied here":                {rules: rules{{"1", 0, send}}, want: see},
		"everyone, allowed here":               {rules: rules{{"1", attach, 0}}, want: most},
		"a role allows it again":               {m: has("2"), rules: rules{{"2", send, 0}, {"1", 0, send}}, want: most},
		"allow beats deny":                     {m: has("2", "4"), rules: rules{{"2", 0, send}, {"4", send, 0}}, want: most},
		"member overrides roles":               {m: has("2"), rules: rules{{"7", 0, send}, {"2", send, 0}}, want: see | attach},
		"another member":                       {rules: rules{{"8", 0, send}}, want: see | send},
		"without ViewChannel":                  {rules: rules{{"1", attach, see}}},
		"timed out":                            {m: until(time.Hour, "2"), want: see},
		"after a timeout":                      {m: until(-time.Hour), want: see | send},
		"timed-out administrator":              {m: until(time.Hour, "3"), want: everything},
		"a member allowed in a hidden channel": {rules: rules{{"1", 0, see | send}, {"7", see, 0}}, want: see},
	} {
		if c.who == 0 {
			c.who = 7
		}
		require.Equal(t, c.want, server.Permissions(c.who, c.m, c.rules, now), name)
	}
}
