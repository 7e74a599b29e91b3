package gateway

import (
	"encoding/json"

	"settable/bot/sandbox/world"
)

// The gateway's opcodes.
const (
	opDispatch = iota
	opHeartbeat
	opIdentify
	opPresence
	opVoice
	_
	opResume
	opReconnect
	opMembers
	opInvalid
	opHello
	opAck
)

// The gateway's close codes.
const (
	closeUnknownOp      = 4001
	closeDecode         = 4002
	closeNotYet         = 4003
	closeBadToken       = 4004
	closeTwice          = 4005
	closeBadSeq         = 4007
	closeTooFast        = 4008
	closeTimedOut       = 4009
	closeBadShard       = 4010
	closeMustShard      = 4011
	closeBadVersion     = 4012
	closeBadIntents     = 4013
	closeRefusedIntents = 4014
)

type command struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
}

type identify struct {
	Token   string          `json:"token"`
	Intents *int            `json:"intents"`
	Props   json.RawMessage `json:"properties"`
	Shard   []int           `json:"shard"`
}

type resume struct {
	Token   string `json:"token"`
	Session string `json:"session_id"`
	Seq     int64  `json:"seq"`
}

// intentsNotGranted contains the privileged intents that no bot has in the sandbox; intentsKnown contains all
// intents.
const (
	intentsNotGranted = world.IntentMembers | world.IntentPresences
	intentsKnown      = 1<<26 - 1
)
