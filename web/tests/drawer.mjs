// Draws the clues of a puzzle file as a person would, with the pointer or with keys.

/** Returns the cells named by a text, as [row, column]. */
export function cells(text) {
  const cell = (name) => /^R(\d+)C(\d+)$/.exec(name).slice(1).map(Number);
  return text.split(/[\s,]+/).flatMap((token) => {
    const stops = token.split("-").map(cell);
    return stops.flatMap(([row, column], i) => {
      if (i === 0) return [[row, column]];
      const [r, c] = stops[i - 1];
      const steps = Math.max(Math.abs(row - r), Math.abs(column - c));
      return Array.from({ length: steps }, (_, k) => [r + Math.sign(row - r) * (k + 1), c + Math.sign(column - c) * (k + 1)]);
    });
  });
}

export const touch = ([a, b], [c, d]) => Math.max(Math.abs(a - c), Math.abs(b - d)) === 1;

/** Returns `true` if a pointer can pass through the cells in this order, without skipping a cell. */
export const isPath = (places) => places.every((place, i) => i === 0 || touch(places[i - 1], place));

/**
 * Returns the cells in an order in which a pointer can pass through them one by one; null if there is no such
 * order.
 */
export function pathThrough(places, so = []) {
  if (so.length === places.length) return so;
  for (const place of places) {
    if (so.includes(place) || (so.length > 0 && !touch(so.at(-1), place))) continue;
    const whole = pathThrough(places, [...so, place]);
    if (whole) return whole;
  }
  return null;
}

/** Returns a clue's value and cells, for any form that the file may use. */
export function partsOf(form) {
  if (typeof form === "object") {
    const { cells, bulb, shaft, ...params } = form;
    return { value: Object.values(params), cells, bulb, shaft };
  }
  const [, value, rest] = /^(?:([^:]*):)?(.*)$/s.exec(form);
  const [first, second] = rest.split(";").map((text) => text.trim());
  return { value: value === undefined ? [] : [value.trim()], ...(second === undefined ? { cells: first } : { bulb: first, shaft: second }) };
}
