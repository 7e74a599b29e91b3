// What this player knows: everything the frames told, by channel, and nothing else.

export const EPHEMERAL = 64;

export class World {
	me = null;
	bot = null;
	online = null;     // null: not told yet
	users = [];
	channels = [];
	commands = [];
	watch = false;     // others can play by themselves
	events = [];       // what is planned, the next first: {id, name, start, place}
	locale = "en-US"; // of this player's Discord
	processes = [];    // that play, where there are several: {name, pid, since, paused, shards, tables}
	shows = [];        // where they do: {channel, people, speed}
	messages = new Map(); // channel -> messages, oldest first
	notes = new Map();    // interaction -> {channel, kind, text}: what was deferred or failed

	hello(d) {
		const same = this.me && this.me.id === d.me.id;
		this.me = d.me;
		this.bot = d.bot;
		this.online = d.online ?? this.online;
		this.users = d.users || [];
		this.channels = d.channels || [];
		this.commands = d.commands || [];
		this.watch = Boolean(d.watch);
		this.shows = d.shows || [];
		this.events = d.events || [];
		this.processes = d.processes || [];
		this.locale = d.locale || "en-US";
		this.messages = new Map(this.channels.map((c) => [c.id, [...(d.messages?.[c.id] || [])]]));
		for (const [id, { kind }] of this.notes) if (!same || kind === "thinking") this.notes.delete(id);
	}

	list(channel) {
		if (!this.messages.has(channel)) this.messages.set(channel, []);
		return this.messages.get(channel);
	}

	find(channel, id) { return this.list(channel).find((m) => m.id === id); }

	// put adds a message, or replaces what is known of it.
	put(message) {
		const list = this.list(message.channel_id);
		const at = list.findIndex((m) => m.id === message.id);
		if (at >= 0) list[at] = { reactions: list[at].reactions, ...message };
		else list.push(message);
		return at < 0;
	}

	remove(channel, id) {
		const list = this.list(channel);
		const at = list.findIndex((m) => m.id === id);
		if (at >= 0) list.splice(at, 1);
	}

	react({ channel_id, message_id, user_id, emoji, on }) {
		const message = this.find(channel_id, message_id);
		if (!message) return null;
		const list = message.reactions ? message.reactions.map((r) => ({ ...r })) : [];
		let entry = list.find((r) => r.emoji.name === emoji.name);
		if (!entry) list.push(entry = { emoji, count: 0, me: false });
		const mine = user_id === this.me.id;
		if (!(mine && entry.me === on)) entry.count += on ? 1 : -1;
		if (mine) entry.me = on;
		this.put({ ...message, reactions: list.filter((r) => r.count > 0) });
		return this.find(channel_id, message_id);
	}
	user(id) { return this.bot?.id === id ? this.bot : this.users.find((u) => u.id === id); }

	author(message) { return this.user(message.author?.id) || message.author; }

	// player is the process that plays the table of a channel.
	player(channel) { return this.processes.find((p) => p.tables.some((t) => t.channel === channel))?.name; }

	channel(id) { return this.channels.find((c) => c.id === id) || null; }
}

export const nameOf = (user) => user?.global_name || user?.username || "somebody";

// mentioned makes "@Name" a mention where it is somebody's name in full; of two names the longer one is
// meant.
export function mentioned(text, { bot, users }) {
	for (const user of [bot, ...users].filter(Boolean).sort((a, b) => nameOf(b).length - nameOf(a).length)) {
		text = text.replaceAll(`@${nameOf(user)}`, (name, at, all) =>
			/[\p{L}\p{N}<@]$/u.test(all.slice(0, at)) || /^[\p{L}\p{N}]/u.test(all.slice(at + name.length)) ? name : `<@${user.id}>`);
	}
	return text;
}

// A player's colour is their place in the list.
export function hueOf(world, user) {
	const at = world.users.findIndex((u) => u.id === user?.id);
	return at < 0 ? "hue-bot" : `hue-${at % 5}`;
}

// The first letter is a whole character, emoji included.
export function initialOf(user) {
	const first = [...new Intl.Segmenter().segment(nameOf(user))][0];
	return first ? first.segment.toLocaleUpperCase() : "?";
}
