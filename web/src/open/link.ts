// A puzzle in the page's own address: nothing is sent to a server, as what follows the # stays in the browser.
import type { PuzzleFile } from "../puzzle/file.ts";

const KEY = "p=";

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));

async function piped(bytes: Uint8Array<ArrayBuffer>, through: GenericTransformStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream().pipeThrough(through) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new Error("too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The address of the page with the puzzle in it. */
export async function linkTo(puzzle: PuzzleFile): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(puzzle));
  const packed = await piped(bytes, new CompressionStream("deflate-raw"), Infinity);
  return `${location.href.split("#")[0]}#${KEY}${toBase64(packed)}`;
}

/** The text of the puzzle in an address; null where there is none. */
export async function puzzleIn(hash: string): Promise<string | null> {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(KEY)) return null;
  const unpacked = await piped(fromBase64(text.slice(KEY.length)), new DecompressionStream("deflate-raw"), 4_000_000);
  return new TextDecoder().decode(unpacked);
}
