// A chosen command with its options as fields: needed ones stand there, the others wait behind a plus.
import { $, el, attr, freshId } from "./dom.js";
import { TYPE, read, suggestions, nest } from "./command.js";

export class CommandForm {
  #leaf = null;
  #inputs = new Map(); // option name -> {option, input, box, problem, picked}
  #asked = 0;
  #timer = 0;

  // leave is called with the text the field gets when the form is given up or done.
  constructor(page, menu, leave) {
    this.page = page;
    this.menu = menu;
    this.leave = leave;
    this.node = $("command-form");
    this.node.addEventListener("submit", (event) => { event.preventDefault(); this.#submit(); });
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) { event.preventDefault(); this.close(""); }
    });
  }

  get isOpen() { return !this.node.hidden; }

  focus() {
    const empty = [...this.#inputs.values()].find(({ option, input }) => option.required && !input.value);
    const any = empty || [...this.#inputs.values()][0];
    (any?.input || this.node.querySelector(".send"))?.focus();
  }

  open(leaf, values = {}) {
    this.#leaf = leaf;
    this.#inputs.clear();
    this.options = el("div", { class: "opts" });
    this.more = el("div", { class: "more" });
    this.node.replaceChildren(
      el("div", { class: "command-main" }, el("div", { class: "command-name" }, "/" + leaf.name, el("span", { class: "command-about" }, leaf.about)), this.options, this.more),
      el("button", { type: "button", class: "quiet", "aria-label": "Leave this command", data: { testid: "command-leave" }, onclick: () => this.close("") }, "✕"),
      el("button", { type: "submit", class: "send", "aria-label": `Run /${leaf.name}`, data: { testid: "command-run" } }, el("span", { "aria-hidden": "true" }, "➤")));
    this.node.hidden = false;
    leaf.options.filter((o) => o.required || values[o.name] !== undefined).forEach((o) => this.#add(o, values[o.name] || ""));
    this.#offer();
    this.focus();
  }

  close(text) {
    this.menu.close();
    clearTimeout(this.#timer);
    this.node.hidden = true;
    this.node.replaceChildren();
    this.#leaf = null;
    this.page.sayProblem("");
    this.leave(text);
  }

  // run calls a command with the texts of its options, which have been read without a problem.
  async run(leaf, values, picked = {}) {
    const options = leaf.options.map((o) => ({ name: o.name, type: o.type, value: picked[o.name] ?? read(o, values[o.name], this.page.world).value }))
      .filter((o) => o.value !== undefined);
    return this.page.call(nest(leaf, options));
  }

  #offer() {
    const left = this.#leaf.options.filter((o) => !this.#inputs.has(o.name));
    this.more.replaceChildren(...left.map((o) => el("button", {
      type: "button", class: "add", title: o.description, data: { testid: "option-add", option: o.name },
      onclick: () => { this.#add(o, ""); this.#offer(); this.#inputs.get(o.name).input.focus(); },
    }, "+ ", o.name)));
    attr(this.more, "hidden", !left.length);
  }

  #add(option, text) {
    const id = freshId("option");
    const problem = el("span", { class: "input-problem", id: `${id}-problem`, hidden: true });
    const input = el("input", {
      id, type: "text", autocomplete: "off", class: "opt-input", size: "12", role: "combobox", "aria-expanded": "false", "aria-controls": "menu",
      "aria-autocomplete": "list", "aria-required": option.required ? "true" : undefined, "aria-describedby": `${id}-problem`,
      inputmode: option.type === TYPE.INTEGER ? "numeric" : option.type === TYPE.NUMBER ? "decimal" : undefined,
      placeholder: option.description, title: option.description, data: { testid: "option", option: option.name },
    });
    input.value = text;
    const entry = { option, input, problem, picked: undefined };
    const drop = option.required ? null : el("button", {
      type: "button", class: "drop", "aria-label": `Without ${option.name}`, onclick: () => this.#drop(entry),
    }, "✕");
    entry.box = el("div", { class: "opt" }, el("label", { for: id }, option.name), input, drop, problem);
    input.addEventListener("input", () => { entry.picked = undefined; this.#mark(entry, ""); this.#suggest(entry, true); });
    input.addEventListener("focus", () => this.#suggest(entry, false));
    input.addEventListener("blur", () => this.menu.close());
    input.addEventListener("keydown", (event) => this.#key(event, entry));
    this.#inputs.set(option.name, entry);
    this.options.append(entry.box);
  }

  #drop(entry) {
    this.#inputs.delete(entry.option.name);
    this.menu.close();
    entry.box.remove();
    this.#offer();
    const rest = [...this.#inputs.values()];
    (rest.at(-1)?.input || this.node.querySelector(".send")).focus();
  }

  #key(event, entry) {
    if (event.isComposing || this.menu.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!(this.menu.isOpen && this.menu.take())) this.#submit();
    } else if (event.key === "Backspace" && !entry.input.value && !entry.option.required) {
      event.preventDefault();
      this.#drop(entry);
    }
  }

  #suggest(entry, typed) {
    const { option, input } = entry;
    if (option.autocomplete) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#ask(entry), 120);
      return;
    }
    const names = suggestions(option, typed || !input.value ? input.value : "", this.page.world);
    const first = typed || (option.required && !input.value) ? 0 : -1;
    this.#show(entry, names.map((name) => ({ name })), typed && !input.value ? -1 : first);
  }

  #show(entry, items, first) {
    this.menu.open(entry.input, entry.option.name, items, (item) => {
      entry.input.value = item.name;
      entry.picked = item.value;
      this.#mark(entry, "");
      const next = [...this.#inputs.values()].find(({ option, input }) => option.required && !input.value);
      next?.input.focus();
    }, first);
  }

  // ask has the bot complete what was typed; an answer that comes after the next question is dropped.
  async #ask(entry) {
    const asked = ++this.#asked;
    const { option, input } = entry;
    const options = [...this.#inputs.values()].flatMap((other) => {
      if (other === entry) return [{ name: option.name, type: option.type, value: input.value, focused: true }];
      const { value } = read(other.option, other.input.value, this.page.world);
      return value === undefined ? [] : [{ name: other.option.name, type: other.option.type, value }];
    });
    let choices = [];
    try {
      ({ choices = [] } = await this.page.act("complete", { channel: this.page.channel, ...nest(this.#leaf, options) }));
    } catch { /* no suggestions: one can still type it out */ }
    if (asked !== this.#asked || document.activeElement !== input || !this.isOpen) return;
    this.#show(entry, choices.map((c) => ({ name: String(c.name), value: c.value })), input.value ? 0 : -1);
  }

  #mark(entry, text) {
    entry.problem.textContent = text;
    entry.problem.hidden = !text;
    entry.input.setAttribute("aria-invalid", String(Boolean(text)));
  }

  async #submit() {
    const values = {}, picked = {};
    let wrong = null;
    for (const entry of this.#inputs.values()) {
      const { option, input } = entry;
      values[option.name] = input.value;
      if (entry.picked !== undefined && input.value) { picked[option.name] = entry.picked; this.#mark(entry, ""); continue; }
      const { problem } = read(option, input.value, this.page.world);
      this.#mark(entry, problem || "");
      if (problem) wrong ??= entry;
    }
    if (wrong) { wrong.input.focus(); this.menu.close(); return; }
    const leaf = this.#leaf;
    if (await this.run(leaf, values, picked)) this.close("");
  }
}
