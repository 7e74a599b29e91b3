package sandboxtest

import "fmt"

// forgiveRequest works around an error in the REST description, which says that a command's permissions are an
// integer. According to the documentation, they are a string of digits.
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

// forgiveFrame works around an error in the gateway schema. The schema lists a role's only flag as the only valid
// value, and would reject nearly every role, because most roles have no flags.
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

// checkBeyondSchema checks that an interaction with a component contains the component's message, because the gateway
// schema doesn't require that.
func checkBeyondSchema(event string, d any) error {
	m, _ := d.(map[string]any)
	if event == "INTERACTION_CREATE" && fmt.Sprint(m["type"]) == "3" && m["message"] == nil {
		return fmt.Errorf("a component interaction without its message")
	}
	return nil
}
