// Prepares questions about the drawings and the rules text of an import: finds the likely rules, and applies the answers.
import { isRefused } from "../engine/engine.ts";
import type { Desk } from "../desk.ts";
import type { Ends, Form, Style } from "../engine/contract.ts";
import { settleUnread } from "../puzzle/document.ts";
import type { PuzzleFile, UnreadEntry } from "../puzzle/file.ts";
import { capital, type Rule } from "../puzzle/rule.ts";
import { answers } from "../tools/palette.tsx";
import { words } from "../words.ts";

/** The answer that a drawing or a sentence does not state a rule. */
export const DECORATION = "decoration";

/** The answer that withdraws an earlier one. */
const OPEN = "open";

/** Number of rules that a question offers until the setter searches for others. */
const LIKELY = 3;

/** Maximum number of rules that a search lists. */
const FOUND = 6;

export const isSentence = ({ kind }: UnreadEntry): boolean => kind === "sentence";

/** Returns `true` for a doubt about the whole import, which no single answer can settle. */
export const isDoubt = ({ kind }: { kind: string }): boolean => kind === "doubt";

/**
 * Returns the text by which an answer refers to a part: the sentence itself or, for similar drawings, their common kind.
 */
const quoteOf = (part: UnreadEntry): string => (isSentence(part) ? (part.text ?? "") : part.kind);

export const nameOfPart = (part: UnreadEntry): string => {
  // The page shows the text next to the name, so the name need not repeat it.
  const kind = part.text ? part.kind.replace(/^`[^`]*` /, "") : part.kind.replace(/`([^`]*)`/, "“$1”");
  const name = capital(kind);
  return (part.count ?? 1) > 1 ? words.questions.several(name, part.count ?? 1) : name;
};

/**
 * The rule book's form for each kind of drawing, found by a pattern for the kind. The first match counts, so narrower
 * patterns come first.
 */
const FORMS: [RegExp, Form, Ends?][] = [
  [/number with an arrow/, "diagonal"],
  [/outside/, "outside"],
  [/between cells/, "edge"],
  [/corner/, "corner"],
  [/line with a bulb/, "line", "bulb"],
  [/line between circles/, "line", "circles"],
  [/line from a diamond/, "line", "diamond"],
  [/line between diamonds/, "line", "diamonds"],
  [/\bline\b/, "line", "none"],
  [/diagonal/, "across"],
  [/shaded cell/, "shade"],
  [/shaded area/, "area"],
  [/arrow/, "arrow"],
  [/cage|area|region/, "cage"],
  [/circle|square|diamond|in a cell/, "cell"],
];

const formOf = (kind: string) => FORMS.find(([pattern]) => pattern.test(kind));

/** Returns a rule's usual styles that have the same form as a kind of drawing. */
function stylesOf({ drawn }: Rule, kind: string): readonly Style[] {
  const found = formOf(kind);
  return found ? drawn.filter(({ form }) => form === found[1]) : drawn;
}

/** For each colour name, the names that are easily confused with it. */
const NEAR: Record<string, string[]> = { teal: ["blue", "cyan"], pink: ["purple", "magenta"], purple: ["pink", "violet"], grey: ["gray"], orange: ["peach"] };

/**
 * Returns how closely a kind of drawing resembles the usual drawings of a rule. The result is 1 if the colour is usual, 0
 * if any colour is usual, and negative if the rule is usually drawn differently.
 */
function resemblance(rule: Rule, kind: string): number {
  const colours = kind.toLowerCase().split(" ").flatMap((word) => [word, ...(NEAR[word] ?? [])]);
  const ends = formOf(kind)?.[2];
  const looks = stylesOf(rule, kind).map((style) => {
    if (ends !== undefined && style.ends !== ends) return -2;
    if (style.colours.length === 0) return 0;
    return style.colours.some((colour) => colours.includes(colour)) ? 1 : -1;
  });
  return Math.max(-2, ...looks);
}

/** Returns `true` for the question about everything that is open. Its only answer is that no rule is missing. */
const isRest = ({ kind }: { kind: string }): boolean => kind === "everything else";

/** Returns the rules that a part may state. */
function possible(rules: readonly Rule[], part: UnreadEntry, puzzle: PuzzleFile): Rule[] {
  if (isRest(part)) return [];
  // A sentence names no cells and no values. So it states either a rule that has clues, or a complete rule for the
  // whole grid.
  if (isSentence(part)) return rules.filter(({ name, shape, params }) => puzzle.clues?.[name] !== undefined || (shape === "global" && params.every(({ required }) => !required)));
  return rules.filter((rule) => stylesOf(rule, part.kind).length > 0);
}

// The final `s` is dropped, so that a singular matches its plural.
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{3,}/gu)?.map((word) => word.replace(/s$/, "")) ?? []);

/**
 * Returns a score for each rule: how many words its title, aliases and help share with a text. Words that many rules have
 * in common count less.
 */
function overlaps(rules: readonly Rule[], text: string): Map<string, number> {
  const own = rules.map((rule) => wordsOf([rule.title, ...rule.aliases, rule.help].join(" ")));
  const spread = new Map<string, number>();
  for (const set of own) for (const word of set) spread.set(word, (spread.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(rules.length / (spread.get(word) ?? 1));
  const found = wordsOf(text);
  return new Map(
    rules.map((rule, i) => {
      const shared = [...(own[i] ?? [])].filter((word) => found.has(word));
      // Rules with long texts have some words in common with every text, so the number of their words reduces the
      // sum.
      return [rule.name, shared.reduce((sum, word) => sum + weight(word), 0) / Math.sqrt((own[i]?.size ?? 0) + 1)];
    }),
  );
}

/** Returns the rules that a part most likely states, the likeliest first. */
export function likely(rules: readonly Rule[], part: UnreadEntry, puzzle: PuzzleFile): Rule[] {
  const named = (part.rules ?? "").split(" ");
  const proposed = named.flatMap((name) => rules.filter((rule) => rule.name === name));
  const scores = overlaps(rules, isSentence(part) ? (part.text ?? "") : (puzzle.rules ?? ""));
  // A sentence often explains a rule that has already been read. Drawings that look different, however, rarely have the
  // same rule.
  const read = new Set(accepted(puzzle).map(({ rule }) => rule));
  const score = (rule: Rule) => Math.min(scores.get(rule.name) ?? 0, 2) + (isSentence(part) ? (read.has(rule.name) ? 0.5 : 0) : resemblance(rule, part.kind) - (read.has(rule.name) ? 1 : 0));
  const others = possible(rules, part, puzzle)
    .filter((rule) => !proposed.includes(rule))
    .sort((a, b) => score(b) - score(a) || a.title.localeCompare(b.title));
  return [...proposed, ...others].slice(0, LIKELY);
}

/** Returns the rules that match the setter's search for a part. */
export function search(rules: readonly Rule[], part: UnreadEntry, puzzle: PuzzleFile, typed: string): Rule[] {
  if (typed.trim() === "") return [];
  const found = possible(rules, part, puzzle).filter((rule) => answers(rule, typed) > 0);
  return found.sort((a, b) => answers(b, typed) - answers(a, typed) || a.title.length - b.title.length).slice(0, FOUND);
}

/** Reads the puzzle again with an additional answer, like `--read` on the command line. */
async function reread(desk: Desk, quote: string, rule: string): Promise<PuzzleFile | null> {
  for (;;) {
    const before = desk.text;
    const answer = await desk.engine.ask({ ask: "convert", to: "native-json", puzzle: before, read: { readings: [`${quote} = ${rule}`] } });
    // The setter may have edited the puzzle in the meantime. This result would then revert the edit.
    if (desk.text !== before) continue;
    if (!isRefused(answer)) return JSON.parse(answer.text) as PuzzleFile;
    desk.notice.set({ text: answer.error.message, tone: "bad" });
    return null;
  }
}

/** Reads a part as a rule or, if `rule` is null, treats the part as decoration. */
export async function answer(desk: Desk, nth: number, part: UnreadEntry, rule: Rule | null): Promise<void> {
  const name = rule?.name ?? DECORATION;
  const label = words.history.answered(rule?.title ?? words.questions.decoration, nameOfPart(part));
  desk.highlights.set(null);
  // Without a record of its import, the puzzle cannot be read again, so the list of unread parts is changed
  // directly.
  if (desk.document.puzzle.import === undefined) return desk.edit(label, settleUnread(nth, rule && { rule: name, entry: part.cells }));
  const puzzle = await reread(desk, quoteOf(part), name);
  if (puzzle === null) return;
  const isOpen = puzzle.unread?.some((other) => other.kind === part.kind && other.text === part.text && other.cells === part.cells);
  if (isOpen && rule) return desk.notice.set({ text: words.questions.unfit(rule.title, nameOfPart(part)), tone: "warn" });
  desk.notice.set(null);
  desk.edit(label, (document) => ({ ...document, puzzle }));
}

/** A reading that was accepted. */
export interface Accepted {
  /** The text by which an answer refers to the part that was read. */
  quote: string;
  /** The name of the rule; null if the part states no rule. */
  rule: string | null;
}

const parsed = <T>(text: string | undefined): T | null => {
  try {
    return JSON.parse(text ?? "null") as T | null;
  } catch {
    return null;
  }
};

/** Returns the accepted readings of drawings and sentences, whether the program or the setter accepted them. */
export function accepted(puzzle: PuzzleFile): Accepted[] {
  const sentences = (puzzle.sentences ?? []).map((text) => parsed<{ text: string; status: string; rule?: string }>(text));
  const read = (puzzle.recognised ?? []).flatMap((text) => {
    const reading = parsed<{ drawing: string; rule: string }>(text);
    if (reading?.drawing !== "the rules text") return reading ? [{ quote: reading.drawing, rule: reading.rule }] : [];
    const sentence = sentences.find((sentence) => sentence?.status === "read" && sentence.rule === reading.rule);
    return sentence ? [{ quote: sentence.text, rule: reading.rule }] : [];
  });
  const kept = parsed<{ answers?: string[] }>(puzzle.import)?.answers ?? [];
  const settled = kept.map((text) => /^(.*)=\s*(?:decoration|explained)\s*$/s.exec(text)?.[1]?.trim()).filter((quote) => quote !== undefined);
  return [...read, ...settled.map((quote) => ({ quote, rule: null }))];
}

/** Withdraws an accepted reading, so that the page shows the question about its part again. */
export async function takeBack(desk: Desk, { quote }: Accepted): Promise<void> {
  desk.highlights.set(null);
  const puzzle = await reread(desk, quote, OPEN);
  if (puzzle !== null) desk.edit(words.history.takenBack(quote), (document) => ({ ...document, puzzle }));
}
