// A list of things to pick from: commands, people, values of an option or of a select. Whoever asked keeps
// the focus.
import { el, attr, icon, freshId, whisper } from "./dom.js";

export class Menu {
	#owner = null;
	#items = [];
	#pick = null;
	active = -1;
	moved = false; // the arrows were used: the choice is on purpose

	constructor(node) {
		this.node = node;
		node.id ||= freshId();
		node.tabIndex = 0; // a long list scrolls, so the keyboard can reach it
		node.addEventListener("keydown", (event) => {
			if (this.key(event)) return;
			if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.take(); }
		});
		node.addEventListener("blur", (event) => this.left(event));
	}

	// left closes the menu when the focus has gone neither to it nor to its field.
	left({ relatedTarget }) { if (relatedTarget !== this.node && relatedTarget !== this.#owner) this.close(); }

	get isOpen() { return !this.node.hidden; }

	// open offers items ({name, label, detail, about, face, picked, data}) for a field; Enter takes the first,
	// or none yet at -1.
	open(owner, label, items, pick, first = 0) {
		if (!items.length) { this.close(); return; }
		const news = this.#owner !== owner || this.#items.length !== items.length;
		if (this.#owner !== owner) this.close();
		this.#owner = owner;
		this.#items = items;
		this.#pick = pick;
		this.moved = false;
		this.node.replaceChildren(...items.map((item, i) => this.#draw(item, i)));
		attr(this.node, "aria-label", label);
		this.node.hidden = false;
		attr(owner, "aria-controls", this.node.id);
		if (owner.getAttribute("role") === "combobox") attr(owner, "aria-expanded", "true");
		this.#show(first);
		if (news) whisper(`${items.length} to choose from`);
	}

	close() {
		if (this.isOpen) whisper("");
		if (this.#owner?.getAttribute("role") === "combobox") attr(this.#owner, "aria-expanded", "false");
		if (this.#owner) attr(this.#owner, "aria-activedescendant");
		this.#owner = null;
		this.#items = [];
		this.active = -1;
		this.node.hidden = true;
		this.node.replaceChildren();
	}

	// take hands the active item to whoever opened the menu.
	take() {
		const item = this.#items[this.active];
		const pick = this.#pick;
		if (!item) return false;
		this.#owner.focus();
		this.close();
		pick(item);
		return true;
	}

	// key handles arrows, Tab and Escape while the menu is open. True when the key was for the menu.
	key(event) {
		if (!this.isOpen || event.isComposing) return false;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const { length } = this.#items;
		if (step) {
			this.moved = true;
			this.#show(this.active < 0 ? (step > 0 ? 0 : length - 1) : (this.active + step + length) % length);
		} else if (event.key === "Tab" && !event.shiftKey && this.active >= 0) this.take();
		else if (event.key === "Escape") { this.#owner.focus(); this.close(); }
		else return false;
		event.preventDefault();
		return true;
	}

	#draw(item, i) {
		return el("div", {
			role: "option", id: `${this.node.id}-${i}`, class: "item", testid: "menu-item", data: { name: item.name, ...item.data },
			onmousedown: (event) => event.preventDefault(), // the field keeps the focus
			onclick: () => { this.active = i; this.take(); },
		}, item.face, el("b", {}, item.label || item.name), item.detail && el("code", {}, item.detail),
		item.about && el("span", { class: "item-about" }, item.about), item.picked && icon("check"));
	}

	#show(i) {
		this.active = i;
		[...this.node.children].forEach((node, j) => {
			attr(node, "aria-selected", String(this.#items[j].picked ?? j === i));
			node.classList.toggle("active", j === i);
		});
		for (const node of [this.#owner, this.node]) attr(node, "aria-activedescendant", i >= 0 && `${this.node.id}-${i}`);
		this.node.children[i]?.scrollIntoView({ block: "nearest" });
	}
}
