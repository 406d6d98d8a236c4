// The list of drafts. It opens, copies and deletes drafts, shows their versions, and saves all drafts as a file.
import { useEffect, useRef, useState } from "preact/hooks";
import { Outcome } from "../assist/outcome.tsx";
import { useQuestion } from "../assist/question.ts";
import { useDesk } from "../desk-context.ts";
import { Dialog } from "../parts/dialog.tsx";
import { saveFile } from "../parts/save.ts";
import { layoutOf } from "../puzzle/layout.ts";
import { soundDocument } from "../puzzle/sound.ts";
import { textOf, type Document } from "../puzzle/document.ts";
import { words } from "../words.ts";
import { solveOf } from "../solve/state.ts";
import type { Keeper } from "./keeper.ts";
import { allDrafts, dropDraft, exported, imported, type Draft } from "./store.ts";

const when = (at: number): string => new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });

const titleOf = ({ puzzle }: Document): string => puzzle.title ?? words.untitled;

/** Offers to save the text of a draft that cannot be shown. */
function Broken({ draft }: { draft: Draft }) {
  return (
    <li>
      <div class="row">
        <span class="grow">{words.drafts.broken}</span>
        <button type="button" class="button small" onClick={() => saveFile("cluewright-damaged.json", JSON.stringify(draft, null, 1), "application/json")}>
          {words.drafts.saveDamaged}
        </button>
      </div>
    </li>
  );
}

export function DraftsDialog({ keeper, close }: { keeper: Keeper; close: () => void }) {
  const desk = useDesk();
  const [drafts, setDrafts] = useState<Draft[] | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const load = () => allDrafts().then(setDrafts, () => (setDrafts([]), setSaid(words.drafts.unkept)));
  // The draft on the desk is stored first, so that the list shows its latest state.
  useEffect(() => void keeper.keep().then(load), []);
  /** Opens a state of a draft. A copy becomes a separate draft. */
  const open = (document: Document, label: string, draft?: Draft) => {
    // A state of the draft on the desk becomes an edit, so that undo returns to the current state.
    if (draft && draft.id === desk.draft.value) {
      desk.settle();
      desk.edit(label, () => document);
    } else if (draft) keeper.openDraft(draft, document, label);
    else desk.open(document, label);
    close();
  };
  const bring = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      // Unlike a puzzle, an export may have any size, because it must be possible to import it again.
      const n = await imported(await chosen.text());
      setSaid(n === null ? words.drafts.notDrafts : words.drafts.imported(n));
    } catch (error) {
      setSaid(words.drafts.notImported((error as Error).message));
    } finally {
      await load();
    }
  };
  return (
    <Dialog title={words.drafts.title} close={close} wide>
      <div class="stack">
        <div class="row wrap">
          <span class="muted grow">{words.drafts.help}</span>
          <button type="button" class="button small" onClick={() => void keeper.keep(words.history.version).then((isStored) => (setSaid(isStored ? words.drafts.kept : keeper.trouble.value), load()))}>
            {words.drafts.keep}
          </button>
          <button type="button" class="button small" onClick={() => file.current?.click()}>
            {words.drafts.importAll}
          </button>
          <button type="button" class="button small" disabled={!drafts?.length} onClick={() => void exported().then((text) => saveFile("cluewright-drafts.json", text, "application/json"), () => setSaid(words.drafts.unkept))}>
            {words.drafts.exportAll}
          </button>
          <input ref={file} type="file" accept=".json,application/json" hidden onChange={(event) => void bring(event.currentTarget.files?.[0])} />
        </div>
        <p role="status">{said}</p>
        {drafts?.length === 0 && <p class="muted">{words.drafts.none}</p>}
        <ul class="drafts">
          {drafts?.map((draft) => {
            if (!soundDocument(draft.document)) return <Broken key={draft.id} draft={draft} />;
            const { rows, columns } = layoutOf(draft.document.puzzle);
            // A stored draft may be damaged, so its versions need not be a list of documents.
            const versions = [draft.versions].flat().filter((version) => soundDocument(version?.document));
            return (
              <li key={draft.id}>
                <div class="row">
                  <button type="button" class="draft-title" onClick={() => open(draft.document, words.history.opened(titleOf(draft.document)), draft)}>
                    <strong>{titleOf(draft.document)}</strong>
                    <span class="muted">
                      {rows}×{columns} · {when(draft.at)}
                      {draft.id === desk.draft.value && ` · ${words.drafts.now}`}
                    </span>
                  </button>
                  {draft.verdict && !solveOf(draft.document).active && words.drafts.verdicts[draft.verdict] && <span class={`tag ${draft.verdict}`}>{words.drafts.verdicts[draft.verdict]}</span>}
                  {versions.length > 0 && (
                    <button type="button" class="button small" aria-expanded={shown === draft.id} onClick={() => setShown(shown === draft.id ? null : draft.id)}>
                      {words.drafts.versions} {versions.length}
                    </button>
                  )}
                  <button type="button" class="button small" onClick={() => open(draft.document, words.history.opened(titleOf(draft.document)))}>
                    {words.drafts.copy}
                  </button>
                  <button
                    type="button"
                    class={`button small ${leaving === draft.id ? "danger" : ""}`}
                    onClick={() => (leaving === draft.id ? void dropDraft(draft.id).then(load, load) : setLeaving(draft.id))}
                    onBlur={() => setLeaving(null)}
                  >
                    {leaving === draft.id ? words.drafts.really : words.drafts.remove}
                  </button>
                </div>
                {shown === draft.id && (
                  <ol class="versions">
                    {versions.map((version) => (
                      <li key={version.at}>
                        <button type="button" class="draft-title" onClick={() => open(version.document, words.history.version, draft)}>
                          <span>{when(version.at)}</span> <span class="muted">{version.label}</span>
                        </button>
                        <Comparison version={version.document} />
                      </li>
                    ))}
                  </ol>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}

/** Shows the changes since a version, and marks those that keep the puzzle from being unique. */
function Comparison({ version }: { version: Document }) {
  const desk = useDesk();
  const question = useQuestion<"since">(desk.engine, version);
  return (
    <div class="stack tight comparison">
      <button type="button" class="button small" onClick={() => question.ask({ ask: "since", was: textOf(version), puzzle: desk.text })}>
        {words.drafts.compare}
      </button>
      <Outcome question={question}>{(since) => <p>{words.drafts.since(since.added.map(({ name }) => name), since.removed.map(({ name }) => name), since.layout_changed, since.to_blame.map(({ name }) => name))}</p>}</Outcome>
    </div>
  );
}
