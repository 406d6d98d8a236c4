// Take away: links, files, pictures, a page to print, the grade as JSON. Nothing is sent anywhere.
import { useEffect, useState } from "preact/hooks";
import type { Paragraph } from "../engine/contract.ts";
import { isRefused, type Engine } from "../engine/engine.ts";
import { linkTo, localPage, publicPage } from "../open/link.ts";
import type { TabProps } from "../page.ts";
import { saveFile } from "../parts/save.ts";
import { hasOpenValues } from "../puzzle/document.ts";
import { words } from "../words.ts";
import { pngOf } from "./png.ts";
import { printPage, type Printed } from "./print.ts";
import "./takeaway.css";

type Props = Pick<TabProps, "engine" | "puzzle">;

/** Where a link opens, by the name of the format that it is written in. */
const LINKS = ["fpuzzles", "sudokupad", "iss"] as const;

export function TakeAway({ engine, puzzle }: Props) {
  const [said, say] = useState<string | null>(null);
  const name = fileName(puzzle);
  const tryTo = (action: () => Promise<string | void>) => async () => {
    say(null);
    try {
      say((await action()) ?? null);
    } catch (error) {
      say((error as Error).message);
    }
  };
  const converted = async (to: string) => {
    const answer = await engine.ask({ ask: "convert", to, puzzle });
    if (isRefused(answer)) throw new Error([answer.error.message, answer.error.help].filter(Boolean).join("; "));
    return answer;
  };
  const drawn = async () => {
    const answer = await engine.ask({ ask: "draw", puzzle });
    if (isRefused(answer)) throw new Error(answer.error.message);
    if (!answer.svg) throw new Error(words.takeAway.noPicture);
    return answer.svg;
  };
  const button = (label: string, action: () => Promise<string | void>) => (
    <button type="button" class="button" onClick={() => void tryTo(action)()}>
      {label}
    </button>
  );
  return (
    <div class="stack take-away">
      <LinkRow label={words.takeAway.solvers} find={() => linkTo(JSON.parse(puzzle), "solvers")} of={puzzle} />
      <LinkRow label={words.takeAway.page} find={() => linkTo(JSON.parse(puzzle))} of={puzzle} />
      {publicPage() !== localPage() && <LinkRow label={words.takeAway.local} find={() => linkTo(JSON.parse(puzzle), "setters", localPage())} of={puzzle} />}
      {LINKS.map((format) => (
        <LinkRow key={format} label={words.takeAway.links[format]} of={puzzle} opens find={async () => asLink(format, await converted(format))} />
      ))}
      <p class="hint">{words.takeAway.hint}</p>
      <div class="row wrap">
        {button(words.takeAway.file, async () => hasOpenValues(JSON.parse(puzzle)) ? saveFile(`${name}.json`, puzzle, "application/json") : saveFile(`${name}.toml`, (await converted("native")).text, "application/toml"))}
        {button(words.takeAway.svg, async () => saveFile(`${name}.svg`, await drawn(), "image/svg+xml"))}
        {button(words.takeAway.png, async () => saveFile(`${name}.png`, await pngOf(await drawn()), "image/png"))}
        {button(words.takeAway.grade, async () => {
          say(words.why.working);
          const answer = await engine.ask({ ask: "grade", explain: true, story: true, puzzle });
          if (isRefused(answer)) throw new Error(answer.error.message);
          saveFile(`${name}.grade.json`, `${JSON.stringify(answer, null, 2)}\n`, "application/json");
        })}
      </div>
      <div class="row wrap">
        <span class="muted">{words.takeAway.print}</span>
        {(["puzzle", "story", "solution"] as Printed[]).map((what) => (
          <button key={what} type="button" class="button small" onClick={() => void tryTo(async () => printPage(await drawn(), puzzle, await facts(engine, puzzle, what)))()}>
            {words.takeAway.printed[what]}
          </button>
        ))}
      </div>
      <p class="muted" role="status">
        {said}
      </p>
    </div>
  );
}

/** What is printed below the picture. */
async function facts(engine: Engine, puzzle: string, what: Printed): Promise<{ story?: Paragraph[]; solution?: string }> {
  if (what === "puzzle") return {};
  const answer = await engine.ask(what === "story" ? { ask: "grade", story: true, puzzle } : ({ ask: "check", puzzle } as never));
  if (isRefused(answer)) throw new Error(answer.error.message);
  if (answer.verdict !== "unique") throw new Error(words.takeAway.notUnique);
  if (what === "story" && "story" in answer) return { story: answer.story ?? [] };
  return "solutions" in answer && answer.solutions[0] ? { solution: answer.solutions[0] } : {};
}

function LinkRow({ label, find, of, opens = false }: { label: string; find: () => Promise<string>; of: string; opens?: boolean }) {
  const [link, setLink] = useState<{ address: string } | { refused: string } | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    let gone = false;
    setCopied(false);
    find().then(
      (address) => gone || setLink({ address }),
      (error: Error) => gone || setLink({ refused: error.message }),
    );
    return () => {
      gone = true;
    };
  }, [of]);
  const address = link && "address" in link ? link.address : "";
  const isAddress = address.startsWith("http");
  return (
    <div class="link-row">
      <label>
        <span>{label}</span>
        <input type="text" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button
        type="button"
        class="button"
        disabled={!address}
        onClick={() =>
          void navigator.clipboard.writeText(address).then(
            () => setCopied(true),
            () => undefined,
          )
        }
      >
        {copied ? words.takeAway.copied : words.takeAway.copy}
      </button>
      {opens && isAddress && (
        <a class="button" href={address} target="_blank" rel="noopener noreferrer">
          {words.takeAway.open}
        </a>
      )}
      {link && "refused" in link && <p class="hint">{link.refused}</p>}
    </div>
  );
}

/** A link where the format's text is no link itself. */
function asLink(format: (typeof LINKS)[number], { text, left_out }: { text: string; left_out: string[] }): string {
  void left_out;
  if (text.startsWith("http")) return text.trim();
  if (format === "iss") return `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${encodeURIComponent(text.trim())}`;
  return text.trim();
}

const fileName = (puzzle: string): string => {
  const title = String(JSON.parse(puzzle).title ?? "").toLowerCase();
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "puzzle";
};
