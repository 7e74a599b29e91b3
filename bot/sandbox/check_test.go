package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
)

// fault returns the code at a dotted path in an `errors` tree.
func fault(body map[string]any, path string) string {
	at, _ := body["errors"].(map[string]any)
	if path != "" {
		for step := range strings.SplitSeq(path, ".") {
			at, _ = at[step].(map[string]any)
		}
	}
	list, _ := at["_errors"].([]any)
	if len(list) == 0 {
		return ""
	}
	code, _ := list[0].(map[string]any)["code"].(string)
	return code
}

func long(n int) string { return strings.Repeat("x", n) }

func row(components ...string) string {
	return `{"type":1,"components":[` + strings.Join(components, ",") + `]}`
}

func button(id, label string) string {
	return fmt.Sprintf(`{"type":2,"style":1,"custom_id":%q,"label":%q}`, id, label)
}

func list(n int, make func(int) string) string {
	var all []string
	for i := range n {
		all = append(all, make(i))
	}
	return "[" + strings.Join(all, ",") + "]"
}

func TestFieldLimitsOfMessages(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{Window: time.Nanosecond, Global: 10000})
	path := "/channels/" + sb.Channel("card-night") + "/messages"
	with := func(components string) string { return `{"content":"x","components":` + components + `}` }
	embeds := func(s string) string { return `{"embeds":` + s + `}` }
	for _, c := range []struct{ name, body, at, code string }{
		{"2,001 characters", `{"content":"` + long(2001) + `"}`, "content", "BASE_TYPE_BAD_LENGTH"},
		{"an unknown key", `{"content":"x","colour":1}`, "colour", "UNKNOWN_KEY"},
		{"a key in capitals", `{"Content":"x"}`, "Content", "UNKNOWN_KEY"},
		{"a wrong type", `{"content":7}`, "content", "BASE_TYPE_INVALID"},
		{"6 rows", with(list(6, func(i int) string { return row(button(fmt.Sprint(i), "x")) })), "components",
			"BASE_TYPE_BAD_LENGTH"},
		{"6 buttons", with(`[{"type":1,"components":` +
			list(6, func(i int) string { return button(fmt.Sprint(i), "x") }) + `}]`), "components.0.components",
			"BASE_TYPE_BAD_LENGTH"},
		{"an empty row", with(`[{"type":1,"components":[]}]`), "components.0.components", "BASE_TYPE_BAD_LENGTH"},
		{"the same custom id twice", with("[" + row(button("a", "x"), button("a", "y")) + "]"),
			"components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"a custom id of 101", with("[" + row(button(long(101), "x")) + "]"),
			"components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
		{"no custom id", with("[" + row(button("", "x")) + "]"), "components.0.components.0.custom_id",
			"BASE_TYPE_BAD_LENGTH"},
		{"a label of 81", with("[" + row(button("a", long(81))) + "]"), "components.0.components.0.label",
			"BASE_TYPE_BAD_LENGTH"},
		{"no label", with("[" + row(button("a", "")) + "]"), "components.0.components.0.label",
			"BASE_TYPE_BAD_LENGTH"},
		{"a button with options", with(
			`[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"x","placeholder":"y"}]}]`),
			"components.0.components.0.placeholder", "UNKNOWN_KEY"},
		{"a select", with(`[{"type":1,"components":[{"type":3,"custom_id":"s","options":[{"label":"o","value":"1"}]}]}]`),
			"components.0.components.0.type", "UNION_TYPE_CHOICES"},
		{"an unknown component", with(`[{"type":1,"components":[{"type":77}]}]`), "components.0.components.0.type",
			"UNION_TYPE_CHOICES"},
		{"11 embeds", embeds(list(11, func(int) string { return `{"description":"x"}` })), "embeds",
			"BASE_TYPE_MAX_LENGTH"},
		{"6,001 characters of embeds",
			embeds(list(2, func(i int) string { return `{"description":"` + long(3000+i) + `"}` })), "embeds",
			"MAX_EMBED_SIZE_EXCEEDED"},
		{"a framed text of 4,097", embeds(`[{"description":"` + long(4097) + `"}]`), "embeds.0.description",
			"BASE_TYPE_BAD_LENGTH"},
		{"a nonce of 26", `{"content":"x","nonce":"` + long(26) + `"}`, "nonce", "NONCE_TYPE_TOO_LONG"},
		{"a flag of its own", `{"content":"x","flags":64}`, "flags", "BASE_TYPE_BITFIELD"},
		{"an answer to nothing", `{"content":"x","message_reference":{"message_id":"1"}}`, "message_reference",
			"REPLIES_UNKNOWN_MESSAGE"},
		{"both ways to ping", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`,
			"allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
		{"a file that is not there", `{"content":"x","attachments":[{"id":0}]}`, "attachments.0.id",
			"ATTACHMENT_NOT_FOUND"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, body := rest(t, sb, "POST", path, c.body)
			require.Equal(t, []any{400, 50035.0, c.code}, []any{status, body["code"], fault(body, c.at)}, "%v", body)
		})
	}
	for body, code := range map[string]float64{
		`{}`: 50006, `{"content":"  "}`: 50006, `{"components":[]}`: 50006, `{`: 50109} {
		status, _, got := rest(t, sb, "POST", path, body)
		require.Equal(t, []any{400, code}, []any{status, got["code"]}, body)
	}
	status, _, _ := rest(t, sb, "POST", path, with(list(5, func(r int) string {
		return `{"type":1,"components":` + list(5, func(i int) string { return button(fmt.Sprint(r, i), "x") }) +
			`}`
	})))
	require.Equal(t, 200, status, "five rows of five are allowed")
	require.Len(t, sb.Messages("card-night", "Ann"), 1, "a refused message was posted")
}

func TestFieldLimitsOfFiles(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{Window: time.Nanosecond})
	send := func(size int, about string) (int, map[string]any) {
		r := multipartMessage(t, sb, size, about)
		status, _, body := answer(t, sb, r)
		return status, body
	}
	status, body := send(10, long(1024))
	require.Equal(t, 200, status, body)
	status, body = send(10, long(1025))
	require.Equal(t, []any{400, "BASE_TYPE_BAD_LENGTH"}, []any{status, fault(body, "attachments.0.description")})
	status, body = send(10<<20, "")
	require.Equal(t, 200, status, body)
	status, body = send(10<<20+1, "")
	require.Equal(t, []any{413, 40005.0}, []any{status, body["code"]})
}

func TestFieldLimitsOfCommands(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{Window: time.Nanosecond, Global: 10000})
	option := func(rest string) string { return `{"type":3,"name":"o","description":"d"` + rest + `}` }
	command := func(options string) string {
		return `[{"name":"play","description":"d","options":[` + options + `]}]`
	}
	for _, c := range []struct{ name, body, at, code string }{
		{"capitals", `[{"name":"Play","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"a blank", `[{"name":"play now","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"no description", `[{"name":"play"}]`, "0.description", "BASE_TYPE_BAD_LENGTH"},
		{"a description of 101", `[{"name":"play","description":"` + long(101) + `"}]`, "0.description",
			"BASE_TYPE_BAD_LENGTH"},
		{"the same name twice", `[{"name":"play","description":"d"},{"name":"play","description":"d"}]`, "1.name",
			"APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{"the same option twice", command(option("") + "," + option("")), "0.options.1.name",
			"APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE"},
		{"required after optional", command(option("") +
			`,{"type":3,"name":"p","description":"d","required":true}`), "0.options.1",
			"APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"choices and autocomplete", command(option(`,"autocomplete":true,"choices":[{"name":"a","value":"a"}]`)),
			"0.options.0.choices", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"},
		{"26 choices", command(option(`,"choices":` +
			list(26, func(i int) string { return fmt.Sprintf(`{"name":"%d","value":"a"}`, i) }))),
			"0.options.0.choices", "BASE_TYPE_MAX_LENGTH"},
		{"a number for a string", command(option(`,"choices":[{"name":"a","value":1}]`)),
			"0.options.0.choices.0.value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID"},
		{"a subcommand beside an option", command(option("") + `,{"type":1,"name":"s","description":"d"}`),
			"0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"8,001 characters", command(option(`,"choices":`+
			list(25, func(i int) string {
				return fmt.Sprintf(`{"name":"%03d%s","value":"%s"}`, i, long(97),
					long(100))
			})) +
			`,{"type":3,"name":"p","description":"d","choices":` +
			list(20, func(i int) string {
				return fmt.Sprintf(`{"name":"%03d%s","value":"%s"}`, i, long(97),
					long(100))
			}) + `}`), "0", "APPLICATION_COMMAND_TOO_LARGE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, body := rest(t, sb, "PUT", "/applications/"+sb.Application()+"/commands", c.body)
			require.Equal(t, []any{400, 50035.0, c.code}, []any{status, body["code"], fault(body, c.at)}, "%v", body)
		})
	}
	require.Empty(t, sb.Commands())
	path, one := "/applications/"+sb.Application()+"/commands", `[{"name":"play","description":"d"}]`
	put := func() string {
		status, _, _ := rest(t, sb, "PUT", path, one)
		require.Equal(t, 200, status)
		return sb.Commands()[0].ID
	}
	require.Equal(t, put(), put(), "a command must keep its id")
}

func TestFieldLimitsOfModalsAndChoices(t *testing.T) {
	t.Parallel()
	sb := start(t, sandbox.Options{MessageContent: true})
	b := connect(t, sb)
	m := postBoard(t, b)
	_, err := sb.Click("Ann", "card-night", m.ID, "none")
	require.NoError(t, err)
	in := b.nextInteraction()
	path := "/interactions/" + in.ID + "/" + in.Token + "/callback"
	input := func(rest string) string {
		return `[{"type":18,"label":"x","component":{"type":4,"custom_id":"i","style":1` + rest + `}}]`
	}
	choose := func(rest string) string {
		return `[{"type":18,"label":"x","component":{"type":3,"custom_id":"i","options":[{"label":"A","value":"a"},` +
			`{"label":"B","value":"b"}]` + rest + `}}]`
	}
	modal := func(title, components string) string {
		return fmt.Sprintf(`{"type":9,"data":{"custom_id":"m","title":%q,"components":%s}}`, title, components)
	}
	for _, c := range []struct{ name, body, at, code string }{
		{"a title of 46", modal(long(46), input(``)), "data.title", "BASE_TYPE_BAD_LENGTH"},
		{"a label of 46", modal("t", strings.Replace(input(``), `"x"`, `"`+long(46)+`"`, 1)), "data.components.0.label",
			"BASE_TYPE_BAD_LENGTH"},
		{"a label in the input", modal("t", input(`,"label":"x"`)), "data.components.0.component.label", "UNKNOWN_KEY"},
		{"three of two options", modal("t", choose(`,"min_values":3,"max_values":3`)),
			"data.components.0.component.max_values", "BASE_TYPE_BAD_RANGE"},
		{"a select that needs nothing", modal("t", choose(`,"min_values":0`)),
			"data.components.0.component.min_values", "BASE_TYPE_BAD_RANGE"},
		{"a disabled select", modal("t", choose(`,"disabled":true`)),
			"data.components.0.component.disabled", "UNKNOWN_KEY"},
		{"26 options", modal("t", `[{"type":18,"label":"x","component":{"type":3,"custom_id":"i","options":`+
			list(26, func(i int) string { return fmt.Sprintf(`{"label":"o","value":"%d"}`, i) })+`}}]`),
			"data.components.0.component.options", "BASE_TYPE_BAD_LENGTH"},
		{"a row with an input", modal("t", `[{"type":1,"components":[{"type":4,"custom_id":"i","style":1,"label":"x"}]}]`),
			"data.components.0.type", "UNION_TYPE_CHOICES"},
		{"no inputs", modal("t", "[]"), "data.components", "BASE_TYPE_BAD_LENGTH"},
		{"6 inputs", modal("t", list(6, func(i int) string {
			return fmt.Sprintf(`{"type":18,"label":"x","component":{"type":4,"custom_id":"%d","style":1}}`, i)
		})), "data.components", "BASE_TYPE_BAD_LENGTH"},
		{"a button", modal("t", "["+row(button("a", "x"))+"]"), "data.components.0.type", "UNION_TYPE_CHOICES"},
		{"a placeholder of 101", modal("t", input(`,"placeholder":"`+long(101)+`"`)),
			"data.components.0.component.placeholder", "BASE_TYPE_BAD_LENGTH"},
		{"choices for a press", `{"type":8,"data":{"choices":[]}}`, "type", "INTERACTION_CALLBACK_TYPE_INVALID"},
		{"2,001 characters", `{"type":4,"data":{"content":"` + long(2001) + `"}}`, "data.content",
			"BASE_TYPE_BAD_LENGTH"},
		{"an unknown key", `{"type":4,"data":{"content":"x","nonce":"1"}}`, "data.nonce", "UNKNOWN_KEY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, body := rest(t, sb, "POST", path, c.body)
			require.Equal(t, []any{400, 50035.0, c.code}, []any{status, body["code"], fault(body, c.at)}, "%v", body)
		})
	}
	label := `[{"type":18,"label":"Cards","component":{"type":4,"custom_id":"i","style":2}}]`
	status, _, body := rest(t, sb, "POST", path, modal("t", label))
	require.Equal(t, 204, status, body)
	_, err = sb.Submit("Ann", in.ID, map[string]string{"i": "a b c"})
	require.NoError(t, err)
	var sent struct {
		Data struct {
			Components []struct{ Component struct{ Value string } }
		}
	}
	require.NoError(t, json.Unmarshal(b.next("INTERACTION_CREATE").RawData, &sent))
	require.Equal(t, "a b c", sent.Data.Components[0].Component.Value)
}
