// The rows of buttons under a message. A kind of component nobody here knows becomes a note.
import { el } from "./dom.js";

const ROW = 1, BUTTON = 2;
const styles = { 1: "primary", 3: "success", 4: "danger" };

export function rows(message, page) {
	return (message.components || []).map((row) => {
		if (row?.type !== ROW) return unknown(row);
		return el("div", { class: "buttons" }, (row.components || []).map((part) => part?.type === BUTTON ? button(part, message, page) : unknown(part)));
	});
}

export const unknown = (part) => el("p", { class: "unknown" }, `Something this page cannot show (component type ${part?.type ?? "?"}).`);

function button(part, message, page) {
	const node = el("button", {
		class: `button ${styles[part.style] || ""}`, disabled: part.disabled, testid: "button", data: { customId: part.custom_id || "" },
		onclick: () => { if (!node.ariaBusy) page.press(node, "click", message, { custom_id: part.custom_id }); },
	}, el("span", {}, part.label));
	return node;
}
