// The row and column of a place, counted from 0: R1C1, in the top left, is (0, 0). A row or column just before the
// first or after the last one is outside the grid.

export interface Place {
  row: number;
  column: number;
}

export const nameOf = ({ row, column }: Place): string => `R${row + 1}C${column + 1}`;

export const placeOf = (cell: number, columns: number): Place => ({ row: Math.floor(cell / columns), column: cell % columns });

export const cellName = (cell: number, columns: number): string => nameOf(placeOf(cell, columns));

// Numbers have at most two digits, because no grid has a hundred rows. A range to row 99999 would use up the
// browser's memory.
const NAME = /^R(\d{1,2})C(\d{1,2})$/i;

/** Returns the place with this name; null for other names, such as those of letters and of cells of a layer. */
export function parseName(name: string): Place | null {
  const found = NAME.exec(name);
  return found ? { row: Number(found[1]) - 1, column: Number(found[2]) - 1 } : null;
}

export function walk(from: Place, to: Place): Place[] {
  const [down, right] = [to.row - from.row, to.column - from.column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps + 1 }, (_, i) => ({
    row: from.row + Math.sign(down) * i,
    column: from.column + Math.sign(right) * i,
  }));
}

function several(token: string): Place[] | null {
  const found = /^R(\d+)C(\d+)$/i.exec(token);
  if (!found) return null;
  const [rows, columns] = [found[1] ?? "", found[2] ?? ""];
  // Three or more digits after R or C are one-digit numbers, so R1C123 names three cells.
  if (columns.length > 2) return [...columns].map((column) => ({ row: Number(rows) - 1, column: Number(column) - 1 }));
  if (rows.length > 2) return [...rows].map((row) => ({ row: Number(row) - 1, column: Number(columns) - 1 }));
  return [{ row: Number(rows) - 1, column: Number(columns) - 1 }];
}

/** Returns the places that a text names, in order. Other names are skipped. */
export function parseCells(text: string): Place[] {
  return text
    .split(/[\s,]+/)
    .filter((token) => token !== "")
    .flatMap((token) => {
      const corners = token.split("..").map(parseName);
      if (corners.length === 2 && corners[0] && corners[1]) {
        const [a, b] = [corners[0], corners[1]];
        const places: Place[] = [];
        for (let row = Math.min(a.row, b.row); row <= Math.max(a.row, b.row); row++)
          for (let column = Math.min(a.column, b.column); column <= Math.max(a.column, b.column); column++) places.push({ row, column });
        return places;
      }
      const stops = token.split("-").map(parseName);
      if (stops.length > 1 && stops.every((stop) => stop !== null)) {
        return stops.flatMap((stop, i) => {
          const before = stops[i - 1];
          // A stop ends one leg and begins the next. Without `slice`, it would be listed twice.
          return before ? walk(before, stop).slice(1) : [stop];
        });
      }
      return several(token) ?? [];
    });
}

export const formatCells = (places: Place[]): string => places.map(nameOf).join(" ");

export const samePlace = (a: Place | undefined, b: Place | undefined): boolean =>
  a !== undefined && b !== undefined && a.row === b.row && a.column === b.column;

export const inGrid = ({ row, column }: Place, { rows, columns }: { rows: number; columns: number }): boolean =>
  row >= 0 && column >= 0 && row < rows && column < columns;

/** Compares places by reading order. */
export const byPlace = (a: Place, b: Place): number => a.row - b.row || a.column - b.column;
