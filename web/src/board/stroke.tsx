// Draws the clues that the page sketches itself: the clue being drawn, the clue under the pointer in a list, and the
// clues that the engine cannot draw or use.
import { useMemo } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { NO_PICTURE } from "./picture.ts";
import { inGrid, nameOf, type Place } from "../puzzle/cells.ts";
import { clueText, standsAt, type Clue } from "../puzzle/clue.ts";
import type { Layout } from "../puzzle/layout.ts";
import type { Rule } from "../puzzle/rule.ts";
import { useStore } from "../store.ts";
import { diagonal, isOutside, square, type Direction } from "../tools/gesture.ts";

const CELL = 64;
const x = ({ column }: Place): number => (column + 0.5) * CELL;
const y = ({ row }: Place): number => (row + 0.5) * CELL;

export function Sketch({ rule, places, direction, layout }: { rule: Rule; places: Place[]; direction: Direction | null; layout: Layout }) {
  const [first] = places;
  if (!first) return null;
  const line = (cells: Place[]) => <polyline points={cells.map((cell) => `${x(cell)},${y(cell)}`).join(" ")} />;
  const fill = (cells: Place[]) => cells.map((cell) => <rect key={nameOf(cell)} x={x(cell) - 28} y={y(cell) - 28} width={56} height={56} rx={6} />);
  switch (rule.gesture) {
    case "line":
      return places.length > 1 ? line(places) : <circle cx={x(first)} cy={y(first)} r={10} />;
    case "arrow":
    case "control":
      return (
        <>
          <circle class="hollow-sketch" cx={x(first)} cy={y(first)} r={24} />
          {places.length > 1 && line(places)}
        </>
      );
    case "edge": {
      const other = places[1];
      return other ? <circle cx={(x(first) + x(other)) / 2} cy={(y(first) + y(other)) / 2} r={12} /> : null;
    }
    case "corner":
      return places.length === 1 ? <>{fill(square(first).filter((cell) => inGrid(cell, layout)))}</> : <>{fill(places)}</>;
    case "diagonal": {
      const cells = direction ? diagonal(first, direction, layout) : [];
      return (
        <>
          {fill([first])}
          {cells.length > 0 && line([first, ...cells])}
        </>
      );
    }
    case "lists":
      return rule.shape === "pieces" && places.length > 1 ? line(places) : <>{fill(places)}</>;
    default:
      return <>{fill(places)}</>;
  }
}

export function Stroke({ layout }: { layout: Layout }) {
  const desk = useDesk();
  const pending = useStore(desk.pending);
  const hovered = useStore(desk.hovered);
  const borders = useStore(desk.borders);
  return (
    <g class="stroke" aria-hidden="true">
      {pending?.slots.map((slot, i) => <Sketch key={i} rule={pending.rule} places={slot.places} direction={pending.direction} layout={layout} />)}
      {pending && <Sketch rule={pending.rule} places={pending.stroke} direction={pending.direction} layout={layout} />}
      {hovered && <ClueSketch clue={hovered} layout={layout} />}
      {borders.map((border, i) => (
        <polyline key={i} points={border.map((corner) => `${(corner.x * CELL) / 2},${(corner.y * CELL) / 2}`).join(" ")} />
      ))}
    </g>
  );
}

export function ClueSketch({ clue, layout }: { clue: Clue; layout: Layout }) {
  const outside = isOutside(clue.rule.gesture) ? standsAt(clue, layout) : null;
  return (
    <>
      {clue.slots.map((slot, i) => {
        const places = outside && !inGrid(outside, layout) ? [outside] : slot.places.filter((place) => inGrid(place, layout));
        return <Sketch key={i} rule={clue.rule} places={places} direction={null} layout={layout} />;
      })}
    </>
  );
}

/**
 * Sketches the clues that the engine refuses, on top of the engine's picture. Without a picture, sketches all clues.
 */
export function Sketched({ layout }: { layout: Layout }) {
  const desk = useDesk();
  const picture = useStore(desk.picture);
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const rules = useStore(desk.rules);
  const clues = useMemo(() => desk.clues, [puzzle, rules]);
  const isRefused = (clue: Clue) => picture?.refused.some(({ rule, nth }) => rule === clue.rule.name && nth === clue.nth) ?? false;
  const shown = picture === NO_PICTURE ? clues : clues.filter(isRefused);
  return (
    <>
      {shown.map((clue) => (
        <g key={`${clue.rule.name} ${clue.nth}`} class={`stroke sketched${isRefused(clue) ? " refused" : ""}`} data-rule={clue.rule.name} aria-hidden="true">
          <ClueSketch clue={clue} layout={layout} />
          {picture === NO_PICTURE && <Value clue={clue} layout={layout} />}
        </g>
      ))}
    </>
  );
}

/** Shows the value of a sketched clue in its first cell, or next to the grid if the clue is outside. */
function Value({ clue, layout }: { clue: Clue; layout: Layout }) {
  const [first] = clue.slots.flatMap(({ places }) => places);
  const at = (isOutside(clue.rule.gesture) ? standsAt(clue, layout) : null) ?? first;
  return at && clue.rule.gesture !== "grid" ? (
    <text x={at.column * CELL + 4} y={at.row * CELL + 14}>
      {clueText(clue)}
    </text>
  ) : null;
}
