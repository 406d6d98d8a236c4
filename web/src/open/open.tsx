// Offers several ways to put a puzzle on the desk: pasting a text, opening a file or an example, or starting with
// an empty grid.
import { useRef, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import type { Desk } from "../desk.ts";
import type { Refusal } from "../engine/contract.ts";
import { Dialog } from "../parts/dialog.tsx";
import { refusalWords } from "../parts/refusal.ts";
import type { Document } from "../puzzle/document.ts";
import { words } from "../words.ts";
import { examples } from "./examples.ts";
import { NewGrid } from "./new-grid.tsx";
import { read } from "./read.ts";

const LARGEST = 20 * 1024 * 1024;

export type Attempt = { kind: "done" } | { kind: "several"; text: string; count: number } | { kind: "refused"; text: string; refusal: Refusal };

type Put = (document: Document, label: string) => void | Promise<void>;

/** Reads a text and puts the puzzle on the desk, or passes it to `put`. */
export async function openText(desk: Desk, text: string, options: { number?: number; leaving?: boolean } = {}, put: Put = (document, label) => desk.open(document, label)): Promise<Attempt> {
  try {
    const reading = await read(desk.engine, text.trim(), options);
    if (reading.kind === "several") return { kind: "several", text, count: reading.count };
    if (reading.kind === "refused") return { kind: "refused", text, refusal: reading.refusal };
    await put(reading.document, words.history.opened(reading.title ?? words.open.unnamed));
    return { kind: "done" };
  } catch (error) {
    // A failure of the engine is reported like a refusal, so that the dialog keeps the text.
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "refused", text, refusal: { message, line: null, column: null, place: null, help: null } as Refusal };
  }
}

export async function textOfFile(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error(words.open.fileTooLarge);
  return file.text();
}

export function OpenDialog({ close, first }: { close: () => void; first: Attempt | null }) {
  const desk = useDesk();
  const [text, setText] = useState(first && first.kind !== "done" ? first.text : "");
  const [attempt, setAttempt] = useState<Attempt | null>(first);
  const [reading, setReading] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const open = async (what: string, options: { number?: number; leaving?: boolean } = {}) => {
    setReading(true);
    const result = await openText(desk, what, options);
    setReading(false);
    if (result.kind === "done") close();
    else setAttempt(result);
  };
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const content = await textOfFile(chosen);
      setText(content.length < 100_000 ? content : "");
      await open(content);
    } catch (error) {
      setAttempt({ kind: "refused", text: "", refusal: { message: error instanceof Error ? error.message : String(error), line: null, column: null, place: null, help: null } as Refusal });
    }
  };
  const refusal = attempt?.kind === "refused" ? { ...attempt.refusal, ...refusalWords(attempt.refusal) } : null;
  return (
    <Dialog title={words.open.title} close={close} wide>
      <div class="open-columns">
        <section class="stack">
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void open(text);
            }}
          >
            <label class="field">
              <span>{words.open.paste}</span>
              <textarea class="code" id="open-text" rows={6} spellcheck={false} autocomplete="off" value={text} placeholder={words.open.pasteHelp} onInput={(event) => (setText(event.currentTarget.value), setAttempt(null))} />
            </label>
            {refusal && (
              <div class="note-box bad" role="alert">
                <p>
                  <strong>{refusal.message}</strong>
                  {refusal.line !== null && refusal.line !== undefined && <> ({words.open.place(refusal.line, refusal.column ?? 1)})</>}
                  {refusal.place && <> ({refusal.place})</>}
                </p>
                {refusal.help && <p>{refusal.help}</p>}
                {attempt?.kind === "refused" && attempt.text !== "" && (
                  <button type="button" class="button small" onClick={() => void open(attempt.text, { leaving: true })}>
                    {words.open.without}
                  </button>
                )}
              </div>
            )}
            {attempt?.kind === "several" && (
              <div class="note-box">
                <p>{words.open.several(attempt.count)}</p>
                <div class="row wrap">
                  {Array.from({ length: Math.min(attempt.count, 50) }, (_, i) => (
                    <button key={i} type="button" class="button small" onClick={() => void open(attempt.text, { number: i + 1 })}>
                      {words.open.nth(i + 1)}
                    </button>
                  ))}
                </div>
              </div>
            )}
            <div class="row wrap">
              <button type="submit" class="button primary" disabled={text.trim() === "" || reading}>
                {reading ? words.open.reading : words.open.read}
              </button>
              <button type="button" class="button" onClick={() => file.current?.click()}>
                {words.open.file}
              </button>
              <span class="muted">{words.open.drop}</span>
              <input ref={file} type="file" hidden onChange={(event) => void choose(event.currentTarget.files?.[0])} />
            </div>
          </form>
          <NewGrid close={close} />
        </section>
        <section class="stack">
          <h3>{words.open.examples}</h3>
          <ul class="examples">
            {examples.map((example) => (
              <li key={example.title}>
                <button type="button" class="example" onClick={() => void open(example.text)}>
                  <strong>{example.title}</strong>
                  <span class="muted">{example.author}</span>
                  <span class="example-about">{example.about}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
