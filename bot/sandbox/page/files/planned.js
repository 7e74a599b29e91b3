// What stands in the calendar of the server.
import { $, el } from "./dom.js";
import { told } from "./text.js";

const format = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

export function showPlanned({ world }) {
	$("planned").hidden = !world.events.length;
	$("events").replaceChildren(...world.events.map(({ name, start, place }) =>
		el("li", {}, `${name}, ${place}`, el("time", { datetime: start }, told(new Date(start), format)))));
}
