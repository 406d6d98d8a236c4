// The form for creating a new grid: the setter chooses its size, its boxes (if any) and its digits.
import { useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { emptyDocument } from "../puzzle/document.ts";
import type { PuzzleFile } from "../puzzle/file.ts";
import { squarest } from "../puzzle/layout.ts";
import { words } from "../words.ts";
import { Boxes } from "./boxes.tsx";

/** Maximum number of rows and columns. `soundDocument` has the same limit, so a larger grid would not survive a reload. */
const MOST = 25;
const SIZES = Array.from({ length: 13 }, (_, i) => i + 4);

const isSide = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= MOST;

export function NewGrid({ close }: { close: () => void }) {
  const desk = useDesk();
  const [size, setSize] = useState("9");
  const [sides, setSides] = useState<[string, string]>(["6", "9"]);
  const [boxes, setBoxes] = useState("usual");
  const [lowest, setLowest] = useState<0 | 1>(1);
  const [rows, columns] = (size === "other" ? sides : [size, size]).map(Number) as [number, number];
  const isPossible = isSide(rows) && isSide(columns);
  const longer = Math.max(rows, columns);
  const usual = isPossible ? squarest(longer, rows, columns) : null;
  const chosen = boxes === "usual" && usual === null ? "none" : boxes;
  const start = () => {
    if (!isPossible) return;
    const puzzle: PuzzleFile = { size: rows === columns ? rows : `${rows}x${columns}` };
    if (lowest === 0) puzzle.digits = `0-${longer - 1}`;
    // A jigsaw starts with the usual boxes, which the setter then repaints. If the size has no usual boxes, it starts
    // without boxes.
    if (chosen === "none" || (chosen === "jigsaw" && !usual)) puzzle.boxes = "none";
    else if (chosen !== "usual" && chosen !== "jigsaw") puzzle.boxes = chosen;
    desk.open(emptyDocument(puzzle), words.history.empty);
    if (chosen === "jigsaw") desk.setMode("regions");
    close();
  };
  const side = (label: string, nth: 0 | 1) => (
    <label class="inline">
      <span>{label}</span>
      <input
        type="text"
        inputMode="numeric"
        class="short"
        autocomplete="off"
        value={sides[nth]}
        aria-invalid={!isSide(Number(sides[nth]))}
        onInput={(event) => setSides(nth === 0 ? [event.currentTarget.value, sides[1]] : [sides[0], event.currentTarget.value])}
      />
    </label>
  );
  return (
    <form
      class="stack new-grid"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <h3>{words.open.new}</h3>
      <div class="row wrap">
        <label class="inline">
          <span>{words.open.size}</span>
          <select id="new-size" value={size} onChange={(event) => setSize(event.currentTarget.value)}>
            {SIZES.map((n) => (
              <option key={n} value={n}>
                {n}×{n}
              </option>
            ))}
            <option value="other">{words.open.otherSize}</option>
          </select>
        </label>
        {size === "other" && side(words.open.rows, 0)}
        {size === "other" && side(words.open.columns, 1)}
        <Boxes id="new-boxes" rows={isPossible ? rows : 1} columns={isPossible ? columns : 1} value={chosen} choose={setBoxes} />
        <label class="inline">
          <span>{words.open.digits}</span>
          <select id="new-digits" value={lowest} onChange={(event) => setLowest(event.currentTarget.value === "0" ? 0 : 1)}>
            {([1, 0] as const).map((low) => (
              <option key={low} value={low}>
                {words.open.range(low, longer - 1 + low)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button" disabled={!isPossible}>
          {words.open.start}
        </button>
      </div>
      {!isPossible && <p class="wrong">{words.open.badSize(MOST)}</p>}
    </form>
  );
}
