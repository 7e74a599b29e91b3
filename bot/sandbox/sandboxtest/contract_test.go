package sandboxtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/traffic"
)

func TestContractViolationsAreFound(t *testing.T) {
	c := loadContract(t)
	if c == nil {
		t.Skip(errNoSchemas)
	}
	const user = `{"id":"1","username":"a","discriminator":"0","global_name":null,"avatar":null,"public_flags":0,"flags":0,"primary_guild":null}`
	const message = `{"type":0,"content":"x","mentions":[],"mention_roles":[],"attachments":[],"embeds":[],"timestamp":"2026-01-01T00:00:00Z",
		"edited_timestamp":null,"flags":0,"components":[],"id":"1","channel_id":"2","author":` + user + `,"pinned":false,"mention_everyone":false,"tts":false}`
	post := func(body, answer string) traffic.Exchange {
		return traffic.Exchange{Method: "POST", Path: "/api/v9/channels/2/messages", Body: []byte(body),
			Status: 200, Answer: []byte(answer)}
	}
	sent := func(frame string) traffic.Exchange {
		return traffic.Exchange{Gateway: true, Sent: true, Payload: []byte(frame)}
	}
	for name, bad := range map[string]traffic.Exchange{
		"a body of the wrong type":    post(`{"content":7}`, message),
		"an answer without an author": post(`{"content":"x"}`, `{"id":"1"}`),
		"an answer that is not JSON":  post(`{"content":"x"}`, `{`),
		"undocumented status": {Method: "POST", Path: "/api/v9/channels/2/messages",
			Body: []byte(`{"content":"x"}`), Status: 201, Answer: []byte(message)},
		"unknown route": {Method: "GET", Path: "/api/v10/tables", Status: 200},
		"unknown query parameter": {Method: "GET", Path: "/api/v10/channels/2/messages?since=1", Status: 200,
			Answer: []byte("[]")},
		"unexpected body": {
			Method: "DELETE", Path: "/api/v10/channels/2/messages/1", Body: []byte(`{"a":1}`), Status: 204},
		"a HELLO without an interval":  sent(`{"op":10,"d":{},"s":null,"t":null}`),
		"an event that is not there":   sent(`{"op":0,"t":"CARD_DEALT","s":1,"d":{}}`),
		"a message without its author": sent(`{"op":0,"t":"MESSAGE_CREATE","s":1,"d":{"id":"1"}}`),
		"a press without its message": sent(
			`{"op":0,"t":"INTERACTION_CREATE","s":1,"d":{"id":"1","application_id":"1","type":3,"token":"t","version":1,"locale":"en-US","data":{"custom_id":"a","component_type":2},"entitlements":[],"app_permissions":"0","attachment_size_limit":1,"authorizing_integration_owners":{}}}`),
		"a command with wrong contexts": {Method: "PUT", Path: "/api/v9/applications/1/commands",
			Body: []byte(`[{"name":"a","description":"d","contexts":[9]}]`), Status: 200, Answer: []byte("[]")},
	} {
		t.Run(name, func(t *testing.T) { require.Error(t, c.exchange(bad)) })
	}
	for name, fine := range map[string]traffic.Exchange{
		"a message": post(`{"content":"x"}`, message),
		"permissions written as a string": {
			Method: "PUT", Path: "/api/v9/applications/1/commands",
			Body: []byte(`[{"name":"a","description":"d","default_member_permissions":"32"}]`), Status: 200,
			Answer: []byte("[]")},
		"refused by the sandbox": {Method: "POST", Path: "/api/v9/channels/2/messages",
			Body: []byte(`{"content":7}`), Status: 400, Answer: []byte("{}")},
		"an event sent by a test": {
			Gateway: true, Sent: true, Raw: true, Payload: []byte(`{"op":0,"t":"CARD_DEALT","s":1,"d":{}}`)},
		"a HELLO": sent(`{"op":10,"d":{"heartbeat_interval":1},"s":null,"t":null}`),
	} {
		t.Run(name, func(t *testing.T) { require.NoError(t, c.exchange(fine)) })
	}
}

func TestStartAlsoCallsTheCallersWatch(t *testing.T) {
	seen := make(chan traffic.Exchange, 10)
	s := Start(t, sandbox.Options{Watch: func(e traffic.Exchange) { seen <- e }})
	res, err := s.Client().Get("https://discord.com/api/v10/gateway")
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, "/api/v10/gateway", (<-seen).Path)
}
