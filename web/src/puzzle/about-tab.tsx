// Shows the title, author and other text of the puzzle, and the parts that an import could not read.
import { useDesk } from "../desk-context.ts";
import { onlySolution } from "../live/live.ts";
import { useTyped } from "../parts/typed.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { setAbout, setBoxes, setSolution } from "./document.ts";
import { symbolOf, type Layout } from "./layout.ts";
import type { PuzzleFile } from "./file.ts";
import { Boxes } from "../open/boxes.tsx";
import { composedRules } from "./rules-text.ts";
import { Unknowns } from "./unknowns.tsx";
import { Questions } from "../open/questions.tsx";

type Key = "title" | "author" | "rules" | "source" | "message";

/** Returns the boxes of a puzzle as one of the values of {@link Boxes}. */
function boxesOf({ boxes }: PuzzleFile, { regions, usual }: Layout): string {
  if (regions.every((region) => region === null)) return "none";
  const sides = typeof boxes === "string" ? /^\s*(\d+)\s*x\s*(\d+)\s*$/.exec(boxes) : null;
  return usual ? "usual" : sides ? `${sides[1]}x${sides[2]}` : "jigsaw";
}

/** Shows a text about the puzzle with its label. */
function AboutText({ name, rows }: { name: Key; rows?: number }) {
  const desk = useDesk();
  const kept = useStore(desk.history, (history) => history.now.state.puzzle[name] ?? "");
  const typed = useTyped(kept, (text) => desk.edit(words.history.about, setAbout(name, text)));
  return (
    <label class="field">
      <span>{words.about[name]}</span>
      {rows === undefined ? <input type="text" inputMode={name === "source" ? "url" : "text"} {...typed} /> : <textarea rows={rows} {...typed} />}
    </label>
  );
}

export function AboutTab() {
  const desk = useDesk();
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  // Offer the solution that the engine found, if it is the only one and differs from the stated solution.
  const found = useStore(desk.watcher.live, (live) => (live.result?.checked?.matches === true ? null : onlySolution(live)));
  const { rows, columns, digits } = desk.layout;
  const compose = () => desk.edit(words.history.about, setAbout("rules", composedRules(desk.clues)));
  const choose = (boxes: string) => {
    if (boxes === "jigsaw") desk.setMode("regions");
    else desk.edit(words.history.regions, setBoxes(boxes === "usual" ? null : boxes));
  };
  return (
    <div class="stack">
      <Questions />
      {puzzle.warnings && puzzle.warnings.length > 0 && (
        <section class="note-box warn">
          <h3>{words.about.warnings}</h3>
          <ul>
            {puzzle.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      <div class="columns">
        <AboutText name="title" />
        <AboutText name="author" />
      </div>
      <AboutText name="rules" rows={7} />
      <div class="row">
        <button type="button" class="button small" onClick={compose}>
          {words.about.compose}
        </button>
      </div>
      <AboutText name="source" />
      <AboutText name="message" />
      <div class="row wrap">
        <span>{puzzle.solution === undefined ? words.about.noSolution : words.about.solution}</span>
        {found !== null && (
          <button type="button" class="button small" onClick={() => desk.edit(words.history.solution, setSolution(found))}>
            {words.about.keepSolution}
          </button>
        )}
        {puzzle.solution !== undefined && (
          <button type="button" class="button small" onClick={() => desk.edit(words.history.solution, setSolution(null))}>
            {words.about.forgetSolution}
          </button>
        )}
      </div>
      <Boxes id="boxes" rows={rows} columns={columns} value={boxesOf(puzzle, desk.layout)} choose={choose} />
      <Unknowns />
      <p class="muted">{words.about.facts(rows, columns, words.about.digits(symbolOf(digits[0] ?? 1), symbolOf(digits.at(-1) ?? 9)))}</p>
    </div>
  );
}
