// Shows a sentence in which the names of cells, digits, clues and houses stand out.
import type { Span } from "../engine/contract.ts";

export function Named({ text, spans }: { text: string; spans: Span[] }) {
  // Spans count characters, but indices of strings count UTF-16 units. The two differ for characters such as emoji.
  const letters = Array.from(text);
  const part = (from: number, to?: number) => letters.slice(from, to).join("");
  return (
    <>
      {spans.map(({ kind, start, end }, i) => (
        <>
          {part(spans[i - 1]?.end ?? 0, start)}
          <span class={`named named-${kind}`}>{part(start, end)}</span>
        </>
      ))}
      {part(spans.at(-1)?.end ?? 0)}
    </>
  );
}
