// Tests what the browser stores: damaged desks do not stop the page, and tabs do not overwrite each other.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { beforeEachTest } from "./bench.mjs";
import { damaged, desk, withPuzzle } from "./damaged-desks.mjs";
import { setter } from "./setter.mjs";

let page;
let browser;
let address;
let errors;
/** The setter's actions on a page with an empty grid. */
let hand;
beforeEachTest((fresh) => ({ page, hand, browser, address, errors } = fresh));

/** Stores a text in place of the desk, as another version of the page might have done, and opens the page again. */
async function store(text, key = "cluewright.desk") {
  await page.evaluate(([key, text]) => {
    sessionStorage.removeItem("cluewright.desk");
    localStorage.setItem(key, text);
  }, [key, text]);
  await page.reload();
}

const damagedTexts = () => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("cluewright.desk.damaged")).map(([, text]) => text));
const alert = () => page.locator(".right [role=alert]").innerText();

/** Checks that the page responds and that clues can be drawn on it. */
async function isUsable() {
  await hand.ready();
  await hand.verdict("several");
  await hand.take("thermometer");
  await hand.drag([5, 5], [5, 6]);
  assert.deepEqual(await hand.clues(), { thermometer: "R5C5 R5C6" });
  await hand.drawn("thermometer");
}

test("a desk that cannot be read is set aside", async () => {
  for (const name of ["no JSON", "null inside", "a size that is none", "a clue that is null", "the version of a later page"]) {
    await page.evaluate(() => localStorage.clear());
    await store(damaged[name]);
    await page.waitForSelector("[data-ready]");
    assert.match(await alert(), /could not be read/, name);
    assert.deepEqual(await damagedTexts(), [damaged[name]]);
    assert.equal(await page.locator(".hit").count(), 81);
    assert.deepEqual(errors, [], name);
  }
});

test("after a desk was set aside the page is used as ever", async () => {
  const text = '{"puzzle":null}';
  await store(text);
  await isUsable();
  assert.match(await alert(), /could not be read/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the text" }).click();
  assert.equal(await readFile(await (await saved).path(), "utf8"), text);
  await page.reload();
  await hand.ready();
  assert.deepEqual(await hand.clues(), { thermometer: "R5C5 R5C6" });
  assert.deepEqual(await damagedTexts(), [text]);
  assert.equal(await page.locator(".right [role=alert]").count(), 0);
});

const old = {
  "the form of earlier versions": [desk({ puzzle: { size: 9, title: "Old" }, notes: {} }), undefined],
  "keys that nobody knows": [desk({ puzzle: { size: 9, title: "Old" }, notes: {}, more: 1 }, { more: 1 }), undefined],
  "a range of cells that is no grid's": [withPuzzle({ size: 9, title: "Old", clues: { renban: "R1C1..R99999C99999" } }), { renban: "R1C1..R99999C99999" }],
};
for (const [name, [text, clues]] of Object.entries(old)) {
  test(`a desk with ${name} is opened`, async () => {
    await store(text);
    await hand.ready();
    assert.equal(await page.locator("input.title").inputValue(), "Old");
    assert.deepEqual(await hand.clues(), clues);
    assert.deepEqual(await damagedTexts(), []);
  });
}

test("settings that are damaged do not stop the page", async () => {
  for (const text of ["null", "7", "{oops", '{"favourites":null,"candidates":5,"theme":[]}', '{"favourites":[1]}']) {
    await store(text, "cluewright.settings");
    await page.waitForSelector(".tool-button");
    assert.deepEqual(errors, [], text);
  }
});

test("a draft that is damaged is listed and costs no other", async () => {
  await hand.take("thermometer");
  await hand.drag([1, 1], [1, 2]);
  await page.waitForTimeout(600);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open("cluewright", 1);
        request.onsuccess = () => {
          const table = request.result.transaction("drafts", "readwrite").objectStore("drafts");
          table.put({ id: "bad", at: "x", document: { puzzle: null }, versions: 5 });
          table.transaction.oncomplete = () => (request.result.close(), resolve());
        };
      }),
  );
  await page.getByRole("button", { name: "Drafts" }).click();
  await page.getByText("This draft cannot be read.").waitFor();
  assert.equal(await page.locator(".drafts .draft-title").count(), 1);
});

/** Imports a file of drafts. */
async function importDrafts(drafts, more = {}) {
  const text = JSON.stringify({ format: "cluewright-drafts", version: 1, drafts, ...more });
  await page.getByRole("button", { name: "Drafts" }).click();
  await page.locator("dialog input[type=file]").setInputFiles({ name: "drafts.json", mimeType: "application/json", buffer: Buffer.from(text) });
}

const BACKUP = ["One", "Two"].map((title) => ({ id: title, at: 1, verdict: null, document: { puzzle: { size: 4, title }, notes: {} }, versions: [] }));

test("an export of any size is imported again", async () => {
  await importDrafts(BACKUP, { padding: " ".repeat(21 << 20) });
  await page.getByText("2 drafts imported.").waitFor();
  assert.equal(await page.locator(".drafts .draft-title").count(), 2);
});

test("drafts for which there is no room are not imported in part, and the page says so", async () => {
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    let puts = 0;
    IDBObjectStore.prototype.put = function (value) {
      if (++puts > 1) throw new DOMException("no room", "QuotaExceededError");
      return put.call(this, value);
    };
  });
  await importDrafts(BACKUP);
  await page.locator("dialog [role=status]").getByText("Nothing was imported").waitFor();
  assert.equal(await page.locator(".drafts .draft-title").count(), 0);
});

describe("without a database that stores", () => {
  const fail = () =>
    page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });

  test("a puzzle that another one replaces is offered as a file", async () => {
    await fail();
    await hand.take("thermometer");
    await hand.drag([1, 1], [1, 2]);
    await hand.paste('{"size":4,"title":"Next"}');
    const offer = page.getByRole("button", { name: "Save it as a file" });
    await offer.waitFor();
    const saved = page.waitForEvent("download");
    await offer.click();
    assert.deepEqual(JSON.parse(await readFile(await (await saved).path(), "utf8")).clues, { thermometer: "R1C1 R1C2" });
  });

  test("no version counts as kept", async () => {
    await hand.take("thermometer");
    await hand.drag([1, 1], [1, 2]);
    await fail();
    await page.getByRole("button", { name: "Drafts" }).click();
    await page.getByRole("button", { name: "Keep this version" }).click();
    await page.locator("dialog [role=status]").getByText("storage is full").waitFor();
  });
});

describe("without room", () => {
  const reload = async () => {
    await page.reload();
    await hand.ready();
  };

  test("in local storage the drafts keep the work", async () => {
    await hand.take("thermometer");
    await hand.drag([1, 1], [1, 2]);
    await page.waitForTimeout(600);
    await page.addInitScript(() => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (value.length > 150) throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, key, value);
      };
    });
    await reload();
    await hand.take("thermometer");
    await hand.drag([3, 1], [3, 2]);
    await page.waitForTimeout(600);
    await reload();
    assert.equal(await page.locator(".clue-list li").count(), 2);
  });

  test("in the drafts the page reports it, and a reload keeps the work", async () => {
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await reload();
    await hand.take("thermometer");
    await hand.drag([3, 1], [3, 2]);
    await page.getByText("The browser's storage is full").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the puzzle as a file" }).click()]);
    assert.deepEqual(JSON.parse(await readFile(await download.path(), "utf8")).clues, { thermometer: "R3C1 R3C2" });
    await reload();
    assert.deepEqual(await hand.clues(), { thermometer: "R3C1 R3C2" });
  });
});

describe("two tabs", () => {
  /** Opens another tab of the same browser. */
  async function tab() {
    const other = setter(await browser.context.newPage());
    await other.page.goto(address);
    await other.ready();
    return other;
  }
  const draw = async (who, row) => {
    await who.page.bringToFront();
    await who.take("thermometer");
    await who.drag([row, 1], [row, 2]);
  };
  /** Returns the row numbers of the clues that the list in a tab shows. */
  const rows = async (who) => (await who.page.locator(".clue-list .clue-where").allInnerTexts()).map((text) => Number(/R(\d)/.exec(text)[1]));
  const kept = (who) => who.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("cluewright.desk"))?.saved);
  const drafts = (who) =>
    who.page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open("cluewright", 1);
          request.onsuccess = () => {
            const all = request.result.transaction("drafts").objectStore("drafts").getAll();
            all.onsuccess = () => (request.result.close(), resolve(all.result.map(({ document }) => [document.puzzle.clues?.thermometer ?? []].flat().map((text) => Number(text[1])).join(" ")).sort()));
          };
        }),
    );
  const reload = async (who) => {
    await who.page.reload();
    await who.ready();
  };

  test("that change the same draft lose nothing, and each keeps its own", async () => {
    await draw(hand, 1);
    await kept(hand);
    const other = await tab();
    assert.deepEqual(await rows(other), [1]);
    await draw(other, 3);
    await kept(other);
    await draw(hand, 5);
    await hand.page.getByText("Another tab changed this draft").waitFor();
    assert.deepEqual(await drafts(hand), ["1 3", "1 5"]);
    for (const [who, wanted] of [[hand, [1, 5]], [other, [1, 3]], [hand, [1, 5]]]) {
      await reload(who);
      assert.deepEqual(await rows(who), wanted);
    }
    await draw(other, 7);
    await draw(hand, 9);
    await kept(hand);
    assert.deepEqual(await drafts(hand), ["1 3 7", "1 5 9"]);
  });

  test("of which both change it before either is stored", async () => {
    await draw(hand, 1);
    await kept(hand);
    const other = await tab();
    await draw(other, 3);
    await draw(hand, 5);
    await kept(hand);
    await kept(other);
    const [mine, theirs] = [await rows(hand), await rows(other)];
    assert.deepEqual(await drafts(hand), [mine, theirs].map((list) => list.join(" ")).sort());
  });

  test("of which one is restored with an older state", async () => {
    await draw(hand, 1);
    await kept(hand);
    const old = await page.evaluate(() => sessionStorage.getItem("cluewright.desk"));
    await draw(hand, 3);
    await kept(hand);
    // A browser that restores a tab also restores its session storage.
    const restored = setter(await browser.context.newPage());
    await restored.page.addInitScript((old) => sessionStorage.getItem("cluewright.desk") ?? sessionStorage.setItem("cluewright.desk", old), old);
    await restored.page.goto(address);
    await restored.ready();
    assert.deepEqual(await rows(restored), [1, 3]);
    assert.deepEqual(await drafts(hand), ["1 3"]);
  });

  test("of which one crashed with work that was not stored", async () => {
    await draw(hand, 1);
    await kept(hand);
    const old = JSON.parse(await page.evaluate(() => sessionStorage.getItem("cluewright.desk")));
    old.document.puzzle.clues.thermometer = ["R1C1 R1C2", "R9C1 R9C2"];
    old.saved = false;
    await draw(hand, 3);
    await kept(hand);
    const restored = setter(await browser.context.newPage());
    await restored.page.addInitScript((old) => sessionStorage.getItem("cluewright.desk") ?? sessionStorage.setItem("cluewright.desk", old), JSON.stringify(old));
    await restored.page.goto(address);
    await restored.ready();
    assert.deepEqual(await rows(restored), [1, 9]);
    await kept(restored);
    assert.deepEqual(await drafts(hand), ["1 3", "1 9"]);
  });

  test("of which one was closed with its last change, before that was stored", async () => {
    await draw(hand, 1);
    await kept(hand);
    const other = await tab();
    await draw(other, 3);
    // Closing the tab in this way does not run any of the page's event handlers.
    await other.page.close();
    await draw(hand, 5);
    await kept(hand);
    assert.deepEqual(await drafts(hand), ["1 3", "1 5"]);
  });

  test("of which one was closed with its last change, and the other is left at once", async () => {
    await draw(hand, 1);
    await kept(hand);
    const other = await tab();
    await draw(other, 3);
    await other.page.close();
    await page.evaluate(() => (IDBObjectStore.prototype.put = () => { throw new DOMException("gone", "AbortError"); })); // prettier-ignore
    await draw(hand, 5);
    await reload(hand);
    await kept(hand);
    assert.deepEqual(await drafts(hand), ["1 3", "1 5"]);
  });

  test("that undo in turn", async () => {
    await draw(hand, 1);
    await draw(hand, 3);
    await kept(hand);
    const other = await tab();
    await hand.page.bringToFront();
    await hand.press("Control+z");
    await kept(hand);
    await draw(other, 5);
    await kept(other);
    assert.deepEqual(await drafts(hand), ["1", "1 3 5"]);
  });
});

test("what was changed last is stored when another puzzle is opened at once", async () => {
  await hand.take("thermometer");
  await hand.drag([1, 1], [1, 2]);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", '{"size":4,"grid":["1...","....","....","...."]}');
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  await page.getByRole("button", { name: "Open it" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".hit").length === 16);
  await page.getByRole("button", { name: "Drafts" }).click();
  await page.locator(".drafts .draft-title", { hasText: "9×9" }).click();
  assert.deepEqual(await hand.clues(), { thermometer: "R1C1 R1C2" });
});
