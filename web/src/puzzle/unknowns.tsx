// Edits the parts of a puzzle that cannot be drawn: auxiliary unknowns (letters and layers), and formulas about
// them.
import { useDesk } from "../desk-context.ts";
import { useTyped } from "../parts/typed.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { entriesOf } from "./clue.ts";
import { setFormulas, setUnknowns } from "./document.ts";
import type { LayerEntry, Values } from "./file.ts";

const valuesText = (values: Values): string => [values].flat().join(" ");

function lineOf([name, entry]: [string, LayerEntry]): string {
  if (typeof entry !== "object" || Array.isArray(entry)) return `${name} = ${valuesText(entry)}`;
  const { values, cells, columns } = entry;
  return [`${name} = ${valuesText(values)}`, `${cells} cells`, ...(columns === undefined ? [] : [`${columns} columns`])].join(", ");
}

function entryOf(line: string): [string, LayerEntry] {
  const [name = "", rest = ""] = line.split("=").map((part) => part.trim());
  const [values = "", ...more] = rest.split(",").map((part) => part.trim());
  const number = (unit: string) => {
    const found = more.map((part) => new RegExp(`^(\\d+)\\s*${unit}s?$`).exec(part)?.[1]).find((digits) => digits !== undefined);
    return found === undefined ? undefined : Number(found);
  };
  const [cells, columns] = [number("cell"), number("column")];
  if (cells === undefined) return [name, values];
  return [name, columns === undefined ? { values, cells } : { values, cells, columns }];
}

const lines = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

function Area({ label, help, kept, keep }: { label: string; help: string; kept: string; keep: (text: string) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <textarea class="code" rows={Math.max(2, lines(kept).length)} spellcheck={false} placeholder={help} {...useTyped(kept, keep)} />
    </label>
  );
}

export function Unknowns() {
  const desk = useDesk();
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const formulas = entriesOf(puzzle.clues, "relation").filter((form) => typeof form === "string");
  const tables = (key: "letters" | "layers") => Object.entries((puzzle[key] ?? {}) as Record<string, LayerEntry>);
  const used = tables("letters").length + tables("layers").length + formulas.length > 0;
  const unknowns = (key: "letters" | "layers") => (text: string) =>
    desk.edit(words.history.unknowns, setUnknowns(key, Object.fromEntries(lines(text).map(entryOf))));
  return (
    <details class="family" open={used}>
      <summary>{words.unknowns.title}</summary>
      <div class="stack">
        <p class="muted">{words.unknowns.help}</p>
        <Area label={words.unknowns.letters} help={words.unknowns.lettersHelp} kept={tables("letters").map(lineOf).join("\n")} keep={unknowns("letters")} />
        <Area label={words.unknowns.layers} help={words.unknowns.layersHelp} kept={tables("layers").map(lineOf).join("\n")} keep={unknowns("layers")} />
        <Area label={words.unknowns.formulas} help={words.unknowns.formulasHelp} kept={formulas.join("\n")} keep={(text) => desk.edit(words.history.formulas, setFormulas(lines(text)))} />
      </div>
    </details>
  );
}
