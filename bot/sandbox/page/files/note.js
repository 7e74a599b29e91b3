// The note above the message field repeats a private message, such as the advice for newcomers, that a small
// screen can't show together with the table. It goes as soon as the user does something.
import { $ } from "./dom.js";
import { EPHEMERAL } from "./world.js";

const isText = (m) => !m.components?.length && !m.attachments?.length && !m.embeds?.length;

export class Note {
	#shown = ""; // the message
	#done = "";  // the last one that was read, or need not be

	constructor(page) { this.page = page; }

	// put shows the newest private message if it can't be seen and only a table came after it, or if it is the
	// first one and pushes the table before it out of sight.
	put(list, log) {
		const at = list.findLastIndex((m) => m.flags & EPHEMERAL);
		const message = list[at];
		const find = (m) => log.querySelector(`[data-message-id="${m.id}"]`);
		const top = log.getBoundingClientRect().top;
		const above = message && at === list.length - 2 && list[at + 1].components?.length;
		const below = message && at === list.length - 1 && isText(message) && list[at - 1]?.components?.length &&
			list.findIndex((m) => m.flags & EPHEMERAL) === at;
		const id = above || below ? message.id : "";
		if (!id) { this.#show(""); return; }
		if (id === this.#shown || id === this.#done) return;
		const node = find(message);
		if (!node) return;
		if (above && node.getBoundingClientRect().bottom <= top + 1) this.#show(id, node);
		if (below && find(list[at - 1])?.querySelector("img")?.getBoundingClientRect().top < top) {
			node.dataset.noted = ""; // not drawn in the list while it is the last message
			this.#show(id, node);
		}
	}

	// read is said when one does something: one has read what there was, or does not care to.
	read() {
		if (this.#shown) this.#done = this.#shown;
		this.#show("");
	}

	#show(id, node) {
		this.#shown = id;
		$("note").hidden = !id;
		$("note").replaceChildren(...(id ? node.querySelector(".text").cloneNode(true).childNodes : []));
	}
}
