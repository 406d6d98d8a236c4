// Lets the setter choose the boxes of a grid.
import { squarest } from "../puzzle/layout.ts";
import { words } from "../words.ts";

/** Returns the rectangles of `cells` cells that tile a grid, as height and width. */
const tilings = (cells: number, rows: number, columns: number): [number, number][] =>
  Array.from({ length: cells }, (_, i): [number, number] => [i + 1, cells / (i + 1)]).filter(([height, width]) => Number.isInteger(width) && height > 1 && width > 1 && rows % height === 0 && columns % width === 0);

interface BoxesProps {
  id: string;
  rows: number;
  columns: number;
  /** The chosen boxes: `usual`, `none`, `jigsaw`, or a height and width such as `2x3`. */
  value: string;
  choose(boxes: string): void;
}

export function Boxes({ id, rows, columns, value, choose }: BoxesProps) {
  const longer = Math.max(rows, columns);
  const usual = squarest(longer, rows, columns);
  const others = tilings(longer, rows, columns).filter(([height]) => height !== usual?.[0]);
  return (
    <label class="inline">
      <span>{words.open.boxes}</span>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {usual && <option value="usual">{words.open.boxesUsual(usual[0], usual[1])}</option>}
        {others.map(([height, width]) => (
          <option key={height} value={`${height}x${width}`}>
            {words.open.boxesUsual(height, width)}
          </option>
        ))}
        <option value="jigsaw">{words.open.boxesJigsaw}</option>
        <option value="none">{words.open.boxesNone}</option>
      </select>
    </label>
  );
}
