// A page to print: the picture and the rules, and on demand the story or the solution. Texts of the puzzle are put
// in as text, never as markup.
import type { Paragraph } from "../engine/contract.ts";
import { layoutOf } from "../puzzle/layout.ts";

export type Printed = "puzzle" | "story" | "solution";

/** Prints through a part of the page that only printers see. */
export function printPage(svg: string, puzzle: string, { story, solution }: { story?: Paragraph[]; solution?: string }): void {
  const file = JSON.parse(puzzle);
  document.getElementById("print")?.remove();
  const page = document.createElement("section");
  page.id = "print";
  const add = (tag: string, text: string, into: Element = page): Element => {
    const element = document.createElement(tag);
    element.textContent = text;
    into.append(element);
    return element;
  };
  if (file.title) add("h1", file.title);
  if (file.author) add("p", file.author);
  const picture = document.createElement("img");
  picture.alt = "";
  picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  page.append(picture);
  if (file.rules) for (const line of String(file.rules).split("\n")) add("p", line);
  for (const { title, sentences } of story ?? []) {
    add("h2", title);
    add("p", sentences.map(({ text }) => text).join(" "));
  }
  if (solution) {
    const { columns } = layoutOf(file);
    const rows = solution.match(new RegExp(`.{1,${columns}}`, "g")) ?? [];
    add("pre", rows.map((row) => [...row].join(" ")).join("\n"));
  }
  document.body.append(page);
  const done = (): void => {
    URL.revokeObjectURL(picture.src);
    page.remove();
  };
  addEventListener("afterprint", done, { once: true });
  void picture.decode().finally(() => print());
}
