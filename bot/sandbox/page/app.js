// The page: frames change what is known, what is known is shown, what one does goes out.
import { $, attr, whisper } from "./dom.js";
import { Live } from "./live.js";
import { World, nameOf } from "./world.js";
import { Log } from "./log.js";
import { Composer } from "./composer.js";
import { Panel } from "./panel.js";
import { showPeople, showChannels, showStarts } from "./people.js";
import { openModal, enlarge } from "./modal.js";

const memory = {
	get(key) { try { return sessionStorage.getItem(key) || ""; } catch { return ""; } },
	set(key, value) { try { sessionStorage.setItem(key, value); } catch { /* forgotten with the tab */ } },
};

class Page {
	world = new World();
	channel = memory.get("channel");
	unread = new Set();
	startsOpen = false;
	#link = "wait";
	#pending = new Map(); // interaction -> what was pressed
	#settled = new Set(); // interactions answered before the sandbox told us their id
	#asking = 0;          // deeds on their way, not answered yet
	#pressed = {};
	#typists = new Map();
	#drawing = 0;

	constructor() {
		this.say = {
			user: (id) => nameOf(this.world.user(id)),
			channel: (id) => this.world.channel(id)?.name || "channel",
			command: (name) => this.composer.start(name, false),
		};
		this.live = new Live((frame) => this.#hear(frame), (state) => { this.#link = state; this.#showLink(); });
		this.log = new Log(this);
		this.composer = new Composer(this);
		this.panel = new Panel(this);
		$("starts-toggle").addEventListener("click", () => { this.startsOpen = !this.startsOpen; showStarts(this); });
		$("theme").addEventListener("click", () => globalThis.chooseTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
		addEventListener("theme", () => this.#showTheme());
		this.#showTheme();
		this.live.open(memory.get("as"));
	}

	act(deed, words) { return this.live.act(deed, words); }

	// at names a message to the sandbox.
	at(message) { return { channel: message.channel_id, message: message.id }; }

	// try does something and says so when it was refused; null then.
	async try(deed, words) {
		this.composer.say("");
		try { return await this.act(deed, words); } catch (err) { this.composer.say(err.message); return null; }
	}

	// become goes on as another player, in the same channel.
	become(id) {
		memory.set("as", id);
		this.composer.rest();
		this.live.open(id);
	}

	enter(channel) {
		this.channel = channel;
		memory.set("channel", channel);
		this.unread.delete(channel);
		this.composer.rest();
		this.#showRoom();
	}

	startGame(game) {
		this.startsOpen = false;
		showStarts(this);
		this.composer.start(`play ${game}`, true);
		this.composer.focus();
	}

	// call sends a slash command; true when the sandbox took it.
	call(words) {
		this.log.bottom();
		return this.#ask("slash", { channel: this.channel, ...words }, {});
	}

	// press clicks a button or answers a select; the control is busy until the bot has answered.
	press(node, deed, message, words) {
		attr(node, "aria-busy", "true");
		return this.#ask(deed, { ...this.at(message), ...words }, { node, message: message.id, customId: words.custom_id, words: node.textContent });
	}

	// ask begins an interaction and remembers what it came from.
	async #ask(deed, words, pressed) {
		this.#pressed = pressed;
		pressed.channel = words.channel;
		this.#asking++;
		const answer = await this.try(deed, words);
		this.#asking--;
		if (!answer) attr(pressed.node, "aria-busy");
		else if (this.#settled.delete(answer.interaction)) attr(pressed.node, "aria-busy");
		else this.#pending.set(answer.interaction, pressed);
		return Boolean(answer);
	}

	react(message, emoji, on) { return this.try("react", { ...this.at(message), emoji, on }); }
	dismiss(message) { return this.try("dismiss", this.at(message)); }
	enlarge(img) { enlarge(img, () => (img.isConnected ? img.closest("button") : $("field")).focus({ preventScroll: true })); }

	forget(interaction) {
		this.world.unnote(interaction);
		this.log.showNotes();
		this.composer.focus();
	}

	// settle ends the waiting for an interaction, whichever way it went.
	#settle(interaction) {
		const pressed = this.#pending.get(interaction);
		if (pressed) attr(pressed.node, "aria-busy");
		else this.#settled.add(interaction);
		this.#pending.delete(interaction);
		this.world.unnote(interaction);
		this.log.showNotes();
		return pressed;
	}

	#hear({ t, d, ...rest }) {
		({
			hello: () => this.#greet(d || rest),
			message: () => this.#message(d),
			edit: () => this.#message(d),
			delete: () => this.#gone(d),
			react: () => { const message = this.world.react(d); if (message) this.log.put(message); },
			typing: () => this.#types(d),
			thinking: () => { this.world.note(d.channel_id, d.interaction, "thinking"); this.log.showNotes(); },
			answered: () => this.#settle(d.interaction),
			failed: () => {
				const pressed = this.#settle(d.interaction);
				this.world.note(d.channel_id || pressed?.channel || this.channel, d.interaction, "failed", d.why || "The application did not respond");
				this.log.showNotes();
			},
			modal: () => this.#modal(d),
			commands: () => { this.world.commands = d || []; showStarts(this); },
			traffic: () => this.panel.heard(d),
			bot: () => { this.world.online = Boolean(d.online); this.#showLink(); },
		})[t]?.();
	}

	#greet(d) {
		const was = this.world.me?.id;
		this.world.hello(d);
		memory.set("as", this.world.me.id);
		$("app").dataset.as = this.world.me.id;
		if (was !== this.world.me.id) this.unread.clear();
		// What was answered while the line was down is not told again: nothing waits for it.
		for (const { node } of this.#pending.values()) attr(node, "aria-busy");
		this.#pending.clear();
		this.#settled.clear();
		if (!this.world.channel(this.channel)) this.channel = this.world.channels[0]?.id || "";
		showPeople(this);
		this.#showRoom();
		this.#showLink();
		if (was && was !== this.world.me.id) whisper(`You are ${nameOf(this.world.me)} now.`);
	}

	#message(message) {
		const fresh = this.world.put(message);
		this.#typists.delete(message.author?.id);
		this.#showTyping();
		this.log.put(this.world.find(message.channel_id, message.id));
		if (fresh && message.channel_id !== this.channel && message.author?.id !== this.world.me?.id) {
			this.unread.add(message.channel_id);
			showChannels(this);
		}
		this.#drawing ||= requestAnimationFrame(() => { this.#drawing = 0; showStarts(this); });
	}

	#gone({ channel_id, id }) {
		this.world.remove(channel_id, id);
		this.log.remove(channel_id, id);
		this.composer.gone(id);
		showStarts(this);
	}

	#modal(modal) {
		// The same player may be open in another window: the form belongs to the one that pressed.
		const ours = this.#asking > 0 || this.#pending.has(modal.interaction);
		const pressed = this.#settle(modal.interaction) || this.#pressed;
		if (!ours) return;
		openModal(modal, (fields) => this.act("submit", { interaction: modal.interaction, custom_id: modal.custom_id, fields }),
			() => (this.log.control(pressed) || this.composer).focus({ preventScroll: true }));
	}

	#types({ channel_id, user_id }) {
		if (user_id === this.world.me?.id) return;
		clearTimeout(this.#typists.get(user_id)?.timer);
		const timer = setTimeout(() => { this.#typists.delete(user_id); this.#showTyping(); }, 8000);
		this.#typists.set(user_id, { channel: channel_id, timer });
		this.#showTyping();
	}

	#showTyping() {
		const names = [...this.#typists].filter(([, t]) => t.channel === this.channel).map(([id]) => this.say.user(id));
		$("typing").textContent = names.length ? `${names.join(", ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
	}

	#showRoom() {
		$("room-title").textContent = `#${this.say.channel(this.channel)}`;
		document.title = `${$("room-title").textContent} as ${nameOf(this.world.me)} · Settable sandbox`;
		showChannels(this);
		showStarts(this);
		this.composer.named();
		this.log.show(this.channel);
		this.#showTyping();
	}

	#showLink() {
		const { online, bot } = this.world;
		const state = this.#link !== "live" || online === null ? this.#link : online ? "online" : "offline";
		$("link").dataset.state = state;
		$("link").textContent = { wait: "connecting…", lost: "reconnecting…", live: "connected" }[state] || `${nameOf(bot)} is ${state}`;
	}

	#showTheme() { attr($("theme"), "aria-pressed", String(document.documentElement.dataset.theme === "dark")); }
}

new Page();
