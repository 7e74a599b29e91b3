// What this player knows: everything the frames told, by channel, and nothing else.

export const EPHEMERAL = 64;
export const LOADING = 128;

// Ids are decimal numbers too long for a JavaScript number: the longer one is the later one.
export function later(a, b) {
	return a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length;
}

export class World {
	me = null;
	bot = null;
	online = null;     // null: not told yet
	users = [];
	guild = { name: "" };
	channels = [];
	commands = [];
	messages = new Map(); // channel -> messages, oldest first
	notes = new Map();    // channel -> what was deferred or failed, by interaction
	strangers = new Map();

	hello(d) {
		const same = this.me && this.me.id === d.me.id;
		this.me = d.me;
		this.bot = d.bot;
		this.online = d.online ?? this.online;
		this.users = d.users || [];
		this.guild = d.guild || this.guild;
		this.channels = d.channels || [];
		this.commands = d.commands || [];
		this.messages = new Map(this.channels.map((c) => [c.id, [...(d.messages?.[c.id] || [])]]));
		for (const notes of this.notes.values()) for (const [id, { kind }] of notes) if (!same || kind === "thinking") notes.delete(id);
		for (const list of this.messages.values()) list.forEach((m) => this.#meet(m));
	}

	list(channel) {
		if (!this.messages.has(channel)) this.messages.set(channel, []);
		return this.messages.get(channel);
	}

	find(channel, id) { return this.list(channel).find((m) => m.id === id); }

	// put adds a message, or replaces what is known of it; ids keep the order even when frames do not.
	put(message) {
		const list = this.list(message.channel_id);
		const at = list.findIndex((m) => m.id === message.id);
		if (at >= 0) {
			list[at] = { reactions: list[at].reactions, ...message };
		} else {
			let end = list.length;
			while (end > 0 && later(list[end - 1].id, message.id) > 0) end--;
			list.splice(end, 0, message);
		}
		this.#meet(message);
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

	// note keeps a line under the channel for an interaction that is thought about, or that failed.
	note(channel, interaction, kind, text) {
		if (!this.notes.has(channel)) this.notes.set(channel, new Map());
		this.notes.get(channel).set(interaction, { kind, text });
	}

	// unnote forgets that line and tells whose channel it stood in.
	unnote(interaction) {
		for (const [channel, notes] of this.notes) if (notes.delete(interaction)) return channel;
		return null;
	}

	user(id) {
		if (this.bot?.id === id) return this.bot;
		return this.users.find((u) => u.id === id) || this.strangers.get(id) || null;
	}

	author(message) { return this.user(message.author?.id) || message.author; }

	channel(id) { return this.channels.find((c) => c.id === id) || null; }

	#meet(message) {
		const known = (user) => user && user.id && this.strangers.set(user.id, user);
		known(message.author);
		message.mentions?.forEach?.(known);
	}
}

export const nameOf = (user) => user?.global_name || user?.username || "somebody";

// A player's colour is their place at the table; a stranger's comes from their id.
export function hueOf(world, user) {
	if (!user || user.id === world.bot?.id) return "hue-bot";
	const at = world.users.findIndex((u) => u.id === user.id);
	return `hue-${at >= 0 ? at % 5 : Number(String(user.id).slice(-3)) % 5}`;
}

// The first letter people would call the letter: a whole character, emoji included.
export function initialOf(user) {
	const first = [...new Intl.Segmenter().segment(nameOf(user))][0];
	return first ? first.segment.toLocaleUpperCase() : "?";
}
