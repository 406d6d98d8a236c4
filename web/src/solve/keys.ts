// Handles the keys of solve mode. Keys typed into a field or a dialog are ignored.
import { digitOfKey, STEPS } from "../tools/keyboard.ts";
import { TOOLS, type Solver, type Tool } from "./solver.ts";

const TOOL_KEYS: Record<string, Tool> = { z: "digit", x: "corner", c: "centre", v: "colour", b: "pen" };

/** Returns the tool selected by the keys that are held. */
const heldTool = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent): Tool | null => {
  const isCtrl = ctrlKey || metaKey;
  return isCtrl && shiftKey ? "colour" : isCtrl ? "centre" : shiftKey ? "corner" : null;
};

const isElsewhere = (target: EventTarget | null): boolean => (target as HTMLElement | null)?.closest("input, textarea, select, dialog") != null;

/** Follows the keys that are held, so that the page can show the tool that they select. */
export function onHeld(solver: Solver, event: KeyboardEvent): void {
  if (["Shift", "Control", "Meta"].includes(event.key)) solver.held.set(solver.tool.value === "pen" ? null : heldTool(event));
}

/** Handles a key. Returns `true` if the key has a meaning. */
export function onSolveKey(solver: Solver, event: KeyboardEvent): boolean {
  const { desk } = solver;
  if (isElsewhere(event.target)) return false;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // This key is handled before the test for a pause, because it also ends the pause.
  if (key === "p" && !isCommand && !event.altKey) return (solver.pause(!solver.paused.value), true);
  if (event.altKey || solver.paused.value || solver.waiting.value) return false;
  if (isCommand && key === "z" && !event.shiftKey) return (solver.undo(), true);
  if (isCommand && (key === "y" || (key === "z" && event.shiftKey))) return (solver.redo(), true);
  if (isCommand && key === "a") return (desk.selectAll(), true);
  if (key === "[") return (solver.undo(), true);
  if (key === "]") return (solver.redo(), true);

  const isPen = solver.tool.value === "pen";
  const digit = digitOfKey(desk, event);
  if (digit !== null) {
    // In grids whose digits are letters, typing a digit may need Shift. So Shift together with a letter does not
    // select a tool.
    const isLetter = /^[a-z]$/.test(key);
    return (solver.type(digit, (isPen || isLetter ? null : heldTool(event)) ?? solver.tool.value), true);
  }
  const step = STEPS[event.key] ?? (isCommand ? undefined : STEPS[key]);
  if (step && isPen && (event.shiftKey || isCommand)) return (solver.drawTowards(...step, isCommand), true);
  if (step && !isCommand) return (desk.move(...step, event.shiftKey), true);
  if (isCommand) return false;
  const tool = event.shiftKey ? undefined : TOOL_KEYS[key];
  if (tool) return (solver.setTool(tool), true);
  // The space bar and Enter press a focused button, so they must not also act on the board.
  const isOnButton = (event.target as HTMLElement | null)?.closest("button, a") != null;
  switch (event.key) {
    case " ": {
      if (isOnButton) return false;
      // `TOOLS.at` reads -1 as the last tool, so a step back from the first tool wraps around.
      const at = TOOLS.indexOf(solver.tool.value) + (event.shiftKey ? -1 : 1);
      return (solver.setTool(TOOLS.at(at % TOOLS.length) ?? "digit"), true);
    }
    case "Enter":
      if (isOnButton || !isPen) return false;
      return (solver.markCursor(), true);
    case "Delete":
    case "Backspace":
      return (solver.erase(), true);
    case "Escape":
      if (solver.said.value || desk.highlights.value) solver.dismiss();
      else desk.select([]);
      return true;
    default:
      return false;
  }
}
