// Handles the keys of the board. Keys typed into a field are ignored.
import type { Desk, Mode } from "../desk.ts";
import { shiftSelection } from "../edit/arrange.ts";

const MODES: Record<string, Mode> = { z: "given", x: "corner", c: "centre", v: "colour", b: "digit", n: "marks" };

export const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const LETTERS: Record<string, [number, number]> = {
  w: [-1, 0],
  s: [1, 0],
  a: [0, -1],
  d: [0, 1],
};

/**
 * Returns the digit that a key types. With Shift, this is the digit on the key, or a letter in grids that use it as
 * a digit.
 */
export function digitOfKey(desk: Desk, event: KeyboardEvent): number | null {
  // With Shift, `event.key` is a character such as `!`, so the physical key is read first.
  const key = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : null);
  if (key !== null && key !== undefined) return Number(key);
  const highest = Math.max(...desk.layout.digits);
  if (event.shiftKey && /^[A-Z]$/.test(event.key)) {
    const digit = event.key.charCodeAt(0) - 55;
    return digit <= highest ? digit : null;
  }
  return null;
}

export interface KeyActions {
  palette: () => void;
  help: () => void;
}

/** Handles a key. Returns `true` if the key has a meaning. */
export function onKey(desk: Desk, event: KeyboardEvent, { palette, help }: KeyActions): boolean {
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, textarea, select, dialog, [contenteditable]")) return false;
  // After a button in the header was used, keys go to the board again. The panels, however, handle their own keys.
  const onBoard = !target?.closest(".right");
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (command && key === "z" && !event.shiftKey) return (desk.undo(), true);
  if (command && (key === "y" || (key === "z" && event.shiftKey))) return (desk.redo(), true);
  if (command && key === "a" && onBoard) return (desk.selectAll(), true);
  if (event.key === "[") return (desk.undo(), true);
  if (event.key === "]") return (desk.redo(), true);
  if (command && key === "d" && onBoard) return (desk.picked.duplicate(), true);
  const arrow = STEPS[event.key];
  if (onBoard && !command && arrow && !event.shiftKey && (event.altKey || desk.picked.firm)) return (shiftSelection(desk, ...arrow), true);
  if (command || event.altKey || !onBoard) return false;

  const digit = digitOfKey(desk, event);
  if (digit !== null) return (desk.type(digit), true);
  const step = arrow ?? LETTERS[key];
  if (step) return (desk.move(step[0], step[1], event.shiftKey), true);
  const mode = event.shiftKey ? undefined : MODES[key];
  if (mode) return (desk.setMode(mode), true);
  switch (event.key) {
    case "?":
      return (help(), true);
    // These keys press a focused button, so they must not also act on the board.
    case " ":
      if (target?.closest("button")) return false;
      return (palette(), true);
    case "Enter":
      if (target?.closest("button")) return false;
      if (desk.picked.firm) desk.picked.ask();
      else if (desk.mode.value === "regions") desk.paint(desk.selected);
      else if (event.shiftKey) desk.done();
      else desk.drawSelected();
      return true;
    case "Delete":
    case "Backspace":
      return (desk.erase(), true);
    case "Escape":
      if (desk.pending.value) desk.cancel();
      else if (desk.picked.clues.length > 0) desk.picked.clear();
      else if (desk.tool.value !== null) desk.take(null);
      else if (desk.mode.value === "draw" || desk.mode.value === "regions") desk.setMode("given");
      else desk.select([]);
      return true;
    default:
      return false;
  }
}
