// Embeds and the files a message carries.
import { el } from "./dom.js";
import { markdown } from "./text.js";
import { picture } from "./message.js";

const isPicture = (file) => /^image\//.test(file.content_type || "") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename || "");
const named = (url) => (/^attachment:\/\/(.+)$/.exec(url || "") || [])[1];

// An embed's picture is an attachment by name or by address; pictures from elsewhere are not fetched: the page works offline.
function fileOf(message, image) {
  if (!image?.url) return null;
  return (message.attachments || []).find((a) => a.filename === named(image.url) || a.url === image.url) || null;
}

// hostedFiles are the attachments shown on their own: those that no embed already shows.
export function hostedFiles(message) {
  const taken = new Set((message.embeds || []).flatMap((e) => [fileOf(message, e.image), fileOf(message, e.thumbnail)]).filter(Boolean));
  const free = (message.attachments || []).filter((a) => !taken.has(a));
  return { pictures: free.filter(isPicture), files: free.filter((a) => !isPicture(a)) };
}

// embeds draws the embeds of a message: author, title, words, fields, picture, footer.
export function embeds(message, page) {
  return (message.embeds || []).map((e) => {
    const image = fileOf(message, e.image) || fileOf(message, e.thumbnail);
    const safe = /^https?:/.test(e.url || "");
    return el("div", { class: "embed" },
      e.author?.name ? el("p", { class: "embed-author" }, e.author.name) : null,
      e.title ? el("p", { class: "embed-title" }, safe ? el("a", { href: e.url, target: "_blank", rel: "noreferrer noopener" }, e.title) : e.title) : null,
      e.description ? el("div", { class: "embed-words" }, markdown(e.description, page.say)) : null,
      e.fields?.length ? el("dl", { class: "fields" }, e.fields.map((f) => el("div", { class: f.inline ? "inline" : "" },
        el("dt", {}, markdown(f.name || "", page.say)), el("dd", {}, markdown(f.value || "", page.say))))) : null,
      image ? picture(image, page) : e.image?.url ? el("p", { class: "unknown" }, "A picture from elsewhere, not fetched.") : null,
      e.footer?.text ? el("p", { class: "embed-foot" }, e.footer.text) : null);
  });
}
