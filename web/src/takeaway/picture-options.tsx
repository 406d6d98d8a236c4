// Shows the options for the exported picture: its size, its colours, and what it shows in addition to the clues.
import { isRefused, type Engine } from "../engine/engine.ts";
import { refusalText } from "../parts/refusal.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { words } from "../words.ts";

export interface Picture {
  /** The width of the picture in pixels. */
  width: number;
  theme: "light" | "dark";
  coordinates: boolean;
  solution: boolean;
  candidates: boolean;
}

export const DEFAULT_PICTURE: Picture = { width: 1600, theme: "light", coordinates: false, solution: false, candidates: false };

const WIDTHS = [600, 1200, 1600, 2400, 3200];

interface OptionsProps {
  options: Picture;
  choose: (change: Partial<Picture>) => void;
  hasSolution: boolean;
  hasCandidates: boolean;
}

export function PictureOptions({ options, choose, hasSolution, hasCandidates }: OptionsProps) {
  const tick = (key: "coordinates" | "solution" | "candidates", isPossible = true) => (
    <label class="check">
      <input type="checkbox" checked={options[key] && isPossible} disabled={!isPossible} onChange={(event) => choose({ [key]: event.currentTarget.checked })} />
      <span>{words.publish.picture[key]}</span>
    </label>
  );
  return (
    <div class="row wrap picture-options">
      <label class="inline">
        <span>{words.publish.picture.width}</span>
        <select value={options.width} onChange={(event) => choose({ width: Number(event.currentTarget.value) })}>
          {WIDTHS.map((width) => (
            <option key={width} value={width}>
              {words.publish.picture.pixels(width)}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        <span>{words.settings.theme}</span>
        <select value={options.theme} onChange={(event) => choose({ theme: event.currentTarget.value as Picture["theme"] })}>
          <option value="light">{words.settings.light}</option>
          <option value="dark">{words.settings.dark}</option>
        </select>
      </label>
      {tick("coordinates")}
      {tick("solution", hasSolution)}
      {tick("candidates", hasCandidates && !options.solution)}
    </div>
  );
}

/** Padding around a grid without coordinates, in the picture's units. */
const PADDING = 12;

/**
 * Returns the picture as an SVG document in the chosen colours, regardless of the colours that the reader's system
 * prefers.
 */
function styled(svg: string, { theme, coordinates }: Picture): string {
  const document_ = new DOMParser().parseFromString(svg, "image/svg+xml");
  const root = document_.documentElement;
  const style = root.querySelector("style");
  const dark = /@media[^{]*\{([\s\S]*)\}\s*$/.exec(style?.textContent ?? "")?.[1];
  if (theme === "dark" && style && dark !== undefined) style.textContent = dark;
  else style?.remove();
  const names = root.querySelector('[data-layer="names"]');
  if (!coordinates && names) {
    names.remove();
    // Clues and drawings outside the grid need the same space as the coordinates. The space is therefore removed
    // only if there are no such clues and drawings.
    const hasMargin = ["outside", "drawn-under", "drawn-over"].some((layer) => root.querySelector(`[data-layer="${layer}"]`));
    if (!hasMargin) crop(root);
  }
  return new XMLSerializer().serializeToString(root);
}

/** Removes the space for the coordinates on the left and at the top. */
function crop(root: Element): void {
  const [left = 0, top = 0, width = 0, height = 0] = (root.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
  const [right, bottom] = [left + width, top + height];
  const box = [Math.max(left, -PADDING), Math.max(top, -PADDING)] as const;
  const sides = [right - box[0], bottom - box[1]] as const;
  root.setAttribute("viewBox", `${box[0]} ${box[1]} ${sides[0]} ${sides[1]}`);
  root.setAttribute("width", String(sides[0]));
  root.setAttribute("height", String(sides[1]));
}

/** Draws the puzzle with the chosen options. */
export async function drawPicture(engine: Engine, puzzle: string, options: Picture, solution: string | null, candidates: Record<string, number>[] | null): Promise<string> {
  const shown = {
    ...(options.solution && solution !== null ? { solution } : {}),
    // A cell shows either its digit or its candidates, so the solution takes precedence.
    ...(options.candidates && !options.solution && candidates ? { candidates: candidates.map((digits) => Object.keys(digits).map((digit) => symbolOf(Number(digit))).join("")) } : {}),
  };
  const answer = await engine.ask({ ask: "draw", puzzle, ...shown });
  if (isRefused(answer)) throw new Error(refusalText(answer.error));
  if (!answer.svg) throw new Error(words.publish.noPicture);
  return styled(answer.svg, options);
}
