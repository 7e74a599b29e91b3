// The rows under a message: buttons and selects. A kind of component nobody here knows becomes a note.
import { el, decor, icon } from "./dom.js";
import { Menu } from "./menu.js";

const ROW = 1, BUTTON = 2, SELECT = 3, LINK = 5;
const styles = { 1: "primary", 3: "success", 4: "danger" };

export function rows(message, page) {
	return (message.components || []).map((row) => {
		if (row?.type !== ROW) return unknown(row);
		return el("div", { class: "buttons" }, (row.components || []).map((part) => {
			if (part?.type === BUTTON) return button(part, message, page);
			if (part?.type === SELECT) return select(part, message, page);
			return unknown(part);
		}));
	});
}

export const unknown = (part) => el("p", { class: "unknown" }, `Something this page cannot show (component type ${part?.type ?? "?"}).`);

const emojiOf = (emoji) => emoji?.name && decor(emoji.id ? `:${emoji.name}:` : emoji.name);

function button(part, message, page) {
	const face = [emojiOf(part.emoji), part.label && el("span", {}, part.label)];
	const props = { class: `button ${styles[part.style] || ""}`, "aria-label": part.label ? null : part.emoji?.name };
	if (part.style === LINK) {
		return el("a", { ...props, href: /^https?:/.test(part.url) ? part.url : null, target: "_blank", rel: "noreferrer noopener" }, face, icon("out"));
	}
	const node = el("button", {
		...props, disabled: part.disabled, testid: "button", data: { customId: part.custom_id || "" },
		onclick: () => { if (!node.ariaBusy) page.press(node, "click", message, { custom_id: part.custom_id }); },
	}, face);
	return node;
}

function select(part, message, page) {
	const { node, head } = chooser(part, (values) => page.press(head, "select", message, { custom_id: part.custom_id, values }));
	return node;
}

// A chooser unfolds its list beneath itself. send gets one choice at once, and several when the list is closed. Without
// send, what is picked stays picked, as in a form.
export function chooser(part, send) {
	const options = part.options || [];
	const most = part.max_values ?? 1, least = part.min_values ?? 1;
	const before = new Set(options.filter((o) => o.default).map((o) => o.value));
	let picked = new Set(before);
	const title = el("span", {});
	const head = el("button", {
		class: "select-head", role: "combobox", disabled: part.disabled, testid: "select", data: { customId: part.custom_id || "" },
		"aria-expanded": "false", "aria-label": part.placeholder,
	}, title, icon("down"));
	const menu = new Menu(el("div", { class: "menu", role: "listbox", hidden: true, "aria-multiselectable": most > 1 ? "true" : null }));

	const paint = () => { title.textContent = options.filter((o) => picked.has(o.value)).map((o) => o.label).join(", ") || part.placeholder || "Make a selection"; };
	const open = (first) => menu.open(head, part.placeholder || "Choose", options.map((o) => ({
		name: o.value, label: o.label, about: o.description, face: emojiOf(o.emoji), picked: picked.has(o.value),
	})), pick, first);
	const pick = ({ name }) => {
		if (most === 1) {
			picked = new Set([name]);
			paint();
			send?.([...picked]);
			return;
		}
		if (!picked.delete(name) && picked.size < most) picked.add(name);
		paint();
		open(options.findIndex((o) => o.value === name));
	};
	const close = (keep) => {
		menu.close();
		const changed = picked.symmetricDifference(before).size;
		if (keep && changed && picked.size >= least) send?.([...picked]);
		else if (send) picked = new Set(before);
		paint();
	};

	head.addEventListener("click", () => (menu.isOpen ? close(most > 1) : open(Math.max(0, options.findIndex((o) => picked.has(o.value))))));
	head.addEventListener("blur", (event) => { if (menu.isOpen && event.relatedTarget !== menu.node) close(most > 1); });
	head.addEventListener("keydown", (event) => {
		if (!menu.isOpen) {
			if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); open(0); }
		} else if (event.key === "Escape") { event.preventDefault(); close(false); }
		else if (event.key === " " || (event.key === "Enter" && most === 1)) { event.preventDefault(); menu.take(); }
		else if (event.key !== "Tab") menu.key(event);
	});
	paint();
	return { node: el("div", { class: "select" }, head, menu.node), head, values: () => [...picked], least, most };
}
