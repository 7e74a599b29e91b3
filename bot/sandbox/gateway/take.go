package gateway

import (
	"encoding/json"
	"strings"

	"github.com/coder/websocket"

	"settable/bot/sandbox/world"
)

// take handles one frame from the bot. The caller holds the locks of the world and the gateway.
func (g *Gateway) take(w *world.World, l *link, raw []byte) {
	var c command
	if len(raw) > 4096 || json.Unmarshal(raw, &c) != nil {
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	}
	if !l.mayTalk(g.Now()) {
		l.hangUp(closeTooFast, "You are being rate limited.")
		return
	}
	switch c.Op {
	case opHeartbeat:
		g.heartbeat(l, c.D)
	case opIdentify:
		g.identify(w, l, c.D)
	case opResume:
		g.resume(w, l, c.D)
	case opPresence, opVoice, opMembers:
		if l.session == nil {
			l.hangUp(closeNotYet, "Not authenticated.")
		}
	default:
		l.hangUp(closeUnknownOp, "Unknown opcode.")
	}
}

func (g *Gateway) heartbeat(l *link, d json.RawMessage) {
	var seq *int64
	if json.Unmarshal(d, &seq) != nil {
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	}
	g.heartbeats++
	l.expectHeartbeat()
	if l.session != nil && seq != nil {
		l.session.acknowledge(*seq)
	}
	l.control(opAck, nil)
}

func acceptsToken(w *world.World, token string) bool {
	return w.Rules.Accepts(strings.TrimPrefix(token, "Bot "))
}

func (g *Gateway) identify(w *world.World, l *link, d json.RawMessage) {
	var id identify
	switch err := json.Unmarshal(d, &id); {
	case err != nil || id.Intents == nil || id.Props == nil:
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	case l.session != nil:
		l.hangUp(closeTwice, "Already authenticated.")
		return
	}
	g.identified++
	at, ok := id.shard()
	switch n := *id.Intents; {
	case !acceptsToken(w, id.Token) || g.identified > world.SessionsADay:
		l.hangUp(closeBadToken, "Authentication failed.")
	case !ok:
		l.hangUp(closeBadShard, "Invalid shard.")
	case at[1] < g.LeastShards:
		l.hangUp(closeMustShard, "Sharding required.")
	case n < 0 || n&^intentsKnown != 0:
		l.hangUp(closeBadIntents, "Invalid intent(s).")
	case n&intentsNotGranted != 0, n&world.IntentContent != 0 && !w.Rules.MessageContent:
		l.hangUp(closeRefusedIntents, "Disallowed intent(s).")
	case g.MaxConcurrency > 0 && !g.began.take(at[0]%g.MaxConcurrency, g.Now()):
		g.refused++
		l.control(opInvalid, false)
	default:
		g.welcome(w, l, at, n)
	}
}

// welcome opens a session: it sends READY and the guilds of the session's shard.
func (g *Gateway) welcome(w *world.World, l *link, at shard, intents int) {
	ses := g.open(at, intents, l)
	l.session = ses
	var here []*world.Server
	guilds := []any{}
	for _, s := range w.Servers() {
		if !s.BotGone && at.receives(s.GuildID) {
			here = append(here, s)
			guilds = append(guilds, map[string]any{"id": s.GuildID, "unavailable": true})
		}
	}
	ses.push(event("READY", map[string]any{
		"v": l.version, "user": w.Bot, "guilds": guilds, "session_id": ses.id, "shard": at,
		"resume_gateway_url": g.URL, "private_channels": []any{},
		"application": map[string]any{"id": w.AppID, "flags": w.Rules.AppFlags(), "flags_new": "0"},
	}))
	for _, s := range here {
		if intents&world.IntentGuilds != 0 {
			ses.push(event("GUILD_CREATE", w.In(s.GuildID).Create(w.Channels)))
		}
	}
	w.TellOnline(true)
}

func (g *Gateway) resume(w *world.World, l *link, d json.RawMessage) {
	var re resume
	switch err := json.Unmarshal(d, &re); {
	case err != nil:
		l.hangUp(closeDecode, "Error while decoding payload.")
		return
	case l.session != nil:
		l.hangUp(closeTwice, "Already authenticated.")
		return
	case !acceptsToken(w, re.Token):
		l.hangUp(closeBadToken, "Authentication failed.")
		return
	}
	ses := g.sessions[re.Session]
	if ses == nil || ses.hasExpired(g.Now()) {
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
		delete(g.sessions, re.Session)
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
	w.TellOnline(true)
}

// onClosed is called when a socket has closed. If the bot closed the socket with code 1000 or 1001, its session ends.
// Otherwise the bot can resume the session.
func (g *Gateway) onClosed(w *world.World, l *link, code websocket.StatusCode) {
	delete(g.links, l)
	l.stopTimer()
	ses := l.session
	if ses == nil || ses.link != l {
		return
	}
	ses.link, ses.away = nil, g.Now()
	byBot := l.code == 0 && (code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway)
	if byBot || l.code == closeTimedOut {
		delete(g.sessions, ses.id)
	}
	w.TellOnline(g.online())
}
