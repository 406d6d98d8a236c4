// Describes the drawings of a puzzle. They are elements in SudokuPad's form, each stored as JSON.
import type { Motion } from "./geometry.ts";

export type ElementLayer = "lines" | "arrows" | "cages" | "underlays" | "overlays" | "foglight" | "triggereffect";

export interface Element {
  layer: ElementLayer;
  /** SudokuPad's object or, for a fog light, a cell as `[row, column]`. */
  item: Record<string, unknown> | [number, number];
  status: "read" | "decoration" | "open";
  reason?: string;
  rule?: string;
}

export const parseElement = (text: string): Element => JSON.parse(text) as Element;

const isPoint = (value: unknown): value is [number, number] => Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number");

/** Moves an element. Cells are stored as their top left corners; all other positions are points. */
export function moveElement({ point, swaps }: Motion, text: string): string {
  const element = parseElement(text);
  const isCell = element.layer === "cages" || element.layer === "foglight";
  const moved = ([row, column]: [number, number]): [number, number] => {
    if (!isCell) return point(row, column);
    const [down, right] = point(row + 0.5, column + 0.5);
    return [Math.floor(down), Math.floor(right)];
  };
  const mapped = (value: unknown): unknown => {
    if (isPoint(value)) return moved(value);
    return Array.isArray(value) ? value.map(mapped) : value;
  };
  if (Array.isArray(element.item)) return JSON.stringify({ ...element, item: moved(element.item) });
  // Only these keys contain positions. Other lists of two numbers stay as they are.
  const places = Object.entries(element.item).map(([key, value]) => [key, ["center", "wayPoints", "cells"].includes(key) ? mapped(value) : value]);
  const item = Object.fromEntries(places) as Record<string, unknown>;
  const { width, height } = item;
  const sides = swaps && width !== undefined && height !== undefined ? { width: height, height: width } : {};
  return JSON.stringify({ ...element, item: { ...item, ...sides } });
}
