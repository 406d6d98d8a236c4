// Shows the board of solve mode: the puzzle's picture with the solver's digits, marks and lines, but without any
// answers of the engine.
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { CELL, Cells, Colours, Digits, NARROW, Pictured, Selected, useLayout } from "../board/board.tsx";
import { Highlighting } from "../board/highlighting.tsx";
import type { Margins } from "../board/picture.ts";
import { useDesk } from "../desk-context.ts";
import { inGrid, nameOf, parseName } from "../puzzle/cells.ts";
import type { Layout } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { drawnOf, type Drawn, type Point } from "./pen.ts";
import { useSolvePointer } from "./pointer.ts";
import type { Solver } from "./solver.ts";

export function SolveBoard({ solver }: { solver: Solver }) {
  const desk = useDesk();
  const layout = useLayout();
  const svg = useRef<SVGSVGElement>(null);
  const picture = useStore(desk.picture);
  const title = useStore(desk.history, (history) => history.now.state.puzzle.title);
  const cursor = useStore(desk.selection, (selection) => selection.cursor);
  const pointer = useSolvePointer(solver, svg);
  const room = (side: keyof Margins) => Math.max(NARROW / 4, picture?.margins[side] ?? 0);
  const [left, top] = [room("left"), room("top")];
  const [width, height] = [layout.columns * CELL, layout.rows * CELL];
  return (
    <div
      class="board"
      role="grid"
      tabIndex={0}
      id="board"
      aria-label={words.board.label(title ?? words.untitled, layout.rows, layout.columns)}
      aria-multiselectable
      aria-rowcount={layout.rows}
      aria-colcount={layout.columns}
      aria-activedescendant={inGrid(cursor, layout) ? `cell-${nameOf(cursor)}` : undefined}
    >
      <svg ref={svg} role="presentation" class="board-svg cluewright" viewBox={`${-left} ${-top} ${width + left + room("right")} ${height + top + room("bottom")}`} {...pointer}>
        <rect class="board-paper" x={0} y={0} width={width} height={height} />
        <Colours layout={layout} />
        <Pictured layout={layout} />
        <Conflicts solver={solver} layout={layout} />
        <Highlighting cell={CELL} />
        <Digits layout={layout} />
        <PenLines solver={solver} />
        <Selected layout={layout} />
        <Cells layout={layout} />
      </svg>
    </div>
  );
}

/** Marks the cells of conflicts, and the clues that these cells violate. */
function Conflicts({ solver, layout }: { solver: Solver; layout: Layout }) {
  const conflicts = useStore(solver.conflicts);
  const picture = useStore(solver.desk.picture);
  useEffect(() => {
    // Preact does not render the nodes of the picture, so their classes are changed here, and again for each new
    // picture.
    const isBroken = (node: Element) => conflicts.some(({ rule, nth }) => node.getAttribute("data-rule") === rule && node.getAttribute("data-nth") === String(nth));
    const marked = conflicts.length === 0 ? [] : [...document.querySelectorAll(".picture [data-rule]")].filter(isBroken);
    for (const node of marked) node.classList.add("broken");
    return () => marked.forEach((node) => node.classList.remove("broken"));
  }, [conflicts, picture]);
  const cells = [...new Set(conflicts.flatMap(({ at }) => at))];
  return (
    <g class="conflicts" aria-hidden="true">
      {cells.map((name) => {
        const place = parseName(name);
        return place && inGrid(place, layout) && <rect key={name} data-cell={name} x={place.column * CELL + 1} y={place.row * CELL + 1} width={CELL - 2} height={CELL - 2} />;
      })}
    </g>
  );
}

const HALF = CELL / 2;

const lineTo = ({ x, y }: Point, i: number): string => `${i === 0 ? "M" : "L"}${x * HALF} ${y * HALF}`;

/** Returns the SVG path of a line, circle or cross. */
function pathOf(drawn: Drawn): string {
  if (drawn.kind === "line") return [drawn.from, drawn.to].map(lineTo).join("");
  const [x, y] = [drawn.at.x * HALF, drawn.at.y * HALF];
  const isCell = drawn.at.x % 2 === 1 && drawn.at.y % 2 === 1;
  const size = isCell ? 20 : 8;
  return drawn.kind === "cross" ? `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}` : `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0`;
}

/**
 * Maximum number of lines in a path element. A new stroke then redraws only one path, and hundreds of lines still need
 * few elements.
 */
const PATH = 50;

const PenLines = memo(({ solver }: { solver: Solver }) => {
  const pen = useStore(solver.desk.history, (history) => history.now.state.pen);
  const paths = new Map<string, { colour: number; d: string }>();
  const counts = new Map<number, number>();
  for (const [key, colour] of Object.entries(pen ?? {})) {
    const drawn = drawnOf(key);
    if (!drawn) continue;
    const n = counts.get(colour) ?? 0;
    counts.set(colour, n + 1);
    const path = `${colour} ${Math.floor(n / PATH)}`;
    paths.set(path, { colour, d: (paths.get(path)?.d ?? "") + pathOf(drawn) });
  }
  return (
    <g class="pen" aria-hidden="true">
      {[...paths].map(([path, { colour, d }]) => (
        <path key={path} class={`ink-${colour}`} d={d} />
      ))}
      <Stroke solver={solver} />
    </g>
  );
});

function Stroke({ solver }: { solver: Solver }) {
  const stroke = useStore(solver.stroke);
  const ink = useStore(solver.ink);
  return stroke.length > 1 ? <path class={`ink-${ink}`} d={stroke.map(lineTo).join("")} /> : null;
}
