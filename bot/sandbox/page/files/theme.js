// Runs before the first paint, so that nobody who likes the dark is dazzled.
"use strict";
{
	const { dataset } = document.documentElement;
	const dark = matchMedia("(prefers-color-scheme: dark)");
	// private mode keeps nothing
	const kept = (theme) => { try { return theme ? localStorage.theme = theme : localStorage.theme; } catch { return theme; } };
	const apply = () => { dataset.theme = kept() || (dark.matches ? "dark" : "light"); };
	dark.addEventListener("change", apply);
	apply();
	globalThis.chooseTheme = () => { dataset.theme = kept(dataset.theme === "dark" ? "light" : "dark"); };
}
