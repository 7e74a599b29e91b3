// Who one is, where one is, and the games one may start.
import { $, el, attr, unseen, decor } from "./dom.js";
import { nameOf, hueOf, initialOf } from "./world.js";
import { leaves, locales } from "./command.js";
import { showPlanned } from "./planned.js";
import { readIn } from "./text.js";

// fill makes a list anew only when what it shows has changed, so that the focus stays.
function fill(box, from, draw) {
	const key = JSON.stringify(from);
	if (box.key === key) return;
	box.key = key;
	box.replaceChildren(...from.map(draw));
}

export function showPeople(page) {
	const { world } = page;
	fill($("people"), world.users, (user) => el("label", { class: "person", testid: "user", data: { userId: user.id, userName: nameOf(user) } },
		el("input", { type: "radio", name: "as", value: user.id, class: "unseen", onchange: () => page.become(user.id) }),
		decor(initialOf(user), `avatar ${hueOf(world, user)}`),
		el("span", { class: "person-name" }, nameOf(user), user.manage && el("small", {}, "manages the server"))));
	for (const input of $("people").querySelectorAll("input")) input.checked = input.value === world.me?.id;
}

export function showChannels(page) {
	const at = document.activeElement?.closest("#channels") && document.activeElement.dataset.channelId;
	fill($("channels"), page.world.channels.map(({ id, name }) => ({ id, name, here: id === page.channel, fresh: page.unread.has(id), player: page.world.player(id) })), ({ id, name, here, fresh, player }) =>
		el("li", {}, el("button", {
			class: fresh ? "channel fresh" : "channel", "aria-current": here && "true", testid: "channel", data: { channelId: id }, onclick: () => page.enter(id),
		}, decor("#"), name, player && el("span", { class: "player", testid: "player" }, unseen(", played by "), player), fresh && el("span", { class: "dot" }, unseen("new messages")))));
	if (at) document.querySelector(`#channels [data-channel-id="${at}"]`)?.focus();
}

// showLocales lets a player choose the language of their Discord, of those in which commands are registered.
export function showLocales(page) {
	const { world } = page;
	const known = [...new Set([...locales(world.commands), world.locale])];
	fill($("locale"), known, (locale) => el("option", { value: locale, lang: locale }, new Intl.DisplayNames([locale], { type: "language" }).of(locale)));
	$("locale").value = world.locale;
	readIn(world.locale);
	showPlanned(page);
	$("locale").onchange = () => page.try("speak", { name: $("locale").value });
}

// games are those that one may start, each as its command tells of it: "Classic SET: Twelve cards lie …". Its
// title, the beginning, for which there is room on a phone, and the rest.
const games = (world) => leaves(world).filter(({ path }) => path.length === 2 && path[0].name === "play")
	.map(({ path, about }) => [path[1].name, ...(about.match(/^(.*?)\s*[:：]\s*(.*?)(\s*[.:。：].*)?$/s) || ["", about]).slice(1)]);

// playing tells whether the channel's newest table is open: one can move there, and play again where it has
// ended.
function playing({ world, channel }) {
	const ids = world.list(channel).flatMap((m) => (m.components || []).flatMap((row) => (row.components || []).map((c) => c.custom_id || "")));
	return ids.findLast((id) => /^(move|again):/.test(id))?.startsWith("move:");
}

// showStarts offers the games that are registered: openly in an empty channel, behind one press afterwards.
export function showStarts(page) {
	const offered = games(page.world);
	const empty = page.world.list(page.channel).length === 0;
	const toggle = $("starts-toggle");
	$("above").classList.toggle("big", empty);
	const busy = playing(page);
	page.show.put(busy);
	toggle.hidden = empty || !offered.length || busy || !$("show").hidden;
	page.startsOpen &&= !toggle.hidden;
	attr(toggle, "aria-expanded", String(page.startsOpen));
	$("chips").hidden = !(empty || page.startsOpen);
	fill($("chips"), offered, ([game, title, begins, rest]) => el("div", { class: "game" },
		el("button", { class: "chip", testid: "start", data: { game }, onclick: () => page.startGame(game) }, el("b", {}, title), el("span", {}, begins, el("span", { class: "rest" }, rest))),
		el("div", { class: "ways" },
			el("button", { class: "button now", testid: "now", data: { game }, "aria-label": `Play ${title} now, with the house`, onclick: () => page.startGame(game, " now:true") }, "Play now"),
			page.world.watch && el("button", { class: "button now", testid: "watch", data: { game }, "aria-label": `Watch the others play ${title}`, onclick: () => page.show.begin(game) }, "Watch"))));
}
