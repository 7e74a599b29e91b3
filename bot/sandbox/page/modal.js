// Windows: the form a bot opens, and a picture at its full size. The focus goes back to where it came from.
import { $, el, freshId } from "./dom.js";

const ROW = 1, TEXT_INPUT = 4, TEXT_DISPLAY = 10, LABEL = 18;

// openModal asks the player what the bot wants to know; send(fields) gives it to the sandbox.
export function openModal(modal, { send, back }) {
  const dialog = $("modal");
  if (dialog.open) dialog.close();
  const inputs = [];
  const lines = (modal.components || []).flatMap((c) => line(c, inputs));
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary", data: { testid: "modal-submit" } }, "Submit");
  const form = el("form", { novalidate: true },
    el("h2", { id: "modal-title" }, modal.title || "Form"), ...lines, problem,
    el("div", { class: "buttons end" }, el("button", { type: "button", class: "button secondary", data: { testid: "modal-cancel" }, onclick: () => dialog.close() }, "Cancel"), submit));
  dialog.replaceChildren(form);
  dialog.dataset.customId = modal.custom_id || "";
  dialog.onclose = () => { dialog.onclose = null; dialog.replaceChildren(); back(); };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = inputs.map(check).find(Boolean);
    if (wrong) { wrong.focus(); return; }
    submit.disabled = true;
    try {
      await send(Object.fromEntries(inputs.map(({ name, node }) => [name, node.value])));
      dialog.close();
    } catch (err) {
      problem.textContent = err.message;
      problem.hidden = false;
      submit.disabled = false;
    }
  });
  dialog.showModal();
  inputs[0]?.node.focus();
}

function line(part, inputs) {
  if (part?.type === ROW) return (part.components || []).flatMap((c) => line(c, inputs));
  if (part?.type === TEXT_DISPLAY) return [el("p", {}, part.content || "")];
  if (part?.type === LABEL && part.component?.type === TEXT_INPUT) return line({ ...part.component, label: part.label, description: part.description }, inputs);
  if (part?.type !== TEXT_INPUT) return [el("p", { class: "unknown" }, `Something this page cannot show (component type ${part?.type ?? "?"}).`)];
  const id = freshId("input");
  const required = part.required !== false;
  const long = part.style === 2;
  const error = el("p", { class: "input-problem", id: `${id}-problem`, hidden: true });
  const node = el(long ? "textarea" : "input", {
    id, type: long ? undefined : "text", rows: long ? "4" : undefined, autocomplete: "off", name: part.custom_id,
    required, minlength: part.min_length, maxlength: part.max_length ?? 4000, placeholder: part.placeholder,
    "aria-describedby": `${id}-problem`, data: { customId: part.custom_id || "" },
  });
  node.value = part.value || "";
  inputs.push({ name: part.custom_id, node, error, required, least: part.min_length || 0, most: part.max_length ?? 4000 });
  return [el("div", { class: "input" },
    el("label", { for: id }, part.label || "Text", required ? el("span", { class: "star" }, " *", el("span", { class: "unseen" }, " required")) : null),
    part.description ? el("p", { class: "input-about" }, part.description) : null, node, error)];
}

// check says beneath the field what is wrong with it, and gives the field back when something is.
function check({ node, error, required, least, most }) {
  const length = [...node.value].length;
  let text = "";
  if (required && !node.value.trim()) text = "This is needed.";
  else if (length && length < least) text = `At least ${least} characters, please.`;
  else if (length > most) text = `At most ${most} characters, please.`;
  error.textContent = text;
  error.hidden = !text;
  node.setAttribute("aria-invalid", String(Boolean(text)));
  return text ? node : null;
}

// enlarge opens a picture with its description beneath it.
export function enlarge(img, back) {
  const dialog = $("large");
  const close = el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Close");
  dialog.replaceChildren(el("figure", {}, el("img", { src: img.src, alt: "" }), el("figcaption", { tabindex: "0" }, img.alt)), el("div", { class: "buttons end" }, close));
  dialog.onclose = () => { dialog.onclose = null; dialog.replaceChildren(); back(); };
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.showModal();
  close.focus();
}
