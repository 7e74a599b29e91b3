// Who one is, where one is, and the games one may start.
import { $, el } from "./dom.js";
import { nameOf, hueOf, initialOf } from "./world.js";
import { leaves } from "./command.js";

// showPeople lists the players as radio buttons; the list is only made anew when the players are others.
export function showPeople(page) {
  const { world } = page;
  const box = $("people");
  const key = JSON.stringify(world.users.map((u) => [u.id, nameOf(u), u.manage]));
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    box.replaceChildren(...world.users.map((user) => el("label", { class: "person", data: { testid: "user", userId: user.id, userName: nameOf(user) } },
      el("input", { type: "radio", name: "as", value: user.id, class: "unseen-input", onchange: () => page.become(user.id) }),
      el("span", { class: `avatar ${hueOf(world, user)}`, "aria-hidden": "true" }, initialOf(user)),
      el("span", { class: "person-name" }, nameOf(user), user.manage ? el("small", {}, "manages the server") : null))));
  }
  for (const input of box.querySelectorAll("input")) input.checked = input.value === world.me?.id;
}

// showChannels lists the channels, the open one and those with something new marked.
export function showChannels(page) {
  const { world } = page;
  $("channels").replaceChildren(...world.channels.map((channel) => {
    const fresh = page.unread.has(channel.id);
    return el("li", {}, el("button", {
      type: "button", class: fresh ? "channel fresh" : "channel", "aria-current": channel.id === page.channel ? "true" : undefined,
      data: { testid: "channel", channelId: channel.id }, onclick: () => page.enter(channel.id),
    }, el("span", { class: "hash", "aria-hidden": "true" }, "#"), el("span", {}, channel.name), fresh ? el("span", { class: "dot" }, el("span", { class: "unseen" }, "new messages")) : null));
  }));
}

const games = [
  ["classic", "Classic SET", "Twelve cards; first to see a set calls it"],
  ["twenty", "20/20 SET", "Sets from the table and from your own cards"],
  ["poker", "SET Poker", "Bet on the set you can make"],
];

// showStarts offers the games that are registered: openly in an empty channel, behind one press afterwards.
export function showStarts(page) {
  const known = leaves(page.world.commands);
  const offered = games.filter(([game]) => known.some((leaf) => leaf.name === `play ${game}`));
  const empty = page.world.list(page.channel).length === 0;
  const toggle = $("starts-toggle");
  const open = empty || page.startsOpen;
  $("starts").hidden = !offered.length;
  $("starts").classList.toggle("big", empty);
  toggle.hidden = empty;
  toggle.setAttribute("aria-expanded", String(open));
  $("chips").hidden = !open;
  const key = offered.map(([game]) => game).join();
  if ($("chips").dataset.key === key) return;
  $("chips").dataset.key = key;
  $("chips").replaceChildren(...offered.map(([game, title, about]) => el("button", {
    type: "button", class: "chip", data: { testid: "start", game }, onclick: () => page.startGame(game),
  }, el("strong", {}, title), el("span", {}, about))));
}
