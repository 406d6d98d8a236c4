// Shows the buttons of solve mode: tools, digits, and frequent actions.
import { Icons } from "../parts/icons.tsx";
import { symbolOf } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { TOOLS, type Solver, type Tool } from "./solver.ts";

/** Shows a tool's icon: a cell with an example of what the tool writes. */
function ToolIcon({ tool }: { tool: Tool }) {
  const shown: Record<Tool, preact.JSX.Element> = {
    digit: <text x="12" y="12" class="large">5</text>,
    corner: <><text x="7" y="7.500">1</text><text x="17" y="7.500">2</text><text x="7" y="17.500">3</text></>,
    centre: <text x="12" y="12">123</text>,
    colour: <><path class="colour colour-2" d="M3 3h18L3 21z" /><path class="colour colour-7" d="M21 3v18H3z" /></>,
    pen: <path class="drawn" d="M7 17V8h5v8h5" />,
  }; // prettier-ignore
  return (
    <svg class="tool-icon" viewBox="0 0 24 24" aria-hidden="true">
      {shown[tool]}
      <rect x="2.500" y="2.500" width="19" height="19" rx="3" />
    </svg>
  );
}

export function SolvePad({ solver }: { solver: Solver }) {
  const { desk } = solver;
  const chosen = useStore(solver.tool);
  const held = useStore(solver.held);
  const several = useStore(solver.several);
  const ink = useStore(solver.ink);
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const { past, future } = useStore(desk.history);
  // There is always a puzzle. The component watches it, so that the keys are rendered again when the layout
  // changes.
  const { digits } = puzzle ? desk.layout : { digits: [] };
  const tool = held ?? chosen;
  const action = (label: string, Icon: () => preact.JSX.Element, run: () => void, disabled = false) => (
    <button type="button" class="key" aria-label={label} title={label} disabled={disabled} onClick={run}>
      <Icon />
    </button>
  );
  return (
    <div class="solve-pad">
      <div class="solve-tools" role="radiogroup" aria-label={words.solve.tools}>
        {TOOLS.map((name) => (
          <button key={name} type="button" role="radio" aria-checked={tool === name} class="solve-tool" title={words.solve.toolHelp[name]} onClick={() => solver.setTool(name)}>
            <ToolIcon tool={name} />
            <span>{words.solve.tool[name]}</span>
          </button>
        ))}
      </div>
      <div class={`solve-keys${digits.length > 10 ? " many" : ""}`} role="group" aria-label={words.solve.keys}>
        {tool === "colour" || tool === "pen"
          ? words.pad.colours.map((name, i) => (
              <button
                key={name}
                type="button"
                class={`key swatch ${tool === "pen" ? `ink-swatch ink-${i + 1}` : `colour-${i + 1}`}`}
                aria-label={(tool === "pen" ? words.solve.ink : words.solve.colour)(i + 1, name)}
                aria-pressed={tool === "pen" ? ink === i + 1 : undefined}
                title={name}
                onClick={() => solver.type(i + 1, tool)}
              >
                {i + 1}
              </button>
            ))
          : digits.map((digit) => (
              <button key={digit} type="button" class={`key typed-${tool}`} aria-label={words.pad.digit(symbolOf(digit))} onClick={() => solver.type(digit, tool)}>
                {symbolOf(digit)}
              </button>
            ))}
        {action(words.pad.erase, Icons.erase, () => solver.erase())}
      </div>
      <div class="solve-actions" role="group" aria-label={words.solve.keys}>
        {action(words.header.undo, Icons.undo, () => solver.undo(), past.length === 0)}
        {action(words.header.redo, Icons.redo, () => solver.redo(), future.length === 0)}
        <button type="button" class="key wide" aria-pressed={several} title={words.solve.severalHelp} onClick={() => solver.several.update((value) => !value)}>
          {words.solve.several}
        </button>
      </div>
    </div>
  );
}
