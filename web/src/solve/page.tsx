// Shows the page in solve mode: the board, the rules next to it, and the keys. Nothing on the page reveals the
// solution.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import { Dialog } from "../parts/dialog.tsx";
import { Icons } from "../parts/icons.tsx";
import { Appearance, KeyList } from "../parts/settings-dialog.tsx";
import { choose, settings, type Settings } from "../settings.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { SolveBoard } from "./board.tsx";
import { clockText } from "./clock.ts";
import { onHeld, onSolveKey } from "./keys.ts";
import { SolvePad } from "./pad.tsx";
import { brokenText, type Solver } from "./solver.ts";
import { solveOf } from "./state.ts";
import "./solve.css";

interface Props {
  solver: Solver;
}

type Sheet = "rules" | "hint" | "menu" | null;

interface PageProps extends Props {
  ready: boolean;
  open: (kind: "open" | "drafts") => void;
  /** Notices to show above the keys. */
  children: ComponentChildren;
}

export function SolvePage({ solver, ready, open, children }: PageProps) {
  const [sheet, setSheet] = useState<Sheet>(null);
  const { outlines, leftHanded } = useStore(settings);
  const paused = useStore(solver.paused);
  const waiting = useStore(solver.waiting);
  const finished = useStore(solver.finished);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      onHeld(solver, event);
      if (onSolveKey(solver, event)) event.preventDefault();
    };
    const released = (event: KeyboardEvent) => onHeld(solver, event);
    // A key that is released in another window sends no event here, so it would still count as held.
    const left = () => solver.held.set(null);
    addEventListener("keydown", key);
    addEventListener("keyup", released);
    addEventListener("blur", left);
    return () => {
      removeEventListener("keydown", key);
      removeEventListener("keyup", released);
      removeEventListener("blur", left);
      left();
    };
  }, [solver]);
  const close = () => setSheet(null);
  return (
    <main class="solve" data-ready={ready || undefined} data-outlines={outlines || undefined} data-left={leftHanded || undefined}>
      <Bar solver={solver} open={setSheet} />
      <div class="solve-grid">
        {paused || waiting ? <Covered solver={solver} /> : <SolveBoard solver={solver} />}
      </div>
      <section class="solve-about" aria-label={words.solve.rules} tabIndex={0}>
        <About solver={solver} />
      </section>
      <div class="solve-under">
        {children}
        <Said solver={solver} />
        <SolvePad solver={solver} />
      </div>
      {sheet === "rules" && (
        <Dialog title={words.solve.rules} close={close}>
          <About solver={solver} />
        </Dialog>
      )}
      {sheet === "hint" && (
        <Dialog title={words.solve.hint} close={close}>
          <div class="stack">
            <p>{words.solve.hintHelp}</p>
            {(["where", "technique", "step"] as const).map((strength) => (
              <button key={strength} type="button" class="button large" onClick={() => (close(), void solver.hint(strength))}>
                {words.solve.strengths[strength]}
              </button>
            ))}
          </div>
        </Dialog>
      )}
      {sheet === "menu" && <Menu solver={solver} close={close} open={open} />}
      {waiting && (
        <Dialog title={words.solve.rules} close={() => solver.start()}>
          <div class="stack">
            <About solver={solver} />
            <button type="button" class="button primary large" autofocus onClick={() => solver.start()}>
              {words.solve.start}
            </button>
          </div>
        </Dialog>
      )}
      {finished && <Finished solver={solver} />}
    </main>
  );
}

function Bar({ solver, open }: Props & { open: (sheet: Sheet) => void }) {
  const seconds = useStore(solver.clock.seconds);
  const paused = useStore(solver.paused);
  const isShown = useStore(settings, ({ clock }) => clock);
  const solved = useStore(solver.desk.history, (history) => solveOf(history.now.state).solved);
  const tool = (label: string, Icon: () => JSX.Element, run: () => void, kind = "") => (
    <button type="button" class={`button quiet bar-button ${kind}`} aria-label={label} title={label} onClick={run}>
      <Icon />
      <span class="bar-label">{label}</span>
    </button>
  );
  return (
    <header class="solve-bar">
      {isShown && (
        <span class="clock" role="timer" aria-label={words.solve.clock(clockText(seconds))}>
          {clockText(seconds)}
        </span>
      )}
      {!solved && tool(paused ? words.solve.resume : words.solve.pause, paused ? Icons.play : Icons.pause, () => solver.pause(!paused), "bare")}
      <span class="grow" />
      {tool(words.solve.rules, Icons.book, () => open("rules"), "rules-button")}
      {tool(words.solve.hint, Icons.hint, () => open("hint"))}
      {tool(words.solve.check, Icons.check, () => void solver.check())}
      {tool(words.solve.menu, Icons.menu, () => open("menu"), "bare")}
    </header>
  );
}

function About({ solver }: Props) {
  const { title, author, rules } = useStore(solver.desk.history, (history) => history.now.state.puzzle);
  return (
    <div class="about">
      <h1>{title ?? words.untitled}</h1>
      {author !== undefined && <p class="muted">{words.solve.by(author)}</p>}
      <p class="rules-text">{rules ?? words.solve.noRules}</p>
    </div>
  );
}

/** Covers the board while the clock is stopped. */
function Covered({ solver }: Props) {
  const paused = useStore(solver.paused);
  return (
    <div class="covered">
      {paused && (
        <>
          <p>{words.solve.paused}</p>
          <button type="button" class="button primary large" onClick={() => solver.pause(false)}>
            {words.solve.resume}
          </button>
        </>
      )}
    </div>
  );
}

function Said({ solver }: Props) {
  const said = useStore(solver.said);
  const conflicts = useStore(solver.conflicts);
  return (
    <>
      <p class="visually-hidden" role="status">
        {brokenText(conflicts)}
      </p>
      <div class="said" role="status">
        {said && (
          <div class={`note-box ${said.tone}`}>
            <p>{said.text}</p>
            <div class="row">
              {said.cells && (
                <button type="button" class="button" onClick={() => solver.show(said.cells ?? [])}>
                  {words.solve.show}
                </button>
              )}
              <button type="button" class="button" onClick={() => solver.dismiss()}>
                {words.close}
              </button>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function Finished({ solver }: Props) {
  const message = useStore(solver.desk.history, (history) => history.now.state.puzzle.message);
  const isTimed = useStore(settings, ({ clock }) => clock);
  const close = () => solver.finished.set(false);
  return (
    <Dialog title={words.solve.solved} close={close}>
      <div class="stack finished">
        {message !== undefined && <p class="rules-text">{message}</p>}
        <p>{isTimed ? words.solve.solvedIn(clockText(solver.clock.seconds.value)) : words.solve.solvedUntimed}</p>
        <button type="button" class="button primary large" autofocus onClick={close}>
          {words.solve.onBoard}
        </button>
      </div>
    </Dialog>
  );
}

const SWITCHES = ["conflicts", "clock", "outlines", "leftHanded"] as const satisfies (keyof Settings)[];

function Menu({ solver, close, open }: Props & { close: () => void; open: (kind: "open" | "drafts") => void }) {
  const values = useStore(settings);
  const before = useRef(solver.paused.value);
  useEffect(() => {
    // The clock stops while the menu is open.
    if (!before.current) solver.clock.run(false);
    return () => solver.pause(before.current);
  }, []);
  const button = (label: string, help: string, run: () => void) => (
    <button type="button" class="button large" title={help} onClick={() => (close(), run())}>
      {label}
    </button>
  );
  return (
    <Dialog title={words.solve.menu} close={close}>
      <div class="stack">
        <div class="menu-actions">
          {button(words.header.open, words.open.title, () => open("open"))}
          {button(words.header.drafts, words.drafts.help, () => open("drafts"))}
          {button(words.solve.restart, words.solve.restartHelp, () => solver.restart())}
          {button(words.solve.leave, words.solve.leaveHelp, () => solver.leave())}
        </div>
        {SWITCHES.map((name) => (
          <label key={name} class="check">
            <input type="checkbox" checked={values[name]} onChange={(event) => choose({ [name]: event.currentTarget.checked })} />
            <span>{words.solve.settings[name]}</span>
          </label>
        ))}
        <Appearance />
        <h3>{words.settings.keys}</h3>
        <KeyList keys={words.solve.keyList} />
      </div>
    </Dialog>
  );
}
