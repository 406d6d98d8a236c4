// Shows the page: the header, the board with its strip of tools, the verdict and the panels.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ComponentType, JSX } from "preact";
import { Board } from "./board/board.tsx";
import { DeskProvider, useDesk } from "./desk-context.ts";
import { Desk } from "./desk.ts";
import { DraftsDialog } from "./drafts/drafts.tsx";
import { Keeper } from "./drafts/keeper.ts";
import type { Refusal } from "./engine/contract.ts";
import type { Engine } from "./engine/engine.ts";
import { VerdictBar } from "./live/verdict.tsx";
import { puzzleIn } from "./open/link.ts";
import { OpenDialog, openText, textOfFile, type Attempt } from "./open/open.tsx";
import { ReplaceDialog } from "./open/replace-dialog.tsx";
import { copied, cut, pasteClues } from "./edit/clipboard.ts";
import { HelpDialog } from "./parts/help-dialog.tsx";
import { SolvePage } from "./solve/page.tsx";
import { openLinked } from "./solve/linked.ts";
import { Solver } from "./solve/solver.ts";
import { solveOf } from "./solve/state.ts";
import { Icons } from "./parts/icons.tsx";
import { saveFile } from "./parts/save.ts";
import { SettingsDialog } from "./parts/settings-dialog.tsx";
import { isBlank, lastFilled, setAbout } from "./puzzle/document.ts";
import { useTyped } from "./parts/typed.ts";
import { useStore } from "./store.ts";
import type { TabProps } from "./page.ts";
import { shareSheet as ShareSheet, tabs } from "./tabs.tsx";
import { Dialog } from "./parts/dialog.tsx";
import { onKey } from "./tools/keyboard.ts";
import { Pad } from "./tools/pad.tsx";
import { words } from "./words.ts";

type Sheet = { kind: "open"; attempt: Attempt | null } | { kind: "drafts" } | { kind: "settings" } | { kind: "help" } | { kind: "share" } | { kind: "replace"; text: string } | null;

export function App({ engine }: { engine: Engine }) {
  // The initial function of a state runs only once. Otherwise each rendering of the page would create another desk.
  const [{ desk, keeper, solver }] = useState(() => {
    const desk = new Desk(engine);
    return { desk, keeper: new Keeper(desk), solver: new Solver(desk) };
  });
  const isSolving = useStore(desk.history, (history) => solveOf(history.now.state).active);
  const [sheet, setSheet] = useState<Sheet>(null);
  const [tab, setTab] = useState("draw");
  const [ready, setReady] = useState(false);

  const openOrSay = async (text: string) => {
    const attempt = await openText(desk, text);
    if (attempt.kind !== "done") setSheet({ kind: "open", attempt });
  };

  /** Opens a text. If this would replace work on the desk, asks for confirmation first. */
  const openOrAsk = async (text: string) => {
    const { past, now } = desk.history.value;
    // A restored desk may have lost its history. It is recognised by its label, and counts as work even without past
    // changes.
    const isWork = (!isBlank(now.state.puzzle) || now.state.puzzle.elements !== undefined) && (past.length > 0 || now.label === words.history.version);
    if (isWork) setSheet({ kind: "replace", text });
    else await openOrSay(text);
  };

  /** Opens the puzzle in the address. Returns `false` if there is none. */
  const openAddress = async (): Promise<boolean> => {
    const linked = await puzzleIn(location.hash).catch(() => "damaged" as const);
    if (linked === null) return false;
    // The link is removed from the address, so that a reload does not open the puzzle again.
    history.replaceState(null, "", location.pathname + location.search);
    const attempt = linked === "damaged" ? DAMAGED : await openLinked(solver, keeper, linked);
    if (attempt.kind !== "done") setSheet({ kind: "open", attempt });
    return true;
  };

  useEffect(() => {
    // The desk starts last, because it would otherwise start questions about the empty grid that is about to be
    // replaced.
    void begin(keeper, openAddress, openOrSay).finally(() => {
      setReady(true);
      void desk.start();
    });
  }, []);

  useEffect(() => {
    const palette = () => {
      setTab("draw");
      // The field exists only once the tab has been rendered, so it gets the focus in the next frame.
      requestAnimationFrame(() => document.getElementById("tool-search")?.focus());
    };
    const key = (event: KeyboardEvent) => {
      // Solve mode handles its keys itself, so the editor must not act on them too.
      const isElsewhere = solver.isActive || document.querySelector("dialog[open]") !== null;
      if (!isElsewhere && onKey(desk, event, { palette, help: () => setSheet({ kind: "help" }) })) event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      if (isField(event.target)) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.trim() === "") return;
      event.preventDefault();
      // A solver must not change the clues, so solve mode reads any pasted text as a puzzle.
      if (solver.isActive || !pasteClues(desk, text)) void openOrAsk(text);
    };
    const copy = (event: ClipboardEvent) => {
      // If text on the page is selected, the browser copies it as usual.
      if (solver.isActive || isField(event.target) || getSelection()?.isCollapsed === false) return;
      // The clue that is being entered may be one of those that are cut, and a cut changes the indices of the others.
      desk.settle();
      const text = copied(desk);
      if (text === null) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
      if (event.type === "cut") cut(desk);
    };
    // Browsers allow a drop only if `dragover` was cancelled.
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) {
        void textOfFile(file).then(openOrAsk, (error: Error) =>
          setSheet({ kind: "open", attempt: { kind: "refused", text: "", refusal: { message: error.message, line: null, column: null, place: null, help: null } as never } }),
        );
      } else if (text) void openOrAsk(text);
    };
    const hash = () => void openAddress();
    // A clue whose values are being typed must not be lost when the setter clicks elsewhere on the page.
    const turn = ({ target }: Event) => {
      const elsewhere = target instanceof Element && !target.closest(".board-frame");
      if (elsewhere && desk.pending.value?.asking) desk.settle();
    };
    // The capturing phase comes first, so the clue is in the puzzle before the clicked button acts on the puzzle.
    addEventListener("click", turn, true);
    addEventListener("focusin", turn);
    addEventListener("keydown", key);
    addEventListener("paste", paste);
    addEventListener("copy", copy);
    addEventListener("cut", copy);
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    addEventListener("hashchange", hash);
    return () => {
      removeEventListener("click", turn, true);
      removeEventListener("focusin", turn);
      removeEventListener("keydown", key);
      removeEventListener("paste", paste);
      removeEventListener("copy", copy);
      removeEventListener("cut", copy);
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
      removeEventListener("hashchange", hash);
    };
  }, []);

  const open = (kind: "open" | "drafts" | "settings" | "help" | "share") => setSheet(kind === "open" ? { kind, attempt: null } : { kind });
  return (
    <DeskProvider value={desk}>
      {isSolving ? (
        <SolvePage solver={solver} ready={ready} open={open}>
          <Trouble keeper={keeper} />
        </SolvePage>
      ) : (
        <>
          <Header open={open} solve={() => solver.enter()} />
          <main class="desk" data-ready={ready || undefined}>
            <div class="left">
              <Board />
              <Pad />
            </div>
            <div class="right">
              <VerdictBar />
              <Trouble keeper={keeper} />
              <Panels tab={tab} setTab={setTab} engine={engine} />
            </div>
          </main>
        </>
      )}
      {sheet?.kind === "open" && <OpenDialog close={() => setSheet(null)} first={sheet.attempt} />}
      {sheet?.kind === "replace" && <ReplaceDialog open={() => void openOrSay(sheet.text)} close={() => setSheet(null)} />}
      {sheet?.kind === "drafts" && <DraftsDialog keeper={keeper} close={() => setSheet(null)} />}
      {sheet?.kind === "share" && ShareSheet && (
        <Dialog title={words.header.share} close={() => setSheet(null)} wide>
          <WithPuzzle engine={engine} Shown={ShareSheet} />
        </Dialog>
      )}
      {sheet?.kind === "help" && <HelpDialog close={() => setSheet(null)} />}
      {sheet?.kind === "settings" && <SettingsDialog close={() => setSheet(null)} />}
    </DeskProvider>
  );
}

/**
 * Returns `true` if keys and the clipboard belong to a field or a dialog. The page is also searched for an open dialog,
 * because a dialog loses the focus when its focused button disappears.
 */
const isField = (target: EventTarget | null): boolean => document.querySelector("dialog[open]") !== null || (target instanceof Element && target.closest("input, textarea, select") !== null);

/**
 * Opens the puzzle in the address or, without one, the puzzle with which the server was started. Otherwise the desk
 * stays as the setter left it.
 */
async function begin(keeper: Keeper, openAddress: () => Promise<boolean>, open: (text: string) => Promise<void>): Promise<void> {
  // The desk is restored even if another puzzle is opened next, because opening one stores the old desk in its draft.
  await keeper.resume();
  if (await openAddress()) return;
  const served = document.querySelector<HTMLMetaElement>('meta[name="cluewright-puzzle"]')?.content;
  const answer = served === undefined ? null : await fetch(served).catch(() => null);
  // If the server does not answer, the restored desk stays.
  if (answer?.ok) await open(await answer.text());
}

const DAMAGED: Attempt = {
  kind: "refused",
  text: "",
  refusal: { message: words.open.damagedLink, help: words.open.damagedLinkHelp, line: null, column: null, place: null } as Refusal,
};

function Header({ open, solve }: { open: (kind: "open" | "drafts" | "settings" | "help" | "share") => void; solve: () => void }) {
  const desk = useDesk();
  const { past, now, future } = useStore(desk.history);
  const inHand = useStore(desk.pending, (pending) => pending !== null);
  const typedTitle = useTyped(now.state.puzzle.title ?? "", (title) => desk.edit(words.history.about, setAbout("title", title)));
  const tool = (label: string, Icon: () => JSX.Element, action: () => void, more: { disabled?: boolean; title?: string } = {}) => (
    <button type="button" class="button quiet" aria-label={label} title={more.title ?? label} disabled={more.disabled} onClick={action}>
      <Icon />
      <span class="wide-only">{label}</span>
    </button>
  );
  return (
    <header class="header">
      <div class="brand">
        <svg class="logo" viewBox="0 0 64 64" aria-hidden="true">
          <rect width="64" height="64" rx="15" />
          <path class="faint" d="M17 17h30v30H17z" />
          <path class="strong" d="M26 26v12h12" />
          <circle cx="26" cy="26" r="7" />
        </svg>
        <h1>{words.name}</h1>
      </div>
      <input class="title" type="text" aria-label={words.header.title} placeholder={words.untitled} {...typedTitle} />
      <nav class="header-tools" aria-label={words.name}>
        <button type="button" class="button quiet round" aria-label={words.header.undo} title={words.header.undoWhat(now.label)} disabled={past.length === 0 && !inHand} onClick={() => desk.undo()}>
          <Icons.undo />
        </button>
        <button type="button" class="button quiet round" aria-label={words.header.redo} title={future[0] ? words.header.redoWhat(future[0].label) : words.header.redo} disabled={future.length === 0} onClick={() => desk.redo()}>
          <Icons.redo />
        </button>
        <span class="divider" />
        {tool(words.solve.enter, Icons.solve, solve, { title: words.solve.enterHelp })}
        {tool(words.header.open, Icons.open, () => open("open"))}
        {tool(words.header.drafts, Icons.drafts, () => open("drafts"))}
        {ShareSheet && tool(words.header.share, Icons.share, () => open("share"))}
        {tool(words.header.settings, Icons.settings, () => open("settings"))}
        {tool(words.header.help, Icons.help, () => open("help"))}
      </nav>
    </header>
  );
}

function Trouble({ keeper }: { keeper: Keeper }) {
  const desk = useDesk();
  const trouble = useStore(keeper.trouble);
  const notice = useStore(desk.notice);
  return (
    <>
      {notice && (
        <div class={`note-box ${notice.tone}`} role="alert">
          <p>{notice.text}</p>
          <div class="row">
            {notice.action && (
              <button type="button" class="button small" onClick={notice.action.run}>
                {notice.action.label}
              </button>
            )}
            <button type="button" class="button small" onClick={() => desk.notice.set(null)}>
              {words.close}
            </button>
          </div>
        </div>
      )}
      {trouble !== null && (
        <div class="note-box bad" role="alert">
          <p>{trouble}</p>
          <div class="row">
            <button type="button" class="button small" onClick={() => saveFile("cluewright-puzzle.json", desk.text, "application/json")}>
              {words.drafts.saveDesk}
            </button>
          </div>
        </div>
      )}
    </>
  );
}

/** Passes a tab the properties of the puzzle that it needs. */
function WithPuzzle({ engine, Shown }: { engine: Engine; Shown: ComponentType<TabProps> }) {
  const desk = useDesk();
  const history = useStore(desk.history, (history) => history);
  const document_ = history.now.state;
  const revision = useStore(desk.watcher.live, ({ revision }) => revision);
  // Notes and pen strokes change the document but not its puzzle, so the text of the puzzle can be kept.
  const puzzle = useMemo(() => JSON.stringify(document_.puzzle), [document_.puzzle]);
  const filled = useMemo(() => lastFilled(history), [document_.puzzle.entries]);
  // The setter may have edited the puzzle while the engine applied a proposal. The proposal would then revert the edit.
  const apply = (text: string, label: string) => (desk.text === puzzle ? desk.replace(text, label) : desk.notice.set({ text: words.edit.outdated, tone: "warn" }));
  return <Shown engine={engine} puzzle={puzzle} revision={revision} filled={filled} show={(highlights) => desk.highlights.set(highlights)} apply={apply} />;
}

function Panels({ tab, setTab, engine }: { tab: string; setTab: (id: string) => void; engine: Engine }) {
  const desk = useDesk();
  const document_ = useStore(desk.history, (history) => history.now.state);
  const unread = document_.puzzle.unread?.length ?? 0;
  const warnings = document_.puzzle.warnings?.length ?? 0;
  const list = useRef<HTMLDivElement>(null);
  const Shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const recognised = document_.puzzle.recognised?.length ?? 0;
  // If an import has parts that could not be read or that were read from a picture, the tab that lists these parts opens
  // first. The effect depends on the condition and not on the numbers; otherwise each answered question would switch
  // back to that tab.
  useEffect(() => {
    if (unread + warnings + recognised > 0) setTab("puzzle");
  }, [unread + warnings + recognised > 0]);
  // Without the panel that set them, highlights would stay on the board unexplained.
  useEffect(() => desk.highlights.set(null), [tab]);
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(({ id }) => id === tab) + step + tabs.length) % tabs.length];
    if (!next) return;
    setTab(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div class="panels">
      <div class="tabs" role="tablist" aria-label={words.tabs.label} ref={list} onKeyDown={turn}>
        {tabs.map(({ id, title }) => (
          <button key={id} id={`tab-${id}`} type="button" role="tab" aria-selected={tab === id} aria-controls="panel" tabIndex={tab === id ? 0 : -1} onClick={() => setTab(id)}>
            {title}
            {id === "puzzle" && unread + warnings > 0 && <span class="badge">{unread + warnings}</span>}
          </button>
        ))}
      </div>
      <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
        {Shown && <WithPuzzle engine={engine} Shown={Shown.Tab} />}
      </div>
    </div>
  );
}
