// The select of a form: it unfolds its list beneath itself.
import { el, icon } from "./dom.js";
import { Menu } from "./menu.js";

export function chooser(part) {
	const options = part.options || [];
	const most = part.max_values ?? 1, least = part.min_values ?? 1;
	let picked = new Set();
	const title = el("span", {});
	const head = el("button", {
		class: "select-head", role: "combobox", testid: "select", data: { customId: part.custom_id || "" },
		"aria-expanded": "false", "aria-label": part.placeholder,
	}, title, icon("down"));
	const menu = new Menu(el("div", { class: "menu", role: "listbox", hidden: true, "aria-multiselectable": most > 1 ? "true" : null }));

	const paint = () => { title.textContent = options.filter((o) => picked.has(o.value)).map((o) => o.label).join(", ") || part.placeholder || "Make a selection"; };
	const open = (first) => menu.open(head, part.placeholder || "Choose", options.map((o) => ({
		name: o.value, label: o.label, about: o.description, picked: picked.has(o.value),
	})), pick, first);
	const pick = ({ name }) => {
		if (most === 1) picked = new Set([name]);
		else if (!picked.delete(name) && picked.size < most) picked.add(name);
		paint();
		if (most > 1) open(options.findIndex((o) => o.value === name));
	};

	head.addEventListener("click", () => (menu.isOpen ? menu.close() : open(Math.max(0, options.findIndex((o) => picked.has(o.value))))));
	head.addEventListener("blur", (event) => { if (menu.isOpen && event.relatedTarget !== menu.node) menu.close(); });
	head.addEventListener("keydown", (event) => {
		if (!menu.isOpen) {
			if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); open(0); }
		} else if (event.key === "Escape") { event.preventDefault(); menu.close(); }
		else if (event.key === " " || (event.key === "Enter" && most === 1)) { event.preventDefault(); menu.take(); }
		else if (event.key !== "Tab") menu.key(event);
	});
	paint();
	return { node: el("div", { class: "select" }, head, menu.node), head, values: () => [...picked], least, most };
}
