// Elements are made here and nowhere else: strings become text nodes or attribute values, never markup.

export const $ = (id) => document.getElementById(id);

export function el(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key === "data") Object.assign(node.dataset, value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...kids.flat().filter((kid) => kid !== undefined && kid !== null && kid !== false));
  return node;
}

export const unseen = (text) => el("span", { class: "unseen" }, text);

// attr sets an attribute, or takes it away when the value is empty.
export function attr(node, name, value) {
  if (value === undefined || value === null || value === false || value === "") node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

// whisper tells a screen reader what the eye sees anyway.
export function whisper(text) { $("whisper").textContent = text; }

let serial = 0;
export const freshId = (stem) => `${stem}-${++serial}`;
