// Shows the style of a drawing tool: the colours, widths and sizes of its next drawing.
import type { Field } from "../puzzle/file.ts";
import type { Param, Rule } from "../puzzle/rule.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { styles } from "./drawings.ts";

/**
 * Converts a colour to the form that the browser's colour field requires. SudokuPad's colours may be names or have an
 * opacity.
 */
const plainColour = (text: string): string => {
  const hex = /^#[0-9a-f]{6}/i.exec(text)?.[0];
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  return hex ?? (short ? `#${short.slice(1).map((digit) => digit + digit).join("")}` : "#888888");
};

interface FieldProps {
  param: Param;
  value: string;
  change: (text: string) => void;
}

/** Shows a field for a value that is chosen rather than typed. */
export function ChosenField({ param, value, change }: FieldProps) {
  if (param.input === "colour") return <input type="color" value={plainColour(value)} onInput={(event) => change(event.currentTarget.value)} />;
  return (
    <select value={value} onChange={(event) => change(event.currentTarget.value)}>
      {(param.input ?? []).map((name) => (
        <option key={name} value={name}>
          {words.drawings.choices[name] ?? name}
        </option>
      ))}
    </select>
  );
}

export function StyleFields({ rule }: { rule: Rule }) {
  const style = useStore(styles, (all) => all[rule.name]) ?? {};
  const set = (name: string, value: Field) => styles.update((all) => ({ ...all, [rule.name]: { ...all[rule.name], [name]: value } }));
  const shown = rule.params.filter(({ name }) => style[name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <div class="row wrap style-fields" role="group" aria-label={words.drawings.style}>
      {shown.map((param) => (
        <label key={param.name} class="inline">
          <span>{param.label}</span>
          {param.input ? (
            <ChosenField param={param} value={String(style[param.name])} change={(text) => set(param.name, text)} />
          ) : (
            <input type="text" inputMode="decimal" size={4} value={String(style[param.name])} onInput={(event) => set(param.name, event.currentTarget.value)} />
          )}
        </label>
      ))}
    </div>
  );
}
