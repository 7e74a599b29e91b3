// Windows: the form a bot opens, and a picture at its full size. The focus goes back to where it came from.
import { $, el, attr, unseen, freshId } from "./dom.js";
import { chooser } from "./chooser.js";
import { unknown } from "./rows.js";

const SELECT = 3, TEXT_INPUT = 4, LABEL = 18;

function show(dialog, back, ...kids) {
	if (dialog.open) dialog.close();
	dialog.replaceChildren(...kids);
	dialog.onclose = () => { dialog.onclose = null; dialog.replaceChildren(); back(); };
	dialog.showModal();
}

// openModal asks what the bot wants to know; send(fields) gives it to the sandbox.
export function openModal(modal, send, back) {
	const dialog = $("modal");
	const inputs = [];
	const problem = el("p", { class: "problem", role: "alert", hidden: true });
	const submit = el("button", { type: "submit", class: "button primary", testid: "modal-submit" }, el("span", {}, "Submit"));
	const form = el("form", { novalidate: true }, el("h2", { id: "modal-title" }, modal.title || "Form"),
		(modal.components || []).map((c) => line(c, inputs)), problem, el("div", { class: "buttons end" },
			el("button", { class: "button", testid: "modal-cancel", onclick: () => dialog.close() }, "Cancel"), submit));
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		const wrong = inputs.filter(check)[0];
		if (wrong) { wrong.node.focus(); return; }
		submit.disabled = true;
		try {
			await send(Object.fromEntries(inputs.map(({ name, read }) => [name, read()])));
			dialog.close();
		} catch (err) {
			problem.textContent = err.message;
			problem.hidden = submit.disabled = false;
		}
	});
	show(dialog, back, form);
	dialog.dataset.customId = modal.custom_id;
	inputs[0]?.node.focus();
}

// line shows a label with the text input or select that it names.
function line(label, inputs) {
	const part = label?.component;
	if (label?.type !== LABEL || ![SELECT, TEXT_INPUT].includes(part?.type)) return unknown(label);
	const id = freshId(), required = part.required !== false;
	const error = el("p", { class: "problem", id: `${id}-problem`, hidden: true });
	const field = part.type === SELECT ? choice(part, required) : text(part, required);
	attr(field.node, "id", id);
	attr(field.node, "aria-describedby", error.id);
	inputs.push({ ...field, name: part.custom_id, error, required });
	return el("div", {}, el("label", { for: id }, label.label, required && el("i", {}, " *", unseen(" required"))),
		label.description && el("p", { class: "subtext" }, label.description), field.box ?? field.node, error);
}

function text(part, required) {
	const long = part.style === 2, least = part.min_length || 0, most = part.max_length ?? 4000;
	const node = el(long ? "textarea" : "input", {
		rows: long && 4, autocomplete: "off", required, minlength: least, maxlength: most,
		placeholder: part.placeholder, testid: "modal-input", data: { customId: part.custom_id },
	});
	node.value = part.value || "";
	const wrong = () => {
		const length = [...node.value].length;
		if (required && !node.value.trim()) return "This is needed.";
		if (length && length < least) return `At least ${least} characters, please.`;
		return length > most ? `At most ${most} characters, please.` : "";
	};
	return { node, wrong, read: () => node.value };
}

function choice(part, required) {
	const { node: box, head, values, least, most } = chooser(part);
	const wrong = () => {
		const { length } = values();
		if (!length && !required || length >= least && length <= most) return "";
		return least === most ? `Choose ${least}, please.` : `Choose ${least} to ${most}, please.`;
	};
	return { node: head, box, wrong, read: () => values().join("\n") };
}

// check says beneath the field what is wrong with it, and whether anything is.
function check({ node, error, wrong }) {
	const text = wrong();
	error.textContent = text;
	error.hidden = !text;
	attr(node, "aria-invalid", String(Boolean(text)));
	return text;
}

// enlarge opens a picture with its description beneath it; a press on it comes closer.
export function enlarge(img, back) {
	const dialog = $("large");
	const flip = () => attr(zoom, "aria-pressed", String(view.classList.toggle("near")));
	const view = el("div", { class: "view", tabindex: "0", onclick: flip }, el("img", { src: img.src, alt: "" }));
	const zoom = el("button", { class: "button", "aria-pressed": "false", testid: "zoom", onclick: flip }, "Zoom");
	const close = el("button", { class: "button", onclick: () => dialog.close() }, "Close");
	show(dialog, back, view, el("p", { tabindex: "0" }, img.alt), el("div", { class: "buttons end" }, zoom, close));
	dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
	close.focus();
}
