// Stores drafts and their versions in the browser's database.
import type { Document } from "../puzzle/document.ts";
import { soundDocument } from "../puzzle/sound.ts";

export interface Version {
  at: number;
  label: string;
  verdict: string | null;
  document: Document;
}

export interface Draft {
  id: string;
  /** The time of the last change, in milliseconds since 1970. */
  at: number;
  verdict: string | null;
  document: Document;
  /** The versions, the newest first. */
  versions: Version[];
}

// The number of versions is limited, because every version is a whole document and browsers limit the size of the
// database.
const MOST_VERSIONS = 40;
const TABLE = "drafts";

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("cluewright", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: "id" });
    request.onsuccess = () => {
      // Another tab may need the database closed, to upgrade or delete it. The next use opens it again.
      request.result.onversionchange = () => (request.result.close(), (opened = null));
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("no database"));
  }).catch((error: unknown) => {
    // The failed attempt is forgotten, so that the next use tries again.
    opened = null;
    throw error;
  });
  return opened;
}

async function transact<T>(mode: IDBTransactionMode, run: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await database();
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(TABLE, mode);
    let request: IDBRequest<T>;
    try {
      request = run(transaction.objectStore(TABLE));
    } catch (error) {
      // Otherwise the requests before the failed one would still be carried out.
      transaction.abort();
      return reject(error);
    }
    // The transaction of a successful request can still fail, so only the completed transaction counts.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the draft is not kept"));
  });
}

/** Returns all drafts, with the last changed draft first. */
export async function allDrafts(): Promise<Draft[]> {
  const drafts = await transact<Draft[]>("readonly", (table) => table.getAll());
  return drafts.sort((a, b) => b.at - a.at);
}

export const draftOf = (id: string): Promise<Draft | undefined> => transact("readonly", (table) => table.get(id));

/**
 * Reads a draft and stores the result of `change` in the same transaction, so that no other tab can write in between.
 * If `change` returns null, nothing is stored.
 */
export async function updateDraft(id: string, change: (before: Draft | undefined) => Draft | null): Promise<Draft | null> {
  const base = await database();
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(TABLE, "readwrite");
    const table = transaction.objectStore(TABLE);
    const request: IDBRequest<Draft | undefined> = table.get(id);
    let after: Draft | null = null;
    request.onsuccess = () => {
      try {
        after = change(request.result);
        if (after) table.put(trimmed(after));
      } catch (error) {
        reject(error);
        transaction.abort();
      }
    };
    transaction.oncomplete = () => resolve(after);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the draft is not kept"));
  });
}

const trimmed = (draft: Draft): Draft => ({ ...draft, versions: draft.versions.slice(0, MOST_VERSIONS) });

/** Stores all of these drafts, or none if there is no room for all. */
const keepDrafts = (drafts: readonly Draft[]): Promise<unknown> =>
  transact("readwrite", (table) => {
    for (const draft of drafts) table.put(trimmed(draft));
    // A transaction needs a request, also if there are no drafts.
    return table.count();
  });

export const dropDraft = (id: string): Promise<unknown> => transact("readwrite", (table) => table.delete(id));

const FORMAT = "cluewright-drafts";

/** Returns all drafts as the text of one file. */
export const exported = async (): Promise<string> => JSON.stringify({ format: FORMAT, version: 1, drafts: await allDrafts() }, null, 1);

/**
 * Stores the drafts of an exported text under new ids, so that they do not replace any draft. Returns the number of
 * drafts; null if the text is not an export of drafts.
 */
export async function imported(text: string): Promise<number | null> {
  let file: { format?: unknown; drafts?: unknown };
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return null;
  }
  // `null` is valid JSON too, so the file itself may be null.
  if (file?.format !== FORMAT || !Array.isArray(file.drafts)) return null;
  const drafts = (file.drafts as Draft[]).filter((draft) => soundDocument(draft?.document) !== null);
  const fresh = drafts.map(({ at, verdict, document, versions }): Draft => {
    const kept = (Array.isArray(versions) ? versions : []).filter((version) => soundDocument(version?.document) !== null);
    return { id: crypto.randomUUID(), at: Number(at) || 0, verdict: verdict ?? null, document, versions: kept };
  });
  await keepDrafts(fresh);
  return fresh.length;
}
