// The page: frames change what is known, what is known is shown, what one does goes out.
import { $, attr, whisper } from "./dom.js";
import { Live } from "./live.js";
import { World, nameOf } from "./world.js";
import { Log } from "./log.js";
import { Composer } from "./composer.js";
import { Completion } from "./complete.js";
import { Panel } from "./panel.js";
import { Show } from "./show.js";
import { Note } from "./note.js";
import { showPeople, showChannels, showStarts, showLocales } from "./people.js";
import { showPlanned } from "./planned.js";
import { Processes } from "./processes.js";
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
	#asked = null;        // settled when the sandbox has named the last interaction

	constructor() {
		this.say = {
			user: (id) => nameOf(this.world.user(id)),
			channel: (id) => this.world.channel(id)?.name || "channel",
			command: (name) => this.composer.start(name, false),
		};
		this.live = new Live((frame) => this.#hear(frame), (state) => { this.#link = state; this.#showLink(); });
		this.note = new Note(this);
		this.log = new Log(this);
		this.completion = new Completion(this);
		this.composer = new Composer(this);
		this.panel = new Panel(this);
		this.show = new Show(this);
		this.processes = new Processes(this);
		$("starts-toggle").addEventListener("click", () => { this.startsOpen = !this.startsOpen; showStarts(this); });
		$("theme").addEventListener("click", () => globalThis.chooseTheme());
		addEventListener("keydown", (event) => this.#cross(event));
		this.live.open(memory.get("as"));
	}

	// cross goes from anywhere to the buttons that can be pressed now, and from there to the field.
	#cross(event) {
		if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
		event.preventDefault();
		const live = this.log.live();
		if (live && !live.closest(".rows").contains(document.activeElement)) live.focus();
		else this.composer.focus();
	}

	act(deed, words) { return this.live.act(deed, words); }

	// at names a message to the sandbox.
	at(message) { return { channel: message.channel_id, message: message.id }; }

	// try does something and says so when it was refused; null then.
	async try(deed, words) {
		this.composer.say("");
		this.note.read();
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

	// startGame opens a table, or with " now:true" begins a game with players of the house.
	startGame(game, how = "") {
		this.startsOpen = false;
		showStarts(this);
		this.composer.start(`play ${game}${how}`, true);
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
		this.log.awaited();
		return this.#ask(deed, { ...this.at(message), ...words }, { node, message: message.id, customId: words.custom_id, words: node.textContent });
	}

	// ask begins an interaction and remembers what it came from.
	#ask(deed, words, pressed) {
		const asked = this.try(deed, words).then((answer) => {
			if (answer) this.#pending.set(answer.interaction, { ...pressed, channel: words.channel });
			else attr(pressed.node, "aria-busy");
			return Boolean(answer);
		});
		this.#asked = Promise.all([this.#asked, asked]);
		return asked;
	}

	react(message, emoji, on) { return this.try("react", { ...this.at(message), emoji, on }); }
	dismiss(message) { return this.try("dismiss", this.at(message)); }

	// dismissRow lets go of a private message and of those right above it.
	dismissRow(node) {
		for (; node?.matches(".secret"); node = node.previousElementSibling) this.dismiss(this.world.find(this.channel, node.dataset.messageId));
	}

	enlarge(img) { enlarge(img, () => (img.isConnected ? img.nextSibling : $("field")).focus({ preventScroll: true })); }

	// note keeps a line under the channel for an interaction that is thought about or that failed; without
	// words it goes.
	#note(interaction, words) {
		if (words) this.world.notes.set(interaction, words);
		else this.world.notes.delete(interaction);
		this.log.showNotes();
	}

	forget(interaction) {
		this.#note(interaction);
		this.composer.focus();
	}

	// settle ends the waiting for an interaction, whichever way it went. The bot may be quicker than the
	// sandbox's own answer.
	async #settle(interaction) {
		await this.#asked;
		const pressed = this.#pending.get(interaction);
		attr(pressed?.node, "aria-busy");
		this.#pending.delete(interaction);
		this.#note(interaction);
		return pressed;
	}

	#hear({ t, d, ...rest }) {
		({
			hello: () => this.#greet(d || rest),
			message: () => this.#message(d),
			edit: () => this.#message(d),
			delete: () => this.#gone(d),
			react: () => { const message = this.world.react(d); if (message) this.log.put(message); },
			thinking: () => { this.#note(d.interaction, { channel: d.channel_id, kind: "thinking" }); },
			answered: () => this.#settle(d.interaction),
			failed: async () => {
				const pressed = await this.#settle(d.interaction);
				this.#note(d.interaction, { channel: pressed?.channel || this.channel, kind: "failed", text: d.why });
			},
			modal: () => this.#modal(d),
			commands: () => { this.world.commands = d || []; showStarts(this); showLocales(this); },
			locale: () => { this.world.locale = d.locale; showLocales(this); },
			shows: () => { this.world.shows = d || []; showStarts(this); },
			processes: () => { this.world.processes = d || []; this.#showProcesses(); },
			events: () => { this.world.events = d || []; showPlanned(this); },
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
		if (!this.world.channel(this.channel)) this.channel = this.world.channels[0]?.id || "";
		showPeople(this);
		showLocales(this);
		showPlanned(this);
		this.processes.show();
		this.#showRoom();
		this.#showLink();
		if (was && was !== this.world.me.id) whisper(`You are ${nameOf(this.world.me)} now.`);
	}

	#message(message) {
		const fresh = this.world.put(message);
		this.log.put(this.world.find(message.channel_id, message.id));
		if (fresh && message.channel_id !== this.channel && message.author?.id !== this.world.me?.id) {
			this.unread.add(message.channel_id);
			showChannels(this);
		}
		showStarts(this);
	}

	#gone({ channel_id, id }) {
		this.world.remove(channel_id, id);
		this.log.remove(channel_id, id);
		this.composer.gone(id);
		showStarts(this);
	}

	async #modal(modal) {
		const pressed = await this.#settle(modal.interaction);
		if (!pressed) return; // the same player in another window pressed
		openModal(modal, (fields) => { this.log.awaited(); return this.act("submit", { interaction: modal.interaction, custom_id: modal.custom_id, fields }); },
			() => (this.log.control(pressed) || this.composer).focus({ preventScroll: true }));
	}

	#showRoom() {
		$("room-title").textContent = `#${this.say.channel(this.channel)}`;
		document.title = `${$("room-title").textContent} as ${nameOf(this.world.me)} · Settable sandbox`;
		showChannels(this);
		document.querySelector("#channels [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
		showStarts(this);
		this.composer.named();
		this.log.show(this.channel);
	}

	#showProcesses() {
		this.processes.show();
		showChannels(this);
	}

	#showLink() {
		const { online, bot } = this.world;
		const state = this.#link !== "live" || online === null ? this.#link : online ? "online" : "offline";
		$("link").dataset.state = state;
		$("link").textContent = { wait: "connecting…", lost: "reconnecting…", live: "connected" }[state] || `${nameOf(bot)} is ${state}`;
	}
}

new Page();
