// A game that the others play by themselves, and how fast.
import { $, attr } from "./dom.js";

const speeds = [1, 2, 4, 8, 16, 30]; // times as fast as people; the slider's places
const usual = 4;

export class Show {
	constructor(page) {
		this.page = page;
		$("others").addEventListener("click", () => this.begin("", 1));
		$("show-speed").addEventListener("input", () => this.#pace(speeds[$("show-speed").value]));
		$("show-stop").addEventListener("click", () => this.#pace(0));
	}

	get #here() { return this.page.world.shows.find((s) => s.channel === this.page.channel); }

	// begin lets the others play a game, or come to the table that stands here.
	async begin(game, speed = usual) {
		this.page.startsOpen = false;
		if (await this.page.try("watch", { channel: this.page.channel, name: game, n: speed })) this.page.composer.focus();
	}

	// put shows the slider while others play here, and lets them be asked at a table where they do not.
	put(playing) {
		const { world } = this.page;
		const show = this.#here;
		$("others").hidden = Boolean(show) || !world.watch || !playing;
		$("show").hidden = !show;
		if (!show) return;
		$("show-who").textContent = `${new Intl.ListFormat("en").format(show.people)} play by themselves.`;
		const at = speeds.findIndex((s) => s >= show.speed);
		$("show-speed").value = at;
		attr($("show-speed"), "aria-valuetext", `${show.speed} times as fast as people`);
		$("show-pace").textContent = `${show.speed}×`;
	}

	#pace(n) { this.page.try("pace", { channel: this.page.channel, n }); }
}
