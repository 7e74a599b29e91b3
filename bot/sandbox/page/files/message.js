// One message of the channel: made once, then patched in place, so that an edit moves nothing that did not
// change.
import { el, attr, unseen, decor, clock } from "./dom.js";
import { EPHEMERAL, nameOf, hueOf, initialOf } from "./world.js";
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

	// patch draws what differs from before. The focus stays on the same control, or on the message when that
	// is gone.
	patch(message) {
		this.message = message;
		const page = this.#page;
		const held = this.node.contains(document.activeElement) && document.activeElement;
		const secret = message.flags & EPHEMERAL;
		this.node.classList.toggle("secret", Boolean(secret));
		this.node.classList.toggle("pinged", Boolean(message.mentions?.some?.((u) => u.id === page.world.me?.id)));

		this.#part("quote", [message.referenced_message, message.message_reference, message.interaction_metadata], () => quoted(message, page));
		this.#part("text", [message.content, message.edited_timestamp], () => words(message, page));
		this.#pictures(hostedFiles(message));
		this.#part("embeds", message.embeds, () => embeds(message, page));
		this.#part("rows", message.components || [], () => rows(message, page));
		this.#part("reactions", message.reactions || [], () => reactions(message, page));
		this.#part("foot", secret, () => secret ? ["Only you can see this · ",
			el("button", { class: "textish", testid: "dismiss", onclick: () => page.dismiss(this.message) }, "Dismiss"),
			el("button", { class: "textish all", testid: "dismiss-all", onclick: () => page.dismissRow(this.node) }, "Dismiss all")] : []);
		this.#part("tools", secret, () => secret ? [] : [tools(this, page)]);

		if (held && !held.isConnected) {
			page.log.control({ message: message.id, customId: held.dataset.customId, words: held.textContent }).focus({ preventScroll: true });
		}
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

	// Pictures keep their element: the old one stays on the screen until the new one has come, and nothing
	// jumps.
	#pictures({ pictures, files }) {
		if (!this.#changed("pictures", [pictures, files])) return;
		const box = this.#parts.pictures;
		const old = box.querySelectorAll(".picture");
		box.replaceChildren(
			...pictures.map((file, i) => old[i] ? repaint(old[i], file) : picture(file, this.#page)),
			...files.map((file) => el("a", { class: "unknown", href: mediaURL(file.url), download: file.filename }, file.filename)));
	}
}

// picture is an attachment as the channel shows it; a press opens it large. The button lies over it, since
// what stands inside a button is not read as a picture.
export function picture(file, page) {
	const img = el("img");
	return repaint(el("div", { class: "picture" }, img,
		el("button", { testid: "picture", title: "Open large", "aria-label": "Open large", onclick: () => page.enlarge(img) })), file);
}

// repaint holds the picture's room before it has come, so that nothing moves when it does.
function repaint(node, file) {
	const img = node.firstChild;
	const { width, height } = file;
	const size = () => {
		attr(img, "width", width);
		attr(img, "height", height);
		node.style.width = width && height ? `${Math.min(width, 550, 350 * width / height)}px` : "";
	};
	img.alt = file.description || file.filename || "picture";
	const src = mediaURL(file.url);
	if (img.src === src) return node;
	if (img.src) img.addEventListener("load", size, { once: true });
	else size();
	img.src = src;
	return node;
}

function words(message, page) {
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
		return [el("span", { class: "quoted" }, el("b", {}, nameOf(world.user(call.user?.id) || call.user)), " used a command")];
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
