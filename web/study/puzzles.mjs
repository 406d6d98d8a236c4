// Reads the puzzles for studies, from corpus/ or from a JSON-lines file under CLUEWRIGHT_DATA.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

const corpus = new URL("../../corpus/", import.meta.url);

/** Returns puzzles of the repository (20 by default): all seeds, and variants spread evenly over the list. */
export async function ours(most = 20) {
  const found = [];
  for (const folder of ["seeds", "variants"]) {
    const names = (await readdir(new URL(`${folder}/`, corpus))).filter((name) => name.endsWith(".toml")).sort();
    const expected = new Map((await readFile(new URL(`${folder}/expected.csv`, corpus), "utf8")).trim().split("\n").slice(1).map((row) => [row.split(",")[0], row.split(",")]));
    const wanted = folder === "seeds" ? names.length : most - found.length;
    for (let i = 0; i < Math.min(wanted, names.length); i++) {
      const name = names[Math.floor((i * names.length) / wanted)];
      const [id, verdict] = expected.get(name.replace(".toml", ""));
      found.push({ id, text: await readFile(new URL(`${folder}/${name}`, corpus), "utf8"), verdict });
    }
  }
  return found.slice(0, most);
}

/** Returns the puzzles of a JSON-lines file. Their texts are under the key `toml`, `payload`, `text` or `puzzle`. */
export async function theirs(folder, name) {
  const text = await readFile(join(folder, name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ id, toml, payload, text, puzzle }) => ({ id, text: toml ?? payload ?? text ?? puzzle }))
    .filter(({ text }) => typeof text === "string");
}
