// Behind the scenes: what the bot and the sandbox say to each other, faults to throw, and the evening as a test script.
import { $, el } from "./dom.js";

const MOST = 300; // entries kept; older ones are let go

export class Panel {
  #traffic = [];

  constructor(page) {
    this.page = page;
    this.node = $("scenes");
    this.toggle = $("scenes-toggle");
    this.toggle.addEventListener("click", () => (this.node.hidden ? this.open() : this.close()));
    $("scenes-close").addEventListener("click", () => this.close());
    this.node.addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
    $("faults").addEventListener("submit", (event) => event.preventDefault());
    $("faults").addEventListener("click", (event) => {
      const fault = event.target.closest("button")?.dataset.fault;
      if (fault) this.#throw(fault);
    });
    $("script").addEventListener("click", () => this.#script());
    $("traffic-clear").addEventListener("click", () => { this.#traffic = []; this.#draw(); });
  }

  open() {
    this.node.hidden = false;
    this.toggle.setAttribute("aria-expanded", "true");
    document.body.classList.add("with-scenes");
    this.#draw();
    $("scenes-close").focus();
  }

  close() {
    this.node.hidden = true;
    this.toggle.setAttribute("aria-expanded", "false");
    document.body.classList.remove("with-scenes");
    this.toggle.focus();
  }

  // heard keeps one exchange; it is drawn only while somebody looks.
  heard(exchange) {
    this.#traffic.push(exchange);
    if (this.#traffic.length > MOST) this.#traffic.shift();
    if (this.node.hidden) return;
    $("traffic").prepend(entry(exchange));
    if ($("traffic").childElementCount > MOST) $("traffic").lastChild.remove();
    $("traffic-none").hidden = true;
  }

  #draw() {
    $("traffic").replaceChildren(...this.#traffic.map(entry).reverse());
    $("traffic-none").hidden = this.#traffic.length > 0;
  }

  async #throw(fault) {
    const n = Number($("fault-n").value) || 1;
    const ms = Number($("fault-ms").value) || 0;
    const words = { 429: { n, ms }, 500: { n }, latency: { n, ms } }[fault] || {};
    if (await this.page.try("fault", { fault, ...words })) this.page.whisper(`Thrown: ${fault}`);
  }

  async #script() {
    const answer = await this.page.try("script", { channel: this.page.channel });
    if (!answer) return;
    const box = $("script-text");
    box.value = answer.text || "";
    box.hidden = false;
    box.rows = Math.min(16, Math.max(4, box.value.split("\n").length));
    try {
      await navigator.clipboard.writeText(box.value);
      this.page.whisper("Copied.");
      $("script").textContent = "Copied as test";
      setTimeout(() => { $("script").textContent = "Copy as test"; }, 2000);
    } catch {
      box.focus(); // no clipboard here: it stands ready to be copied by hand
      box.select();
    }
  }
}

function entry({ at, dir, kind, what, status, body }) {
  const bad = status >= 400;
  const clock = new Date(at).toLocaleTimeString("en-GB");
  const row = el("details", { class: bad ? "bad" : "" }, el("summary", {},
    el("span", { class: "dir", title: dir === "in" ? "from the bot" : "to the bot" }, dir === "in" ? "→" : "←", el("span", { class: "unseen" }, dir === "in" ? "from the bot" : "to the bot")),
    el("span", { class: "what" }, what), status ? el("span", { class: "status" }, String(status)) : null,
    el("time", { datetime: at }, clock), el("span", { class: "kind" }, kind)));
  row.addEventListener("toggle", () => {
    if (row.open && !row.querySelector("pre")) row.append(el("pre", { tabindex: "0" }, pretty(body)));
  });
  return el("li", {}, row);
}

function pretty(body) {
  try { return JSON.stringify(JSON.parse(body), null, 2); } catch { return body || "(empty)"; }
}
