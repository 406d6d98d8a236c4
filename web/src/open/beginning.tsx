// What to do with an empty grid: two examples, one click away.
import { useDesk } from "../desk-context.ts";
import { words } from "../words.ts";
import { examples } from "./examples.ts";
import { openText } from "./open.tsx";

const SHOWN = ["Spoons", "The Miracle Sudoku"];

export function Beginning() {
  const desk = useDesk();
  return (
    <p class="row wrap beginning">
      <span class="muted">{words.open.beginning}</span>
      {examples
        .filter(({ title }) => SHOWN.includes(title))
        .map(({ title, about, text }) => (
          <button key={title} type="button" class="button small" title={about} onClick={() => void openText(desk, text)}>
            {title}
          </button>
        ))}
    </p>
  );
}
