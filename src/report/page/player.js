"use strict";
// Plays the steps of a report. Shows the board before each step, the cells that the step is based
// on, and its conclusions.
(() => {
  const data = JSON.parse(document.getElementById("steps").textContent);
  const svg = document.querySelector("#board svg");
  const NS = "http://www.w3.org/2000/svg";
  const layer = (before) => {
    const group = document.createElementNS(NS, "g");
    svg.insertBefore(group, before);
    return group;
  };
  const under = layer(svg.querySelector("[data-layer=under]") || svg.querySelector("[data-layer=grid]"));
  const marks = layer(null);
  const add = (parent, name, attributes, text) => {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
  };
  const place = (name) => {
    const found = /^R(\d+)C(\d+)$/.exec(name);
    return found && (found[1] - 1) * data.columns + (found[2] - 1);
  };
  const corner = (cell) => [(cell % data.columns) * data.cell, Math.floor(cell / data.columns) * data.cell];
  const shade = (cell, ink) => {
    const [x, y] = corner(cell);
    add(under, "rect", { x, y, width: data.cell, height: data.cell, class: ink, fill: "currentColor" });
  };
  const symbol = (digit) => (digit < 10 ? String(digit) : String.fromCharCode(55 + digit));
  const write = (cell, right, down, size, ink, text) => {
    const [x, y] = corner(cell);
    add(marks, "text", {
      x: x + right * data.cell, y: y + (down + size * 0.35) * data.cell, "font-size": size * data.cell,
      "text-anchor": "middle", class: ink, fill: "currentColor",
    }, text);
  };
  const side = Math.ceil(Math.sqrt(data.digits.length));
  const candidates = (cell, digits, gone, now) => {
    // Candidates are drawn a little below the middle, because sums of cages are at the top.
    const step = 0.74 / side;
    digits.forEach((digit) => {
      const at = data.digits.indexOf(digit);
      const ink = gone.includes(digit) ? "gone" : now.includes(digit) ? "now" : "muted";
      const size = (ink === "muted" ? 0.62 : 0.8) / side;
      const [right, down] = [0.13 + step * (at % side + 0.5), 0.17 + step * (Math.floor(at / side) + 0.5)];
      write(cell, right, down, size, ink, symbol(digit));
      if (ink === "gone") {
        const [x, y] = corner(cell);
        const half = 0.4 / side;
        add(marks, "path", {
          d: `M${x + (right - half) * data.cell} ${y + (down + half) * data.cell}L${x + (right + half) * data.cell} ${y + (down - half) * data.cell}`,
          stroke: "currentColor", "stroke-width": 1.5, class: "gone",
        });
      }
    });
  };

  const items = [...document.querySelectorAll("#story li")];
  const slider = document.getElementById("slider");
  const text = document.getElementById("step");
  const show = (number) => {
    const at = Math.max(0, Math.min(data.steps.length, number));
    const step = data.steps[at];
    const board = data.boards[step ? step.board : data.boards.length - 1];
    under.replaceChildren();
    marks.replaceChildren();
    svg.querySelectorAll(".pointed").forEach((group) => group.classList.remove("pointed"));
    const removed = new Map(step ? (step.removed || []).map(([cell, digits]) => [place(cell), digits]) : []);
    const placed = step && step.placed && place(step.placed[0]);
    if (step) {
      step.pattern.map(place).filter((cell) => cell !== null).forEach((cell) => shade(cell, "highlight"));
      for (const cite of step.cites) {
        const group = cite.rule === "given" ? "data-given" : "data-clue";
        if (cite.index === undefined) continue;
        svg.querySelectorAll(`[${group}="${cite.index}"]`).forEach((found) => found.classList.add("pointed"));
      }
    }
    board.forEach((digits, cell) => {
      if (data.given[cell]) return;
      const now = placed === cell ? [step.placed[1]] : [];
      if (digits.length === 1 && placed !== cell) write(cell, 0.5, 0.5, 0.62, "settled", symbol(digits[0]));
      else candidates(cell, digits, removed.get(cell) || [], now);
    });
    text.textContent = step ? `${at + 1}. ${step.text}` : data.end;
    items.forEach((item, index) => {
      if (index === at) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    if (items[at]) {
      const list = document.getElementById("story");
      list.scrollTop = items[at].offsetTop - list.offsetTop - list.clientHeight / 3;
    }
    slider.value = at;
    document.getElementById("back").disabled = at === 0;
    document.getElementById("on").disabled = at === data.steps.length;
  };
  slider.max = data.steps.length;
  slider.addEventListener("input", () => show(Number(slider.value)));
  const move = (by) => show(Number(slider.value) + by);
  document.getElementById("back").addEventListener("click", () => move(-1));
  document.getElementById("on").addEventListener("click", () => move(1));
  document.addEventListener("keydown", (event) => {
    if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowRight") move(1);
    if (event.key === "ArrowLeft") move(-1);
  });
  items.forEach((item, index) => item.addEventListener("click", () => show(index)));
  show(0);
})();
