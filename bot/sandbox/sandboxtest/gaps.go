package sandboxtest

import "fmt"

// forgiveRequest covers a difference between Discord and its description: a command's permissions are a string of
// digits in the API's documentation and in discordgo, but an integer in the description.
func forgiveRequest(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = forgiveRequest(v[i])
		}
	case map[string]any:
		if s, ok := v["default_member_permissions"].(string); ok {
			v["default_member_permissions"] = number(s)
		}
	}
	return v
}

// forgiveFrame covers an error of the gateway schema: a role's flags are an enumeration of their single bit, so a
// role without it, which is nearly every role, would be refused.
func forgiveFrame(v any) {
	f, _ := v.(map[string]any)
	d, _ := f["d"].(map[string]any)
	roles, _ := d["roles"].([]any)
	for _, r := range roles {
		if role, ok := r.(map[string]any); ok && fmt.Sprint(role["flags"]) == "0" {
			role["flags"] = number("1")
		}
	}
}

// beyondSchema checks what the gateway schema leaves open: the event of a component must contain its message.
func beyondSchema(event string, d any) error {
	m, _ := d.(map[string]any)
	if event == "INTERACTION_CREATE" && fmt.Sprint(m["type"]) == "3" && m["message"] == nil {
		return fmt.Errorf("a component interaction without its message")
	}
	return nil
}
