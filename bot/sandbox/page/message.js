// One message of the channel: made once, then patched in place, so that an edit moves nothing that did not change.
import { el, attr, unseen } from "./dom.js";
import { EPHEMERAL, LOADING, nameOf, hueOf, initialOf } from "./world.js";
import { markdown, plain } from "./text.js";
import { mediaURL } from "./live.js";
import { rows } from "./rows.js";
import { embeds, hostedFiles } from "./embed.js";
import { tools } from "./tools.js";

export class MessageView {
  #page;
  #drawn = {}; // what each part was drawn from
  #parts = {};

  constructor(message, page) {
    this.#page = page;
    this.id = message.id;
    for (const name of ["quote", "text", "pictures", "embeds", "rows", "reactions", "foot", "tools"]) {
      this.#parts[name] = el("div", { class: name });
    }
    const { quote, text, pictures, embeds, rows, reactions, foot } = this.#parts;
    const user = page.world.user(message.author?.id) || message.author;
    const when = new Date(message.timestamp);
    this.when = when.getTime();
    this.author = message.author?.id;
    this.name = el("span", { class: "name" }, nameOf(user));
    this.avatar = el("div", { class: `avatar ${hueOf(page.world, user)}`, "aria-hidden": "true" }, initialOf(user));
    const clock = when.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    this.node = el("article", {
      class: "message", tabindex: "-1", "aria-label": `${nameOf(user)}, ${clock}`,
      data: { testid: "message", messageId: message.id, authorId: message.author?.id || "" },
    }, quote, el("div", { class: "line" }, this.avatar, el("div", { class: "body" },
      el("div", { class: "byline" }, this.name, message.author?.bot ? el("span", { class: "tag" }, "BOT") : null,
        el("time", { datetime: message.timestamp, title: when.toLocaleString("en-GB", { dateStyle: "full", timeStyle: "medium" }) }, clock)),
      text, embeds, pictures, rows, reactions, foot)), this.#parts.tools);
    this.patch(message);
  }

  // patch draws what differs from before. The focus stays on the same control, or on the message when that is gone.
  patch(message) {
    this.message = message;
    const page = this.#page;
    const { world } = page;
    const held = this.node.contains(document.activeElement) ? document.activeElement : null;
    const hold = held?.dataset.customId;
    const secret = Boolean(message.flags & EPHEMERAL);
    this.node.classList.toggle("secret", secret);
    this.node.classList.toggle("pinged", Boolean(message.mentions?.some?.((u) => u.id === world.me?.id)));

    this.#part("quote", [message.referenced_message, message.message_reference, message.interaction], () => quoted(message, page));
    this.#part("text", [message.content, message.edited_timestamp, message.flags & LOADING], () => words(message, page));
    const { pictures: shown, files } = hostedFiles(message);
    this.#pictures(shown, files);
    this.#part("embeds", [message.embeds, message.attachments], () => embeds(message, page));
    this.#part("rows", message.components || [], () => rows(message, page));
    this.#part("reactions", message.reactions || [], () => reactions(message, page));
    this.#part("foot", [secret], () => secret ? [el("span", {}, "Only you can see this · "),
      el("button", { type: "button", class: "textish", data: { testid: "dismiss" }, onclick: () => page.dismiss(this.message) }, "Dismiss")] : []);
    this.#part("tools", [secret, message.flags & LOADING], () => tools(this, page));

    if (held && !held.isConnected) {
      const again = hold && [...this.node.querySelectorAll("[data-custom-id]")].find((n) => n.dataset.customId === hold && !n.disabled);
      (again || this.node).focus({ preventScroll: true });
    }
  }

  #part(name, from, draw) {
    const key = JSON.stringify(from);
    if (this.#drawn[name] === key) return;
    this.#drawn[name] = key;
    this.#parts[name].replaceChildren(...draw());
  }

  // Pictures keep their element: the old one stays on the screen until the new one has come, and nothing jumps.
  #pictures(shown, files) {
    const key = JSON.stringify([shown, files].map((list) => list.map((a) => [a.id, a.url, a.description])));
    if (this.#drawn.pictures === key) return;
    this.#drawn.pictures = key;
    const box = this.#parts.pictures;
    const old = [...box.querySelectorAll("button.picture")];
    box.replaceChildren(
      ...shown.map((file, i) => old[i] ? repaint(old[i], file) : picture(file, this.#page)),
      ...files.map((file) => el("a", { class: "file", href: mediaURL(file.url), download: file.filename }, file.filename)));
  }
}

// picture is an attachment as the channel shows it; a press opens it large.
export function picture(file, page) {
  const node = el("button", { type: "button", class: "picture", data: { testid: "picture" } }, el("img", {}));
  node.addEventListener("click", () => page.enlarge(node.querySelector("img")));
  return repaint(node, file);
}

function repaint(node, file) {
  const img = node.querySelector("img");
  const size = () => { attr(img, "width", file.width); attr(img, "height", file.height); };
  img.alt = file.description || file.filename || "picture";
  img.title = "Open large";
  node.dataset.attachmentId = file.id;
  const src = mediaURL(file.url);
  if (img.src === src) return node;
  if (!img.src) size();
  else img.addEventListener("load", size, { once: true });
  img.src = src;
  return node;
}

function words(message, page) {
  if (message.flags & LOADING) return [el("p", { class: "thinking" }, "thinking…")];
  const out = [markdown(message.content || "", page.say)];
  if (message.edited_timestamp) {
    const mark = el("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString("en-GB") }, "(edited)");
    const last = out[0].lastElementChild;
    if (last?.tagName === "P") last.append(" ", mark);
    else if (message.content) out.push(mark);
  }
  return out;
}

// The line above: what this message answers, or the command that called it.
function quoted(message, page) {
  if (message.interaction?.name) {
    const who = page.world.user(message.interaction.user?.id) || message.interaction.user;
    return [el("span", { class: "quote-words" }, el("b", {}, nameOf(who)), ` used /${message.interaction.name}`)];
  }
  const id = message.message_reference?.message_id;
  if (!id) return [];
  const answered = message.referenced_message || page.world.find(message.channel_id, id);
  if (!answered) return [el("span", { class: "quote-words" }, "answers a message that is gone")];
  const who = page.world.user(answered.author?.id) || answered.author;
  const words = plain(answered.content || "", page.say) || (answered.attachments?.length ? "a picture" : "a message");
  return [el("button", { type: "button", class: "quote-words", onclick: () => page.jump(id) },
    unseen("Answers "), el("b", {}, nameOf(who)), " ", words.slice(0, 160))];
}

function reactions(message, page) {
  return (message.reactions || []).map((r) => el("button", {
    type: "button", class: "reaction", "aria-pressed": String(Boolean(r.me)), "aria-label": `${r.emoji.name}, ${r.count}`,
    data: { testid: "reaction", customId: `reaction ${r.emoji.name}` }, onclick: () => page.react(message, r.emoji.name, !r.me),
  }, r.emoji.name, " ", el("span", {}, String(r.count))));
}
