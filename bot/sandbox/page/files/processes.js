// The processes that play, where there are several: what each plays, and what can be done to it.
import { $, el, attr, clock, whisper } from "./dom.js";

export class Processes {
	#rows = new Map(); // by name; they stay, so that the focus does

	constructor(page) { this.page = page; }

	show() {
		const { processes } = this.page.world;
		const first = $("processes").hidden && processes.length > 0;
		$("processes").hidden = !processes.length;
		for (const process of processes) this.#row(process.name).show(process);
		// Wide enough for both: whoever has asked for several wants to see them.
		if (first && innerWidth > 1100) this.page.panel.open(true);
	}

	#row(name) {
		if (!this.#rows.has(name)) {
			const row = new Row(this.page, name);
			this.#rows.set(name, row);
			$("process-list").append(row.node);
		}
		return this.#rows.get(name);
	}
}

class Row {
	#process = null;

	constructor(page, name) {
		this.page = page;
		this.how = el("p", { testid: "process-how" });
		this.tables = el("ul", { class: "tables", "aria-label": `Tables of ${name}` });
		this.stop = el("button", { class: "button", testid: "process-pause", onclick: () => this.#do(this.#process.paused ? "wake" : "pause") });
		this.kill = el("button", { class: "button danger", testid: "process-kill", "aria-label": `Kill ${name}`, onclick: () => this.#do("kill") }, "Kill");
		this.node = el("li", { class: "process", testid: "process", data: { name } }, el("h4", {}, name), this.how, this.tables, el("div", { class: "pair" }, this.stop, this.kill));
	}

	show(process) {
		const { name, pid, since, paused, shards, tables } = process;
		this.#process = process;
		const plays = shards.length ? `${shards.length > 1 ? "shards" : "shard"} ${shards.join(", ")}` : "no shard";
		const at = clock(new Date(since), true);
		const how = pid ? `${paused ? "paused" : "runs"}, process ${pid} since ${at}, ${plays}` : `ended at ${at}, comes back, ${plays}`;
		if (this.how.textContent !== how) this.how.textContent = how;
		this.node.dataset.state = pid ? (paused ? "paused" : "runs") : "ended";
		this.stop.textContent = paused ? "Wake" : "Pause";
		attr(this.stop, "aria-label", `${this.stop.textContent} ${name}`);
		for (const button of [this.stop, this.kill]) attr(button, "aria-disabled", !pid && "true");
		const key = JSON.stringify(tables);
		if (this.key === key) return;
		this.key = key;
		this.tables.replaceChildren(...tables.map(({ channel, game }) => el("li", {},
			el("button", { class: "textish", testid: "process-table", data: { channelId: channel }, onclick: () => this.#enter(channel) }, `#${this.page.say.channel(channel)}`), ` ${game}`)));
	}

	// enter goes to a table, which the panel may lie upon.
	#enter(channel) {
		this.page.enter(channel);
		if (innerWidth <= 1020) this.page.panel.show(false);
	}

	async #do(what) {
		const { name, pid } = this.#process;
		if (!pid) return;
		if (await this.page.try("process", { name, content: what })) whisper({ kill: `${name} was killed.`, pause: `${name} is paused.`, wake: `${name} goes on.` }[what]);
	}
}
