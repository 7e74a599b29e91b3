// The list above the composer: commands, people, values of an option. The field that asked keeps the focus.
import { $, el, attr, whisper } from "./dom.js";

export class Menu {
  #owner = null;
  #items = [];
  #nodes = [];
  #pick = null;
  active = -1;
  moved = false;

  constructor() { this.node = $("menu"); }

  get isOpen() { return !this.node.hidden; }

  // open offers items ({name, about, detail, data, face}) for a field; first is which one Enter takes, -1 for none yet.
  open(owner, label, items, pick, first = 0) {
    if (!items.length) { this.close(); return; }
    const was = this.isOpen && this.#owner === owner ? this.#items.length : -1;
    if (this.#owner !== owner) this.close();
    Object.assign(this, { moved: false });
    this.#owner = owner;
    this.#items = items;
    this.#pick = pick;
    this.#nodes = items.map((item, i) => {
      const node = el("div", { role: "option", id: `menu-${i}`, class: "item", "aria-selected": "false", data: { testid: "menu-item", name: item.name, ...item.data } },
        item.face || null, el("span", { class: "item-name" }, item.label || item.name),
        item.detail ? el("span", { class: "item-detail" }, item.detail) : null,
        item.about ? el("span", { class: "item-about" }, item.about) : null);
      node.addEventListener("mousedown", (event) => event.preventDefault());
      node.addEventListener("click", () => { this.#show(i); this.take(); });
      return node;
    });
    this.node.replaceChildren(...this.#nodes);
    this.node.setAttribute("aria-label", label);
    this.node.hidden = false;
    if (owner.getAttribute("role") === "combobox") owner.setAttribute("aria-expanded", "true");
    this.#show(first);
    if (was !== items.length) whisper(`${items.length} ${items.length === 1 ? "suggestion" : "suggestions"}`);
  }

  close() {
    if (this.#owner) {
      attr(this.#owner, "aria-activedescendant", null);
      if (this.#owner.getAttribute("role") === "combobox") this.#owner.setAttribute("aria-expanded", "false");
    }
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
    this.close();
    pick(item);
    return true;
  }

  // key handles what a field passes on while the menu is open: arrows, Tab and Escape. True when it was for the menu.
  key(event) {
    if (!this.isOpen || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.moved = true;
      this.#show(this.active < 0 ? (step > 0 ? 0 : this.#items.length - 1) : (this.active + step + this.#items.length) % this.#items.length);
    } else if (event.key === "Tab" && !event.shiftKey && this.active >= 0) {
      this.take();
    } else if (event.key === "Escape") {
      this.close();
      event.stopPropagation();
    } else return false;
    event.preventDefault();
    return true;
  }

  #show(i) {
    this.active = i;
    this.#nodes.forEach((node, j) => {
      node.setAttribute("aria-selected", String(j === i));
      node.classList.toggle("active", j === i);
    });
    attr(this.#owner, "aria-activedescendant", i >= 0 ? `menu-${i}` : null);
    this.#nodes[i]?.scrollIntoView({ block: "nearest" });
  }
}
