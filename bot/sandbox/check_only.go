package sandbox

import (
	"encoding/json"
)

// only notes the fields a component of this type does not have: kept is the component with its own fields alone.
func only(f *faults, at string, got, kept Component) {
	var all, own map[string]json.RawMessage
	for from, to := range map[*Component]*map[string]json.RawMessage{&got: &all, &kept: &own} {
		raw, err := json.Marshal(from)
		if err == nil {
			err = json.Unmarshal(raw, to)
		}
		if err != nil {
			panic("sandbox: a component that is not JSON: " + err.Error())
		}
	}
	for k := range all {
		if _, ok := own[k]; !ok {
			f.add(at+"."+k, "UNKNOWN_KEY", "A component of type %d has no %q.", got.Type, k)
		}
	}
}
