// Shows the board: the engine's picture of the clues, and the layers above and below it. The page draws these layers
// itself, without waiting for the engine.
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { currentCandidates } from "../live/live.ts";
import { cellName, inGrid, nameOf, parseName, samePlace, type Place } from "../puzzle/cells.ts";
import { cellsOf, clueText, type Clue } from "../puzzle/clue.ts";
import { entriesDrawn, givensOf, marksOf } from "../puzzle/document.ts";
import { symbolOf, type Layout } from "../puzzle/layout.ts";
import { settings } from "../settings.ts";
import { useStore } from "../store.ts";
import { isOutside } from "../tools/gesture.ts";
import { words } from "../words.ts";
import { Candidates } from "./candidates.tsx";
import { ClueBar } from "../edit/clue-bar.tsx";
import { ClueValues } from "../tools/values.tsx";
import { Handles } from "./handles.tsx";
import { Lights } from "./lights.tsx";
import { Highlighting } from "./highlighting.tsx";
import { NO_PICTURE, type Margins } from "./picture.ts";
import { usePointer } from "./pointer.ts";
import { Sketched, Stroke } from "./stroke.tsx";

/** Size of a cell in the board's coordinates. The engine's pictures use the same size. */
export const CELL = 64;

/** Minimum margin around the grid. */
export const NARROW = 0.5 * CELL;
/** Minimum margin around the grid if the tool draws outside it. */
const WIDE = 1.05 * CELL;

export function useLayout(): Layout {
  const desk = useDesk();
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  return useMemo(() => desk.layout, [puzzle]);
}

export function Board() {
  const desk = useDesk();
  const layout = useLayout();
  const svg = useRef<SVGSVGElement>(null);
  const picture = useStore(desk.picture);
  const tool = useStore(desk.tool);
  const title = useStore(desk.history, (history) => history.now.state.puzzle.title);
  const cursor = useStore(desk.selection, (selection) => selection.cursor);
  const outside = tool !== null && isOutside(desk.rule?.gesture ?? "cells");
  const least = outside ? WIDE : NARROW;
  const room = (side: keyof Margins) => Math.max(least, picture?.margins[side] ?? 0);
  const [left, top] = [room("left"), room("top")];
  const [width, height] = [layout.columns * CELL, layout.rows * CELL];
  const pointer = usePointer(desk, svg);
  return (
    <div class="board-frame">
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
        <svg
          ref={svg}
          role="presentation"
          class="board-svg cluewright"
          viewBox={`${-left} ${-top} ${width + left + room("right")} ${height + top + room("bottom")}`}
          data-outside={outside || undefined}
          {...pointer}
        >
          <rect class="board-paper" x={0} y={0} width={width} height={height} />
          <Colours layout={layout} />
          <Regions layout={layout} />
          <Pictured layout={layout} />
          <Sketched layout={layout} />
          <Unread />
          <Highlighting cell={CELL} />
          <Digits layout={layout} />
          <Candidates layout={layout} />
          <Selected layout={layout} />
          <Stroke layout={layout} />
          <Lights />
          <Handles layout={layout} />
          <Cells layout={layout} />
        </svg>
      </div>
      <ClueBar />
      <ClueValues layout={layout} />
    </div>
  );
}

const at = (place: Place): { x: number; y: number } => ({ x: place.column * CELL, y: place.row * CELL });

const middle = (place: Place): { x: number; y: number } => ({ x: (place.column + 0.5) * CELL, y: (place.row + 0.5) * CELL });

/** Returns the paths of the grid's lines, for boards without a picture from the engine. */
function plainGrid({ rows, columns, regions }: Layout): { thin: string; thick: string } {
  let [thin, thick] = ["", `M0 0H${columns * CELL}V${rows * CELL}H0z`];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const region = regions[row * columns + column];
      const right = column + 1 < columns ? `M${(column + 1) * CELL} ${row * CELL}v${CELL}` : "";
      const below = row + 1 < rows ? `M${column * CELL} ${(row + 1) * CELL}h${CELL}` : "";
      if (regions[row * columns + column + 1] === region) thin += right;
      else thick += right;
      if (regions[(row + 1) * columns + column] === region) thin += below;
      else thick += below;
    }
  return { thin, thick };
}

export const Pictured = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const picture = useStore(desk.picture);
  const group = useRef<SVGGElement>(null);
  // The engine's picture consists of finished nodes. They are inserted directly, so Preact does not compare them.
  useEffect(() => group.current?.replaceChildren(...(picture?.nodes ?? [])), [picture]);
  const grid = useMemo(() => plainGrid(layout), [layout]);
  return (
    <>
      <g ref={group} class="picture" aria-hidden="true" />
      {(picture === null || picture === NO_PICTURE) && (
        <g class="plain-grid" aria-hidden="true">
          <path class="thin" d={grid.thin} />
          <path class="thick" d={grid.thick} />
        </g>
      )}
    </>
  );
});

export const Colours = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const notes = useStore(desk.history, (history) => history.now.state.notes);
  // Notes may name cells that are no longer in the grid, because changes to the puzzle keep the notes.
  const marked = Object.entries(notes).flatMap(([name, { colours }]) => {
    const place = parseName(name);
    return place && inGrid(place, layout) && colours?.length ? [{ name, place, colours }] : [];
  });
  return (
    <g aria-hidden="true">
      {marked.map(({ name, place, colours }) => {
        const { x, y } = at(place);
        const step = CELL / colours.length;
        return colours.map((colour, i) => <rect key={`${name}-${colour}`} class={`colour colour-${colour}`} x={x + i * step} y={y} width={step} height={CELL} />);
      })}
    </g>
  );
});

const Regions = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const painting = useStore(desk.mode, (mode) => mode === "regions");
  if (!painting) return null;
  return (
    <g aria-hidden="true">
      {layout.regions.map((region, cell) =>
        region === null ? null : (
          <rect key={cell} class={`colour colour-${(region % 9) + 1}`} x={(cell % layout.columns) * CELL} y={Math.floor(cell / layout.columns) * CELL} width={CELL} height={CELL} />
        ),
      )}
    </g>
  );
});

/**
 * Marks the cells of imported drawings that may be rules, for puzzles that do not contain the drawings themselves.
 */
const Unread = memo(() => {
  const desk = useDesk();
  const { unread, elements } = useStore(desk.history, (history) => history.now.state.puzzle);
  if (elements !== undefined) return null;
  return (
    <g class="unread" aria-hidden="true">
      {(unread ?? []).map(({ cells }, i) => {
        const places = cells.split(/\s+/).map(parseName).filter((place) => place !== null);
        return places.map((place) => {
          const { x, y } = at(place);
          return <rect key={`${i} ${nameOf(place)}`} x={x + 3} y={y + 3} width={CELL - 6} height={CELL - 6} rx={8} />;
        });
      })}
    </g>
  );
});

export const Digits = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const { puzzle, notes } = useStore(desk.history, (history) => history.now.state);
  // Cells that show candidates need no list of allowed digits, because all shown candidates are allowed.
  const answered = useStore(desk.watcher.live, ({ candidates, settled }) => candidates !== null || settled !== null);
  const wanted = useStore(settings, ({ candidates }) => candidates !== "off");
  const explained = useStore(desk.highlights, (highlights) => highlights?.candidates !== undefined || highlights?.digits !== undefined);
  const comparing = useStore(desk.comparing);
  const hidden = (answered && wanted) || explained || comparing;
  const drawn = useMemo(() => {
    const [givens, entries, marks] = [givensOf(puzzle), entriesDrawn(puzzle), marksOf(puzzle)];
    return givens.map((given, cell) => ({ given, entry: entries[cell] ?? null, marks: marks.get(cell) ?? null }));
  }, [puzzle]);
  return (
    <g class="digits" aria-hidden="true">
      {drawn.map(({ given, entry, marks }, cell) => {
        const place = { row: Math.floor(cell / layout.columns), column: cell % layout.columns };
        const note = notes[nameOf(place)];
        if (given === null && entry === null && marks === null && !note) return null;
        // Cells with notes do not show candidates, so they keep their marks.
        return <CellDigits key={cell} place={place} given={given} entry={entry} marks={hidden && !note?.corner?.length && !note?.centre?.length ? null : marks} corner={note?.corner} centre={note?.centre} />;
      })}
    </g>
  );
});

const CORNERS: [number, number][] = [
  [12, 15], [52, 15], [12, 51], [52, 51], [32, 15], [32, 51], [12, 33], [52, 33], [22, 15], [42, 15], [22, 51], [42, 51],
]; // prettier-ignore

interface CellDigitsProps {
  place: Place;
  given: number | null;
  entry: number | null;
  marks: number[] | null;
  corner: number[] | undefined;
  centre: number[] | undefined;
}

function CellDigits({ place, given, entry, marks, corner, centre }: CellDigitsProps) {
  const { x, y } = at(place);
  const big = given ?? entry;
  if (big !== null) {
    return (
      <text class={given !== null ? "given" : "entry"} x={x + CELL / 2} y={y + CELL / 2}>
        {symbolOf(big)}
      </text>
    );
  }
  const small = (text: string, kind: string, dy: number) => (
    <text class={`note ${kind}${text.length > 6 ? " long" : ""}`} x={x + CELL / 2} y={y + dy}>
      {text}
    </text>
  );
  return (
    <>
      {(corner ?? []).map((digit, i) => {
        const [dx, dy] = CORNERS[i % CORNERS.length] ?? [32, 15];
        return (
          <text key={digit} class="note corner" x={x + dx} y={y + dy}>
            {symbolOf(digit)}
          </text>
        );
      })}
      {marks && small(marks.map(symbolOf).join(""), "allowed", centre?.length ? 24 : 32)}
      {centre && centre.length > 0 && small(centre.map(symbolOf).join(""), "centre", marks ? 44 : 32)}
    </>
  );
}

export const Selected = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const { places, cursor } = useStore(desk.selection);
  const drawing = useStore(desk.pending, (pending) => pending !== null && !pending.asking && pending.stroke.length > 0);
  // The selection would cover the stroke that is being drawn.
  if (drawing) return null;
  const outside = !inGrid(cursor, layout);
  return (
    <g class="selected" aria-hidden="true">
      {places
        .filter((place) => inGrid(place, layout))
        .map((place) => (
          <rect key={nameOf(place)} x={place.column * CELL + 2} y={place.row * CELL + 2} width={CELL - 4} height={CELL - 4} rx={5} />
        ))}
      <rect class={`cursor${outside ? " outside" : ""}`} x={cursor.column * CELL + 2} y={cursor.row * CELL + 2} width={CELL - 4} height={CELL - 4} rx={5} />
    </g>
  );
});

/** Describes the contents of the cells in words, for screen readers and the browser's accessibility tree. */
export const Cells = memo(({ layout }: { layout: Layout }) => {
  const desk = useDesk();
  const { puzzle, notes } = useStore(desk.history, (history) => history.now.state);
  const rules = useStore(desk.rules);
  const candidates = useStore(desk.watcher.live, currentCandidates);
  const showing = useStore(settings, ({ candidates }) => candidates !== "off");
  const selected = useStore(desk.selection, ({ places }) => places);
  const labels = useMemo(() => {
    const [givens, entries, marks] = [givensOf(puzzle), entriesDrawn(puzzle), marksOf(puzzle)];
    const on = new Map<string, string[]>();
    for (const clue of desk.clues) for (const place of cellsOf(clue, layout)) on.set(nameOf(place), [...(on.get(nameOf(place)) ?? []), titleOf(clue)]);
    return givens.map((given, cell) => {
      const name = cellName(cell, layout.columns);
      const note = notes[name];
      const list = (digits: number[]) => digits.map(symbolOf).join(" ");
      const said = [words.board.cell(name)];
      const entry = entries[cell] ?? null;
      if (given !== null) said.push(words.board.given(symbolOf(given)));
      else if (entry !== null) said.push(words.board.entry(symbolOf(entry)));
      else said.push(words.board.blank);
      const allowed = marks.get(cell);
      if (allowed) said.push(words.board.marks(list(allowed)));
      if (note?.corner?.length) said.push(words.board.corner(list(note.corner)));
      if (note?.centre?.length) said.push(words.board.centre(list(note.centre)));
      if (note?.colours?.length) said.push(words.board.colours(note.colours.map((colour) => words.pad.colours[colour - 1] ?? "").join(" ")));
      const possible = candidates?.candidates[cell];
      if (showing && given === null && possible) said.push(words.board.candidates(Object.keys(possible).join(" ")));
      const clues = on.get(name);
      if (clues) said.push(words.board.on(clues.join(", ")));
      return said.join(", ");
    });
  }, [puzzle, notes, layout, rules, candidates, showing]);
  return (
    <>
      {Array.from({ length: layout.rows }, (_, row) => (
        <g key={row} role="row" aria-rowindex={row + 1}>
          {Array.from({ length: layout.columns }, (_, column) => (
            <rect
              key={column}
              id={`cell-R${row + 1}C${column + 1}`}
              class="hit"
              role="gridcell"
              aria-colindex={column + 1}
              aria-selected={selected.some((place) => samePlace(place, { row, column }))}
              aria-label={labels[row * layout.columns + column]}
              x={column * CELL}
              y={row * CELL}
              width={CELL}
              height={CELL}
            />
          ))}
        </g>
      ))}
    </>
  );
});

const titleOf = (clue: Clue): string => {
  const text = clueText(clue);
  return text === "" ? clue.rule.title : `${clue.rule.title} ${text}`;
};

export { at, middle };
