// Shows the options of a question. They are generated from the engine's schema, so new options appear here
// automatically.
import { useState } from "preact/hooks";
import { OPTIONS, type Option } from "../engine/options.ts";
import { Folded } from "../parts/proposals.tsx";
import { words } from "../words.ts";

type Values = Record<string, string | boolean>;

export interface Chosen {
  options: Option[];
  values: Values;
  set(path: string, value: string | boolean): void;
  /** The chosen options as keys of the request. */
  request: Record<string, unknown>;
}

const valueOf = ({ kind }: Option, value: string | boolean): unknown => {
  if (typeof value === "boolean") return value || undefined;
  const text = value.trim();
  if (text === "") return undefined;
  if (kind === "list") return text.split(/[\s,]+/);
  return kind === "number" && Number.isFinite(Number(text)) ? Number(text) : text;
};

/** Returns the values in the nesting of the request: `limits.seconds` becomes the key `seconds` in `limits`. */
function requestOf(options: Option[], values: Values): Record<string, unknown> {
  const request: Record<string, unknown> = {};
  for (const option of options) {
    const value = valueOf(option, values[option.path] ?? "");
    if (value === undefined) continue;
    const [first = "", second] = option.path.split(".");
    if (second === undefined) request[first] = value;
    else request[first] = { ...(request[first] as object | undefined), [second]: value };
  }
  return request;
}

/** Returns a question's options, except those that the form shows in another way. */
export function useOptions(ask: string, shown: string[], usual: Values = {}): Chosen {
  const [values, setValues] = useState<Values>(usual);
  const options = (OPTIONS[ask] ?? []).filter(({ path }) => !shown.includes(path));
  return { options, values, set: (path, value) => setValues((before) => ({ ...before, [path]: value })), request: requestOf(options, values) };
}

const labelOf = (path: string): string => {
  const name = words.options.names[path] ?? path.split(".").at(-1)?.replaceAll("_", " ") ?? path;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const helpOf = (help: string): string => help.replace(/`([^`]*)`/g, "“$1”").replace(/^Whether to /, "").replace(/^\w/, (letter) => letter.toUpperCase());

export function MoreOptions({ options, values, set }: Chosen) {
  if (options.length === 0) return null;
  return (
    <Folded title={words.options.more}>
      {() => (
        <div class="stack tight options">
          {options.map((option) => (
            <OptionField key={option.path} option={option} value={values[option.path] ?? ""} set={(value) => set(option.path, value)} />
          ))}
        </div>
      )}
    </Folded>
  );
}

function OptionField({ option: { path, kind, help, choices, usual }, value, set }: { option: Option; value: string | boolean; set: (value: string | boolean) => void }) {
  if (kind === "flag") {
    return (
      <label class="check" title={helpOf(help)}>
        <input type="checkbox" checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
        <span>
          {labelOf(path)} <span class="muted">{helpOf(help)}</span>
        </span>
      </label>
    );
  }
  return (
    <label class="field">
      <span>{labelOf(path)}</span>
      {kind === "choice" ? (
        <select value={String(value || usual)} onChange={(event) => set(event.currentTarget.value)}>
          {(choices ?? []).map((choice) => (
            <option key={choice} value={choice}>
              {words.options.choices[choice] ?? choice}
            </option>
          ))}
        </select>
      ) : (
        <input type="text" inputMode={kind === "number" ? "decimal" : "text"} autocomplete="off" value={String(value)} onInput={(event) => set(event.currentTarget.value)} />
      )}
      <span class="hint">{helpOf(help)}</span>
    </label>
  );
}
