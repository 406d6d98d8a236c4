// Shows true candidates in the cells: the digits that occur in some solution, each with the number of solutions
// that contain it.
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { cellName } from "../puzzle/cells.ts";
import { entriesDrawn, givensOf, isBlank, marksOf } from "../puzzle/document.ts";
import { digitOf, symbolOf, type Layout } from "../puzzle/layout.ts";
import { settings } from "../settings.ts";
import { useStore } from "../store.ts";
import { spots } from "./spots.ts";

const CELL = 64;

/**
 * Returns the CSS class for a candidate's number of solutions: green for one, then a scale of blue up to the cap.
 */
export function shade(count: number, cap: number): string {
  if (cap === 1) return "possible";
  if (count === 1) return "one";
  if (count >= cap) return "many";
  return count <= Math.sqrt(cap) ? "few" : "some";
}

export const Candidates = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const { candidates, settled, result, looking, counting } = useStore(desk.watcher.live);
  const mode = useStore(settings, ({ candidates }) => candidates);
  const cap = useStore(settings, ({ candidates, cap }) => (candidates === "counts" ? cap : 1));
  const { puzzle, notes } = useStore(desk.history, (history) => history.now.state);
  const highlights = useStore(desk.highlights);
  const comparing = useStore(desk.comparing);
  const taken = useMemo(() => {
    const [givens, entries] = [givensOf(puzzle), entriesDrawn(puzzle)];
    return givens.map((given, cell) => given !== null || entries[cell] !== null);
  }, [puzzle]);
  const allowed = useMemo(() => marksOf(puzzle), [puzzle]);
  const labels = useStore(desk.picture, (picture) => picture?.labels);
  if (isBlank(puzzle)) return null;
  // The highlights show other candidates in the same cells.
  if (highlights?.candidates || highlights?.digits) return null;
  if (comparing && result?.checked && !looking) return <Compared layout={layout} solutions={result.checked.solutions} taken={taken} />;
  // Until the first candidates of this version are settled, the candidates of the previous version stay in a pale
  // colour.
  const whole = settled ? null : candidates;
  if (mode === "off" || !(whole ?? settled)) return null;
  const digitsOf = (cell: number): [number, number][] => {
    if (whole) return Object.entries(whole.candidates[cell] ?? {}).map(([digit, count]) => [Number(digit), count as number]);
    return [...(settled?.get(cellName(cell, layout.columns)) ?? [])].filter(([, count]) => count > 0);
  };
  return (
    <g class={`candidates${whole && (looking || counting) ? " old" : ""}`} aria-hidden="true">
      {taken.map((full, cell) => {
        const name = cellName(cell, layout.columns);
        const note = notes[name];
        if (full || note?.corner?.length || note?.centre?.length) return null;
        return <CellCandidates key={cell} cell={cell} columns={layout.columns} digits={layout.digits} label={labels?.get(name) ?? 0} counts={digitsOf(cell).map(([digit, count]) => `${digit}:${count}`).join(" ")} cap={cap} sure={whole !== null} marked={allowed.has(cell)} />;
      })}
    </g>
  );
});

interface CellProps {
  cell: number;
  columns: number;
  digits: number[];
  /** The height of the label in the cell's corner. */
  label: number;
  /**
   * The candidates as `digit:solutions`, separated by spaces. They form one string, so that `memo` can compare them and
   * skip unchanged cells.
   */
  counts: string;
  cap: number;
  sure: boolean;
  /** True if the setter restricts the cell's digits. */
  marked: boolean;
}

const CellCandidates = memo(({ cell, columns, digits, label, counts: listed, cap, sure, marked }: CellProps) => {
  const counts = listed === "" ? [] : listed.split(" ").map((pair) => pair.split(":").map(Number) as [number, number]);
  const [left, top] = [(cell % columns) * CELL, Math.floor(cell / columns) * CELL];
  const [only] = counts;
  // While candidates are still being settled, more of them can follow. A single settled candidate is therefore not
  // drawn as the cell's only candidate yet.
  if (sure && counts.length === 1 && only) {
    return (
      <text class={`candidate sole ${marked ? "allowed " : ""}${cap === 1 ? "" : shade(only[1], cap)}`} x={left + CELL / 2} y={top + CELL / 2}>
        {symbolOf(only[0])}
      </text>
    );
  }
  const { side, at } = spots(digits, CELL, label);
  return (
    <>
      {counts.map(([digit, count]) => {
        const { x, y } = at(digit);
        return (
          <text key={digit} class={`candidate ${marked ? "allowed " : ""}${shade(count, cap)} side-${side}${label > 0 ? " low" : ""}`} x={left + x} y={top + y}>
            {symbolOf(digit)}
          </text>
        );
      })}
    </>
  );
});

function Compared({ layout, solutions, taken }: { layout: Layout; solutions: string[]; taken: boolean[] }) {
  const [a, b] = solutions;
  if (!a) return null;
  const read = (solution: string, cell: number) => digitOf(solution[cell] ?? ".", Math.min(...layout.digits));
  return (
    <g class="compared" aria-hidden="true">
      {taken.map((full, cell) => {
        const [x, y] = [(cell % layout.columns) * CELL, Math.floor(cell / layout.columns) * CELL];
        const [first, second] = [read(a, cell), b === undefined ? null : read(b, cell)];
        if (first === null) return null;
        if (second !== null && second !== first) {
          return (
            <g key={cell}>
              <rect class="differs" x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} />
              <text class="first" x={x + 20} y={y + 23}>
                {symbolOf(first)}
              </text>
              <text class="second" x={x + 44} y={y + 43}>
                {symbolOf(second)}
              </text>
            </g>
          );
        }
        if (full) return null;
        return (
          <text key={cell} class="same" x={x + CELL / 2} y={y + CELL / 2}>
            {symbolOf(first)}
          </text>
        );
      })}
    </g>
  );
}
