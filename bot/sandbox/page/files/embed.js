// Embeds and the files a message carries.
import { el } from "./dom.js";
import { markdown, anchor } from "./text.js";
import { mediaURL } from "./live.js";
import { picture } from "./message.js";

const isPicture = (file) => /^image\//.test(file.content_type) || /\.(png|jpe?g|gif|webp)$/i.test(file.filename);

// An embed's picture is an attachment or a file of the sandbox; others are not fetched: the page works
// offline.
function fileOf(message, image) {
	return image?.url && ((message.attachments || []).find((a) => image.url === `attachment://${a.filename}` || image.url === a.url)
		|| mediaURL(image.url).startsWith(location.origin) && image);
}

// hostedFiles are the attachments shown on their own: those that no embed already shows.
export function hostedFiles(message) {
	const taken = (message.embeds || []).flatMap((e) => [fileOf(message, e.image), fileOf(message, e.thumbnail)]);
	const free = (message.attachments || []).filter((a) => !taken.includes(a));
	return { pictures: free.filter(isPicture), files: free.filter((a) => !isPicture(a)) };
}

export function embeds(message, page) {
	const text = (words) => markdown(words || "", page.say);
	return (message.embeds || []).map((e) => {
		const image = fileOf(message, e.image) || fileOf(message, e.thumbnail);
		return el("div", { class: "embed" },
			e.title && el("p", {}, el("b", {}, /^https?:/.test(e.url) ? anchor(e.url, e.title) : e.title)),
			e.description && el("div", {}, text(e.description)),
			e.fields?.length && el("dl", { class: "fields" }, e.fields.map((f) => el("div", { class: f.inline && "inline" }, el("dt", {}, text(f.name)), el("dd", {}, text(f.value))))),
			image ? picture(image, page) : e.image?.url && el("p", { class: "unknown" }, "A picture from elsewhere, not fetched."),
			e.footer?.text && el("p", { class: "subtext" }, e.footer.text));
	});
}
