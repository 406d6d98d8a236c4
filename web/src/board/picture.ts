// Makes the engine's picture of the clues safe to include in the page, by keeping only known shapes with known
// attributes.
import type { Drawn, RefusedClue } from "../engine/contract.ts";
import { nameOf } from "../puzzle/cells.ts";

export interface Margins {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Picture {
  /** The picture's shapes from back to front: the background, the grid with its clues, and the clues outside the grid. */
  nodes: SVGElement[];
  /** The widths of the picture's margins around the grid, in the units of the picture. */
  margins: Margins;
  /**
   * The heights of labels in the top left corners of cells, such as the sums of cages, keyed by the cells' names.
   */
  labels: ReadonlyMap<string, number>;
  /** The clues that the engine could read but cannot use. */
  refused: readonly RefusedClue[];
}

/**
 * The picture that is used if the engine cannot draw the puzzle. The page then draws the grid and the clues itself.
 */
export const NO_PICTURE: Picture = { nodes: [], margins: { left: 0, top: 0, right: 0, bottom: 0 }, labels: new Map(), refused: [] };

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["g", "path", "polyline", "polygon", "line", "rect", "circle", "ellipse", "text", "tspan"]);
const ATTRIBUTES = new Set(
  `class color cx cy d data-cells data-clue data-given data-layer data-nth data-rule dominant-baseline dx dy fill fill-opacity
  fill-rule font-family font-size font-style font-weight height letter-spacing opacity paint-order points r rx ry stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor textLength
  lengthAdjust transform width x x1 x2 y y1 y2`.split(/\s+/),
);

/** The layers that the page draws itself, so that they follow the setter's input without delay. */
const OWN_LAYERS = new Set(["paper", "givens", "marks", "notes", "highlight"]);

function safe(node: Element, without: ReadonlySet<string>): SVGElement | null {
  if (!SHAPES.has(node.localName) || without.has(node.getAttribute("data-layer") ?? "")) return null;
  const copy = document.createElementNS(SVG, node.localName);
  // An allowed attribute such as `fill` could still load an external resource through `url(…)`.
  for (const { name, value } of node.attributes) if (ATTRIBUTES.has(name) && !/url\s*\(/i.test(value)) copy.setAttribute(name, value);
  for (const child of node.childNodes) {
    if (child instanceof Element) {
      const kept = safe(child, without);
      if (kept) copy.append(kept);
    } else if (child.nodeType === Node.TEXT_NODE && (node.localName === "text" || node.localName === "tspan")) {
      copy.append(child.textContent ?? "");
    }
  }
  return copy;
}

/** Returns the shapes of an SVG document, leaving out the layers with these names. */
export function safePicture(svg: string, without: ReadonlySet<string>): { nodes: SVGElement[]; viewBox: string } {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const nodes = [...parsed.children].map((node) => safe(node, without)).filter((node) => node !== null);
  return { nodes, viewBox: parsed.getAttribute("viewBox") ?? "0 0 0 0" };
}

export function boardPicture({ picture, refused = [] }: Drawn): Picture {
  const nodes = (picture?.layers ?? [])
    .filter(({ name }) => !OWN_LAYERS.has(name))
    .map(({ name, svg }) => {
      const layer = document.createElementNS(SVG, "g");
      layer.setAttribute("data-layer", name);
      layer.append(...safePicture(`<svg xmlns="${SVG}">${svg}</svg>`, OWN_LAYERS).nodes);
      return layer;
    });
  const [left = 0, top = 0, width = 0, height = 0] = picture?.view_box ?? [];
  const { rows = 0, columns = 0, cell = 64 } = picture ?? {};
  const labels = labelsOf(nodes, cell);
  // Outside the grid, only clues and drawings are shown. Text below the grid or to its right is cut off.
  const has = (name: string) => picture?.layers.some((layer) => layer.name === name);
  const beside = has("outside") || ((has("drawn-under") || has("drawn-over")) && !has("notes"));
  const shown = (room: number) => (beside ? Math.min(room, 2 * cell) : 0);
  return { nodes, margins: { left: -left, top: -top, right: shown(width + left - columns * cell), bottom: shown(height + top - rows * cell) }, labels, refused };
}

/**
 * Returns the heights of the texts that start near the left side of a cell. These texts are labels in the cell's
 * corner.
 */
function labelsOf(layers: SVGElement[], cell: number): Map<string, number> {
  const labels = new Map<string, number>();
  for (const text of layers.flatMap((layer) => [...layer.querySelectorAll('text[text-anchor="start"]')])) {
    const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
    if (x < 0 || y < 0 || x % cell > cell / 4) continue;
    const name = nameOf({ row: Math.floor(y / cell), column: Math.floor(x / cell) });
    labels.set(name, Math.max(labels.get(name) ?? 0, y % cell));
  }
  return labels;
}
