// The rules that a puzzle may use, as the page needs them: those of the book and the puzzle's own.
import type { RuleJson } from "../engine/contract.ts";
import type { OwnRuleEntry, OwnRuleTable } from "./file.ts";

/** How a clue is drawn on the board by hand. */
export type Gesture =
  | "line"
  | "cells"
  | "edge"
  | "cell"
  | "corner"
  | "outside"
  | "diagonal"
  | "arrow"
  | "lists"
  | "control"
  | "grid";

export interface Slot {
  name: string;
  /** Whether a clue may have several of it. */
  repeats: boolean;
}

export interface Param {
  name: string;
  label: string;
  type: "number" | "numbers" | "number-or-numbers" | "text";
  required: boolean;
  /** Shown where it is left out; null: nothing takes its place. */
  usual: string | null;
  /** Whether it is asked for as soon as a clue is drawn. */
  asked: boolean;
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
  /** An SVG document, or null. */
  icon: string | null;
  own: boolean;
}

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

interface More {
  gesture?: Gesture;
  slots?: Slot[];
  repeats?: boolean;
  help?: string;
  draw?: Rule["draw"];
  icon?: string | null;
}
interface MoreParam {
  label?: string;
  type?: Param["type"];
  required?: boolean;
  usual?: unknown;
}

/** A rule of the book. */
export function ruleOfBook(json: RuleJson & More): Rule {
  return {
    name: json.name,
    title: json.title,
    aliases: json.aliases,
    family: json.family,
    shape: json.shape,
    gesture: json.gesture ?? gestureOf(json.shape),
    slots: json.slots ?? slotsOf(json.shape),
    repeats: json.repeats ?? false,
    params: json.params.map((param: RuleJson["params"][number] & MoreParam) => {
      const standing = param.default as unknown;
      const required = param.required ?? standing === "required";
      const usual = param.usual ?? (standing === "required" || standing === "optional" ? null : standing);
      return {
        name: param.name,
        label: capital(spaced(param.label ?? param.name)),
        type: param.type ?? (param.kind === "a number" ? "number" : param.kind === "a text" ? "text" : "number-or-numbers"),
        required,
        usual: usual === null || usual === undefined ? null : [usual].flat().join(" "),
        asked: required || standing === "optional",
      };
    }),
    help: json.help ?? json.text,
    note: json.note,
    draw: json.draw ?? null,
    icon: json.icon ?? null,
    own: false,
  };
}

export function ownTable(entry: OwnRuleEntry): OwnRuleTable {
  if (typeof entry === "string") return { shape: "global", text: entry, relation: [entry] };
  if (Array.isArray(entry)) return { shape: "global", text: entry.join("; "), relation: entry };
  return { ...entry, shape: entry.shape ?? "global", relation: [entry.relation].flat() };
}

/** A rule of the puzzle's own. */
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
        type: Array.isArray(value) ? "numbers" : typeof value === "number" ? "number" : open ? "number-or-numbers" : "text",
        required: value === "required",
        usual: open ? null : [value].flat().join(" "),
        asked: open,
      };
    }),
    help: table.text ?? table.relation.join("; "),
    note: "",
    draw: null,
    icon: null,
    own: true,
  };
}

export type Book = ReadonlyMap<string, Rule>;

/** All rules by name; the puzzle's own come before those of the book with the same name. */
export function bookOf(rules: readonly Rule[], own: Record<string, OwnRuleEntry> = {}): Book {
  const book = new Map(rules.map((rule) => [rule.name, rule]));
  for (const [name, entry] of Object.entries(own)) book.set(name, ruleOfPuzzle(name, entry));
  return book;
}
