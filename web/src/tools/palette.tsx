// Shows the tools. Every rule of the book and of the puzzle can be found by words that describe it, and the
// setter's favourites come first.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { Icons, GestureIcon } from "../parts/icons.tsx";
import { RuleIcon } from "./rule-icon.tsx";
import { entriesOf } from "../puzzle/clue.ts";
import { bookOf, type Rule } from "../puzzle/rule.ts";
import { choose, settings } from "../settings.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { ArrangePanel } from "../edit/arrange-panel.tsx";
import { DRAWINGS } from "../edit/drawings.ts";
import { StyleFields } from "../edit/style-fields.tsx";
import { examples } from "../open/examples.ts";
import { openText } from "../open/open.tsx";
import { adviceOn, type Advice, type Template } from "./advice.ts";
import { ClueList } from "./clue-list.tsx";
import { OwnRule } from "./own-rule.tsx";

const FAMILIES = ["own", "lines", "cages", "dots", "cells", "outside", "layout", "shading", "drawings"];

/** Returns a score for how well a rule matches the typed text; 0 if it does not match. */
export function answers(rule: Rule, typed: string): number {
  const plain = (text: string) => text.toLowerCase().replaceAll("-", " ").trim();
  const wanted = plain(typed);
  const names = [rule.title, rule.name, ...rule.aliases].map(plain);
  if (names.some((name) => name === wanted)) return 5;
  if (names.some((name) => name.startsWith(wanted))) return 4;
  if (names.some((name) => name.split(/\s+/).some((word) => word.startsWith(wanted)))) return 3;
  if (names.some((name) => name.includes(wanted))) return 2;
  const parts = wanted.split(/\s+/);
  const text = `${names.join(" ")} ${rule.help} ${rule.family}`.toLowerCase();
  return parts.every((part) => text.includes(part)) ? 1 : 0;
}

export function Palette() {
  const desk = useDesk();
  const rules = useStore(desk.rules);
  const own = useStore(desk.history, (history) => history.now.state.puzzle["own-rules"]);
  const clues = useStore(desk.history, (history) => history.now.state.puzzle.clues);
  const favourites = useStore(settings, ({ favourites }) => favourites);
  const tool = useStore(desk.tool);
  const mode = useStore(desk.mode);
  const [typed, setTyped] = useState("");
  const [writing, setWriting] = useState<string | null | false>(false);
  const [template, setTemplate] = useState<Template | null>(null);
  const advice = useMemo(() => adviceOn(typed), [typed]);
  const search = useRef<HTMLInputElement>(null);
  const book = useMemo(() => bookOf([...rules, ...DRAWINGS], own), [rules, own]);
  const all = useMemo(() => [...book.values()].sort((a, b) => a.title.localeCompare(b.title)), [book]);
  const found = useMemo(() => {
    // Among rules that match equally well, the setter's favourites come first, then shorter names.
    const rank = (rule: Rule) => answers(rule, typed) + (favourites.includes(rule.name) ? 0.5 : 0) - rule.name.length / 1000;
    const ranked = all.filter((rule) => answers(rule, typed) > 0).map((rule) => [rule, rank(rule)] as const);
    return ranked.sort(([, a], [, b]) => b - a).map(([rule]) => rule);
  }, [all, typed, favourites]);
  const inHand = tool === null ? null : (book.get(tool) ?? null);
  const isOn = (rule: Rule) => rule.gesture === "grid" && entriesOf(clues, rule.name).length > 0;
  const take = (rule: Rule) => {
    if (rule.gesture === "grid") {
      // Rules for the whole grid are not drawn. If the previous tool stayed active, strokes would still draw with
      // it.
      if (tool !== null) desk.take(null);
      desk.toggleGlobal(rule);
    } else desk.take(tool === rule.name ? null : rule.name);
  };
  const tile = (rule: Rule) => (
    <li key={rule.name} class="tool">
      <button type="button" class="tool-button" aria-pressed={tool === rule.name || isOn(rule)} title={rule.help} onClick={() => take(rule)}>
        <RuleIcon rule={rule} />
        <span>{rule.title}</span>
      </button>
      <button
        type="button"
        class="favourite"
        aria-pressed={favourites.includes(rule.name)}
        aria-label={favourites.includes(rule.name) ? words.palette.unfavour(rule.title) : words.palette.favour(rule.title)}
        onClick={() => choose({ favourites: favourites.includes(rule.name) ? favourites.filter((name) => name !== rule.name) : [...favourites, rule.name] })}
      >
        <Icons.star />
      </button>
    </li>
  );
  const group = (title: string, list: Rule[], open: boolean) =>
    list.length > 0 && (
      <Family key={title} title={title} n={list.length} open={open}>
        {() => <ul class="tools">{list.map(tile)}</ul>}
      </Family>
    );
  return (
    <div class="palette stack">
      <div class="search">
        <Icons.search />
        <input
          ref={search}
          id="tool-search"
          type="search"
          value={typed}
          aria-label={words.palette.search}
          placeholder={words.palette.searchHelp}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && found[0]) {
              // If the current tool is found, keep it, because `take` would deselect it.
              if (found[0].name !== tool) take(found[0]);
              setTyped("");
            }
            if (event.key === "Enter" || event.key === "Escape") {
              event.preventDefault();
              document.getElementById("board")?.focus();
            }
          }}
        />
        <button type="button" class="button small" aria-pressed={mode === "draw" && tool === null} title={words.palette.pickHelp} onClick={() => desk.take(null)}>
          <Icons.pick />
          {words.palette.pick}
        </button>
        <button type="button" class="button small" aria-pressed={mode === "regions"} title={words.palette.regionsHelp} onClick={() => desk.setMode(mode === "regions" ? "given" : "regions")}>
          <Icons.regions />
          {words.palette.regions}
        </button>
      </div>
      {inHand && <InHand rule={inHand} edit={() => setWriting(inHand.name)} />}
      {rules.length === 0 && <p class="muted">{words.palette.loading}</p>}
      {typed.trim() !== "" ? (
        <>
          <p class="muted" role="status">
            {found.length > 0 ? words.palette.found(found.length) : advice ? "" : words.palette.none}
          </p>
          <ul class="tools">{found.map(tile)}</ul>
          {advice && (
            <AdviceBox
              advice={advice}
              begin={(template) => {
                setTemplate(template);
                setWriting(null);
              }}
            />
          )}
        </>
      ) : (
        <>
          {rules.length > 0 && <ul class="tools">{all.filter(({ name }) => favourites.includes(name)).map(tile)}</ul>}
          {group(words.palette.families["own"] ?? "", all.filter(({ family }) => family === "own"), true)}
          <ClueList edit={setWriting} />
          <ArrangePanel />
          {FAMILIES.slice(1).map((family) => group(words.palette.families[family] ?? family, all.filter((rule) => rule.family === family), false))}
        </>
      )}
      <button type="button" class="button quiet" onClick={() => (setTemplate(null), setWriting(null))}>
        <Icons.plus />
        {words.palette.newRule}
      </button>
      {writing !== false && <OwnRule name={writing} template={writing === null ? template : null} close={() => setWriting(false)} />}
    </div>
  );
}

/** Shows advice about a searched name that is not the name of any rule in the book. */
function AdviceBox({ advice: { text, template, example }, begin }: { advice: Advice; begin: (template: Template) => void }) {
  const desk = useDesk();
  const found = examples.find(({ title }) => title === example);
  return (
    <div class="note-box">
      <p>{text}</p>
      {template && (
        <button type="button" class="button small" onClick={() => begin(template)}>
          {words.advice.begin(template.name)}
        </button>
      )}
      {found && (
        <button type="button" class="button small" onClick={() => void openText(desk, found.text)}>
          {words.advice.open(found.title)}
        </button>
      )}
    </div>
  );
}

/** Shows a family of rules. Its contents are rendered only when it is opened. */
function Family({ title, n, open, children }: { title: string; n: number; open: boolean; children: () => JSX.Element }) {
  const [shown, setShown] = useState(open);
  return (
    <details class="family" open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>
        {title} <span class="muted">{n}</span>
      </summary>
      {shown && children()}
    </details>
  );
}

function InHand({ rule, edit }: { rule: Rule; edit: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [rule.name]);
  return (
    <div ref={box} class="in-hand">
      <RuleIcon rule={rule} />
      <div class="stack tight">
        <strong>{rule.title}</strong>
        <span>{rule.help}</span>
        <span class="muted gesture-help">
          <GestureIcon gesture={rule.gesture} />
          {words.gestures[rule.gesture]}
        </span>
        {rule.family === "drawings" && <StyleFields key={rule.name} rule={rule} />}
        {rule.own && (
          <button type="button" class="button small" onClick={edit}>
            <Icons.pencil />
            {words.palette.editRule}
          </button>
        )}
      </div>
    </div>
  );
}
