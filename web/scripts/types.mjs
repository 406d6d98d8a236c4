// Writes the TypeScript types of the engine's contract and of puzzle files from their JSON schemas. With `--check`,
// `node scripts/types.mjs` only checks that they are up to date.
import { compile } from "json-schema-to-typescript";
import { readFile, writeFile } from "node:fs/promises";

// Removes the keys next to a `$ref`. If there were a description next to it, the generator would create a second type,
// as a copy of the referenced one.
function bare(schema) {
  if (Array.isArray(schema)) return schema.map(bare);
  if (schema === null || typeof schema !== "object") return schema;
  if (typeof schema.$ref === "string") return { $ref: schema.$ref };
  const entries = Object.entries(schema).filter(([key, value]) => key !== "anyOf" || !value.every(isRequirement));
  return Object.fromEntries(entries.map(([key, value]) => [key, bare(value)]));
}

// TypeScript cannot express "at least one of these keys is present".
const isRequirement = (form) => Object.keys(form).join() === "required";

// The schema of puzzle files describes everything that the reader accepts. The page only gets files that the engine has
// written. In these, the following keys are always present, lists of texts are always lists, and clues have no keys of
// drafts.
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

// Lists the options of each question that a form can show, with their help. The options are flags, numbers, texts,
// lists and choices.
const LABELLED = ["check", "count", "estimate", "grade", "minimise", "suggest", "generate", "fill", "diagnose"];

function optionsOf(schema, properties, under = "") {
  return Object.entries(properties).flatMap(([name, form]) => {
    const target = form.$ref ? schema.$defs[form.$ref.replace("#/$defs/", "")] : form;
    const path = under + name;
    const help = form.description ?? target.description ?? "";
    const types = [target.type].flat();
    if (name === "ask") return [];
    const nullable = (form.anyOf ?? []).find(({ $ref }) => $ref)?.$ref;
    const choice = nullable ? schema.$defs[nullable.replace("#/$defs/", "")] : target;
    const choices = (choice.oneOf ?? []).map((one) => one.const).filter((value) => typeof value === "string");
    if (choices.length > 0) return [{ path, kind: "choice", help, choices, usual: form.default ?? "" }];
    if (target.type === "object" && target.properties && (name === "techniques" || name === "limits")) return optionsOf(schema, target.properties, `${path}.`);
    if (types.includes("boolean")) return [{ path, kind: "flag", help }];
    if (types.includes("integer") || types.includes("number")) return [{ path, kind: "number", help }];
    if (types.includes("string")) return [{ path, kind: "text", help }];
    if (types.includes("array") && target.items?.type === "string") return [{ path, kind: "list", help }];
    return [];
  });
}

async function optionTable() {
  const schema = JSON.parse(await readFile(new URL("../docs/ask.schema.json", web), "utf8"));
  const questions = schema.$defs.Request.oneOf.filter(({ properties }) => LABELLED.includes(properties.ask.const));
  const table = Object.fromEntries(questions.map(({ properties }) => [properties.ask.const, optionsOf(schema, properties)]));
  const banner = "// Generated from docs/ask.schema.json by scripts/types.mjs; do not edit.\n\n";
  const type =
    "export interface Option {\n  /** Its name, after that of the table that it is in: `limits.seconds`. */\n  path: string;\n  kind: \"flag\" | \"number\" | \"text\" | \"list\" | \"choice\";\n  help: string;\n  choices?: string[];\n  usual?: string;\n}\n\n";
  return `${banner}${type}export const OPTIONS: Record<string, Option[]> = ${JSON.stringify(table, null, 1)};\n`;
}

const web = new URL("../", import.meta.url);
const sources = [
  { schema: "../docs/ask.schema.json", types: "src/engine/contract.ts", name: "Contract" },
  { schema: "../docs/puzzle.schema.json", types: "src/puzzle/file.ts", name: "PuzzleFile", change: written },
];

async function write(types, code) {
  const target = new URL(types, web);
  if (!process.argv.includes("--check")) return writeFile(target, code);
  if ((await readFile(target, "utf8").catch(() => "")) === code) return;
  console.error(`${types} is stale: run \`npm run types\``);
  process.exitCode = 1;
}

await write("src/engine/options.ts", await optionTable());

for (const { schema, types, name, change = (same) => same } of sources) {
  const text = JSON.parse(await readFile(new URL(schema, web), "utf8"));
  text.title = name;
  const code = await compile(bare(change(text)), name, {
    bannerComment: `// Generated from ${schema.replace("../", "")} by scripts/types.mjs; do not edit.`,
    additionalProperties: false,
    format: false,
  });
  await write(types, code);
}
