// Shows the purpose of the page, and four examples of different kinds that can be opened.
import { useDesk } from "../desk-context.ts";
import { words } from "../words.ts";
import { examples } from "./examples.ts";
import { openText } from "./open.tsx";

const SHOWN = ["The Miracle Sudoku", "Spoons", "Dune: The Mentat's Diversion", "Doublers"];

export function Beginning() {
  const desk = useDesk();
  return (
    <div class="row wrap beginning">
      <p>{words.open.about}</p>
      <span class="muted">{words.open.beginning}</span>
      {examples
        .filter(({ title }) => SHOWN.includes(title))
        .map(({ title, about, text }) => (
          <button key={title} type="button" class="button small" title={about} onClick={() => void openText(desk, text)}>
            {title}
          </button>
        ))}
    </div>
  );
}
