// Shows the commands for the picked clues next to these clues.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { Icons } from "../parts/icons.tsx";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import "./edit.css";

export function ClueBar() {
  const desk = useDesk();
  const picks = useStore(desk.picked.picks);
  const history = useStore(desk.history);
  const rules = useStore(desk.rules);
  const asking = useStore(desk.pending, (pending) => pending !== null);
  const moving = useStore(desk.picked.offset, (offset) => offset !== null);
  const bar = useRef<HTMLDivElement>(null);
  const clues = useMemo(() => desk.picked.clues, [picks, history, rules]);
  const places = clues.flatMap(({ slots }) => slots.flatMap(({ places }) => places));
  const shown = picks.firm && places.length > 0 && !asking && !moving;

  // Put the bar above the clues, or below them if there is no room above. The effect has no dependencies, because the
  // clues also move on the page when the margins of the board change.
  useLayoutEffect(() => {
    const element = bar.current;
    const board = element?.parentElement?.querySelector("svg");
    const matrix = board?.getScreenCTM();
    const frame = element?.parentElement?.getBoundingClientRect();
    if (!element || !matrix || !frame) return;
    const corner = (row: number, column: number) => new DOMPoint(column * 64, row * 64).matrixTransform(matrix);
    const [rows, columns] = [places.map(({ row }) => row), places.map(({ column }) => column)];
    const top = corner(Math.min(...rows), 0).y - frame.top - element.offsetHeight - 6;
    const below = corner(Math.max(...rows) + 1, 0).y - frame.top + 6;
    const left = corner(0, Math.min(...columns)).x - frame.left;
    element.style.left = `${Math.max(0, Math.min(left, frame.width - element.offsetWidth))}px`;
    element.style.top = `${top >= 0 ? top : Math.min(below, frame.height - element.offsetHeight)}px`;
  });

  const [only, other] = clues;
  if (!shown || !only) return null;
  const button = (label: string, Icon: () => preact.JSX.Element, action: () => void, tone = "") => (
    <button type="button" class={`button quiet round ${tone}`} aria-label={label} title={label} onClick={() => (action(), document.getElementById("board")?.focus({ preventScroll: true }))}>
      <Icon />
    </button>
  );
  return (
    <div ref={bar} class="clue-bar" role="toolbar" aria-label={words.edit.bar(clues.map(({ rule }) => rule.title))}>
      <span class="clue-bar-name">{other ? words.edit.clues(clues.length) : only.rule.title}</span>
      {!other && button(words.edit.values, Icons.pencil, () => desk.picked.ask())}
      {button(words.edit.duplicate, Icons.copy, () => desk.picked.duplicate())}
      {button(words.clue.remove, Icons.trash, () => desk.picked.remove(), "danger")}
    </div>
  );
}
