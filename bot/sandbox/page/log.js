// The channel: its messages in order, pinned to the newest while one reads there, still while one reads further up.
import { $, el } from "./dom.js";
import { nameOf, EPHEMERAL } from "./world.js";
import { MessageView } from "./message.js";

const GROUP = 5 * 60 * 1000; // messages of one author this close together share one byline

export class Log {
	#views = new Map();
	#channel = "";
	#pinned = true;

	constructor(page) {
		this.page = page;
		this.node = $("log");
		this.newer = $("newer");
		this.list = el("div", { class: "list" });
		this.notes = el("div", { class: "notes" });
		this.node.append(this.list, this.notes);
		this.node.addEventListener("scroll", () => this.#scrolled(), { passive: true });
		this.newer.addEventListener("click", () => { this.bottom(); this.page.composer.focus(); });
		const grown = new ResizeObserver(() => { if (this.#pinned) this.#down(); });
		grown.observe(this.list);
		grown.observe(this.node);
		// On a touch screen there is no hovering: a tap on a message shows what one may do with it.
		this.list.addEventListener("click", (event) => {
			const tapped = !event.target.closest("button, a, .menu") && event.target.closest(".message");
			for (const node of this.list.querySelectorAll(".picked")) node.classList.remove("picked");
			if (tapped) tapped.classList.add("picked");
		});
	}

	// show brings the list in line with what is known of a channel; what has not changed is not touched.
	show(channel) {
		const { world } = this.page;
		const fresh = channel !== this.#channel || this.me !== world.me?.id;
		this.node.setAttribute("aria-busy", "true");
		if (fresh) {
			this.#views.clear();
			this.list.replaceChildren();
			this.#channel = channel;
			this.me = world.me?.id;
		}
		const messages = world.list(channel);
		const known = new Set(messages.map((m) => m.id));
		for (const [id, view] of this.#views) if (!known.has(id)) this.#drop(id, view);
		messages.forEach((message) => this.#place(message));
		this.#group();
		this.#empty();
		this.showNotes();
		if (fresh) this.bottom();
		requestAnimationFrame(() => this.node.removeAttribute("aria-busy"));
	}

	// put shows a new or changed message of the channel that is on the screen.
	put(message) {
		if (message.channel_id !== this.#channel) return;
		const fresh = !this.#views.has(message.id);
		this.#place(message);
		if (fresh) {
			this.#group();
			this.#empty();
			if (message.author?.id === this.page.world.me?.id) this.bottom();
			else if (!this.#pinned) this.newer.hidden = false;
		}
	}

	remove(channel, id) {
		const view = channel === this.#channel && this.#views.get(id);
		if (!view) return;
		this.#drop(id, view);
		this.#group();
		this.#empty();
	}

	// showNotes lists what was deferred or failed, under the messages.
	showNotes() {
		const notes = [...(this.page.world.notes.get(this.#channel) || [])];
		const have = new Map([...this.notes.children].map((n) => [n.dataset.interaction, n]));
		const wanted = notes.map(([interaction, { kind, text }]) => {
			const old = have.get(interaction);
			if (old?.dataset.kind === kind) return old;
			const props = { class: `note ${kind}`, testid: kind, data: { interaction, kind } };
			if (kind === "thinking") return el("p", props, `${nameOf(this.page.world.bot)} is thinking…`);
			return el("p", props, el("span", {}, text), " · Only you can see this · ", el("button", { class: "textish", onclick: () => this.page.forget(interaction) }, "Dismiss"));
		});
		this.notes.replaceChildren(...wanted);
		if (this.#pinned) this.#down();
	}

	// jump goes to a message; the focus shows which one it is.
	jump(id) {
		const view = this.#views.get(id);
		if (!view) return;
		view.node.scrollIntoView({ block: "center" });
		view.node.focus({ preventScroll: true });
	}

	// control finds the button or select of a message that was pressed.
	control({ message, customId, words }) { return this.#views.get(message)?.control(customId, words); }

	bottom() {
		this.#pinned = true;
		this.newer.hidden = true;
		this.#down();
	}

	#down() { this.node.scrollTop = this.node.scrollHeight; }

	#scrolled() {
		this.#pinned = this.node.scrollHeight - this.node.scrollTop - this.node.clientHeight < 48;
		if (this.#pinned) this.newer.hidden = true;
	}

	#place(message) {
		const view = this.#views.get(message.id);
		if (view) {
			if (view.message !== message) view.patch(message);
			return;
		}
		const fresh = new MessageView(message, this.page);
		this.#views.set(message.id, fresh);
		const list = this.page.world.list(this.#channel);
		const next = list.slice(list.indexOf(message) + 1).find((m) => this.#views.has(m.id));
		this.list.insertBefore(fresh.node, next ? this.#views.get(next.id).node : null);
	}

	#drop(id, view) {
		const held = view.node.contains(document.activeElement);
		view.node.remove();
		this.#views.delete(id);
		if (held) this.page.composer.focus();
	}

	#group() {
		let before = null;
		for (const node of this.list.querySelectorAll(":scope > .message")) {
			const view = this.#views.get(node.dataset.messageId);
			const m = view.message;
			const same = before && before.message.author?.id === m.author?.id && view.when - before.when < GROUP && !view.node.querySelector(".quote *")
				&& (before.message.flags & EPHEMERAL) === (m.flags & EPHEMERAL);
			node.classList.toggle("follows", Boolean(same));
			before = view;
		}
	}

	#empty() {
		const none = this.#views.size === 0;
		let hero = this.list.querySelector(".hero");
		if (none && !hero) {
			const name = this.page.world.channel(this.#channel)?.name || "channel";
			hero = el("div", { class: "hero" }, el("b", {}, `#${name} is quiet.`),
				"Pick a game, type ", el("kbd", {}, "/"), " for the commands, or just talk. Switch players to sit at the table as each of them.");
			this.list.append(hero);
		} else if (!none) hero?.remove();
		this.node.toggleAttribute("data-empty", none);
	}
}
