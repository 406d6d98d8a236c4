// Puts a puzzle into the page's own address. No server receives it, because browsers do not send the part after the
// `#`.
import type { PuzzleFile } from "../puzzle/file.ts";

/** The key in a link's address for each audience. */
const KEYS = { setters: "p=", solvers: "s=" } as const;

export type Audience = keyof typeof KEYS;

export interface Linked {
  text: string;
  audience: Audience;
}

// The characters `+`, `/` and `=` of standard Base64 have other meanings in addresses, so they are replaced or left
// out.
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
    // A small link can unpack to a text that fills the memory, so unpacking stops at this limit.
    if (length > most) throw new Error("too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Returns the address of this page, without the puzzle. */
export const localPage = (): string => location.href.split("#")[0] ?? location.href;

/** Returns the address of the public page, which a local server names in a `meta` element. */
export const publicPage = (): string => document.querySelector<HTMLMetaElement>('meta[name="cluewright-public"]')?.content ?? localPage();

/**
 * Returns an address of the page that contains the puzzle. A link for solvers leaves out the digits that were typed.
 */
export async function linkTo(puzzle: PuzzleFile, audience: Audience = "setters", page: string = publicPage()): Promise<string> {
  const { entries, ...rest } = puzzle;
  const bytes = new TextEncoder().encode(JSON.stringify(audience === "solvers" ? rest : puzzle));
  const packed = await piped(bytes, new CompressionStream("deflate-raw"), Infinity);
  return `${page}#${KEYS[audience]}${toBase64(packed)}`;
}

/**
 * Reads the puzzle in an address; null if there is none.
 *
 * @throws if the address is damaged
 */
export async function puzzleIn(hash: string): Promise<Linked | null> {
  const address = hash.replace(/^#/, "");
  const audience = (Object.keys(KEYS) as Audience[]).find((audience) => address.startsWith(KEYS[audience]));
  if (audience === undefined) return null;
  const unpacked = await piped(fromBase64(address.slice(KEYS[audience].length)), new DecompressionStream("deflate-raw"), 4_000_000);
  return { text: new TextDecoder().decode(unpacked), audience };
}
