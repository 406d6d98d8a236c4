// Shows a tab's highlights on the board: the cells and clues of a step or a diagnosis, removed candidates, and
// chains.
import { useEffect } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { inGrid, nameOf, parseCells, parseName } from "../puzzle/cells.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { entriesDrawn, givensOf } from "../puzzle/document.ts";
import { useStore } from "../store.ts";
import { spots } from "./spots.ts";
import { ClueSketch } from "./stroke.tsx";

export function Highlighting({ cell: CELL }: { cell: number }) {
  const desk = useDesk();
  const highlights = useStore(desk.highlights);
  const picture = useStore(desk.picture);
  const clues = highlights?.clues;
  // Clues are marked by changing their shapes in the engine's picture, so a new picture must be marked again.
  useEffect(() => {
    const marked: Element[] = [];
    for (const { rule, cells, kind } of clues ?? []) {
      const wanted = new Set(cells);
      for (const node of document.querySelectorAll(`.picture [data-rule]`)) {
        if (node.getAttribute("data-rule") !== rule) continue;
        const own = (node.getAttribute("data-cells") ?? "").split(" ").filter((name) => name !== "");
        // A shape without cells belongs to a rule for the whole grid, so comparing the rules is sufficient.
        if (own.length > 0 && !own.every((name) => wanted.has(name))) continue;
        node.classList.add("marked", kind);
        marked.push(node);
      }
    }
    return () => {
      for (const node of marked) node.classList.remove("marked", "placed", "pattern", "cited", "blame", "open", "undetermined");
    };
  }, [clues, picture]);
  if (!highlights) return null;
  const { layout } = desk;
  const { digits } = layout;
  const { side, step } = spots(digits, CELL);
  const spot = (name: string, digit: number) => {
    const place = parseName(name) ?? { row: 0, column: 0 };
    const { x, y } = spots(digits, CELL, picture?.labels.get(name)).at(digit);
    return { x: place.column * CELL + x, y: place.row * CELL + y };
  };
  const [givens, entries] = [givensOf(desk.document.puzzle), entriesDrawn(desk.document.puzzle)];
  const struck = new Map(highlights.struck?.map(({ cell, digits }) => [cell, digits]));
  const chain = highlights.chain ?? [];
  return (
    <g class="highlights" aria-hidden="true">
      {highlights.clues?.map(({ cells, kind }, i) =>
        parseCells(cells.join(" "))
          .filter((place) => inGrid(place, layout))
          .map((place) => <rect key={`clue ${i} ${nameOf(place)}`} class={`highlight clue ${kind}`} x={place.column * CELL} y={place.row * CELL} width={CELL} height={CELL} />),
      )}
      {highlights.cells?.map(({ cell, kind }, i) => {
        const place = parseName(cell);
        return place && <rect key={`${i} ${cell}`} class={`highlight ${kind}`} x={place.column * CELL + 1} y={place.row * CELL + 1} width={CELL - 2} height={CELL - 2} rx={4} />;
      })}
      {highlights.sketches?.map((clue, i) => (
        <g key={`sketch ${i}`} class="stroke">
          <ClueSketch clue={clue} layout={layout} />
        </g>
      ))}
      {Object.entries(highlights.digits ?? {}).map(([cell, digit]) => {
        const place = parseName(cell);
        if (!place || givens[place.row * layout.columns + place.column] !== null) return null;
        return (
          <text key={cell} class="candidate sole" x={(place.column + 0.5) * CELL} y={(place.row + 0.5) * CELL}>
            {symbolOf(digit)}
          </text>
        );
      })}
      {Object.entries(highlights.candidates ?? {}).map(([cell, list]) => {
        const place = parseName(cell);
        const at = place ? place.row * layout.columns + place.column : -1;
        if (!place || givens[at] !== null || highlights.digits?.[cell] !== undefined || (entries[at] !== null && list.length < 2)) return null;
        return list.map((digit) => (
          <text key={`${cell} ${digit}`} class={`candidate possible side-${side}${picture?.labels.has(cell) ? " low" : ""}${struck.get(cell)?.includes(digit) ? " struck" : ""}`} {...spot(cell, digit)}>
            {symbolOf(digit)}
          </text>
        ));
      })}
      {highlights.struck?.map(({ cell, digits }) =>
        digits.map((digit) => {
          const { x, y } = spot(cell, digit);
          return <path key={`${cell} ${digit} struck`} class="strike" d={`M${x - 7} ${y + 6}L${x + 7} ${y - 6}`} />;
        }),
      )}
      {chain.map((node, i) => {
        const before = chain[i - 1];
        const to = spot(node.cell, node.digit);
        const from = before && !node.starts ? spot(before.cell, before.digit) : null;
        return (
          <g key={`chain ${i}`} class="chain">
            {from && <path class={node.on ? "strong" : "weak"} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />}
            <circle class={node.on ? "on" : "off"} cx={to.x} cy={to.y} r={step * 0.46} />
          </g>
        );
      })}
    </g>
  );
}
