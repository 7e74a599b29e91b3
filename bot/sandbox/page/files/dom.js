// Elements are made here and nowhere else: strings become text nodes or attribute values, never markup.

export const $ = (id) => document.getElementById(id);

// el makes an element. Of its properties, onX listens, data fills the dataset, testid is the hook for tests.
export function el(tag, props = {}, ...kids) {
	const node = document.createElement(tag);
	if (tag === "button") node.type = props.type || "button";
	for (const [key, value] of Object.entries(props)) {
		if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
		else if (key === "data") Object.assign(node.dataset, value);
		else attr(node, key === "testid" ? "data-testid" : key, value);
	}
	node.append(...kids.flat().filter((kid) => kid !== undefined && kid !== null && kid !== false));
	return node;
}

// attr sets an attribute, or takes it away when there is no value.
export function attr(node, name, value) {
	if (!node) return;
	if (value === undefined || value === null || value === false) node.removeAttribute(name);
	else node.setAttribute(name, value === true ? "" : String(value));
}

export const unseen = (text) => el("span", { class: "unseen" }, text);

// decor is for the eye alone.
export const decor = (text, look) => el("span", { "aria-hidden": "true", class: look }, text);

export function icon(name) {
	const space = "http://www.w3.org/2000/svg";
	const svg = document.createElementNS(space, "svg");
	const use = document.createElementNS(space, "use");
	use.setAttribute("href", `#i-${name}`);
	svg.setAttribute("aria-hidden", "true");
	svg.append(use);
	return svg;
}

// whisper tells a screen reader what the eye sees anyway.
export function whisper(text) { $("whisper").textContent = text; }

let serial = 0;
export const freshId = () => `x${++serial}`;

export const clock = (when, seconds) => when.toLocaleTimeString("en-GB", seconds ? {} : { hour: "2-digit", minute: "2-digit" });
