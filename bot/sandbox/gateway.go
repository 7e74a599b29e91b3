package sandbox

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"
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
	closeBadVersion     = 4012
	closeBadIntents     = 4013
	closeRefusedIntents = 4014
)

// command is a frame from the bot.
type command struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
}

type identify struct {
	Token    string          `json:"token"`
	Intents  *int            `json:"intents"`
	Props    json.RawMessage `json:"properties"`
	Compress bool            `json:"compress"`
	Shard    []int           `json:"shard"`
}

type resume struct {
	Token   string `json:"token"`
	Session string `json:"session_id"`
	Seq     int64  `json:"seq"`
}

// gateway is the WebSocket a bot lives on.
func (s *Server) gateway(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	ws.SetReadLimit(1 << 16)
	l := newLink(s, ws)
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		ws.CloseNow()
		return
	}
	s.links[l] = true
	if v := r.URL.Query().Get("v"); !slices.Contains([]string{"9", "10"}, v) {
		l.hangUp(closeBadVersion, "Invalid API version.")
	} else {
		l.version, _ = strconv.Atoi(v)
		l.control(opHello, map[string]any{"heartbeat_interval": s.opt.Heartbeat.Milliseconds()})
		l.expectHeartbeat()
	}
	s.mu.Unlock()
	l.run(r.Context())
}

// take acts on one frame from the bot. The lock is held.
func (s *Server) take(l *link, raw []byte) {
	var c command
	if len(raw) > 4096 || json.Unmarshal(raw, &c) != nil {
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	}
	if !l.mayTalk(s.now()) {
		l.hangUp(closeTooFast, "You are being rate limited.")
		return
	}
	switch c.Op {
	case opHeartbeat:
		s.heartbeat(l, c.D)
	case opIdentify:
		s.identify(l, c.D)
	case opResume:
		s.resume(l, c.D)
	case opPresence, opVoice, opMembers:
		if l.session == nil {
			l.hangUp(closeNotYet, "Not authenticated.")
		}
	default:
		l.hangUp(closeUnknownOp, "Unknown opcode.")
	}
}

func (s *Server) heartbeat(l *link, d json.RawMessage) {
	var seq *int64
	if json.Unmarshal(d, &seq) != nil {
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	}
	s.limits.heartbeats++
	l.expectHeartbeat()
	if l.session != nil && seq != nil {
		l.session.received(*seq)
	}
	l.control(opAck, nil)
}

func (s *Server) accepts(token string) bool {
	return !s.faults.revoked && strings.TrimPrefix(token, "Bot ") == s.opt.Token
}

func (s *Server) identify(l *link, d json.RawMessage) {
	var id identify
	switch err := json.Unmarshal(d, &id); {
	case err != nil || id.Intents == nil || id.Props == nil:
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	case l.session != nil:
		l.hangUp(closeTwice, "Already authenticated.")
		return
	}
	s.limits.identified++
	switch n := *id.Intents; {
	case !s.accepts(id.Token) || s.limits.identified > sessionsADay:
		l.hangUp(closeBadToken, "Authentication failed.")
	case len(id.Shard) != 0 && (len(id.Shard) != 2 || id.Shard[0] != 0 || id.Shard[1] != 1):
		l.hangUp(closeBadShard, "Invalid shard.")
	case n < 0 || n&^intentKnown != 0:
		l.hangUp(closeBadIntents, "Invalid intent(s).")
	case n&intentPrivilegedOnly != 0, n&intentContent != 0 && !s.opt.MessageContent:
		l.hangUp(closeRefusedIntents, "Disallowed intent(s).")
	default:
		l.zip = id.Compress
		s.welcome(l, n)
	}
}

// welcome opens a session: READY, then the guild.
func (s *Server) welcome(l *link, intents int) {
	ses := s.open(intents, l)
	l.session = ses
	guilds := []any{}
	if !s.world.BotGone {
		guilds = append(guilds, map[string]any{"id": s.world.GuildID, "unavailable": true})
	}
	s.offerTo(ses, "READY", map[string]any{
		"v": l.version, "user": s.world.Bot, "guilds": guilds, "session_id": ses.id, "shard": []int{0, 1},
		"resume_gateway_url": s.socketURL(), "private_channels": []any{},
		"application": map[string]any{"id": s.world.AppID, "flags": s.appFlags(), "flags_new": "0"},
	})
	if intents&intentGuilds != 0 && !s.world.BotGone {
		s.offerTo(ses, "GUILD_CREATE", s.guildCreate())
	}
	s.botCame()
}

// offerTo pushes an event to one session, whatever is held back for the others.
func (s *Server) offerTo(ses *session, name string, d any) {
	raw, err := json.Marshal(d)
	if err != nil {
		panic("sandbox: an event that is not JSON: " + err.Error())
	}
	ses.push(numberedFrame{name: name, raw: raw})
}

func (s *Server) resume(l *link, d json.RawMessage) {
	var re resume
	switch err := json.Unmarshal(d, &re); {
	case err != nil:
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	case l.session != nil:
		l.hangUp(closeTwice, "Already authenticated.")
		return
	case !s.accepts(re.Token):
		l.hangUp(closeBadToken, "Authentication failed.")
		return
	}
	ses := s.sessions[re.Session]
	if ses == nil || ses.link == nil && s.now().Sub(ses.away) > keepSession {
		l.control(opInvalid, false)
		return
	}
	missed, ok := ses.replay(re.Seq)
	if !ok {
		if re.Seq > ses.seq {
			l.hangUp(closeBadSeq, "Invalid seq.")
		} else {
			l.control(opInvalid, false)
		}
		delete(s.sessions, re.Session)
		return
	}
	if ses.link != nil {
		ses.link.session = nil
		ses.link.drop()
	}
	ses.link, l.session = l, ses
	for _, f := range missed {
		l.send(frame{bytes: f.bytes(), odd: f.odd})
	}
	ses.push(numberedFrame{name: "RESUMED"})
	s.botCame()
}

// left is called when a socket is gone. A bot that closed with 1000 or 1001 has ended its session; any other end
// leaves it to be resumed.
func (s *Server) left(l *link, code websocket.StatusCode) {
	delete(s.links, l)
	l.stopTimer()
	ses := l.session
	if ses == nil || ses.link != l {
		return
	}
	ses.link, ses.away = nil, s.now()
	byBot := l.code == 0 && (code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway)
	if byBot || l.code == closeTimedOut {
		delete(s.sessions, ses.id)
	}
	s.botWent()
}

func (s *Server) socketURL() string { return "ws://" + s.addr }

// expectHeartbeat restarts the wait for the next heartbeat.
func (l *link) expectHeartbeat() {
	l.stopTimer()
	l.timer = time.AfterFunc(l.server.opt.Heartbeat*3/2, func() {
		l.server.mu.Lock()
		defer l.server.mu.Unlock()
		l.hangUp(closeTimedOut, "Session timed out.")
	})
}

func (l *link) stopTimer() {
	if l.timer != nil {
		l.timer.Stop()
	}
}
