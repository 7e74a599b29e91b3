package world

// News is what an act brought about: what the bot and the people's pages are told, and what follows outside.
type News struct {
	Events  []Event  // for the gateway
	Notices []Notice // for the pages
	Asked   []string // interactions that now wait for their first answer
	Kept    []File   // new files
	Gone    []string // ids of files that nobody can see any more
	Changed bool     // anything at all, seen from outside
}

// Event is one gateway event. It goes to every session with one of its intents, to all where none is named.
type Event struct {
	Name    string
	Intents int
	Data    any
}

// Notice is what pages are told. A post without Data is shown to each viewer as they see it; with Data it says who
// may know. To names the one person who is told; Afresh sends everything again, since channels came or went.
type Notice struct {
	Kind    string
	Data    any
	Post    *Post
	Channel *Channel
	To      string
	Afresh  bool
}

// Take gives the news since the last time.
func (w *World) Take() News {
	n := w.news
	w.news = News{}
	return n
}

// Touch notes that something changed that nobody need be told of.
func (w *World) Touch() { w.news.Changed = true }

// TellOnline tells the pages whether a bot is connected.
func (w *World) TellOnline(on bool) {
	w.notice(Notice{Kind: "bot", Data: map[string]bool{"online": on}})
}

func (w *World) notice(n Notice) {
	w.news.Notices = append(w.news.Notices, n)
	w.Touch()
}

// tell notes something for the pages of one person.
func (w *World) tell(user, kind string, data map[string]any) {
	w.notice(Notice{Kind: kind, Data: data, To: user})
}

// event notes something for the gateway.
func (w *World) event(name string, intents int, data any) {
	w.news.Events = append(w.news.Events, Event{name, intents, data})
	w.Touch()
}
