// Where one writes: talk, replies and edits, mentions after @, commands after /. A chosen command goes on
// in its own form.
import { $, attr, decor } from "./dom.js";
import { nameOf, hueOf, initialOf, mentioned } from "./world.js";
import { leaves, match, parse, read } from "./command.js";
import { Menu } from "./menu.js";
import { CommandForm } from "./form.js";

export class Composer {
	#reply = null;
	#edit = null;

	constructor(page) {
		this.page = page;
		this.field = $("field");
		this.menu = new Menu($("menu"));
		this.form = new CommandForm(page, this.menu, () => { $("text-form").hidden = false; this.field.focus(); });
		this.field.addEventListener("input", () => { this.#grow(); this.say(""); this.#suggest(); });
		this.field.addEventListener("keydown", (event) => this.#key(event));
		this.field.addEventListener("blur", (event) => this.menu.left(event));
		$("text-form").addEventListener("submit", (event) => { event.preventDefault(); this.#enter(true); });
		$("about-end").addEventListener("click", () => { this.rest(); this.focus(); });
	}

	focus() { (this.form.isOpen ? this.form : this.field).focus(); }

	say(text) {
		$("problem").textContent = text;
		$("problem").hidden = !text;
	}

	// named tells the field where and as whom one writes.
	named() {
		const { world, channel } = this.page;
		this.field.placeholder = `Message #${this.page.say.channel(channel)}`;
		attr(this.field, "aria-label", `${this.field.placeholder} as ${nameOf(world.me)}`);
	}

	reply(message) {
		this.#begin(`Replying to ${nameOf(this.page.world.author(message))}`);
		this.#reply = message;
	}

	edit(message) {
		this.#begin("Editing your message");
		this.#edit = message;
		this.#set(message.content.replace(/<@!?(\d+)>/g, (_, id) => `@${this.page.say.user(id)}`)); // sent as mentions again
	}

	#begin(text) {
		this.rest();
		if (this.form.isOpen) this.form.close();
		$("about-text").textContent = text;
		$("about").hidden = false;
		this.field.focus();
	}

	rest() {
		if (this.#edit) this.#set("");
		this.#reply = this.#edit = null;
		$("about").hidden = true;
		this.say("");
	}

	// gone is told when a message goes away, lest one answers nothing.
	gone(id) { if (this.#reply?.id === id || this.#edit?.id === id) this.rest(); }

	// start begins the command of that name; when it needs nothing more and run is set, it is called at once.
	start(name, run) {
		const found = parse(leaves(this.page.world), name);
		if (found) this.#call(found.leaf, found.values, run);
		else this.say(`There is no command “/${name}”.`);
	}

	#set(text) { this.field.value = text; this.#grow(); }

	#grow() {
		this.field.rows = 1;
		while (this.field.rows < 8 && this.field.scrollHeight > this.field.clientHeight + 4) this.field.rows++;
	}

	#key(event) {
		if (event.isComposing || this.menu.key(event)) return;
		if (event.key === "Enter" && !event.shiftKey) this.#enter();
		else if (event.key === "Escape" && (this.#reply || this.#edit)) this.rest();
		else return;
		event.preventDefault();
	}

	// enter sends what stands there. A bare command that has options is run by the button alone; Enter goes on
	// to them.
	#enter(sent) {
		const slash = this.#slash();
		if (slash === null) {
			if (!(this.menu.isOpen && this.menu.take())) this.#send();
			return;
		}
		const found = parse(leaves(this.page.world), slash);
		if (found && !this.menu.moved) this.#call(found.leaf, found.values, !found.extra && (sent || !found.leaf.options.length || Object.keys(found.values).length > 0));
		else if (!this.menu.take()) this.say("There is no command like that. Type / to see them all.");
	}

	#slash() { return !this.#edit && /^\/[^\n/]/.test(this.field.value + " ") ? this.field.value.slice(1) : null; }

	#suggest() {
		const { world, completion } = this.page;
		const slash = this.#slash();
		completion.rest();
		if (slash === null) { this.#mentions(); return; }
		const all = leaves(world);
		const items = match(all, slash).slice(0, 50).map((leaf) => ({
			name: leaf.name, label: "/" + leaf.label, about: leaf.about, leaf,
			detail: leaf.options.map((o) => (o.required ? o.label : `[${o.label}]`)).join(" "),
		}));
		const open = (items) => this.menu.open(this.field, "Commands", items, ({ leaf, text }) => {
			if (leaf) this.#call(leaf, parse([leaf], this.#slash())?.values || {}, false);
			else { this.#set(text); this.#suggest(); }
		});
		// The values of an option stand under its command, once one types at them.
		const { leaf, values, current } = parse(all, slash) || {};
		const option = leaf?.options.find((o) => o.name === current);
		const typed = values?.[current];
		const asks = typed && option?.autocomplete;
		if (!asks || !this.menu.isOpen) open(items);
		if (!asks) return;
		const head = "/" + slash.trim().replace(/\s+/g, " ").slice(0, -typed.length);
		completion.ask(this.field, leaf, values, option, (choices) => open([...items, ...choices.map((c) => ({ ...c, text: `${head}${c.name} ` }))]));
	}

	#mentions() {
		const before = this.field.value.slice(0, this.field.selectionStart);
		const at = /(?:^|\s)@([^\s@]{0,32})$/.exec(before);
		if (!at) { this.menu.close(); return; }
		const { world } = this.page;
		const items = [world.bot, ...world.users].filter((u) => u && nameOf(u).toLowerCase().includes(at[1].toLowerCase())).map((user) => ({
			name: nameOf(user), label: "@" + nameOf(user), about: user.bot && "the bot", user, data: { userId: user.id },
			face: decor(initialOf(user), `avatar tiny ${hueOf(world, user)}`),
		}));
		this.menu.open(this.field, "People", items, ({ user }) => {
			const head = `${before.slice(0, before.length - at[1].length)}${nameOf(user)} `;
			this.#set(head + this.field.value.slice(before.length));
			this.field.setSelectionRange(head.length, head.length);
		});
	}

	// call runs a command that has all it needs, or opens its form with what is known.
	#call(leaf, values, run) {
		const typed = this.field.value;
		this.menu.close();
		this.rest();
		this.#set("");
		if (run && leaf.options.every((o) => !read(o, values[o.name], this.page.world).problem)) {
			this.form.run(leaf, values).then((taken) => { if (!taken && !this.field.value) this.#set(typed); });
			return;
		}
		$("text-form").hidden = true;
		this.form.open(leaf, values);
	}

	async #send() {
		const { page } = this;
		const content = mentioned(this.field.value.trim(), page.world);
		if (!content) return;
		const reply = this.#reply, edit = this.#edit;
		this.say("");
		this.#set("");
		try {
			if (edit) await page.act("edit", { ...page.at(edit), content });
			else await page.act("send", { channel: page.channel, content, reply_to: reply?.id });
			if (this.#reply === reply && this.#edit === edit) this.rest();
		} catch (err) {
			if (!this.field.value) this.#set(content);
			this.say(err.message);
		}
	}
}
