// Places the candidates in a cell, in rows and columns below a label in its corner.

const EDGE = 4;

/** Returns the centres of the digits in a cell of this size, measured from its top left corner, and the number of digits in a row. */
export function spots(digits: number[], cell: number, label = 0): { side: number; step: number; at: (digit: number) => { x: number; y: number } } {
  const side = Math.ceil(Math.sqrt(digits.length));
  const step = (cell - 2 * EDGE) / side;
  const top = Math.max(EDGE, label);
  // A label in the corner takes up height only, so the rows move closer together while the columns keep their
  // positions.
  const down = (cell - EDGE - top) / side;
  const at = (digit: number) => {
    const nth = digits.indexOf(digit);
    return { x: EDGE + ((nth % side) + 0.5) * step, y: top + (Math.floor(nth / side) + 0.5) * down };
  };
  return { side, step, at };
}
