// Windows: the form a bot opens, and a picture at its full size. The focus goes back to where it came from.
import { $, el, attr, unseen, freshId } from "./dom.js";
import { unknown } from "./rows.js";

const ROW = 1, TEXT_INPUT = 4, LABEL = 18;

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
		(modal.components || []).flatMap((c) => line(c, inputs)), problem, el("div", { class: "buttons end" },
			el("button", { class: "button", testid: "modal-cancel", onclick: () => dialog.close() }, "Cancel"), submit));
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		const wrong = inputs.filter(check)[0];
		if (wrong) { wrong.node.focus(); return; }
		submit.disabled = true;
		try {
			await send(Object.fromEntries(inputs.map(({ name, node }) => [name, node.value])));
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

function line(part, inputs) {
	if (part?.type === ROW) return (part.components || []).flatMap((c) => line(c, inputs));
	if (part?.type === LABEL && part.component?.type === TEXT_INPUT) return line({ ...part.component, label: part.label, description: part.description }, inputs);
	if (part?.type !== TEXT_INPUT) return [unknown(part)];
	const id = freshId(), long = part.style === 2, required = part.required !== false;
	const least = part.min_length || 0, most = part.max_length ?? 4000;
	const error = el("p", { class: "problem", id: `${id}-problem`, hidden: true });
	const node = el(long ? "textarea" : "input", {
		id, rows: long && 4, autocomplete: "off", required, minlength: least, maxlength: most,
		placeholder: part.placeholder, "aria-describedby": error.id, testid: "modal-input", data: { customId: part.custom_id },
	});
	node.value = part.value || "";
	inputs.push({ name: part.custom_id, node, error, required, least, most });
	return [el("div", {}, el("label", { for: id }, part.label || "Text", required && el("i", {}, " *", unseen(" required"))),
		part.description && el("p", { class: "subtext" }, part.description), node, error)];
}

// check says beneath the field what is wrong with it, and whether anything is.
function check({ node, error, required, least, most }) {
	const length = [...node.value].length;
	let text = "";
	if (required && !node.value.trim()) text = "This is needed.";
	else if (length && length < least) text = `At least ${least} characters, please.`;
	else if (length > most) text = `At most ${most} characters, please.`;
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
