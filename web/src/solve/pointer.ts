// Handles mouse, stylus and finger on the board of solve mode. They select cells or draw with the pen tool.
import { useRef } from "preact/hooks";
import type { RefObject } from "preact";
import { inGrid, samePlace, type Place } from "../puzzle/cells.ts";
import { extended } from "../tools/gesture.ts";
import { strokeStart, strokeTo, type Point } from "./pen.ts";
import type { Solver } from "./solver.ts";

interface Drag {
  /** The id of the pointer that began the drag. Other pointers are ignored. */
  pointer: number;
  isPen: boolean;
  from: Point;
  at: Place;
  moved: boolean;
  places: Place[];
  toPoint: (event: PointerEvent) => Point;
}

const placeAt = ({ x, y }: Point): Place => ({ row: Math.floor(y), column: Math.floor(x) });

/** Maximum movement of a pointer during a tap, in cells. */
const TAP = 0.15;

/**
 * Maximum time between the two taps of a double tap, in milliseconds. A double tap selects all cells with the same
 * contents as the tapped one.
 */
const DOUBLE = 350;

export function useSolvePointer(solver: Solver, svg: RefObject<SVGSVGElement | null>) {
  const { desk } = solver;
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
    const isPen = solver.tool.value === "pen";
    if (!inGrid(at, desk.layout)) {
      if (!isPen) desk.select([]);
      return;
    }
    const keeps = event.ctrlKey || event.metaKey || event.shiftKey || solver.several.value;
    drag.current = { pointer: event.pointerId, isPen, from, at, moved: false, places: [at], toPoint };
    // The drag continues outside the board, where its end must not be missed.
    element.setPointerCapture(event.pointerId);
    if (isPen) {
      desk.select([], at);
      solver.stroke.set([strokeStart(from)]);
      return;
    }
    const history = desk.history.value;
    // Two taps are not a double tap if the document changed between them.
    const isDouble = tapped.current?.history === history && samePlace(tapped.current.at, at) && event.timeStamp - tapped.current.time < DOUBLE;
    tapped.current = { at, time: event.timeStamp, history };
    // If each tap adds or removes a cell, two quick taps must not select further cells.
    if (isDouble && !solver.several.value) {
      desk.selectAlike(at);
      drag.current = null;
      return;
    }
    if (keeps && !event.shiftKey) solver.toggle(at);
    else desk.select(keeps ? [...desk.selection.value.places, at] : [at], at);
    drag.current.places = [...desk.selection.value.places];
  };

  const onPointerMove = (event: PointerEvent) => {
    const going = drag.current;
    if (going?.pointer !== event.pointerId) return;
    // Events of a fast pointer skip cells, but the browser keeps the points between them.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const part of events.length > 0 ? events : [event]) {
      const point = going.toPoint(part);
      if (Math.hypot(point.x - going.from.x, point.y - going.from.y) > TAP) going.moved = true;
      if (going.isPen) {
        solver.stroke.update((stroke) => strokeTo(stroke, point, desk.layout));
        continue;
      }
      const to = placeAt(point);
      if (!inGrid(to, desk.layout) || samePlace(to, going.at)) continue;
      going.at = to;
      const longer = extended(going.places, to, false, false);
      if (longer === going.places) continue;
      going.places = longer;
      desk.select(longer, to);
    }
  };

  const onPointerUp = (event: PointerEvent) => {
    const going = drag.current;
    if (going?.pointer !== event.pointerId) return;
    drag.current = null;
    if (!going.isPen) return;
    if (!going.moved) {
      solver.stroke.set([]);
      solver.mark(going.from);
    } else solver.endStroke();
  };

  // The browser has taken over the pointer to scroll or zoom.
  const onPointerCancel = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return;
    drag.current = null;
    solver.stroke.set([]);
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}
