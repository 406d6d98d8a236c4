// The engine's picture of the clues, made safe to stand in the page: known shapes with known attributes, nothing else.
import type { Drawn } from "../engine/contract.ts";

export interface Picture {
  /** Behind everything, then the grid with its clues, then what stands beside the grid. */
  nodes: SVGElement[];
  /** How far the picture reaches beyond the grid, in units of a cell. */
  margin: number;
}

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["g", "path", "polyline", "polygon", "line", "rect", "circle", "ellipse", "text", "tspan"]);
const ATTRIBUTES = new Set(
  `class color cx cy d data-cells data-clue data-given data-layer data-nth data-rule dominant-baseline dx dy fill fill-opacity
  fill-rule font-family font-size font-style font-weight height letter-spacing opacity paint-order points r rx ry stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor textLength
  lengthAdjust transform width x x1 x2 y y1 y2`.split(/\s+/),
);

/** The page draws these itself, at once. */
const OWN_LAYERS = new Set(["paper", "givens", "marks", "notes", "highlight"]);

function safe(node: Element, without: ReadonlySet<string>): SVGElement | null {
  if (!SHAPES.has(node.localName) || without.has(node.getAttribute("data-layer") ?? "")) return null;
  const copy = document.createElementNS(SVG, node.localName);
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

/** The shapes of an SVG document, without its layers of these names. */
export function safePicture(svg: string, without: ReadonlySet<string>): { nodes: SVGElement[]; viewBox: string } {
  // A strict policy complains about style sheets even where they are only read.
  const plain = svg.replace(/<style[\s\S]*?<\/style>/g, "");
  const parsed = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  const nodes = [...parsed.children].map((node) => safe(node, without)).filter((node) => node !== null);
  return { nodes, viewBox: parsed.getAttribute("viewBox") ?? "0 0 0 0" };
}

export function boardPicture({ svg }: Drawn): Picture {
  const { nodes, viewBox } = safePicture(svg, OWN_LAYERS);
  const box = viewBox.split(/[\s,]+/).map(Number);
  return { nodes, margin: Math.max(0, -(box[0] ?? 0), -(box[1] ?? 0)) / 64 };
}
