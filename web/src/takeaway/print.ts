// Prints a puzzle in the layout of `cluewright book`. The first page has the title, facts, rules and picture. The story
// (if requested) follows, and the solution is on the last page. Text from the puzzle is inserted as text, never as
// markup.
import type { Paragraph } from "../engine/contract.ts";

export type Printed = "puzzle" | "story" | "solution";

/** The parts of a puzzle to print. Pictures are SVG documents. */
export interface Sheet {
  title: string;
  /** The author, the rating and the time, as far as they are known. */
  facts: string[];
  rules: string;
  picture: string;
  story?: Paragraph[];
  solution?: string;
}

/** Prints a sheet, by adding it to the page as an element that is visible only in print. */
export async function printSheet(sheet: Sheet): Promise<void> {
  document.getElementById("print")?.remove();
  const page = document.createElement("section");
  page.id = "print";
  const addresses: string[] = [];
  const article = add(page, "article", "");
  const text = add(article, "header", "");
  add(text, "h1", sheet.title);
  if (sheet.facts.length > 0) add(text, "p", sheet.facts.join(" · ")).className = "facts";
  for (const paragraph of paragraphs(sheet.rules)) add(text, "p", paragraph);
  const pictures = [addPicture(article, sheet.picture, addresses)];
  for (const { title, sentences } of sheet.story ?? []) {
    add(page, "h2", title);
    add(page, "p", sentences.map(({ text }) => text).join(" "));
  }
  if (sheet.solution) {
    const solution = add(page, "article", "");
    solution.className = "solution";
    add(solution, "h2", sheet.title);
    pictures.push(addPicture(solution, sheet.solution, addresses));
  }
  document.body.append(page);
  const done = (): void => {
    addresses.forEach((address) => URL.revokeObjectURL(address));
    page.remove();
  };
  // `fit` needs the sizes of the pictures. A picture that cannot be loaded must not prevent the rest from being
  // printed.
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  fit(page, text, pictures[0]!);
  addEventListener("afterprint", done, { once: true });
  print();
}

function add(into: Element, tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  into.append(element);
  return element;
}

function addPicture(into: Element, svg: string, addresses: string[]): HTMLImageElement {
  const picture = document.createElement("img");
  picture.alt = "";
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  addresses.push(picture.src);
  into.append(picture);
  return picture;
}

/**
 * Chooses the largest font size at which the text leaves enough room for the picture: nearly its full width if the size
 * is easy to read, otherwise less. The sizes and fractions are those of booklets.
 */
function fit(page: HTMLElement, text: HTMLElement, picture: HTMLImageElement): void {
  const style = getComputedStyle(page);
  const numbers = (name: string): number[] => style.getPropertyValue(`--${name}`).trim().split(/\s+/).map(Number);
  const [sizes, [readable = 1], [large = 1, least = 0], [width = 1, height = 1]] = [numbers("sizes"), numbers("readable"), numbers("fractions"), numbers("area")];
  const aspect = picture.naturalWidth / picture.naturalHeight || 1;
  const widest = Math.min(width, height * aspect);
  // A point is 4/3 pixels.
  const room = (size: number): number => {
    page.style.setProperty("--size", `${size}pt`);
    return height - text.getBoundingClientRect().height * 0.75;
  };
  const leaves = (fraction: number) => (size: number) => Math.min(width, room(size) * aspect) >= fraction * widest;
  const size = sizes.slice(0, readable).find(leaves(large)) ?? sizes.find(leaves(least)) ?? sizes[sizes.length - 1]!;
  // `room` also sets the font size, so its last call must be the one with the chosen size.
  picture.style.width = `${Math.max(0, Math.min(width, room(size) * aspect))}pt`;
}

/** Returns the paragraphs of a rules text. Lines that were wrapped by hand are joined. */
function paragraphs(text: string): string[] {
  const joined: string[] = [];
  for (const line of text.trim().split("\n").map((line) => line.trim())) {
    const last = joined.at(-1);
    if (last !== undefined && /^[\p{Ll}\d]/u.test(line) && /[\p{L}\p{N},]$/u.test(last)) joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  return joined;
}
