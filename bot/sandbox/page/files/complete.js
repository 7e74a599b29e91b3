// What the bot suggests for an option while it is typed.
import { nest, read } from "./command.js";

export class Completion {
	#asked = 0;
	#timer = 0;

	constructor(page) { this.page = page; }

	// ask shows suggestions ({name: the value, label: its words}) for one option of a command, texts being
	// what stands in all of them. An answer is dropped that comes after the next question, or when the field
	// has lost the focus.
	ask(field, leaf, texts, option, show) {
		const asked = this.rest();
		this.#timer = setTimeout(async () => {
			const { world, channel } = this.page;
			const options = leaf.options.flatMap((o) => {
				const focused = o.name === option.name || undefined;
				const value = focused ? texts[o.name] || "" : read(o, texts[o.name], world).value;
				return value === undefined ? [] : [{ name: o.name, type: o.type, value, focused }];
			});
			// one can still type it out
			const { choices = [] } = await this.page.act("complete", { channel, ...nest(leaf, options) }).catch(() => ({}));
			if (asked === this.#asked && document.activeElement === field) show(choices.map((c) => ({ name: String(c.value), label: String(c.name) })));
		}, 120);
	}

	rest() {
		clearTimeout(this.#timer);
		return ++this.#asked;
	}
}
