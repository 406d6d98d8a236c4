// Tests in Node how the page stores the desk in the browser. Damaged desks are set aside, and nothing is deleted.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./bundle.mjs";
import { damaged, withPuzzle } from "./damaged-desks.mjs";

/** A browser's storage that holds entries of at most `room` characters. */
class FakeStorage {
  room = Infinity;
  entries = new Map();
  getItem = (key) => this.entries.get(key) ?? null;
  removeItem = (key) => this.entries.delete(key);
  setItem(key, text) {
    if (text.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.entries.set(key, text);
  }
}

const [session, local] = [new FakeStorage(), new FakeStorage()];
Object.assign(globalThis, { sessionStorage: session, localStorage: local });
const { keptDesk, keepDesk, keepSaved } = await load("src/drafts/kept-desk.ts");

beforeEach(() => {
  for (const storage of [session, local]) Object.assign(storage, { room: Infinity, entries: new Map() });
});

const KEY = "cluewright.desk";
const document = { puzzle: { size: 9, clues: { renban: "R1C1 R1C2" } }, notes: {} };
const kept = { draft: "d", document, base: 5, saved: true };

for (const [name, text] of Object.entries(damaged)) {
  test(`set aside: ${name}`, () => {
    local.setItem(KEY, text);
    const { desk, damaged: found } = keptDesk();
    assert.equal(desk, null);
    assert.deepEqual(found.map(({ text }) => text), [text]);
    assert.deepEqual([...local.entries], [[found[0].key, text]]);
    assert.deepEqual(keptDesk(), { desk: null, damaged: [] });
  });

  test(`set aside, but the tab has its desk: ${name}`, () => {
    keepDesk(kept);
    local.setItem(KEY, text);
    const { desk, damaged: found } = keptDesk();
    assert.deepEqual(desk, kept);
    assert.equal(local.getItem(found[0].key), text);
  });
}

test("each tab has its desk, and a new one the last", () => {
  keepDesk(kept);
  local.setItem(KEY, withPuzzle({ size: 4 }));
  assert.deepEqual(keptDesk().desk, kept);
  session.entries.clear();
  assert.deepEqual(keptDesk().desk, { draft: "d", document: { puzzle: { size: 4 }, notes: {} }, base: undefined, saved: false });
});

test("a desk goes with local storage when that is cleared", () => {
  keepDesk(kept);
  local.entries.clear();
  assert.deepEqual(keptDesk(), { desk: null, damaged: [] });
});

test("without room the draft is named, and no older desk stays", () => {
  keepDesk(kept);
  for (const storage of [session, local]) storage.room = 70;
  keepDesk({ ...kept, base: 6, document: { puzzle: { size: 9, title: "A title" }, notes: {} } });
  assert.deepEqual(keptDesk().desk, { draft: "d", document: null, base: 6, saved: true });
});

test("a stored draft does not replace the desk of another tab", () => {
  keepDesk({ ...kept, saved: false });
  const other = JSON.stringify({ version: 1, ...kept, draft: "other" });
  local.setItem(KEY, other);
  keepSaved(kept);
  assert.equal(local.getItem(KEY), other);
  assert.deepEqual(keptDesk().desk, kept);
});
