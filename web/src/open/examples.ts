// Example puzzles to begin with, from the project's own corpus.
import dune from "../../../corpus/seeds/mentats-diversion.toml";
import miracle from "../../../corpus/seeds/miracle.toml";
import spoons from "../../../corpus/seeds/spoons.toml";
import halves from "../../../corpus/seeds/two-halves.toml";
import liar from "../../../corpus/seeds/one-liar.toml";
import loop from "../../../corpus/seeds/loop.toml";
import doublers from "../../../corpus/seeds/doublers.toml";

export interface Example {
  title: string;
  author: string;
  about: string;
  text: string;
}

/** Returns an example. The page has no TOML parser, so patterns find the title, author and description in the file. */
function example(text: string): Example {
  const value = (key: string) => new RegExp(`^${key}\\s*=\\s*"([^"\\n]+)"`, "m").exec(text)?.[1] ?? "";
  const long = /^rules\s*=\s*"""\s*([\s\S]*?)"""/m.exec(text)?.[1] ?? value("rules");
  const about = long.replace(/\\\n\s*/g, " ").replace(/\s+/g, " ").replace(/^Normal (6x6 )?sudoku rules apply\.\s*/, "");
  return { title: value("title"), author: value("author"), about, text };
}

export const examples: Example[] = [dune, miracle, spoons, halves, liar, loop, doublers].map(example);
