// Describes the rules that a puzzle may use, in the form that the page needs. These are the rules of the book and
// the puzzle's own rules.
import type { Gesture, RuleJson, Style } from "../engine/contract.ts";
import type { OwnRuleEntry, OwnRuleTable } from "./file.ts";

export type { Gesture };

export interface Slot {
  name: string;
  /** True if a clue may have several lists for the slot. */
  repeats: boolean;
}

export interface Param {
  name: string;
  label: string;
  type: "number" | "numbers" | "number-or-numbers" | "any" | "text";
  required: boolean;
  /** The value that the page shows if the parameter is left out; null if it has no default. */
  usual: string | null;
  /** True if the page requests the value as soon as a clue is drawn. */
  asked: boolean;
  /** Set if the value is chosen instead of typed: `colour`, or the words to choose from. */
  input?: "colour" | string[];
}

export interface Rule {
  name: string;
  title: string;
  aliases: string[];
  family: string;
  shape: string;
  gesture: Gesture;
  slots: Slot[];
  repeats: boolean;
  params: Param[];
  help: string;
  note: string;
  draw: { kind: string; colour?: string } | null;
  /** The styles in which other tools draw the rule. */
  drawn: readonly Style[];
  /** An SVG document, or null. */
  icon: string | null;
  own: boolean;
}

// The engine describes only the rules of the book. For a puzzle's own rules, the page derives the gestures and slots.
const GESTURES: Record<string, Gesture> = {
  line: "line",
  group: "cells",
  pair: "edge",
  cell: "cell",
  square: "corner",
  outside: "outside",
  diagonal: "diagonal",
  arrow: "arrow",
  pieces: "lists",
  copy: "lists",
  control: "control",
  arms: "control",
  global: "grid",
};

const SLOTS: Record<string, Slot[]> = {
  arrow: [
    { name: "bulb", repeats: false },
    { name: "shaft", repeats: false },
  ],
  pieces: [{ name: "cells", repeats: true }],
  copy: [
    { name: "cells", repeats: false },
    { name: "copy", repeats: false },
  ],
  control: [
    { name: "control", repeats: false },
    { name: "cells", repeats: false },
  ],
  arms: [
    { name: "control", repeats: false },
    { name: "cells", repeats: true },
  ],
  global: [],
};

export const SHAPES = Object.keys(GESTURES);

const gestureOf = (shape: string): Gesture => GESTURES[shape] ?? "cells";
const slotsOf = (shape: string): Slot[] => SLOTS[shape] ?? [{ name: "cells", repeats: false }];

const spaced = (name: string): string => name.replace(/[-_]/g, " ");
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts a rule of the book. */
export function ruleOfBook(json: RuleJson): Rule {
  return {
    name: json.name,
    title: json.title,
    aliases: json.aliases,
    family: json.family,
    shape: json.shape,
    gesture: json.gesture,
    slots: json.slots,
    repeats: json.repeats,
    params: json.params.map((param) => ({
      name: param.name,
      label: param.label,
      type: param.type as Param["type"],
      required: param.required,
      usual: param.usual === null || param.usual === undefined ? null : [param.usual].flat().join(" "),
      asked: param.required || (param.default as unknown) === "optional",
    })),
    help: json.help,
    note: json.note,
    drawn: json.drawn,
    draw: (json.draw as Rule["draw"] | null | undefined) ?? null,
    icon: json.icon,
    own: false,
  };
}

export function ownTable(entry: OwnRuleEntry): OwnRuleTable {
  if (typeof entry === "string") return { shape: "global", text: entry, relation: [entry] };
  if (Array.isArray(entry)) return { shape: "global", text: entry.join("; "), relation: entry };
  return { ...entry, shape: entry.shape ?? "global", relation: [entry.relation].flat() };
}

/**
 * Returns `true` if formulas use a parameter as a list of numbers. If they do not, 20 is the number twenty and not the
 * digits 2 and 0.
 */
const isList = (param: string, relation: string[]): boolean =>
  new RegExp(`\\b${param}\\s*\\[|length\\(\\s*${param}\\b|\\{[^}]*\\b${param}\\b|\\bin\\s+${param}\\b`).test(relation.join(" "));

/** Converts one of the puzzle's own rules. */
export function ruleOfPuzzle(name: string, entry: OwnRuleEntry): Rule {
  const table = ownTable(entry);
  const params = Object.entries(table.params ?? {});
  return {
    name,
    title: capital(spaced(name)),
    aliases: [],
    family: "own",
    shape: table.shape,
    gesture: gestureOf(table.shape),
    slots: slotsOf(table.shape),
    repeats: table.repeats ?? false,
    params: params.map(([param, value]) => {
      const open = value === "required" || value === "optional";
      return {
        name: param,
        label: capital(spaced(param)),
        type: Array.isArray(value) ? "numbers" : typeof value === "number" ? "number" : open ? (isList(param, table.relation) ? "number-or-numbers" : "any") : "text",
        required: value === "required",
        usual: open ? null : [value].flat().join(" "),
        asked: open,
      };
    }),
    help: table.text ?? table.relation.join("; "),
    note: "",
    draw: null,
    drawn: [],
    icon: null,
    own: true,
  };
}

export type Book = ReadonlyMap<string, Rule>;

/** Returns all rules by name. If two names are equal, the puzzle's own rule replaces the rule of the book. */
export function bookOf(rules: readonly Rule[], own: Record<string, OwnRuleEntry> = {}): Book {
  const book = new Map(rules.map((rule) => [rule.name, rule]));
  for (const [name, entry] of Object.entries(own)) book.set(name, ruleOfPuzzle(name, entry));
  return book;
}
