// A chosen command with its options as fields: needed ones stand there, or else the first; the others wait
// behind a plus.
import { $, el, attr, icon, freshId } from "./dom.js";
import { TYPE, read, suggestions, nest } from "./command.js";

export class CommandForm {
	#leaf = null;
	#inputs = new Map(); // option name -> {option, input, box, problem}

	constructor(page, menu, leave) {
		this.page = page;
		this.menu = menu;
		this.leave = leave;
		this.node = $("command-form");
		this.node.addEventListener("submit", (event) => { event.preventDefault(); this.#submit(); });
		this.node.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !event.defaultPrevented) { event.preventDefault(); this.close(); }
		});
	}

	get isOpen() { return !this.node.hidden; }

	// focus goes to the first needed field that is empty or wrong, else to the first field, else to the button
	// that runs.
	focus() { (this.#lacking() || this.options.querySelector("input") || this.send).focus(); }

	#lacking() { return [...this.#inputs.values()].find(({ option, input }) => option.required && !input.value || input.ariaInvalid === "true")?.input; }

	open(leaf, values = {}) {
		this.#leaf = leaf;
		this.#inputs.clear();
		this.options = el("div", { class: "opts" });
		this.more = el("div", { class: "more" });
		this.send = el("button", { type: "submit", class: "send", "aria-label": `Run /${leaf.label}`, testid: "command-run" }, icon("send"));
		this.node.replaceChildren(
			el("div", { class: "command-main" }, el("b", {}, "/" + leaf.label), el("span", {}, leaf.about), this.options, this.more),
			el("button", { class: "quiet", "aria-label": "Leave this command", testid: "command-leave", onclick: () => this.close() }, icon("close")), this.send);
		this.node.hidden = false;
		const wanted = leaf.options.filter((o) => o.required || values[o.name] !== undefined);
		(wanted.length ? wanted : leaf.options.slice(0, 1)).forEach((o) => this.#add(o, values[o.name] || ""));
		this.#offer();
		this.focus();
	}

	close() {
		this.menu.close();
		this.page.completion.rest();
		this.node.hidden = true;
		this.node.replaceChildren();
		this.page.composer.say("");
		this.leave();
	}

	run(leaf, values) {
		const options = leaf.options.map((o) => ({ name: o.name, type: o.type, value: read(o, values[o.name], this.page.world).value }))
			.filter((o) => o.value !== undefined);
		return this.page.call(nest(leaf, options));
	}

	#offer() {
		const left = this.#leaf.options.filter((o) => !this.#inputs.has(o.name));
		this.more.replaceChildren(...left.map((o) => el("button", {
			class: "add", title: o.description, testid: "option-add", data: { option: o.name },
			onclick: () => { const input = this.#add(o, ""); this.#offer(); input.focus(); },
		}, "+ ", o.label)));
		this.more.hidden = !left.length;
	}

	#add(option, text) {
		const id = freshId();
		const problem = el("span", { class: "problem", id: `${id}-problem`, hidden: true });
		const entry = { option, problem };
		const input = entry.input = el("input", {
			id, type: "text", autocomplete: "off", size: "12", role: "combobox", "aria-expanded": "false", "aria-controls": "menu", "aria-autocomplete": "list",
			"aria-required": option.required && "true", "aria-describedby": problem.id, inputmode: option.type === TYPE.INTEGER && "numeric",
			placeholder: option.description, testid: "option", data: { option: option.name },
			oninput: () => { this.#mark(entry, ""); this.#suggest(entry, true); },
			onfocus: () => this.#suggest(entry, false),
			onblur: (event) => this.menu.left(event),
			onkeydown: (event) => this.#key(event, entry),
		});
		input.value = text;
		entry.box = el("div", { class: "opt" }, el("label", { for: id }, option.label), input,
			!option.required && el("button", { class: "quiet", "aria-label": `Without ${option.label}`, onclick: () => this.#drop(entry) }, icon("close")), problem);
		this.#inputs.set(option.name, entry);
		this.options.append(entry.box);
		if (text) this.#mark(entry, this.#wrong(entry));
		return input;
	}

	#drop(entry) {
		this.#inputs.delete(entry.option.name);
		this.menu.close();
		entry.box.remove();
		this.#offer();
		this.focus();
	}

	#key(event, entry) {
		if (event.isComposing || this.menu.key(event)) return;
		if (event.key === "Enter") {
			if (!this.menu.take()) this.#submit();
		} else return;
		event.preventDefault();
	}

	// suggest lists values. Enter takes the first where it must be one of them, and runs what was typed where
	// the bot suggests.
	#suggest(entry, typed) {
		const { option, input } = entry;
		const show = (items, first) => this.menu.open(input, option.label, items, (item) => {
			input.value = item.name;
			this.#mark(entry, "");
			if (option.autocomplete) this.#suggest(entry, true);
			else this.#lacking()?.focus();
		}, first);
		this.page.completion.rest();
		if (option.autocomplete) this.page.completion.ask(input, this.#leaf, this.#texts(), option, (items) => show(items, -1));
		else show(suggestions(option, typed ? input.value : "", this.page.world).map((name) => ({ name })), (input.value ? typed : option.required) ? 0 : -1);
	}

	#texts() { return Object.fromEntries([...this.#inputs].map(([name, { input }]) => [name, input.value])); }

	#wrong({ option, input }) { return read(option, input.value, this.page.world).problem || ""; }

	#mark(entry, text) {
		entry.problem.textContent = text;
		entry.problem.hidden = !text;
		attr(entry.input, "aria-invalid", String(Boolean(text)));
	}

	async #submit() {
		let wrong = null;
		for (const entry of this.#inputs.values()) {
			const problem = this.#wrong(entry);
			this.#mark(entry, problem);
			if (problem) wrong ??= entry.input;
		}
		this.menu.close();
		if (wrong) wrong.focus();
		else if (await this.run(this.#leaf, this.#texts())) this.close();
	}
}
