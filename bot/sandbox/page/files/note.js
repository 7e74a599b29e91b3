// What one alone can read and what has gone up out of sight before one did anything, as the words a newcomer
// reads first do on a small screen, stands above the field as well, until one does something.
import { $ } from "./dom.js";
import { EPHEMERAL } from "./world.js";

export class Note {
	#shown = ""; // the message
	#done = "";  // the last one that was read, or need not be

	constructor(page) { this.page = page; }

	// put shows the newest private message if only a table came after it, and it can't be seen.
	put(list, log) {
		const at = list.findLastIndex((m) => m.flags & EPHEMERAL);
		const message = list[at];
		const id = message && at === list.length - 2 && list[at + 1].components?.length ? message.id : "";
		if (!id) { this.#show(""); return; }
		if (id === this.#shown || id === this.#done) return;
		const node = log.querySelector(`[data-message-id="${id}"]`);
		if (node && node.getBoundingClientRect().bottom <= log.getBoundingClientRect().top + 1) this.#show(id, node);
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
