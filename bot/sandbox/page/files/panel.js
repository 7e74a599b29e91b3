// Behind the scenes: what the bot and the sandbox say to each other, and faults to throw.
import { $, el, attr, unseen, decor, clock, whisper } from "./dom.js";

const MOST = 300; // entries kept; older ones are let go

export class Panel {
	constructor(page) {
		this.page = page;
		this.node = $("scenes");
		$("scenes-toggle").addEventListener("click", () => this.show(this.node.hidden));
		$("scenes-close").addEventListener("click", () => this.show(false));
		this.node.addEventListener("keydown", (event) => { if (event.key === "Escape") this.show(false); });
		$("faults").addEventListener("submit", (event) => event.preventDefault());
		$("faults").addEventListener("click", (event) => {
			const fault = event.target.closest("button")?.dataset.fault;
			if (fault) this.#throw(fault);
		});
	}

	show(open) {
		this.open(open);
		$(open ? "scenes-close" : "scenes-toggle").focus();
	}

	// open opens the panel or closes it, and leaves the focus where it is.
	open(open) {
		this.node.hidden = !open;
		attr($("scenes-toggle"), "aria-expanded", String(open));
	}

	// heard lists one exchange, once: on a new line all are told again.
	heard(exchange) {
		const list = $("traffic"), key = `${exchange.n} ${exchange.at}`;
		if ([...list.children].some((row) => row.dataset.key === key)) return;
		list.prepend(entry(exchange, key));
		if (list.childElementCount > MOST) list.lastChild.remove();
		$("traffic-none").hidden = true;
	}

	async #throw(fault) {
		const n = Number($("fault-n").value) || 1, ms = Number($("fault-ms").value) || 0;
		const words = { 429: { n, ms }, 500: { n }, latency: { n, ms } }[fault];
		if (await this.page.try("fault", { fault, ...words })) whisper(`Thrown: ${fault}`);
	}
}

function entry({ at, dir, kind, what, status, body }, key) {
	const inward = dir === "in";
	const row = el("details", { class: status >= 400 && "bad" }, el("summary", { title: kind },
		decor(inward ? "→" : "←"), unseen(inward ? "from the bot" : "to the bot"),
		el("span", { class: "what" }, what), status > 0 && el("b", {}, status), el("time", { datetime: at }, clock(new Date(at), true))));
	row.addEventListener("toggle", () => {
		if (row.open && !row.querySelector("pre")) row.append(el("pre", { tabindex: "0" }, pretty(body)));
	});
	return el("li", { data: { key } }, row);
}

function pretty(body) {
	try { return JSON.stringify(JSON.parse(body), null, 2); } catch { return body || "(empty)"; }
}
