// What one may do with a message: reply, react, and with one's own: edit and delete. One tab stop, arrows
// inside.
import { el } from "./dom.js";
import { nameOf } from "./world.js";

const faces = ["👍", "👎", "✅", "❌", "🎉", "😄"];

export function tools(view, page) {
	const { world } = page;
	const mine = view.message.author?.id === world.me?.id;
	const bar = el("div", { class: "bar", role: "toolbar", "aria-label": `Message by ${nameOf(world.author(view.message))}` });
	const fill = (...buttons) => {
		buttons.forEach((b, i) => { b.tabIndex = i ? -1 : 0; });
		bar.replaceChildren(...buttons);
	};
	const tool = (label, testid, onclick, name) => el("button", { class: "quiet", testid, onclick, "aria-label": name }, label);
	const usual = () => fill(
		tool("Reply", "reply", () => page.composer.reply(view.message)),
		tool("React", "react", () => { fill(...faces.map(face)); bar.firstChild.focus(); }),
		...(mine ? [
			tool("Edit", "edit", () => page.composer.edit(view.message)),
			tool("Delete", "delete", () => page.try("remove", page.at(view.message))),
		] : []));
	const face = (emoji) => tool(emoji, "face", () => {
		const had = view.message.reactions?.some?.((r) => r.emoji.name === emoji && r.me);
		back();
		page.react(view.message, emoji, !had);
	}, `React with ${emoji}`);
	const back = () => { usual(); bar.children[1].focus(); };
	const picking = () => bar.firstChild.dataset.testid === "face";

	bar.addEventListener("keydown", (event) => {
		const all = [...bar.children];
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (step) {
			const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
			all.forEach((b) => { b.tabIndex = b === next ? 0 : -1; });
			next.focus();
		} else if (event.key === "Escape" && picking()) back();
		else return;
		event.preventDefault();
	});
	bar.addEventListener("focusout", () => setTimeout(() => { if (!bar.contains(document.activeElement) && picking()) usual(); }));
	usual();
	return bar;
}
