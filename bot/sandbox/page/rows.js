// The rows under a message: buttons and selects. A kind of component nobody here knows becomes a note.
import { el, attr, freshId } from "./dom.js";

const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "linkish" };
const ROW = 1, BUTTON = 2, SELECT = 3;

// rows draws all components of a message.
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

const unknown = (part) => el("p", { class: "unknown" }, `Something this page cannot show (component type ${part?.type ?? "?"}).`);

const emojiOf = (emoji) => emoji?.name ? el("span", { class: "emoji", "aria-hidden": emoji.id ? undefined : "true" }, emoji.id ? `:${emoji.name}:` : emoji.name) : null;

function button(part, message, page) {
  const look = `button ${styles[part.style] || "secondary"}`;
  const face = [emojiOf(part.emoji), part.label ? el("span", {}, part.label) : null];
  const name = part.label ? undefined : part.emoji?.name;
  if (part.style === 5) {
    const safe = /^https?:/.test(part.url || "");
    return el("a", { class: look, href: safe ? part.url : undefined, target: "_blank", rel: "noreferrer noopener", "aria-label": name }, ...face, el("span", { "aria-hidden": "true" }, "↗"));
  }
  const node = el("button", {
    type: "button", class: look, disabled: part.disabled, "aria-label": name,
    data: { testid: "button", customId: part.custom_id || "" },
  }, ...face);
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-busy") !== "true") page.press(node, "click", message, { custom_id: part.custom_id });
  });
  return node;
}

// A select is a button that unfolds a list box beneath itself: one choice acts at once, several act when it is closed.
function select(part, message, page) {
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const picked = new Set((part.options || []).filter((o) => o.default).map((o) => o.value));
  const first = new Set(picked);
  const listId = freshId("list");
  const label = el("span", {}, "");
  const head = el("button", {
    type: "button", class: "select-head", disabled: part.disabled, "aria-haspopup": "listbox", "aria-expanded": "false",
    data: { testid: "select", customId: part.custom_id || "" },
  }, label, el("span", { "aria-hidden": "true" }, "▾"));
  const items = (part.options || []).map((option, i) => el("div", {
    role: "option", id: `${listId}-${i}`, "aria-selected": String(picked.has(option.value)), class: "option", data: { value: option.value },
  }, el("span", { class: "tick", "aria-hidden": "true" }, "✓"), emojiOf(option.emoji), el("span", { class: "option-words" }, el("span", {}, option.label), option.description ? el("small", {}, option.description) : null)));
  const list = el("div", {
    role: "listbox", id: listId, tabindex: "-1", class: "options", hidden: true,
    "aria-label": part.placeholder || "Choose", "aria-multiselectable": most > 1 ? "true" : undefined,
  }, items);
  const box = el("div", { class: "select" }, head, list);
  let active = -1;

  const title = () => {
    const names = (part.options || []).filter((o) => picked.has(o.value)).map((o) => o.label);
    label.textContent = names.join(", ") || part.placeholder || "Make a selection";
  };
  const show = (i) => {
    if (!items.length) return;
    active = (i + items.length) % items.length;
    items.forEach((item, j) => item.classList.toggle("active", j === active));
    attr(list, "aria-activedescendant", items[active].id);
    items[active].scrollIntoView({ block: "nearest" });
  };
  const open = () => {
    list.hidden = false;
    head.setAttribute("aria-expanded", "true");
    show(Math.max(0, items.findIndex((item) => picked.has(item.dataset.value))));
    list.focus();
  };
  const close = (send) => {
    if (list.hidden) return;
    list.hidden = true;
    head.setAttribute("aria-expanded", "false");
    if (document.activeElement === list) head.focus();
    const changed = picked.size !== first.size || [...picked].some((v) => !first.has(v));
    if (send && changed && picked.size >= least) page.press(head, "select", message, { custom_id: part.custom_id, values: [...picked] });
    else reset();
  };
  const reset = () => {
    picked.clear();
    first.forEach((v) => picked.add(v));
    paint();
  };
  const paint = () => {
    items.forEach((item) => item.setAttribute("aria-selected", String(picked.has(item.dataset.value))));
    title();
  };
  const choose = (i) => {
    const value = items[i]?.dataset.value;
    if (value === undefined) return;
    if (most === 1) {
      picked.clear();
      picked.add(value);
      paint();
      list.hidden = true;
      head.setAttribute("aria-expanded", "false");
      head.focus();
      page.press(head, "select", message, { custom_id: part.custom_id, values: [value] });
      return;
    }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < most) picked.add(value);
    paint();
  };

  head.addEventListener("click", () => (list.hidden ? open() : close(true)));
  head.addEventListener("keydown", (event) => {
    if (list.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) { event.preventDefault(); open(); }
  });
  list.addEventListener("keydown", (event) => {
    const acts = {
      ArrowDown: () => show(active + 1), ArrowUp: () => show(active - 1), Home: () => show(0), End: () => show(items.length - 1),
      " ": () => choose(active), Enter: () => (most === 1 ? choose(active) : close(true)), Escape: () => close(false),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  list.addEventListener("focusout", (event) => { if (!box.contains(event.relatedTarget)) close(most > 1); });
  items.forEach((item, i) => {
    item.addEventListener("mousedown", (event) => event.preventDefault()); // keep the focus on the list
    item.addEventListener("click", () => choose(i));
  });
  title();
  return box;
}
