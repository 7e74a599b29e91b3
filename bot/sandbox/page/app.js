// The page: frames change what is known, what is known is shown, what one does goes out.
import { $, whisper } from "./dom.js";
import { Live } from "./live.js";
import { World, nameOf } from "./world.js";
import { Log } from "./log.js";
import { Composer } from "./composer.js";
import { Panel } from "./panel.js";
import { showPeople, showChannels, showStarts } from "./people.js";
import { openModal, enlarge } from "./modal.js";

const memory = {
  get(key) { try { return sessionStorage.getItem(key) || ""; } catch { return ""; } },
  set(key, value) { try { sessionStorage.setItem(key, value); } catch { /* forgotten with the tab */ } },
};

class Page {
  world = new World();
  channel = memory.get("channel");
  unread = new Set();
  startsOpen = false;
  #link = "wait";
  #pending = new Map();  // interaction -> what was pressed
  #settled = new Set();  // interactions answered before the sandbox told us their id
  #pressed = null;
  #typists = new Map();

  constructor() {
    this.say = {
      user: (id) => nameOf(this.world.user(id)),
      channel: (id) => this.world.channel(id)?.name || "channel",
      command: (name) => this.composer.start(name, false),
    };
    this.live = new Live((frame) => this.#hear(frame), (state) => { this.#link = state; this.#showLink(); });
    this.log = new Log(this);
    this.composer = new Composer(this);
    this.panel = new Panel(this);
    $("starts-toggle").addEventListener("click", () => { this.startsOpen = !this.startsOpen; showStarts(this); });
    $("theme").addEventListener("click", () => globalThis.chooseTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
    addEventListener("theme", () => this.#showTheme());
    this.#showTheme();
    this.live.open(memory.get("as"));
  }

  botName() { return nameOf(this.world.bot) || "The bot"; }
  focusField() { this.composer.focus(); }
  sayProblem(text) { this.composer.say(text); }
  whisper(text) { whisper(text); }
  act(deed, words) { return this.live.act(deed, words); }

  // try does something and says so when it was refused; null then.
  async try(deed, words) {
    this.composer.say("");
    try { return await this.act(deed, words); } catch (err) { this.composer.say(err.message); return null; }
  }

  // become goes on as another player, in the same channel.
  become(id) {
    memory.set("as", id);
    this.composer.rest();
    this.composer.say("");
    this.live.open(id);
  }

  enter(channel) {
    this.channel = channel;
    memory.set("channel", channel);
    this.unread.delete(channel);
    this.composer.rest();
    this.#showRoom();
  }

  startGame(game) {
    this.startsOpen = false;
    showStarts(this);
    this.composer.start(`play ${game}`, true);
  }

  // call sends a slash command; true when the sandbox took it.
  async call(words) {
    const channel = this.channel;
    this.#pressed = null;
    const answer = await this.try("slash", { channel, ...words });
    if (answer?.interaction) this.#track(answer.interaction, { channel });
    return Boolean(answer);
  }

  // press clicks a button or answers a select; the control is busy until the bot has answered.
  async press(node, deed, message, words) {
    const pressed = { node, channel: message.channel_id, message: message.id, customId: words.custom_id };
    this.#pressed = pressed;
    node.setAttribute("aria-busy", "true");
    const answer = await this.try(deed, { channel: message.channel_id, message: message.id, ...words });
    if (answer?.interaction) this.#track(answer.interaction, pressed);
    else node.removeAttribute("aria-busy");
  }

  reply(message) { this.composer.reply(message); }
  edit(message) { this.composer.edit(message); }
  remove(message) { return this.try("remove", { channel: message.channel_id, message: message.id }); }
  react(message, emoji, on) { return this.try("react", { channel: message.channel_id, message: message.id, emoji, on }); }
  dismiss(message) { return this.try("dismiss", { channel: message.channel_id, message: message.id }); }
  jump(id) { this.log.jump(id); }

  enlarge(img) { enlarge(img, () => (img.isConnected ? img.closest("button") : $("field")).focus({ preventScroll: true })); }

  forget(interaction) {
    this.world.unnote(interaction);
    this.log.showNotes();
    this.focusField();
  }

  #track(interaction, pressed) {
    if (this.#settled.delete(interaction)) { pressed.node?.removeAttribute("aria-busy"); return; }
    this.#pending.set(interaction, pressed);
  }

  // settle ends the waiting for an interaction, whichever way it went.
  #settle(interaction) {
    const pressed = this.#pending.get(interaction);
    if (pressed) pressed.node?.removeAttribute("aria-busy");
    else this.#settled.add(interaction);
    this.#pending.delete(interaction);
    this.world.unnote(interaction);
    return pressed;
  }

  #hear({ t, d, ...rest }) {
    const act = {
      hello: () => this.#greet(d || rest),
      message: () => this.#message(d),
      edit: () => this.#message(d),
      delete: () => { this.world.remove(d.channel_id, d.id); this.log.remove(d.channel_id, d.id); this.composer.gone(d.id); this.#later(); },
      react: () => { const m = this.world.react(d); if (m) { this.world.put({ ...m }); this.log.put(this.world.find(d.channel_id, d.message_id)); } },
      typing: () => this.#types(d),
      thinking: () => { this.world.note(d.channel_id, d.interaction, "thinking"); this.log.showNotes(); },
      answered: () => { this.#settle(d.interaction); this.log.showNotes(); },
      failed: () => {
        const pressed = this.#settle(d.interaction);
        this.world.note(d.channel_id || pressed?.channel || this.channel, d.interaction, "failed", d.why || "The application did not respond");
        this.log.showNotes();
      },
      modal: () => this.#modal(d),
      commands: () => { this.world.commands = d || []; this.#later(); },
      traffic: () => this.panel.heard(d),
      bot: () => { this.world.online = Boolean(d.online); this.#showLink(); },
    }[t];
    act?.();
  }

  #greet(d) {
    const was = this.world.me?.id;
    this.world.hello(d);
    memory.set("as", this.world.me.id);
    if (was !== this.world.me.id) { this.unread.clear(); this.#pending.clear(); this.#settled.clear(); }
    if (!this.world.channel(this.channel)) this.channel = this.world.channels[0]?.id || "";
    showPeople(this);
    this.#showRoom();
    this.#showLink();
    if (was && was !== this.world.me.id) whisper(`You are ${nameOf(this.world.me)} now.`);
  }

  #message(message) {
    const fresh = this.world.put(message);
    this.#typists.delete(message.author?.id);
    this.#showTyping();
    this.log.put(this.world.find(message.channel_id, message.id));
    if (fresh && message.channel_id !== this.channel && message.author?.id !== this.world.me?.id) {
      this.unread.add(message.channel_id);
      showChannels(this);
    }
    this.#later();
  }

  #modal(modal) {
    this.#settle(modal.interaction);
    this.log.showNotes();
    const pressed = this.#pressed;
    openModal(modal, {
      send: async (fields) => {
        const answer = await this.act("submit", { interaction: modal.interaction, custom_id: modal.custom_id, fields });
        if (answer.interaction) this.#track(answer.interaction, { channel: modal.channel_id });
      },
      back: () => {
        const control = pressed && this.log.control(pressed.message, pressed.customId);
        if (control) control.focus({ preventScroll: true });
        else this.focusField();
      },
    });
  }

  #types({ channel_id, user_id }) {
    if (user_id === this.world.me?.id) return;
    clearTimeout(this.#typists.get(user_id)?.timer);
    const timer = setTimeout(() => { this.#typists.delete(user_id); this.#showTyping(); }, 8000);
    this.#typists.set(user_id, { channel: channel_id, timer });
    this.#showTyping();
  }

  #showTyping() {
    const names = [...this.#typists].filter(([, t]) => t.channel === this.channel).map(([id]) => nameOf(this.world.user(id)));
    $("typing").textContent = names.length ? `${names.join(", ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
  }

  // later redraws what depends on the whole channel once, however many frames came.
  #later() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; showStarts(this); });
  }

  #showRoom() {
    const name = this.world.channel(this.channel)?.name || "";
    $("room-title").textContent = `#${name}`;
    document.title = `#${name} as ${nameOf(this.world.me)} · Settable sandbox`;
    showChannels(this);
    showStarts(this);
    this.composer.named();
    this.log.show(this.channel);
    this.#showTyping();
  }

  #showLink() {
    const bot = this.botName();
    const state = this.#link !== "live" ? this.#link : this.world.online === null ? "live" : this.world.online ? "online" : "offline";
    $("link").dataset.state = state;
    $("link").textContent = { wait: "connecting…", lost: "reconnecting…", live: "connected", online: `${bot} is online`, offline: `${bot} is offline` }[state];
  }

  #showTheme() {
    const dark = document.documentElement.dataset.theme === "dark";
    $("theme").setAttribute("aria-pressed", String(dark));
  }
}

new Page();
