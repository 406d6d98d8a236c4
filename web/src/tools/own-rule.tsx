// Shows a form for one of the puzzle's own rules. The text is checked while it is typed, and mistakes are marked
// where they occur.
import { useEffect, useRef, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { isRefused } from "../engine/engine.ts";
import type { Refusal } from "../engine/contract.ts";
import { Dialog } from "../parts/dialog.tsx";
import { addClue, removeOwnRule, setOwnRule } from "../puzzle/document.ts";
import type { Field, OwnRuleTable } from "../puzzle/file.ts";
import { ownTable, SHAPES } from "../puzzle/rule.ts";
import { words } from "../words.ts";
import type { Template } from "./advice.ts";

const NAME = /^[a-z][a-z0-9-]*$/;

const literal = (text: string): string => JSON.stringify(text);

const writeParams = (params: Record<string, Field> | undefined): string =>
  Object.entries(params ?? {})
    .map(([name, value]) => `${name} = ${[value].flat().join(" ")}`)
    .join("\n");

function readParams(text: string): Record<string, Field> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", value = "required"] = line.split("=").map((part) => part.trim());
      const numbers = value.split(/[\s,]+/).map(Number);
      const whole = value !== "" && numbers.every(Number.isInteger);
      return [name, whole ? (numbers.length === 1 ? (numbers[0] ?? 0) : numbers) : value];
    }),
  );
}

/** The colour of clues whose rule does not specify one. */
const PLAIN = "#8a8a8a";

/** The line of the file on which the formula starts. */
const FORMULA_LINE = 5;

/** Writes the rule as a separate puzzle file, so that the line numbers of errors refer to the formula. */
function fileWith(rule: { name: string; shape: string; params: Record<string, Field>; relation: string }, rest: Record<string, unknown>): string {
  const params = Object.entries(rule.params).map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`);
  const written = (value: unknown): string =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? `{ ${Object.entries(value).map(([key, part]) => `${key} = ${JSON.stringify(part)}`).join(", ")} }`
      : JSON.stringify(value);
  const others = ["letters", "layers"].map((key) => {
    const table = Object.entries((rest[key] ?? {}) as Record<string, unknown>);
    return table.length === 0 ? "" : `[${key}]\n${table.map(([name, value]) => `${name} = ${written(value)}`).join("\n")}`;
  });
  return `[own-rules.${rule.name}]\nshape = ${literal(rule.shape)}\nparams = { ${params.join(", ")} }\nrelation = '''\n${rule.relation}'''\n${others.join("\n")}\n`;
}

export function OwnRule({ name, template, close }: { name: string | null; template: Template | null; close: () => void }) {
  const desk = useDesk();
  const before = name === null ? null : desk.document.puzzle["own-rules"]?.[name];
  const table: OwnRuleTable = before ? ownTable(before) : template ? { ...template, relation: [template.relation] } : { shape: "line", text: "", relation: [] };
  const [called, setCalled] = useState(name ?? template?.name ?? "");
  const [shape, setShape] = useState(table.shape);
  const [params, setParams] = useState(writeParams(table.params));
  const [relation, setRelation] = useState(table.relation.join("\n  and "));
  const [colour, setColour] = useState(table.colour);
  const [text, setText] = useState(table.text === table.relation.join("; ") ? "" : table.text);
  const [state, setState] = useState<"empty" | "reading" | "good" | Refusal>("empty");
  const formula = useRef<HTMLTextAreaElement>(null);
  const plain = called.trim().toLowerCase().replace(/[\s_]+/g, "-");
  const taken = plain !== name && desk.document.puzzle["own-rules"]?.[plain] !== undefined;
  const badName = plain !== "" && !NAME.test(plain);

  useEffect(() => {
    if (relation.trim() === "") {
      setState("empty");
      return undefined;
    }
    // The last message stays until the next answer arrives, so that it does not flicker with each key.
    setState((last) => (last === "empty" ? "reading" : last));
    const asking = new AbortController();
    // Wait until the typing pauses; otherwise each key would start a question.
    const timer = setTimeout(() => {
      // A wrong name has its own message, so the formula is checked under a valid name.
      const puzzle = fileWith({ name: NAME.test(plain) ? plain : "my-rule", shape, params: readParams(params), relation }, desk.document.puzzle as Record<string, unknown>);
      desk.engine.ask({ ask: "convert", to: "native-json", puzzle, read: { from: "native" } }, { signal: asking.signal }).then(
        (answer) => setState(isRefused(answer) ? answer.error : "good"),
        () => {},
      );
    }, 120);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [relation, shape, params]);

  const wrong = typeof state === "object" ? state : null;
  const line = wrong?.line ? wrong.line - FORMULA_LINE + 1 : null;
  const inFormula = line !== null && line >= 1 && line <= relation.split("\n").length;
  const toCaret = () => {
    if (!inFormula || line === null || !formula.current) return;
    const start = relation.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const at = start + (wrong?.column ?? 1) - 1;
    formula.current.focus();
    formula.current.setSelectionRange(at, at + 1);
  };
  const keep = () => {
    const values = readParams(params);
    const rule: OwnRuleTable = { ...(before ? table : {}), shape, relation: [relation.trim()], text: text.trim() === "" ? relation.trim() : text.trim() };
    // The table contains the old values. They must not survive if the setter has removed them.
    delete rule.params;
    delete rule.colour;
    if (colour !== undefined) rule.colour = colour;
    if (Object.keys(values).length > 0) rule.params = values;
    // A rule for the whole grid without values has nothing to draw, so it is turned on immediately.
    const fresh = name === null && shape === "global" && Object.keys(values).length === 0;
    desk.edit(words.history.ownRule(plain), setOwnRule(plain, rule, name), ...(fresh ? [addClue(plain, true)] : []));
    if (shape !== "global") desk.take(plain);
    close();
  };
  return (
    <Dialog title={name === null ? words.own.title : words.palette.editRule} close={close} wide>
      <form
        class="stack own-rule"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <div class="columns">
          <label class="field">
            <span>{words.own.name}</span>
            <input type="text" required value={called} placeholder={words.own.nameHelp} aria-invalid={badName || taken} onInput={(event) => setCalled(event.currentTarget.value)} />
            {(badName || taken) && <span class="wrong">{badName ? words.own.badName : words.own.taken}</span>}
          </label>
          <label class="field">
            <span>{words.own.shape}</span>
            <select value={shape} onChange={(event) => setShape(event.currentTarget.value)}>
              {SHAPES.map((name) => (
                <option key={name} value={name}>
                  {words.own.shapes[name]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label class="field">
          <span>{words.own.relation}</span>
          <textarea
            ref={formula}
            class="code"
            rows={5}
            spellcheck={false}
            value={relation}
            placeholder={words.own.relationHelp}
            aria-invalid={wrong !== null}
            aria-describedby="formula-state"
            onInput={(event) => setRelation(event.currentTarget.value)}
          />
        </label>
        <div id="formula-state" class={`formula-state ${wrong ? "bad" : state === "good" ? "good" : ""}`} role="status">
          {state === "reading" && words.own.checking}
          {state === "good" && words.own.good}
          {wrong && (
            <>
              {inFormula && line !== null && (
                <>
                  <pre aria-hidden="true">{`${relation.split("\n")[line - 1]}\n${" ".repeat(Math.max(0, (wrong.column ?? 1) - 1))}^`}</pre>
                  <button type="button" class="button small" onClick={toCaret}>
                    {words.own.place(line, wrong.column ?? 1)}
                  </button>{" "}
                </>
              )}
              {wrong.message.replace(/ \(column \d+\)$/, "")}
              {relation.includes("%") && <strong> {words.own.modulo}</strong>}
              {wrong.help && <span class="muted"> {wrong.help}</span>}
            </>
          )}
        </div>
        <div class="columns">
          <label class="field">
            <span>{words.own.params}</span>
            <textarea class="code" rows={2} spellcheck={false} value={params} placeholder={words.own.paramsHelp} onInput={(event) => setParams(event.currentTarget.value)} />
          </label>
          <label class="field">
            <span>{words.own.text}</span>
            <textarea rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
        </div>
        {shape !== "global" && (
          <label class="row">
            <span>{words.own.colour}</span>
            <input type="color" value={colour ?? PLAIN} onInput={(event) => setColour(event.currentTarget.value)} />
          </label>
        )}
        <div class="row">
          {name !== null && (
            <button
              type="button"
              class="button quiet danger"
              onClick={() => {
                desk.take(null);
                desk.edit(words.history.removed(name, 1), removeOwnRule(name));
                close();
              }}
            >
              {words.own.remove}
            </button>
          )}
          <span class="grow" />
          <button type="button" class="button quiet" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="button primary" disabled={plain === "" || badName || taken || state !== "good"}>
            {words.own.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
