// Embeds and the files a message carries.
import { el } from "./dom.js";
import { markdown } from "./text.js";

const isPicture = (file) => /^image\//.test(file.content_type) || /\.(png|jpe?g|gif|webp)$/i.test(file.filename);

// hostedFiles are the attachments, pictures apart from other files.
export function hostedFiles(message) {
	const all = message.attachments || [];
	return { pictures: all.filter(isPicture), files: all.filter((a) => !isPicture(a)) };
}

export function embeds(message, page) {
	return (message.embeds || []).map((e) => el("div", { class: "embed" }, el("div", {}, markdown(e.description || "", page.say))));
}
