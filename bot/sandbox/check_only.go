package sandbox

import (
	"encoding/json"
	"reflect"
)

// only notes the fields a component of this type does not have: kept is the component with its own fields alone.
func only(f *faults, at string, got, kept Component) {
	if !reflect.DeepEqual(got, kept) {
		strange(f, at, got, kept)
	}
}

func strange(f *faults, at string, got, kept Component) {
	own := keys(kept)
	for k := range keys(got) {
		if _, ok := own[k]; !ok {
			f.add(at+"."+k, "UNKNOWN_KEY", "A component of type %d has no %q.", got.Type, k)
		}
	}
}

// keys are what a component says of itself in JSON.
func keys(c Component) (all map[string]json.RawMessage) {
	raw, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		panic("sandbox: a component that is not JSON: " + err.Error())
	}
	return all
}
