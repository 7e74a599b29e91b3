// What one may do with a message: reply, react, and with one's own: edit and delete. One tab stop, arrows inside.
import { el } from "./dom.js";
import { nameOf } from "./world.js";

const faces = ["👍", "👎", "✅", "❌", "🎉", "😄"];

export function tools(view, page) {
  const message = view.message;
  const mine = message.author?.id === page.world.me?.id;
  if (message.flags & 64) return [];
  const who = nameOf(page.world.user(message.author?.id) || message.author);
  const bar = el("div", { class: "bar", role: "toolbar", "aria-label": `Message by ${who}` });

  const fill = (buttons) => {
    buttons.forEach((b, i) => { b.tabIndex = i ? -1 : 0; });
    bar.replaceChildren(...buttons);
  };
  const tool = (label, act, testid, name) => el("button", { type: "button", class: "tool", "aria-label": name, data: { testid }, onclick: act }, label);
  const plain = () => fill([
    tool("Reply", () => page.reply(view.message), "reply"),
    tool("React", () => { pick(); bar.firstChild.focus(); }, "react"),
    ...(mine ? [
      tool("Edit", () => page.edit(view.message), "edit"),
      tool("Delete", () => page.remove(view.message), "delete"),
    ] : []),
  ]);
  const pick = () => fill(faces.map((face) => tool(face, () => {
    const had = view.message.reactions?.some?.((r) => r.emoji.name === face && r.me);
    plain();
    bar.children[1].focus();
    page.react(view.message, face, !had);
  }, "face", `React with ${face}`)));

  bar.addEventListener("keydown", (event) => {
    const all = [...bar.children];
    const at = all.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && at >= 0) {
      event.preventDefault();
      const next = all[(at + step + all.length) % all.length];
      all.forEach((b) => { b.tabIndex = b === next ? 0 : -1; });
      next.focus();
    } else if (event.key === "Escape" && all[0]?.dataset.testid === "face") {
      event.preventDefault();
      plain();
      bar.children[1].focus();
    }
  });
  bar.addEventListener("focusout", (event) => { if (!bar.contains(event.relatedTarget) && bar.firstChild?.dataset.testid === "face") setTimeout(plain); });
  plain();
  return [bar];
}
