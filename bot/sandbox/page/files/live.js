// The line to the sandbox: frames come over a WebSocket, deeds go out as POST requests.

const root = new URL("./", location.href);

export class Live {
	#socket = null;
	#as = "";   // who one is
	#wish = ""; // who one wants to be: a sandbox that was begun anew may not know them
	#tries = 0;
	#timer = 0;
	#greeted = false;

	// onFrame hears every frame; onState hears "wait", "live" or "lost".
	constructor(onFrame, onState) {
		this.onFrame = onFrame;
		this.onState = onState;
	}

	// open listens as that player; an earlier line is given up first. Without a name the sandbox picks the
	// first player.
	open(as) {
		this.#as = this.#wish = as;
		this.#tries = 0;
		this.#dial();
	}

	#dial() {
		clearTimeout(this.#timer);
		if (this.#socket) { const old = this.#socket; this.#socket = null; old.close(); }
		const address = new URL("live", root);
		address.protocol = root.protocol === "https:" ? "wss:" : "ws:";
		if (this.#wish && this.#tries < 2) address.searchParams.set("as", this.#wish);
		const socket = new WebSocket(address);
		this.#socket = socket;
		// a change of player is no loss of the line
		if (!this.#greeted) this.onState(this.#tries ? "lost" : "wait");
		this.#greeted = false;
		socket.addEventListener("message", (event) => {
			if (socket === this.#socket) this.#hear(event.data);
		});
		socket.addEventListener("close", () => {
			if (socket === this.#socket) this.#lost();
		});
	}

	#hear(text) {
		let frame;
		try { frame = JSON.parse(text); } catch { return; }
		if (frame.t === "hello") {
			this.#greeted = true;
			if (frame.me.id !== this.#wish && frame.users.some((u) => u.id === this.#wish)) { this.open(this.#wish); return; }
			this.#tries = 0;
			this.#as = this.#wish = frame.me.id;
			this.onState("live");
		}
		this.onFrame(frame);
	}

	#lost() {
		this.#socket = null;
		this.onState("lost");
		const wait = Math.min(5000, 250 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
		this.#timer = setTimeout(() => this.#dial(), wait);
	}

	// act does something as the current player and gives the sandbox's answer; a refusal is an Error with its
	// sentence.
	async act(deed, words = {}) {
		let answer;
		try {
			answer = await fetch(new URL("act", root), {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ as: this.#as, do: deed, ...words }),
			});
		} catch {
			throw new Error("The sandbox does not answer. Is it still running?");
		}
		const body = await answer.json().catch(() => ({}));
		if (!answer.ok) throw new Error(body.message || `The sandbox refused (${answer.status}).`);
		return body;
	}
}

// mediaURL returns the absolute address of an attachment.
export function mediaURL(url) {
	try { return new URL(url, root).href; } catch { return ""; }
}
