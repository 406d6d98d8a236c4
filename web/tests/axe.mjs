// Checks pages against WCAG AA, using axe.
import { readFile } from "node:fs/promises";

const script = new URL("../node_modules/axe-core/axe.min.js", import.meta.url);

/** Returns the faults that axe finds in the current state of a page, one rule per line. */
export async function axe(page) {
  await page.evaluate(await readFile(script, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`);
}
