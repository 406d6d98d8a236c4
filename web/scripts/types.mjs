// Writes the types of the engine's contract and of the puzzle file from their JSON schemas.
// `node scripts/types.mjs --check` only says whether they are fresh.
import { compile } from "json-schema-to-typescript";
import { readFile, writeFile } from "node:fs/promises";

// A `$ref` with words beside it would become a type of its own, a copy of the one it names.
function bare(schema) {
  if (Array.isArray(schema)) return schema.map(bare);
  if (schema === null || typeof schema !== "object") return schema;
  if (typeof schema.$ref === "string") return { $ref: schema.$ref };
  const entries = Object.entries(schema).filter(([key, value]) => key !== "anyOf" || !value.every(isRequirement));
  return Object.fromEntries(entries.map(([key, value]) => [key, bare(value)]));
}

// Types have no word for "one of these keys is there".
const isRequirement = (form) => Object.keys(form).join() === "required";

// The schema of puzzle files allows all that the reader accepts. The page gets files that the engine has written: these keys
// are there, lists of texts are lists, and clues have no key of drafts.
const ALWAYS = { UnreadEntry: ["cells"], LayerTable: ["cells"], OwnRuleTable: ["shape", "text"] };

function written(schema) {
  const definitions = { ...schema.$defs, Texts: { type: "array", items: { type: "string" } } };
  for (const [name, keys] of Object.entries(ALWAYS)) {
    definitions[name] = { ...definitions[name], required: [...definitions[name].required, ...keys] };
  }
  const forms = definitions.ClueForm.anyOf.map(({ properties, ...form }) => form);
  const { patternProperties, ...clues } = definitions.Clues;
  return { ...schema, $defs: { ...definitions, ClueForm: { ...definitions.ClueForm, anyOf: forms }, Clues: clues } };
}

const web = new URL("../", import.meta.url);
const sources = [
  { schema: "../docs/ask.schema.json", types: "src/engine/contract.ts", name: "Contract" },
  { schema: "../docs/puzzle.schema.json", types: "src/puzzle/file.ts", name: "PuzzleFile", change: written },
];

for (const { schema, types, name, change = (same) => same } of sources) {
  const text = JSON.parse(await readFile(new URL(schema, web), "utf8"));
  text.title = name;
  const code = await compile(bare(change(text)), name, {
    bannerComment: `// Generated from ${schema.replace("../", "")} by scripts/types.mjs; do not edit.`,
    additionalProperties: false,
    format: false,
  });
  const file = new URL(types, web);
  if (process.argv.includes("--check")) {
    if ((await readFile(file, "utf8").catch(() => "")) !== code) {
      console.error(`${types} is stale: run \`npm run types\``);
      process.exitCode = 1;
    }
  } else {
    await writeFile(file, code);
  }
}
