// Drafts and their versions, in the browser's database.
import type { Document } from "../puzzle/document.ts";

export interface Version {
  at: number;
  label: string;
  verdict: string | null;
  document: Document;
}

export interface Draft {
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  verdict: string | null;
  document: Document;
  /** The newest first. */
  versions: Version[];
}

const MOST_VERSIONS = 40;
const TABLE = "drafts";

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("cluewright", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
  return opened;
}

async function transact<T>(mode: IDBTransactionMode, run: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await database();
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(TABLE, mode);
    const request = run(transaction.objectStore(TABLE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the draft is not kept"));
  });
}

/** All drafts, the last changed first. */
export async function allDrafts(): Promise<Draft[]> {
  const drafts = await transact<Draft[]>("readonly", (table) => table.getAll());
  return drafts.sort((a, b) => b.at - a.at);
}

export const draftOf = (id: string): Promise<Draft | undefined> => transact("readonly", (table) => table.get(id));

export const keepDraft = (draft: Draft): Promise<unknown> => transact("readwrite", (table) => table.put({ ...draft, versions: draft.versions.slice(0, MOST_VERSIONS) }));

export const dropDraft = (id: string): Promise<unknown> => transact("readwrite", (table) => table.delete(id));

const FORMAT = "cluewright-drafts";

/** All drafts as one text. */
export const exported = async (): Promise<string> => JSON.stringify({ format: FORMAT, version: 1, drafts: await allDrafts() }, null, 1);

const isDocument = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && typeof (value as Document).puzzle === "object" && typeof (value as Document).notes === "object";

/** Keeps the drafts of an exported text under new names; null where it is none. */
export async function imported(text: string): Promise<number | null> {
  let file: { format?: unknown; drafts?: unknown };
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return null;
  }
  if (file?.format !== FORMAT || !Array.isArray(file.drafts)) return null;
  const drafts = (file.drafts as Draft[]).filter((draft) => isDocument(draft?.document));
  for (const { at, verdict, document, versions } of drafts) {
    const kept = (Array.isArray(versions) ? versions : []).filter((version) => isDocument(version?.document));
    await keepDraft({ id: crypto.randomUUID(), at: Number(at) || 0, verdict: verdict ?? null, document, versions: kept });
  }
  return drafts.length;
}
