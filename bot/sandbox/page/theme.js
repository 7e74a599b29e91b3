// Runs before the first paint, so that nobody who likes the dark is dazzled.
"use strict";
(() => {
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const chosen = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
	const apply = () => {
		document.documentElement.dataset.theme = chosen() || (dark.matches ? "dark" : "light");
		dispatchEvent(new Event("theme"));
	};
	dark.addEventListener("change", apply);
	apply();
	globalThis.chooseTheme = (name) => {
		try { localStorage.setItem("theme", name); } catch { /* private mode: the choice lasts as long as the page */ }
		document.documentElement.dataset.theme = name;
		dispatchEvent(new Event("theme"));
	};
})();
