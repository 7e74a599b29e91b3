// One message of the channel: made once, then patched in place, so that an edit moves nothing that did not change.
import { el, attr, unseen, decor, clock } from "./dom.js";
import { EPHEMERAL, LOADING, nameOf, hueOf, initialOf } from "./world.js";
import { markdown, plain } from "./text.js";
import { mediaURL } from "./live.js";
import { rows } from "./rows.js";
import { embeds, hostedFiles } from "./embed.js";
import { tools } from "./tools.js";

export class MessageView {
	#page;
	#drawn = {}; // what each part was drawn from
	#parts = {};

	constructor(message, page) {
		this.#page = page;
		for (const name of ["quote", "text", "embeds", "pictures", "rows", "reactions", "foot", "tools"]) {
			this.#parts[name] = el("div", { class: name });
		}
		const { quote, tools, ...inner } = this.#parts;
		const user = page.world.author(message);
		const when = new Date(message.timestamp);
		this.when = when.getTime();
		this.node = el("article", {
			class: "message", tabindex: "-1", "aria-label": `${nameOf(user)}, ${clock(when)}`,
			testid: "message", data: { messageId: message.id, authorId: user?.id },
		}, quote, el("div", { class: "line" }, decor(initialOf(user), `avatar ${hueOf(page.world, user)}`), el("div", { class: "body" },
			el("div", { class: "byline" }, el("b", {}, nameOf(user)), user?.bot && el("span", { class: "tag" }, "BOT"),
				el("time", { datetime: message.timestamp }, clock(when))),
			Object.values(inner))), tools);
		this.patch(message);
	}

	// patch draws what differs from before. The focus stays on the same control, or on the message when that is gone.
	patch(message) {
		this.message = message;
		const page = this.#page;
		const held = this.node.contains(document.activeElement) && document.activeElement;
		const secret = message.flags & EPHEMERAL, loading = message.flags & LOADING;
		this.node.classList.toggle("secret", Boolean(secret));
		this.node.classList.toggle("pinged", Boolean(message.mentions?.some?.((u) => u.id === page.world.me?.id)));

		this.#part("quote", [message.referenced_message, message.message_reference, message.interaction_metadata], () => quoted(message, page));
		this.#part("text", [message.content, message.edited_timestamp, loading], () => words(message, page, loading));
		this.#pictures(hostedFiles(message));
		this.#part("embeds", [message.embeds, message.attachments], () => embeds(message, page));
		this.#part("rows", message.components || [], () => rows(message, page));
		this.#part("reactions", message.reactions || [], () => reactions(message, page));
		this.#part("foot", secret, () => secret ? ["Only you can see this · ",
			el("button", { class: "textish", testid: "dismiss", onclick: () => page.dismiss(this.message) }, "Dismiss")] : []);
		this.#part("tools", [secret, loading], () => secret || loading ? [] : [tools(this, page)]);

		if (held && !held.isConnected) this.control(held.dataset.customId, held.textContent).focus({ preventScroll: true });
	}

	// control finds a button or select wherever an edit has put it: by its custom id, by its words when the id is a new one
	// (ids name the line of the journal), else the message itself.
	control(customId, words) {
		const all = [...this.node.querySelectorAll("[data-custom-id]:enabled")];
		return all.find((n) => n.dataset.customId === customId) || all.find((n) => n.textContent === words) || this.node;
	}

	#changed(name, from) {
		const key = JSON.stringify(from) ?? "";
		const changed = this.#drawn[name] !== key;
		this.#drawn[name] = key;
		return changed;
	}

	#part(name, from, draw) {
		if (this.#changed(name, from)) this.#parts[name].replaceChildren(...draw());
	}

	// Pictures keep their element: the old one stays on the screen until the new one has come, and nothing jumps.
	#pictures({ pictures, files }) {
		if (!this.#changed("pictures", [pictures, files])) return;
		const box = this.#parts.pictures;
		const old = box.querySelectorAll("button.picture");
		box.replaceChildren(
			...pictures.map((file, i) => old[i] ? repaint(old[i], file) : picture(file, this.#page)),
			...files.map((file) => el("a", { class: "unknown", href: mediaURL(file.url), download: file.filename }, file.filename)));
	}
}

// picture is an attachment as the channel shows it; a press opens it large.
export function picture(file, page) {
	const img = el("img", { title: "Open large" });
	return repaint(el("button", { class: "picture", testid: "picture", onclick: () => page.enlarge(img) }, img), file);
}

function repaint(node, file) {
	const img = node.firstChild;
	const size = () => { attr(img, "width", file.width); attr(img, "height", file.height); };
	img.alt = file.description || file.filename || "picture";
	const src = mediaURL(file.url);
	if (img.src === src) return node;
	if (img.src) img.addEventListener("load", size, { once: true });
	else size();
	img.src = src;
	return node;
}

function words(message, page, loading) {
	if (loading) return [el("p", { class: "thinking" }, "thinking…")];
	const text = el("div", {}, markdown(message.content || "", page.say));
	if (message.edited_timestamp && message.content) {
		const last = text.lastElementChild;
		(last?.tagName === "P" ? last : text).append(" ", el("span", { class: "edited" }, "(edited)"));
	}
	return [...text.childNodes];
}

// The line above: what this message answers, or who called the command that it answers.
function quoted(message, page) {
	const { world } = page;
	const call = message.interaction_metadata;
	if (call?.type === 2 && !(message.flags & EPHEMERAL)) {
		return [el("span", { class: "quoted" }, el("b", {}, nameOf(world.user(call.user?.id) || call.user)), " used ", call.name ? `/${call.name}` : "a command")];
	}
	const id = message.message_reference?.message_id;
	if (!id) return [];
	const answered = message.referenced_message || world.find(message.channel_id, id);
	if (!answered) return [el("span", { class: "quoted" }, "answers a message that is gone")];
	const words = plain(answered.content || "", page.say) || "a picture";
	return [el("button", { class: "quoted", onclick: () => page.log.jump(id) },
		unseen("Answers "), el("b", {}, nameOf(world.author(answered))), " ", words.slice(0, 160))];
}

function reactions(message, page) {
	return (message.reactions || []).map(({ emoji, count, me }) => el("button", {
		class: "reaction", "aria-pressed": String(Boolean(me)), testid: "reaction", data: { customId: `reaction ${emoji.name}` },
		onclick: () => page.react(message, emoji.name, !me),
	}, `${emoji.name} ${count}`));
}
