"use strict";
const checks = [...document.querySelectorAll("details.check")];
const form = document.querySelector("form");
const shown = document.querySelector("output");
const tiles = [...document.querySelectorAll(".tiles button")];
const texts = new Map();

function textOf(check) {
  if (!texts.has(check)) texts.set(check, check.textContent.toLowerCase());
  return texts.get(check);
}

function filter() {
  const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = ["verdict", "pass", "group", "level"].map((name) => [name, form.elements[name].value]);
  let count = 0;
  for (const check of checks) {
    const fits = wanted.every(([name, value]) => value === "" || check.dataset[name] === value);
    check.hidden = !(fits && words.every((word) => textOf(check).includes(word)));
    count += check.hidden ? 0 : 1;
  }
  for (const tile of tiles) tile.setAttribute("aria-pressed", String(tile.value === form.elements.verdict.value));
  shown.value = `${count} of ${checks.length} shown`;
}

// Moves the focus to the next check that is shown, forward or back, among the failed ones if there are any.
function step(by) {
  const seen = checks.filter((check) => !check.hidden);
  const failed = seen.filter((check) => check.dataset.colour !== "green");
  const list = failed.length > 0 ? failed : seen;
  if (list.length === 0) return;
  const at = list.indexOf(document.activeElement?.closest("details.check"));
  const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length];
  next.open = true;
  next.querySelector("summary").focus();
  next.scrollIntoView({ block: "start" });
}

function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.matches("details.check")) return;
  if (target.hidden) form.reset(), filter();
  target.open = true;
  target.scrollIntoView({ block: "start" });
}

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(filter));
for (const tile of tiles) {
  tile.addEventListener("click", () => {
    form.elements.verdict.value = form.elements.verdict.value === tile.value ? "" : tile.value;
    filter();
  });
}
addEventListener("hashchange", follow);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === "/") form.elements.text.focus();
  else if (event.key === "n") step(1);
  else if (event.key === "p") step(-1);
  else return;
  event.preventDefault();
});
filter();
follow();
