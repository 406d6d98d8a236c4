// Shows a rule's icon: the engine's drawing of a clue on a small grid or, without one, the gesture that draws a
// clue.
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { safePicture } from "../board/picture.ts";
import { GestureIcon } from "../parts/icons.tsx";
import type { Rule } from "../puzzle/rule.ts";

/** Layers to leave out. At this size, the lines of the grid would hide the clue. */
const WITHOUT = new Set(["paper", "grid", "names"]);

const SVG = "http://www.w3.org/2000/svg";

let scale: SVGSVGElement | null = null;

/** Returns a square around the drawing. Scaling it to the icon's size makes a small mark as large as a line. */
function frameOf(nodes: SVGElement[], whole: string): string {
  // Only shapes in the document have a bounding box, so they are measured in a separate SVG element.
  if (!scale) {
    scale = document.createElementNS(SVG, "svg");
    scale.classList.add("scale");
    scale.setAttribute("aria-hidden", "true");
    document.body.append(scale);
  }
  scale.replaceChildren(...nodes.map((node) => node.cloneNode(true)));
  const { x, y, width, height } = scale.getBBox();
  scale.replaceChildren();
  if (width === 0 && height === 0) return whole;
  const side = Math.max(width, height, 40) + 22;
  return `${x + width / 2 - side / 2} ${y + height / 2 - side / 2} ${side} ${side}`;
}

const made = new Map<string, SVGSVGElement>();

function iconOf(picture: string): Node {
  let svg = made.get(picture);
  if (!svg) {
    const { nodes, viewBox } = safePicture(picture, WITHOUT);
    svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", frameOf(nodes, viewBox));
    svg.setAttribute("aria-hidden", "true");
    svg.classList.add("cluewright", "rule-icon");
    svg.append(...nodes);
    made.set(picture, svg);
  }
  // A node can be in only one place, but the list and the tools may both show the icon.
  return svg.cloneNode(true);
}

export const RuleIcon = memo(({ rule }: { rule: Rule }) => {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (rule.icon) box.current?.replaceChildren(iconOf(rule.icon));
  }, [rule.icon]);
  if (rule.icon && rule.gesture !== "grid") return <span ref={box} class="rule-icon-box" aria-hidden="true" />;
  return (
    <span class="rule-icon-box plain">
      <GestureIcon gesture={rule.gesture} />
    </span>
  );
});
