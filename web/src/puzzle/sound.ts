// Checks documents that come from storage, because a document that is damaged or from another version must not stop
// the page.
import { cluesOf } from "./clue.ts";
import { entriesDrawn, givensOf, hasOpenValues, logicOf, marksOf, pictureOf, type Document } from "./document.ts";
import { layoutOf } from "./layout.ts";
import { bookOf } from "./rule.ts";
import { isSolve } from "../solve/state.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isBoolean: Check = (value) => typeof value === "boolean";
const either = (...checks: Check[]): Check => (value) => checks.some((check) => check(value));
const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
const isTable = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const tableOf = (check: Check): Check => (value) => isTable(value) && Object.values(value).every(check);
const matches = (form: RegExp): Check => (value) => either(isText, isNumber)(value) && form.test(String(value));

/** Accepts any JSON value except null, which puzzle files do not contain. */
const isForm: Check = (value) => either(isText, isNumber, isBoolean, listOf(isForm), tableOf(isForm))(value);

const isDrawing = either(isText, listOf(isText));

/** The keys of a puzzle file that the page reads itself. The engine checks all other keys. */
const KEYS: Record<string, Check> = {
  title: isText,
  author: isText,
  rules: isText,
  source: isText,
  message: isText,
  warnings: listOf(isText),
  // The numbers have at most two digits, because the layout is computed before its size is checked, and a huge layout
  // would fill the memory.
  size: matches(/^\s*\d{1,2}\s*(x\s*\d{1,2}\s*)?$/),
  digits: matches(/^\s*\d{1,2}(\s*-\s*\d{1,2}|([\s,]+\d{1,2})*)\s*$/),
  boxes: either(isNumber, isDrawing),
  grid: isDrawing,
  entries: isDrawing,
  solution: isDrawing,
  letters: tableOf(isForm),
  layers: tableOf(isForm),
  marks: tableOf(either(isText, isNumber, listOf(either(isText, isNumber)))),
  unread: listOf((value) => isTable(value) && isText(value["kind"]) && isText(value["cells"])),
  elements: listOf(isText),
  sentences: listOf(isText),
  recognised: listOf(isText),
  import: isText,
  "own-rules": tableOf(either(isText, listOf(isText), tableOf(isForm))),
  clues: tableOf(isForm),
};

const isPuzzle: Check = (value) => isTable(value) && Object.entries(KEYS).every(([key, check]) => value[key] === undefined || check(value[key]));

const isNotes = tableOf(tableOf(listOf(isNumber)));

// Maximum number of rows and columns. The library does not accept larger grids.
const MOST = 25;

/** Converts a stored value to a document; null if the page cannot show it. */
export function soundDocument(value: unknown): Document | null {
  if (!isTable(value) || !isPuzzle(value["puzzle"]) || !isNotes(value["notes"])) return null;
  if (value["pen"] !== undefined && !tableOf(isNumber)(value["pen"])) return null;
  if (value["solve"] !== undefined && !isSolve(value["solve"])) return null;
  const document = value as unknown as Document;
  return isShowable(document) ? document : null;
}

/** Returns `true` if the page can read all parts of a document that the page shows. */
function isShowable(document: Document): boolean {
  const { puzzle } = document;
  try {
    const { rows, columns, digits } = layoutOf(puzzle);
    const isSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= MOST;
    if (![rows, columns].every(isSide) || digits.length === 0) return false;
    // All functions of the page that read the puzzle are tried here, because one that throws later would stop the
    // page.
    for (const reader of [givensOf, entriesDrawn, marksOf, hasOpenValues]) reader(puzzle);
    cluesOf(puzzle, bookOf([], puzzle["own-rules"]));
    pictureOf(document);
    logicOf(document, true);
    return true;
  } catch {
    return false;
  }
}
