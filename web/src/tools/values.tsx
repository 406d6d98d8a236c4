// Shows a form for a clue's values next to the clue, such as the sum of a cage or the digits of a quadruple.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import type { Pending } from "../desk.ts";
import { Icons } from "../parts/icons.tsx";
import { fieldOf } from "../puzzle/document.ts";
import type { Field } from "../puzzle/file.ts";
import type { Layout } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { ChosenField } from "../edit/style-fields.tsx";
import { directionsFrom, type Direction } from "./gesture.ts";
import { STEPS } from "./keyboard.ts";

export function ClueValues({ layout }: { layout: Layout }) {
  const desk = useDesk();
  const pending = useStore(desk.pending);
  if (!pending?.asking) return null;
  // A different clue gets a new form, so that the form's position and focus are set again.
  const key = `${pending.rule.name} ${pending.nth} ${pending.slots.map(({ places }) => JSON.stringify(places)).join()}`;
  return <Form key={key} pending={pending} layout={layout} />;
}

function Form({ pending, layout }: { pending: Pending; layout: Layout }) {
  const desk = useDesk();
  const { rule, nth, typed, direction } = pending;
  const slots = desk.slotTexts(pending);
  const unknowns = desk.hasUnknowns;
  const [wrong, setWrong] = useState<string | null>(null);
  const box = useRef<HTMLFormElement>(null);
  /** The number of changes to the text. An answer that was requested at a lower number is ignored. */
  const version = useRef(0);
  const [about, setAbout] = useState(0);
  const change = (change: Parameters<typeof desk.note>[0]) => {
    desk.note(change);
    version.current++;
    setAbout(version.current);
    setWrong(null);
  };
  const { places } = pending.slots.at(-1) ?? { places: [] };
  const at = places.at(-1) ?? { row: -1, column: 0 };
  const first = pending.slots[0]?.places[0];

  // Put the form to the right of the clue's last cell, or to the left of it if there is no room.
  useLayoutEffect(() => {
    const form = box.current;
    const board = form?.parentElement?.querySelector("svg");
    if (!form || !board) return;
    const place = () => {
      const frame = form.parentElement?.getBoundingClientRect();
      const matrix = board.getScreenCTM();
      if (!frame || !matrix) return;
      const corner = (column: number) => new DOMPoint(column * 64, at.row * 64).matrixTransform(matrix);
      const { offsetWidth, offsetHeight } = form;
      const right = corner(at.column + 1).x - frame.left + 8;
      const left = corner(at.column).x - frame.left - offsetWidth - 8;
      const x = right + offsetWidth <= frame.width || left < 0 ? Math.min(right, frame.width - offsetWidth) : left;
      form.style.left = `${Math.max(0, x)}px`;
      form.style.top = `${Math.max(0, Math.min(corner(0).y - frame.top, frame.height - offsetHeight))}px`;
    };
    place();
    const watcher = new ResizeObserver(place);
    watcher.observe(board);
    const fields = [...form.querySelectorAll<HTMLElement>("input, select, summary")];
    // A hidden field, or a field in closed details, cannot get the focus.
    const field = fields.find((field) => field.offsetParent !== null && !field.closest("details:not([open]) label"));
    field?.focus({ preventScroll: true });
    if (field instanceof HTMLInputElement && pending.begun) field.setSelectionRange(field.value.length, field.value.length);
    else if (field instanceof HTMLInputElement) field.select();
    return () => watcher.disconnect();
  }, []);

  const leave = () => {
    desk.cancel();
    document.getElementById("board")?.focus({ preventScroll: true });
  };
  /** Returns the typed values, or a message about a mistake in them. */
  const read = (): Record<string, Field> | string => {
    const params: Record<string, Field> = { ...pending.params };
    for (const param of rule.params) {
      const text = typed[param.name]?.trim() ?? "";
      const value = fieldOf(text, param, Math.max(...layout.digits));
      if (text === "" && param.required) return words.clue.missing(param.label);
      const open = text.startsWith("?");
      if (text !== "" && param.type === "number" && typeof value !== "number" && !open) return words.clue.notNumber(param.label);
      if (text === "") delete params[param.name];
      else params[param.name] = value;
    }
    return params;
  };
  // The library checks the values while they are typed. The setter can confirm them before the answer arrives.
  useEffect(() => {
    const params = read();
    if (typeof params === "string") return undefined;
    void desk.refusal(params).then((refused) => about === version.current && setWrong(refused));
    return undefined;
  }, [about]);
  const keep = () => {
    const params = read();
    if (typeof params === "string") return setWrong(params);
    if (wrong !== null) return;
    desk.confirm(params);
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
        // The board must not handle these keys too.
        event.stopPropagation();
        if (event.key === "Escape") leave();
        if (nth === null || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
        if (event.key === "Delete") desk.removePicked();
        const step = STEPS[event.key];
        if (!step) return;
        // If the form has no value to type, the arrow keys move the clue.
        event.preventDefault();
        leave();
        desk.picked.move(...step);
      }}
    >
      <strong>{rule.title}</strong>
      {rule.params.map((param) => (
        <label key={param.name} class="field">
          <span>{param.label}</span>
          {param.input ? (
            <ChosenField param={param} value={typed[param.name] ?? ""} change={(text) => change({ typed: { ...typed, [param.name]: text } })} />
          ) : (
            <input
              type="text"
              autocomplete="off"
              inputMode={param.type === "text" ? "text" : "numeric"}
              value={typed[param.name] ?? ""}
              placeholder={param.required ? words.clue.required : param.usual !== null ? words.clue.usual(param.usual) : words.clue.none}
              onInput={(event) => change({ typed: { ...typed, [param.name]: event.currentTarget.value } })}
            />
          )}
        </label>
      ))}
      {rule.gesture === "diagonal" && first && (
        <label class="field">
          <span>{words.clue.direction}</span>
          <select value={direction ?? ""} onChange={(event) => change({ direction: event.currentTarget.value as Direction })}>
            {directionsFrom(first, layout).map((name) => (
              <option key={name} value={name}>
                {words.clue.directions[name]}
              </option>
            ))}
          </select>
        </label>
      )}
      {slots.length > 0 && rule.gesture !== "diagonal" && (
        <details open={unknowns}>
          <summary class="muted">{words.clue.cells}</summary>
          {slots.map((slot, i) => (
            <label key={i} class="field">
              <span>{words.clue.slots[slot.name] ?? slot.name}</span>
              <input type="text" class="code" autocomplete="off" spellcheck={false} value={slot.text} onInput={(event) => change({ texts: slots.map((other, j) => (i === j ? { ...other, text: event.currentTarget.value } : other)) })} />
            </label>
          ))}
        </details>
      )}
      {rule.params.some(({ type }) => type !== "text") && <p class="hint">{words.clue.leaveOpen}</p>}
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
            {rule.gesture === "line" && !unknowns && (
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
