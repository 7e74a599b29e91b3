// Slash commands as people type them: finding one, reading its options, saying what is missing. Nothing
// here touches the page.
import { nameOf } from "./world.js";

export const TYPE = { SUB: 1, INTEGER: 4, BOOLEAN: 5, USER: 6 };

// localized is a command, an option or a choice as Discord shows it in a language. A command and an option
// keep their name, which is sent, beside the label that is shown.
const localized = (locale) => (node) => ({
	...node, label: node.name_localizations?.[locale] ?? node.name,
	description: node.description_localizations?.[locale] ?? node.description, options: node.options?.map(localized(locale)),
	choices: node.choices?.map((c) => ({ ...c, name: c.name_localizations?.[locale] ?? c.name })),
});

// locales are the languages in which commands are registered.
export const locales = (commands) =>
	[...new Set(["en-US", ...(commands || []).flatMap((c) => Object.keys(c.description_localizations || {}))])].sort();

// leaves are the commands one can call: "/play classic" and "/play poker" are two, though registered as one.
export function leaves({ commands, locale }) {
	const found = [];
	const walk = (path, node) => {
		const subs = (node.options || []).filter((o) => o.type === TYPE.SUB);
		if (subs.length) subs.forEach((sub) => walk([...path, sub], sub));
		else found.push({ path, name: path.map((p) => p.name).join(" "), label: path.map((p) => p.label).join(" "), about: node.description || "", options: node.options || [] });
	};
	(commands || []).map(localized(locale)).forEach((c) => walk([c], c));
	return found;
}

// called is how one may call a command or an option, in small letters.
const called = ({ name, label }) => [...new Set([label, name])].map((n) => n.toLowerCase());

// match lists the commands that what was typed may mean, the likeliest first.
export function match(list, query) {
	const words = query.trim().toLowerCase();
	const rank = (leaf) => Math.min(...called(leaf).map(near));
	const near = (name) => {
		if (words === name || words.startsWith(name + " ")) return 0;
		if (name.startsWith(words)) return 1;
		if (name.split(/[ -]/).some((w) => w.startsWith(words))) return 2;
		return name.includes(words) ? 3 : 9;
	};
	const ranked = list.map((leaf) => [rank(leaf), leaf]).filter(([r]) => r < 9);
	const exact = ranked.filter(([r]) => r === 0).sort((a, b) => b[1].name.length - a[1].name.length);
	if (exact.length && /\s/.test(query.slice(begun(exact[0][1], query + " ")?.length))) return [exact[0][1]];
	return ranked.sort((a, b) => a[0] - b[0]).map(([, leaf]) => leaf);
}

// begun is the longest way of calling a command that what was typed begins with.
const begun = (leaf, typed) => called(leaf).filter((n) => typed.toLowerCase().startsWith(n + " ")).sort((a, b) => b.length - a.length)[0];

// parse reads "play classic deal:slow": the command and the text of each option. Words before the first
// option go to the first option, so "/set a b c" needs no name for it. Null when no command is named in
// full.
export function parse(list, query) {
	const text = query.trim().replace(/\s+/g, " ");
	const leaf = list.filter((l) => begun(l, text + " ")).sort((a, b) => begun(b, text + " ").length - begun(a, text + " ").length)[0];
	if (!leaf) return null;
	const values = {};
	const known = new Map(leaf.options.flatMap((o) => called(o).map((n) => [n, o.name])));
	let current = leaf.options[0]?.name;
	let extra = "";
	for (const word of text.slice(begun(leaf, text + " ").length).split(" ").filter(Boolean)) {
		const cut = /^([\p{L}\p{N}_-]+):(.*)$/u.exec(word);
		const name = cut && known.get(cut[1].toLowerCase());
		if (name) {
			current = name;
			values[name] = cut[2];
		} else if (current) values[current] = values[current] ? `${values[current]} ${word}` : word;
		else extra = word;
	}
	return { leaf, values, extra, current };
}

// read makes the value of an option from what was typed: {value}, or {problem} with one sentence. How long
// or how great a value may be the sandbox knows.
export function read(option, text, world) {
	const typed = (text ?? "").trim();
	const same = (a) => String(a).toLowerCase() === typed.toLowerCase();
	const wrong = (text) => ({ problem: `“${option.label}” ${text}.` });
	if (!typed) return option.required ? wrong("is needed") : {};
	if (option.choices?.length) {
		const choice = option.choices.find((c) => same(c.name) || same(c.value));
		return choice ? { value: choice.value } : wrong(`is one of: ${option.choices.map((c) => c.name).join(", ")}`);
	}
	if (option.type === TYPE.BOOLEAN) {
		if (/^(true|yes|on)$/i.test(typed)) return { value: true };
		return /^(false|no|off)$/i.test(typed) ? { value: false } : wrong("is true or false");
	}
	if (option.type === TYPE.USER) {
		const user = [...world.users, world.bot].find((u) => u && (typed.includes(u.id) || same(nameOf(u)) || same("@" + nameOf(u)) || same(u.username)));
		return user ? { value: user.id } : wrong("is one of the people here");
	}
	return { value: typed };
}

// suggestions are the values an option offers by itself (autocomplete asks the bot instead).
export function suggestions(option, text, world) {
	const typed = (text ?? "").trim().toLowerCase().replace(/^@/, "");
	let all = [];
	if (option.choices?.length) all = option.choices.map((c) => c.name);
	else if (option.type === TYPE.BOOLEAN) all = ["true", "false"];
	else if (option.type === TYPE.USER) all = [...world.users, world.bot].filter(Boolean).map(nameOf);
	const hits = all.filter((name) => name.toLowerCase().includes(typed));
	return hits.length === 1 && hits[0].toLowerCase() === typed ? [] : hits;
}

// nest puts the options under the subcommands they belong to, as Discord has it.
export function nest(leaf, options) {
	let inner = options;
	for (const part of leaf.path.slice(1).reverse()) inner = [{ name: part.name, type: part.type, options: inner }];
	return { name: leaf.path[0].name, options: inner };
}
