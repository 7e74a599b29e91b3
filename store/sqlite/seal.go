package sqlite

import (
	"database/sql/driver"
	"errors"

	"modernc.org/sqlite"

	"settable/store"
)

// The SQL function seal(key, source) lets one statement seal all sources of a table.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("seal", 2,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			if args[1] == nil {
				return nil, nil
			}
			key, isKey := args[0].([]byte)
			source, isText := args[1].(string)
			if !isKey || !isText {
				return nil, errors.New("seal needs a key and a source")
			}
			return string(store.NewChain(key).Seal(store.Source(source))), nil
		})
}
