// Shows the verdict: a coloured label, the reason for it, and the change that broke the puzzle.
import { useDesk } from "../desk-context.ts";
import { Icons } from "../parts/icons.tsx";
import { refusalWords } from "../parts/refusal.ts";
import { settings } from "../settings.ts";
import { Beginning } from "../open/beginning.tsx";
import { isDoubt } from "../open/questions.ts";
import { isBlank } from "../puzzle/document.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import type { Live } from "./live.ts";

const TONES: Record<string, string> = { none: "bad", unique: "good", several: "warn", undecided: "quiet", unchecked: "quiet", open: "quiet", wrong: "quiet", lost: "bad" };

const ICONS: Record<string, () => preact.JSX.Element> = {
  none: Icons.close,
  unique: Icons.check,
  several: Icons.several,
  undecided: Icons.warn,
  unchecked: Icons.warn,
  open: Icons.several,
  wrong: Icons.warn,
  lost: Icons.warn,
};

function details({ looking, result, progress, lost }: Live, withEntries: boolean, entries: boolean): string[] {
  if (lost !== null) return [lost];
  if (looking) return progress && progress.done > 0 ? [words.verdict.guesses(progress.done)] : [];
  if (!result) return [];
  const { verdict, checked, unread } = result;
  if (verdict === "unchecked") {
    const asked = unread?.filter((part) => !isDoubt(part)) ?? [];
    return [asked.length > 0 ? words.verdict.uncheckedHelp(asked.length) : (unread?.[0]?.text ?? "")];
  }
  if (verdict === "open") return [words.verdict.openHelp];
  const said: string[] = [];
  if (verdict === "unique" || verdict === "none") said.push(words.verdict.proven);
  if (verdict === "several") said.push(words.verdict.severalHelp);
  if (verdict === "undecided") said.push(words.verdict.undecidedHelp);
  if (checked) said.push(words.verdict.guesses(checked.nodes));
  if (entries) said.push(withEntries ? words.verdict.withEntries : words.verdict.givensOnly);
  return said;
}

export function VerdictBar() {
  const desk = useDesk();
  const live = useStore(desk.watcher.live);
  const withEntries = useStore(settings, ({ withEntries }) => withEntries);
  const entries = useStore(desk.history, (history) => history.now.state.puzzle.entries !== undefined);
  const blank = useStore(desk.history, (history) => isBlank(history.now.state.puzzle));
  const { looking, counting, result, culprit, lost, progress } = live;
  const verdict = looking ? "looking" : (result?.verdict ?? "looking");
  // An empty grid always has several solutions, so the bar shows ways to begin instead of a verdict.
  const isEmpty = blank && (verdict === "several" || verdict === "looking");
  const tone = isEmpty ? "quiet" : looking ? "looking" : (TONES[verdict] ?? "quiet");
  const Icon = isEmpty ? Icons.pencil : looking ? null : (ICONS[verdict] ?? null);
  const said = isEmpty ? [] : details(live, withEntries, entries);
  const violated = result?.checked?.violated.length ?? 0;
  const becomes = verdict === "none" ? words.verdict.becameNone : verdict === "wrong" ? words.verdict.becameWrong : words.verdict.becameSeveral;
  const refusal = looking || !result?.refusal ? undefined : refusalWords(result.refusal);
  return (
    <section class={`verdict ${tone}`} aria-label={words.verdict.label} data-verdict={verdict} data-counting={counting || undefined}>
      <div class="verdict-line">
        <div class="chip" role="status" aria-live="polite">
          {Icon ? <Icon /> : <span class="spinner" aria-hidden="true" />}
          <span>{isEmpty ? words.verdict.empty : verdict === "looking" ? words.verdict.looking : words.verdict[verdict]}</span>
        </div>
        <span class="verdict-details">{said.join(" · ")}</span>
        <span class="grow" />
        {((looking && progress !== null) || counting) && (
          <button type="button" class="button small" onClick={() => desk.watcher.stop()}>
            {words.verdict.stop}
          </button>
        )}
        {(lost !== null || verdict === "undecided") && !looking && (
          <button type="button" class="button small" onClick={() => desk.watcher.again(desk.history.value, settings.value)}>
            {words.verdict.again}
          </button>
        )}
      </div>
      <div class="verdict-more">
        {refusal && (
          <p>
            {refusal.message} {refusal.help && <span class="muted">{refusal.help}</span>}
          </p>
        )}
        {culprit && !looking && (
          <p class="culprit" role="alert">
            <span>{culprit.sure ? words.verdict.broke(culprit.label, becomes) : words.verdict.brokeOne(culprit.label, becomes)}</span>
            <button type="button" class="button small" onClick={() => desk.undoTo(culprit.id)}>
              <Icons.undo />
              {culprit.id === desk.history.value.now.id ? words.verdict.undoIt : words.verdict.back}
            </button>
          </p>
        )}
        {blank && !culprit && <Beginning />}
        {!looking && !culprit && verdict === "unique" && result?.checked?.matches === false && <p>{words.verdict.differs}</p>}
        {!looking && !culprit && verdict === "unique" && result?.checked?.matches === true && <p class="muted">{words.verdict.matches}</p>}
        {!looking && !culprit && verdict !== "unique" && violated > 0 && <p>{words.verdict.violated(violated)}</p>}
      </div>
    </section>
  );
}
