// The clue that is being drawn, as far as it has got, and the clue that is meant by a list.
import { useDesk } from "../desk-context.ts";
import { inGrid, nameOf, type Place } from "../puzzle/cells.ts";
import { standsAt } from "../puzzle/clue.ts";
import type { Layout } from "../puzzle/layout.ts";
import type { Rule } from "../puzzle/rule.ts";
import { useStore } from "../store.ts";
import { diagonal, isOutside, square, type Direction } from "../tools/gesture.ts";

const CELL = 64;
const x = ({ column }: Place): number => (column + 0.5) * CELL;
const y = ({ row }: Place): number => (row + 0.5) * CELL;

function Sketch({ rule, places, direction, layout }: { rule: Rule; places: Place[]; direction: Direction | null; layout: Layout }) {
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
  return (
    <g class="stroke" aria-hidden="true">
      {pending?.slots.map((slot, i) => <Sketch key={i} rule={pending.rule} places={slot.places} direction={pending.direction} layout={layout} />)}
      {pending && <Sketch rule={pending.rule} places={pending.stroke} direction={pending.direction} layout={layout} />}
      {hovered?.slots.map((slot, i) => {
        const beside = isOutside(hovered.rule.gesture) ? standsAt(hovered, layout) : null;
        const places = beside && !inGrid(beside, layout) ? [beside] : slot.places;
        return <Sketch key={`hovered ${i}`} rule={hovered.rule} places={places} direction={null} layout={layout} />;
      })}
    </g>
  );
}
