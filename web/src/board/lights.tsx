// Marks the cells that are free of fog at the start. Only the editor shows these marks, because solvers see the
// contents of the cells instead.
import { memo } from "preact/compat";
import { useDesk } from "../desk-context.ts";
import { nameOf } from "../puzzle/cells.ts";
import { useStore } from "../store.ts";

const CELL = 64;

export const Lights = memo(() => {
  const desk = useDesk();
  const elements = useStore(desk.history, (history) => history.now.state.puzzle.elements);
  if (elements === undefined) return null;
  const places = desk.drawings.filter(({ rule }) => rule.name === "drawn-light").flatMap(({ slots }) => slots.flatMap(({ places }) => places));
  return (
    <g class="lights" aria-hidden="true">
      {places.map(({ row, column }) => (
        <g key={nameOf({ row, column })} transform={`translate(${(column + 0.8) * CELL} ${(row + 0.76) * CELL})`}>
          <circle r={7} />
          <path d="M-3 9h6M-2 12h4" />
        </g>
      ))}
    </g>
  );
});
