// Shows the picked clues: a handle on each of their cells (larger at the ends of lines), and a preview while they
// are dragged.
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { inGrid, nameOf, type Place } from "../puzzle/cells.ts";
import { standsAt, type Clue } from "../puzzle/clue.ts";
import type { Layout } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { isOutside, square } from "../tools/gesture.ts";
import { ClueSketch, Sketch } from "./stroke.tsx";

const CELL = 64;

const middle = (places: readonly Place[]): { x: number; y: number } => ({
  x: (places.reduce((sum, { column }) => sum + column + 0.5, 0) / places.length) * CELL,
  y: (places.reduce((sum, { row }) => sum + row + 0.5, 0) / places.length) * CELL,
});

/** Returns the groups of places at which a clue gets handles. A mark has only one handle. */
function handlesOf(clue: Clue, layout: Layout): Place[][] {
  const places = clue.slots.flatMap(({ places }) => places);
  const [first] = places;
  if (!first) return [];
  if (clue.rule.gesture === "edge") return [places];
  if (clue.rule.gesture === "corner") return [places.length === 4 ? places : square(first)];
  if (isOutside(clue.rule.gesture)) return [[standsAt(clue, layout) ?? first]];
  return places.map((place) => [place]);
}

export const Handles = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const picks = useStore(desk.picked.picks);
  const history = useStore(desk.history);
  const rules = useStore(desk.rules);
  const offset = useStore(desk.picked.offset);
  const stretched = useStore(desk.picked.stretched);
  const clues = useMemo(() => desk.picked.clues, [picks, history, rules]);
  const [only, other] = clues;
  const ends = picks.firm && only && !other && (only.rule.gesture === "line" || only.rule.gesture === "arrow") ? (only.slots.at(-1)?.places ?? []) : [];
  // Places are compared by identity, because a line can visit the cell at its end twice.
  const isEnd = (place: Place) => place === ends.at(-1) || (only?.rule.gesture === "line" && place === ends[0]);
  return (
    <g class={`handles${picks.firm ? " firm" : ""}`} aria-hidden="true">
      {offset && (
        <g class="stroke" transform={`translate(${offset.column * CELL} ${offset.row * CELL})`}>
          {clues.map((clue) => (
            <ClueSketch key={`${clue.rule.name} ${clue.nth}`} clue={clue} layout={layout} />
          ))}
        </g>
      )}
      {stretched && only && (
        <g class="stroke">
          <Sketch rule={only.rule} places={[...stretched]} direction={null} layout={layout} />
        </g>
      )}
      {clues.flatMap((clue) =>
        handlesOf(clue, layout).map((places, i) => {
          const { x, y } = middle(places);
          const [place] = places;
          const end = place !== undefined && isEnd(place);
          const key = `${clue.rule.name} ${clue.nth} ${i} ${place ? nameOf(place) : ""}`;
          if (end) return <circle key={key} class="handle end" cx={x} cy={y} r={11} />;
          return <rect key={key} class="handle" x={x - 6} y={y - 6} width={12} height={12} rx={3} data-inside={place && inGrid(place, layout) ? true : undefined} />;
        }),
      )}
    </g>
  );
});
