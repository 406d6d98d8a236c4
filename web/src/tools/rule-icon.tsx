// A rule's icon: the engine's drawing of it on a small grid, or how it is drawn by hand.
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { safePicture } from "../board/picture.ts";
import { GestureIcon } from "../parts/icons.tsx";
import type { Rule } from "../puzzle/rule.ts";

/** At this size the lines of the grid would hide the clue. */
const WITHOUT = new Set(["paper", "grid", "names"]);

export const RuleIcon = memo(({ rule }: { rule: Rule }) => {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!rule.icon) return;
    const { nodes, viewBox } = safePicture(rule.icon, WITHOUT);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", viewBox);
    svg.setAttribute("aria-hidden", "true");
    svg.classList.add("cluewright", "rule-icon");
    svg.append(...nodes);
    box.current?.replaceChildren(svg);
  }, [rule.icon]);
  if (rule.icon) return <span ref={box} class="rule-icon-box" />;
  return (
    <span class="rule-icon-box plain">
      <GestureIcon gesture={rule.gesture} />
    </span>
  );
});
