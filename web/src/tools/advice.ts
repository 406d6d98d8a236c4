// Gives advice about common names of rules that are not in the book, with a substitute for each.
import type { Field } from "../puzzle/file.ts";
import { words } from "../words.ts";

/** A template for one of the setter's own rules, with which the form can start. */
export interface Template {
  name: string;
  shape: string;
  params?: Record<string, Field>;
  relation: string;
  text: string;
}

export interface Advice {
  text: string;
  template?: Template;
  /** The title of an example with the rule. */
  example?: string;
}

const KNOWN: [RegExp, Advice][] = [
  [
    /^product|multipl/,
    {
      text: words.advice.product,
      template: {
        name: "product-cage",
        shape: "group",
        params: { product: "required" },
        relation: "distinct(cells) and scan(x in cells; p = 1; p = min(p * x, product + 1); p == product)",
        text: words.advice.productRule,
      },
    },
  ],
  [
    /queen/,
    {
      text: words.advice.queens,
      template: {
        name: "queens",
        shape: "global",
        relation: "each pair (a, b) in grid where abs(row_of(a) - row_of(b)) == abs(column_of(a) - column_of(b)): a != b or a < high",
        text: words.advice.queensRule,
      },
    },
  ],
  [
    /rossini/,
    {
      text: words.advice.rossini,
      template: {
        name: "rossini",
        shape: "outside",
        params: { grows: 1 },
        relation: "(grows == 1 implies cells[1] < cells[2] < cells[3]) and (grows == 0 implies cells[1] > cells[2] > cells[3])",
        text: words.advice.rossiniRule,
      },
    },
  ],
  [/doubl|tripl|modif|multiplier|negator|s-cell|schr/, { text: words.advice.doublers, example: "Doublers" }],
  [/^fog/, { text: words.advice.fog }],
  [/liar|wrogn|false|broken|lie/, { text: words.advice.liars, example: "One of five" }],
  [/letter|variable|unknown|cipher|crypt/, { text: words.advice.letters, example: "A puzzle of two halves" }],
  [/loop|path|fillomino|snake/, { text: words.advice.loops, example: "A loop" }],
];

/** Returns the advice for a searched name; null if there is none. */
export function adviceOn(typed: string): Advice | null {
  const name = typed.trim().toLowerCase();
  return name.length < 3 ? null : (KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? null);
}
