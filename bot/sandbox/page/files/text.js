// The markdown that chats speak, made into nodes. Content is only ever text.
import { el } from "./dom.js";

const inside = "((?:\\\\[\\s\\S]|[^\\\\])+?)"; // anything, a backslash protecting what follows it

// Each rule is tried at the cursor; the first that matches makes the node.
const rules = [
	[/\\([^\p{L}\p{N}\s])/uy, (m) => m[1]],
	[/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, (m) => el("code", {}, m[2].trim() || m[2])],
	[/<@!?(\d+)>/y, (m, say) => el("span", { class: "mention" }, "@" + say.user(m[1]))],
	[/<#(\d+)>/y, (m, say) => el("span", { class: "mention" }, "#" + say.channel(m[1]))],
	[/<\/([^:>]{1,100}):(\d+)>/y, (m, say) => el("button", { class: "mention", onclick: () => say.command(m[1]) }, "/" + m[1])],
	[/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => moment(Number(m[1]), m[2] || "f")],
	[new RegExp(`\\*\\*${inside}\\*\\*(?!\\*)`, "y"), (m, say) => el("strong", {}, inline(m[1], say))],
	[new RegExp(`__${inside}__(?!_)`, "y"), (m, say) => el("u", {}, inline(m[1], say))],
	[new RegExp(`~~${inside}~~`, "y"), (m, say) => el("s", {}, inline(m[1], say))],
	[new RegExp(`\\*(?!\\s)${inside}(?<!\\s)\\*(?!\\*)`, "y"), (m, say) => el("em", {}, inline(m[1], say))],
	[new RegExp(`(?<!\\w)_${inside}_(?!\\w)`, "y"), (m, say) => el("em", {}, inline(m[1], say))],
	[/\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/y, (m) => anchor(m[2], m[1])],
	[/<(https?:\/\/[^\s>]+)>/y, (m) => anchor(m[1], m[1])],
	[/https?:\/\/[^\s<]*[^\s<.,:;!?)'"\]]/y, (m) => anchor(m[0], m[0])],
];

const anchor = (href, text) => el("a", { href, target: "_blank", rel: "noreferrer noopener" }, text);

function inline(source, say) {
	const nodes = [];
	let plain = "";
	const flush = () => { if (plain) nodes.push(plain); plain = ""; };
	for (let at = 0; at < source.length;) {
		const hit = rules.find(([rule]) => { rule.lastIndex = at; return rule.test(source); });
		if (!hit) { plain += source[at++]; continue; }
		const [rule, make] = hit;
		rule.lastIndex = at;
		const m = rule.exec(source);
		flush();
		nodes.push(make(m, say));
		at += m[0].length;
	}
	flush();
	return nodes;
}

const marks = [
	[/^(#{1,3}) +(.+)$/, (m, say) => el("div", { class: `title-${m[1].length}` }, inline(m[2], say))],
	[/^-# +(.+)$/, (m, say) => el("div", { class: "subtext" }, inline(m[1], say))],
];

// markdown gives the blocks of a message: paragraphs, quotes, lists, code, titles. say names users and channels
// ({user(id), channel(id), command(name)}).
export function markdown(source, say, quoted) {
	const out = document.createDocumentFragment();
	for (const [i, part] of String(source).split(/```(?:[\w+-]*\n)?([\s\S]+?)```/).entries()) {
		if (i % 2) out.append(el("pre", { tabindex: "0" }, el("code", {}, part.replace(/\n$/, ""))));
		else if (part.trim()) blocks(part.replace(/^\n|\n$/g, ""), say, out, quoted);
	}
	return out;
}

function blocks(part, say, out, quoted) {
	const lines = part.split("\n");
	let paragraph = [];
	const close = () => {
		if (paragraph.length) out.append(el("p", {}, inline(paragraph.join("\n"), say)));
		paragraph = [];
	};
	while (lines.length) {
		const line = lines[0];
		const run = (pattern) => {
			const got = [];
			while (lines.length && pattern.test(lines[0])) got.push(lines.shift().replace(pattern, ""));
			return got;
		};
		const mark = marks.find(([pattern]) => pattern.test(line));
		if (!quoted && /^> /.test(line)) {
			close();
			out.append(el("blockquote", {}, markdown(run(/^> /).join("\n"), say, true)));
		} else if (/^\s*[-*] \S/.test(line)) {
			close();
			out.append(el("ul", {}, run(/^\s*[-*] (?=\S)/).map((item) => el("li", {}, inline(item, say)))));
		} else if (/^\s*\d+\. \S/.test(line)) {
			close();
			const start = parseInt(line, 10);
			out.append(el("ol", { start }, run(/^\s*\d+\. (?=\S)/).map((item) => el("li", {}, inline(item, say)))));
		} else if (mark) {
			close();
			out.append(mark[1](line.match(mark[0]), say));
			lines.shift();
		} else {
			paragraph.push(lines.shift());
		}
	}
	close();
}

const formats = {
	t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
	f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const steps = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
let reader, words;

// readIn says in which language moments are shown, those that stand there already as well: English ones with a
// day of 24 hours, as the times of messages.
export function readIn(locale) {
	reader = /^en/.test(locale) ? "en-GB" : locale;
	words = new Intl.RelativeTimeFormat(reader, { numeric: "always" });
	for (const node of document.querySelectorAll("time[data-style]")) show(node);
}

function relative(seconds) {
	const away = seconds - Date.now() / 1000;
	const [unit, size] = steps.find(([, size]) => Math.abs(away) >= size) || steps[5];
	return words.format(Math.trunc(away / size), unit);
}

// told is a moment as its reader says it.
export const told = (when, format) => when.toLocaleString(reader, format);

function moment(seconds, style) {
	const when = new Date(seconds * 1000);
	if (Number.isNaN(when.getTime())) return "(no such time)";
	const node = el("time", { datetime: when.toISOString(), data: { style } }, document.createTextNode(""));
	show(node);
	return node;
}

// show tells a moment anew, in the same text node, so that nothing is announced again.
function show(node) {
	const when = new Date(node.dateTime), { style } = node.dataset;
	node.title = told(when, formats.F);
	const text = style === "R" ? relative(when / 1000) : told(when, formats[style]);
	if (node.firstChild.data !== text) node.firstChild.data = text;
}

// Relative moments go on while one looks.
setInterval(() => document.querySelectorAll("time[data-style=R]").forEach(show), 1000);
readIn("en");

// plain strips the marks for one-line quotes.
export function plain(source, say) {
	const box = el("div", {}, markdown(source, say));
	for (const block of box.querySelectorAll("p, div, li, pre")) block.append(" ");
	return box.textContent.replace(/\s+/g, " ").trim();
}
