// Handles mouse, stylus and finger on the board. A move changes only the stroke or the selection, so only their layers
// are rendered again.
import { useRef } from "preact/hooks";
import type { RefObject } from "preact";
import type { Desk } from "../desk.ts";
import { borderStart } from "../edit/borders.ts";
import type { End } from "../edit/picked.ts";
import { inGrid, samePlace, type Place } from "../puzzle/cells.ts";
import type { Clue } from "../puzzle/clue.ts";
import { strokeTo } from "../solve/pen.ts";
import { cluesAt, cornerAt, directionsFrom, edgeAt, extended, isOutside, isPath } from "../tools/gesture.ts";

interface Point {
  x: number;
  y: number;
}

/** The drag in progress: the action of the pointer while it is down. */
interface Drag {
  kind: "select" | "stroke" | "paint" | "border" | "move" | "stretch";
  /**
   * The state before the drag: the picked clues, `firm` if keys acted on them, and `cell` if the pressed cell was the
   * only one selected.
   */
  picked: { clues: Clue[]; firm: boolean; cell: boolean };
  /** The end of a line that is being dragged. */
  end: End | null;
  /** The id of the pointer that began the drag. Other pointers are ignored. */
  pointer: number;
  /** True if the drag began with a press that closed the form of another clue. */
  closed: boolean;
  from: Point;
  at: Place;
  moved: boolean;
  /** The selection before the drag, which is kept while Ctrl is held. */
  before: readonly Place[];
  places: Place[];
  toPoint: (event: PointerEvent) => Point;
}

const placeAt = ({ x, y }: Point): Place => ({ row: Math.floor(y), column: Math.floor(x) });

/**
 * Returns `true` if a point is near the middle of its cell. A path enters a cell only there, so that a diagonal stroke
 * does not touch the cells on both sides of a corner.
 */
const nearMiddle = ({ x, y }: Point): boolean => Math.hypot(x - Math.floor(x) - 0.5, y - Math.floor(y) - 0.5) < 0.42;

export function usePointer(desk: Desk, svg: RefObject<SVGSVGElement | null>) {
  const drag = useRef<Drag | null>(null);
  const tapped = useRef<{ at: Place; time: number; history: unknown } | null>(null);

  const onPointerDown = (event: PointerEvent) => {
    const element = svg.current;
    const matrix = element?.getScreenCTM()?.inverse();
    if (event.button !== 0 || !element || !matrix || drag.current) return;
    // The press must not select text. Cancelling its default action also stops it from moving the focus, so the board
    // is focused here.
    event.preventDefault();
    element.closest<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
    const toPoint = ({ clientX, clientY }: PointerEvent): Point => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
      return { x: x / 64, y: y / 64 };
    };
    const from = toPoint(event);
    const at = placeAt(from);
    const { rule, layout } = desk;
    const mode = desk.mode.value;
    const keeping = event.ctrlKey || event.metaKey || event.shiftKey;
    const before = keeping ? desk.selection.value.places : [];
    const closed = desk.pending.value?.asking ?? false;
    if (closed) desk.settle();
    const { places: selected } = desk.selection.value;
    const picked = { clues: desk.picked.clues, firm: desk.picked.firm, cell: selected.length === 1 && samePlace(selected[0], at) };
    const start = (kind: Drag["kind"], places: Place[], end: End | null = null) => {
      drag.current = { kind, pointer: event.pointerId, picked, end, closed, from, at, moved: false, before, places, toPoint };
      // The drag continues outside the board, where its end must not be missed.
      element.setPointerCapture(event.pointerId);
    };

    if (picked.firm && keeping && desk.picked.toggleCell(at)) return;
    if (picked.firm && !keeping) {
      // The next digits that are typed go into the clicked cell.
      if (inGrid(at, layout)) desk.selection.set({ places: [], cursor: at });
      const end = desk.picked.endAt(at);
      if (end) return start("stretch", [at], end);
      if (cluesAt(picked.clues, from.x, from.y, layout).length > 0) return start("move", [at]);
    }

    if (mode === "regions") {
      const corner = borderStart(from, layout);
      if (corner) {
        desk.borders.update((strokes) => [...strokes, [corner]]);
        return start("border", []);
      }
      if (!inGrid(at, layout)) return;
      start("paint", [at]);
      desk.select([at]);
      return;
    }
    if (mode === "draw" && rule && rule.gesture !== "grid" && !(keeping && rule.gesture === "cells")) {
      const beside = at.row >= -1 && at.column >= -1 && at.row <= layout.rows && at.column <= layout.columns && !inGrid(at, layout);
      if (isOutside(rule.gesture) ? !beside : !inGrid(at, layout)) return;
      // The selected cells may be the pill of an arrow whose shaft is being drawn now, so the selection is kept.
      const pill = rule.gesture === "arrow" && desk.selection.value.places.some((place) => samePlace(place, at));
      if (!pill) desk.select([], inGrid(at, layout) ? at : undefined);
      desk.beginStroke(at);
      start("stroke", [at]);
      return;
    }
    if (!inGrid(at, layout) && cluesAt(desk.pickable, from.x, from.y, layout).length === 0) {
      desk.select([]);
      return;
    }
    const history = desk.history.value;
    // Two clicks are not a double click if the document changed between them.
    const double = tapped.current?.history === history && samePlace(tapped.current.at, at) && event.timeStamp - tapped.current.time < 350;
    tapped.current = { at, time: event.timeStamp, history };
    if (double && mode !== "draw") {
      if (desk.selectAlike(at)) return;
      const [clue] = cluesAt(desk.pickable, from.x, from.y, layout);
      if (clue) return desk.pick(clue);
    }
    // Ctrl-click on a selected cell deselects it.
    const taken = before.some((place) => samePlace(place, at));
    const places = taken && !event.shiftKey ? before.filter((place) => !samePlace(place, at)) : [...before, at];
    if (inGrid(at, layout)) desk.select(places, at);
    start("select", [...places]);
  };

  const onPointerMove = (event: PointerEvent) => {
    const going = drag.current;
    if (going?.pointer !== event.pointerId) return;
    const { rule, layout } = desk;
    // Events of a fast pointer skip cells, but the browser keeps the points between them.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const part of events.length > 0 ? events : [event]) {
      const point = going.toPoint(part);
      const to = placeAt(point);
      if (!samePlace(to, going.at)) going.moved = true;
      if (going.kind === "move") {
        desk.picked.drag(to.row - going.at.row, to.column - going.at.column);
        continue;
      }
      if (going.kind === "border") {
        desk.borders.update((strokes) => [...strokes.slice(0, -1), strokeTo(strokes.at(-1) ?? [], point, layout)]);
        continue;
      }
      if (going.kind === "stretch") {
        if (going.end && inGrid(to, layout) && nearMiddle(point)) desk.picked.stretch(going.end, to);
        continue;
      }
      if (going.kind === "stroke") {
        // An outside clue has only one place. For a diagonal, the place where the pointer is released gives the
        // direction.
        if (rule && isOutside(rule.gesture)) continue;
        if (!inGrid(to, layout) || (rule && isPath(rule) && !nearMiddle(point))) continue;
        if (rule?.gesture === "corner" || (rule?.gesture === "edge" && going.places.length > 1)) continue;
        desk.extendStroke(to);
      } else if (inGrid(to, layout)) {
        const longer = extended(going.places, to, false, false);
        if (longer === going.places) continue;
        going.places = longer;
        desk.select(longer, to);
      }
    }
  };

  const onPointerUp = (event: PointerEvent) => {
    const going = drag.current;
    if (going?.pointer !== event.pointerId) return;
    drag.current = null;
    const { rule, layout } = desk;
    const point = going.toPoint(event);
    if (going.kind === "paint") return desk.paint(going.places);
    if (going.kind === "border") return desk.endBorder();
    const standing = cluesAt(desk.pickable, going.from.x, going.from.y, layout);
    if (going.kind === "stretch" && going.moved) return desk.picked.endStretch();
    if (going.kind === "move" && going.moved) return desk.picked.endDrag();
    if (going.kind === "select" || going.kind === "move" || going.kind === "stretch") {
      if (going.moved || event.ctrlKey || event.metaKey) return;
      const picking = desk.mode.value === "draw";
      if (event.shiftKey) {
        if (picking && standing[0]) desk.picked.pick([...going.picked.clues, standing[0]]);
        return;
      }
      desk.picked.click(standing, going.picked, picking);
      // In the mode for picking clues, a click on a clue opens the form for its values, unless the same click has just
      // closed that form.
      const [now] = desk.picked.clues;
      const isSame = going.picked.clues.some((clue) => clue.rule.name === now?.rule.name && clue.nth === now.nth);
      if (picking && !(going.closed && isSame)) desk.picked.ask();
      return;
    }
    if (!rule) return;
    if (rule.gesture === "edge" && !going.moved) return desk.endStroke(edgeAt(going.from.x, going.from.y, layout));
    if (rule.gesture === "corner") {
      const corner = cornerAt(point.x, point.y, layout);
      return desk.endStroke(corner ? [corner] : []);
    }
    if (rule.gesture === "diagonal") {
      const [down, right] = [point.y - going.from.y, point.x - going.from.x];
      const pulled = `${down > 0 ? "D" : "U"}${right > 0 ? "R" : "L"}`;
      const direction = going.moved ? directionsFrom(going.at, layout).find((name) => name === pulled) : undefined;
      return desk.endStroke([going.at], direction ?? null);
    }
    if (!going.moved && (rule.gesture === "line" || rule.gesture === "arrow" || rule.gesture === "cells")) {
      // A click on a clue of the tool's rule opens that clue. A clue of another rule is opened only if the click would
      // not draw anything.
      const same = standing.find((clue) => clue.rule.name === rule.name);
      const meant = same ?? (rule.gesture === "cells" ? undefined : standing[0]);
      if (meant || (going.closed && rule.gesture === "cells")) desk.cancel();
      if (meant) return same ? desk.pick(meant) : desk.picked.pick([meant]);
      // A click that closed a form must do nothing else, so it does not draw a clue of one cell.
      if (going.closed && rule.gesture === "cells") return;
    }
    desk.endStroke();
  };

  // The browser has taken over the pointer to scroll or zoom. Earlier strokes of the clue are kept.
  const onPointerCancel = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return;
    if (drag.current.kind === "stroke") desk.endStroke([]);
    desk.borders.set([]);
    desk.picked.offset.set(null);
    desk.picked.stretched.set(null);
    drag.current = null;
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}
