// What a screen reader hears of the channel: after each change what is new, once, and never all of a message
// again.
import { $, el } from "./dom.js";
import { nameOf } from "./world.js";
import { plain } from "./text.js";

const KEPT = 3; // what was said before goes: it is heard from the channel itself

export class Ear {
	#known = new Map(); // what a picture said last, by its name
	#lines = new Map(); // what was told a moment ago, and when

	constructor(page) { this.page = page; }

	// learn takes what one comes upon for known, and forgets what was said to whoever one was before.
	learn(messages) {
		this.#known.clear();
		$("told").replaceChildren();
		for (const message of messages) for (const file of pictures(message)) this.#known.set(file.filename, sentences(file));
	}

	// hear says what is new in a message; before: as it was, undefined: it was not there.
	hear(message, before) {
		const { page } = this;
		const own = message.author?.id === page.world.me?.id;
		const said = [];
		for (const line of lines(message, before)) {
			const text = stop(plain(line, page.say));
			if (!this.#heard(text)) said.push(text);
		}
		for (const file of pictures(message)) {
			const now = sentences(file);
			said.push(...fresh(now, this.#known.get(file.filename) || []));
			this.#known.set(file.filename, now);
		}
		if (own || !said.length) return;
		const who = page.world.author(message);
		this.say(who?.bot ? said.join(" ") : `${nameOf(who)}: ${said.join(" ")}`);
	}

	// heard tells whether a line was told a moment ago: what the channel reads is answered to who did it, too.
	#heard(line) {
		const now = Date.now();
		for (const [old, at] of this.#lines) if (now - at > 2000) this.#lines.delete(old);
		const was = this.#lines.has(line);
		this.#lines.set(line, now);
		return was;
	}

	say(text) {
		const box = $("told");
		box.append(el("p", {}, text));
		while (box.children.length > KEPT) box.firstChild.remove();
	}
}

const stop = (text) => (/[.!?:…]$/.test(text) ? text : `${text}.`);

const pictures = (message) => (message.attachments || []).filter((file) => file.description);

// Beside a picture, which tells all that stands, the quoted lines tell what happened.
function lines(message, before) {
	const of = (m) => {
		const all = (m?.content || "").split("\n").filter((line) => line.trim());
		const happened = all.filter((line) => line.startsWith("> "));
		return pictures(m || {}).length && happened.length ? happened : all;
	};
	const old = of(before);
	return of(message).filter((line) => {
		const at = old.indexOf(line);
		if (at >= 0) old.splice(at, 1);
		return at < 0;
	}).map((line) => line.replace(/^> /, ""));
}

const labelled = /^[A-Z0-9]{1,2}: /;

// sentences of a picture's description, each with the things it lists: "Table: A: …, B: …."
function sentences(file) {
	return file.description.split(/(?<=[.!?]) +/).map((sentence) => {
		const [, head, list] = /^([^:]+: )?(.*)$/s.exec(sentence);
		return labelled.test(list) ? { head, items: list.replace(/\.$/, "").split(/[,;] (?=[A-Z0-9]{1,2}: )/) } : { head: "", items: [sentence] };
	});
}

// fresh is what the one description says and the other did not, nothing of it twice.
function fresh(now, old) {
	const known = new Set(old.flatMap(({ items }) => items));
	return now.flatMap(({ head, items }) => {
		const news = items.filter((item) => !known.has(item) && known.add(item));
		return news.length ? [stop((head || "") + news.join(", "))] : [];
	});
}
