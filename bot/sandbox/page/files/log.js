// The channel: its messages in order, pinned to the newest while one reads there, still while one reads
// further up.
import { $, el } from "./dom.js";
import { nameOf, EPHEMERAL } from "./world.js";
import { MessageView } from "./message.js";
import { Ear } from "./ear.js";

const GROUP = 5 * 60 * 1000; // messages of one author this close together share one byline

export class Log {
	#views = new Map();
	#channel = "";
	#pinned = true;
	#top = 0;    // where it stood, and how far down it could go:
	#most = 0;   // scrolling up is told from growing by them
	#awaits = 0; // until then an answer is awaited

	constructor(page) {
		this.page = page;
		this.ear = new Ear(page);
		this.node = $("log");
		this.newer = $("newer");
		this.list = el("div", { class: "list" });
		this.notes = el("div", { class: "notes" });
		this.node.append(this.list, this.notes);
		this.node.addEventListener("scroll", () => this.#scrolled(), { passive: true });
		this.newer.addEventListener("click", () => { this.bottom(); this.page.composer.focus(); });
		const grown = new ResizeObserver(() => {
			if (!this.#pinned) { this.#scrolled(); return; }
			this.#down();
			this.page.note.put(this.page.world.list(this.#channel), this.node);
		});
		for (const node of [this.node, this.list, this.notes]) grown.observe(node);
		// On a touch screen there is no hovering: a tap on a message shows what one may do with it.
		this.list.addEventListener("click", (event) => {
			const tapped = !event.target.closest("button, a, .menu") && event.target.closest(".message");
			for (const node of this.list.querySelectorAll(".picked")) node.classList.remove("picked");
			if (tapped) tapped.classList.add("picked");
		});
	}

	// show brings the list in line with what is known of a channel.
	show(channel) {
		const { world } = this.page;
		const fresh = channel !== this.#channel || this.me !== world.me?.id;
		if (fresh) {
			this.#views.clear();
			this.list.replaceChildren();
			this.#channel = channel;
			this.me = world.me?.id;
		}
		for (const [id, view] of this.#views) if (!world.find(channel, id)) this.#drop(id, view);
		world.list(channel).forEach((message) => this.#place(message));
		if (fresh) this.ear.learn(world.list(channel));
		this.#group();
		this.showNotes();
		if (fresh) this.bottom();
	}

	// put shows a new or changed message of the channel that is on the screen.
	put(message) {
		if (message.channel_id !== this.#channel) return;
		const before = this.#views.get(message.id)?.message;
		const fresh = !before;
		this.#place(message);
		this.ear.hear(message, before);
		if (fresh) this.#group();
		const own = fresh && message.author?.id === this.page.world.me?.id;
		const answer = Date.now() < this.#awaits && (fresh || this.list.lastElementChild.dataset.messageId === message.id);
		if (own || answer) this.bottom();
	}

	remove(channel, id) {
		const view = channel === this.#channel && this.#views.get(id);
		if (!view) return;
		this.#drop(id, view);
		this.#group();
	}

	// showNotes lists what was deferred or failed, under the messages.
	showNotes() {
		const have = [...this.notes.children];
		const wanted = [...this.page.world.notes].filter(([, { channel }]) => channel === this.#channel).map(([interaction, { kind, text }]) => {
			const old = have.find((n) => n.dataset.interaction === interaction && n.dataset.kind === kind);
			if (old) return old;
			const props = { class: `note ${kind}`, testid: kind, data: { interaction, kind } };
			if (kind === "failed") this.ear.say(text);
			if (kind === "thinking") return el("p", props, `${nameOf(this.page.world.bot)} is thinking…`);
			return el("p", props, el("span", {}, text), " · Only you can see this · ", el("button", { class: "textish", onclick: () => this.page.forget(interaction) }, "Dismiss"));
		});
		this.notes.replaceChildren(...wanted);
		if (this.#pinned || (wanted.length && Date.now() < this.#awaits)) this.bottom();
	}

	// jump goes to a message; the focus shows which one it is.
	jump(id) {
		const view = this.#views.get(id);
		if (!view) return;
		this.#pin(false);
		view.node.scrollIntoView({ block: "center" });
		this.#scrolled();
		view.node.focus({ preventScroll: true });
	}

	// control finds a button or select wherever an edit has put it: by its custom id, by its words when the id
	// is a new one, in a later message when the table was posted anew, else the message itself.
	control({ message, customId, words }) {
		const node = this.#views.get(message)?.node;
		const all = [...this.list.querySelectorAll("[data-custom-id]:enabled")].reverse();
		const here = all.filter((n) => node?.contains(n));
		const alike = (n) => words && n.textContent === words;
		return here.find((n) => n.dataset.customId === customId) || here.find(alike) || all.find(alike) || node;
	}

	// live is the first button or select that can be used in the newest message that has one.
	live() {
		const last = [...this.list.querySelectorAll(".rows [data-custom-id]:enabled")].at(-1);
		return last?.closest(".rows").querySelector("[data-custom-id]:enabled");
	}

	bottom() {
		this.#awaits = 0;
		this.#pin(true);
		this.#down();
	}

	// awaited: one has pressed something; what comes next is taken for its answer and gone to.
	awaited() { this.#awaits = Date.now() + 5000; }

	#pin(on) { this.#pinned = this.newer.hidden = on; }

	#down() {
		this.node.scrollTop = this.#most = this.node.scrollHeight - this.node.clientHeight;
		this.#top = this.node.scrollTop;
	}

	#scrolled() {
		const { scrollTop, scrollHeight, clientHeight } = this.node;
		const most = scrollHeight - clientHeight;
		if (most - scrollTop < 48) this.#pin(true);
		else if (this.#pinned && most !== this.#most) this.#down(); // it grew: nobody scrolled
		else if (scrollTop < this.#top) this.#pin(false);
		this.#top = this.node.scrollTop;
		this.#most = most;
	}

	#place(message) {
		const view = this.#views.get(message.id);
		if (view) {
			if (view.message !== message) view.patch(message);
			return;
		}
		const fresh = new MessageView(message, this.page);
		this.#views.set(message.id, fresh);
		this.list.append(fresh.node);
	}

	#drop(id, view) {
		const held = view.node.contains(document.activeElement) && document.activeElement;
		view.node.remove();
		this.#views.delete(id);
		if (held) (this.control({ words: held.textContent }) || this.page.composer).focus({ preventScroll: true });
	}

	#group() {
		let before = null;
		for (const view of this.#views.values()) {
			const { message: m, node, when } = view;
			const same = before && before.message.author?.id === m.author?.id && when - before.when < GROUP && !node.querySelector(".quote *")
				&& (before.message.flags & EPHEMERAL) === (m.flags & EPHEMERAL);
			node.classList.toggle("follows", Boolean(same));
			before = view;
		}
		const none = this.#views.size === 0;
		let hero = this.list.querySelector(".hero");
		if (none && !hero) {
			const name = this.page.world.channel(this.#channel)?.name || "channel";
			hero = el("div", { class: "hero" }, el("b", {}, `#${name} is quiet.`),
				"Press Play now for a game with two house players, or Watch to see others play. Or press a game's name to open a table, then switch person on the left to join it. Type ", el("kbd", {}, "/"), " for the commands.");
			this.list.append(hero);
		} else if (!none) hero?.remove();
		this.node.toggleAttribute("data-empty", none);
	}
}
