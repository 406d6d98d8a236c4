// Asks for the values of a clue where it stands: the sum of a cage, the digits of a quadruple.
import { useEffect, useRef, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import type { Pending } from "../desk.ts";
import { Icons } from "../parts/icons.tsx";
import { fieldOf } from "../puzzle/document.ts";
import type { Field } from "../puzzle/file.ts";
import type { Layout } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { directionsFrom, type Direction } from "./gesture.ts";

export function ClueValues({ layout, margin }: { layout: Layout; margin: number }) {
  const desk = useDesk();
  const pending = useStore(desk.pending);
  if (!pending?.asking) return null;
  const key = `${pending.rule.name} ${pending.nth} ${pending.slots.map(({ places }) => JSON.stringify(places)).join()}`;
  return <Form key={key} pending={pending} layout={layout} margin={margin} />;
}

const shown = (value: Field | undefined): string => (value === undefined ? "" : [value].flat().join(" "));

function Form({ pending, layout, margin }: { pending: Pending; layout: Layout; margin: number }) {
  const desk = useDesk();
  const { rule, nth } = pending;
  const [typed, setTyped] = useState<Record<string, string>>(() => Object.fromEntries(rule.params.map(({ name }) => [name, shown(pending.params[name])])));
  const [direction, setDirection] = useState<Direction | null>(pending.direction);
  const [wrong, setWrong] = useState<string | null>(null);
  const box = useRef<HTMLFormElement>(null);
  const { places } = pending.slots.at(-1) ?? { places: [] };
  const at = places.at(-1) ?? { row: -1, column: 0 };
  const first = pending.slots[0]?.places[0];

  // Beside the last cell of the clue; on the other side where there is no room.
  useEffect(() => {
    const form = box.current;
    const board = form?.parentElement?.querySelector("svg");
    if (!form || !board) return;
    const place = () => {
      const frame = form.parentElement?.getBoundingClientRect();
      const { left, top, width, height } = board.getBoundingClientRect();
      if (!frame) return;
      const unit = Math.min(width / (layout.columns * 64 + 2 * margin), height / (layout.rows * 64 + 2 * margin));
      const x = left - frame.left + (margin + (at.column + 1) * 64) * unit + 6;
      const y = top - frame.top + (margin + at.row * 64) * unit;
      const { offsetWidth, offsetHeight } = form;
      const over = x + offsetWidth > frame.width;
      form.style.left = `${Math.max(0, over ? Math.min(x - offsetWidth - 64 * unit - 12, frame.width - offsetWidth) : x)}px`;
      form.style.top = `${Math.max(0, Math.min(y, frame.height - offsetHeight))}px`;
    };
    place();
    const watcher = new ResizeObserver(place);
    watcher.observe(board);
    form.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
    return () => watcher.disconnect();
  }, []);

  const leave = () => {
    desk.cancel();
    document.getElementById("board")?.focus({ preventScroll: true });
  };
  const keep = () => {
    const params: Record<string, Field> = { ...pending.params };
    for (const param of rule.params) {
      const text = typed[param.name]?.trim() ?? "";
      const value = fieldOf(text, param.type);
      if (text === "" && param.required) return setWrong(words.clue.missing(param.label));
      if (text !== "" && param.type === "number" && typeof value !== "number") return setWrong(words.clue.notNumber(param.label));
      if (text === "") delete params[param.name];
      else params[param.name] = value;
    }
    desk.confirm(params, direction);
    document.getElementById("board")?.focus({ preventScroll: true });
  };
  return (
    <form
      ref={box}
      class="values"
      aria-label={words.clue.values(rule.title)}
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") leave();
        if (event.key === "Delete" && nth !== null && !(event.target instanceof HTMLInputElement)) desk.removePicked();
      }}
    >
      <strong>{rule.title}</strong>
      {rule.params.map((param) => (
        <label key={param.name} class="field">
          <span>{param.label}</span>
          <input
            type="text"
            autocomplete="off"
            inputMode={param.type === "text" ? "text" : "numeric"}
            value={typed[param.name] ?? ""}
            placeholder={param.required ? words.clue.required : param.usual !== null ? words.clue.usual(param.usual) : words.clue.none}
            onInput={(event) => {
              setTyped({ ...typed, [param.name]: event.currentTarget.value });
              setWrong(null);
            }}
          />
        </label>
      ))}
      {rule.gesture === "diagonal" && first && (
        <label class="field">
          <span>{words.clue.direction}</span>
          <select value={direction ?? ""} onChange={(event) => setDirection(event.currentTarget.value as Direction)}>
            {directionsFrom(first, layout).map((name) => (
              <option key={name} value={name}>
                {words.clue.directions[name]}
              </option>
            ))}
          </select>
        </label>
      )}
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      <div class="row">
        {nth !== null && (
          <>
            <button type="button" class="button quiet round danger" aria-label={words.clue.remove} title={words.clue.remove} onClick={() => desk.removePicked()}>
              <Icons.trash />
            </button>
            {rule.gesture === "line" && (
              <button type="button" class="button quiet round" aria-label={words.clue.reverse} title={words.clue.reverse} onClick={() => desk.reverse()}>
                <Icons.turn />
              </button>
            )}
          </>
        )}
        <span class="grow" />
        <button type="button" class="button quiet" onClick={leave}>
          {words.cancel}
        </button>
        <button type="submit" class="button primary">
          {nth === null ? words.clue.place : words.clue.keep}
        </button>
      </div>
    </form>
  );
}
