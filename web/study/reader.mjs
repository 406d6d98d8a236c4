// Opens a puzzle on the page as a person would, and reads the results from the page.

/**
 * Returns the results that the page shows for a puzzle, and the time until each of them appeared, in milliseconds.
 */
export async function read(page, text, { story = true, patience = 120_000, storyPatience = 15_000 } = {}) {
  const times = await page.evaluate(
    async ([text, patience]) => {
      const bar = document.querySelector(".verdict");
      const until = (done) =>
        new Promise((resolve, reject) => {
          const watch = new MutationObserver(() => done() && (watch.disconnect(), resolve(performance.now())));
          watch.observe(bar, { attributes: true });
          setTimeout(() => (watch.disconnect(), reject(new Error("the page took too long"))), patience);
        });
      let slowest = 0;
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) slowest = Math.max(slowest, duration);
      });
      tasks.observe({ entryTypes: ["longtask"] });
      let started = false;
      const clipboard = new DataTransfer();
      clipboard.setData("text/plain", text);
      const begin = performance.now();
      const looking = until(() => (started ||= bar.dataset.verdict === "looking"));
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true }));
      await looking;
      const verdict = bar.dataset.verdict === "looking" ? await until(() => bar.dataset.verdict !== "looking") : performance.now();
      const candidates = bar.dataset.counting === undefined ? verdict : await until(() => bar.dataset.counting === undefined);
      tasks.disconnect();
      return { verdict: verdict - begin, candidates: candidates - begin, slowest };
    },
    [text, patience],
  );
  const verdict = await page.getAttribute(".verdict", "data-verdict");
  const said = await page.innerText(".verdict-details");
  const found = { verdict, nodes: Number(/([\d,]+) guess/.exec(said)?.[1]?.replaceAll(",", "") ?? NaN), times };
  if (!story || verdict !== "unique") return found;
  await page.click("#tab-why");
  const begin = Date.now();
  const told = await page.waitForSelector(".why .grade-line, .why .note-box", { timeout: storyPatience }).catch(() => null);
  if (!told) {
    // Leaving the tab ends the question.
    found.unfinished = true;
    await page.click("#tab-draw");
    return found;
  }
  found.times.story = Date.now() - begin;
  if (await page.locator(".why .grade-line").count()) {
    found.rating = Number(await page.innerText(".why .rating"));
    found.sentences = await page.locator(".why .steps li .grow").allTextContents();
    // The last page of the story shows the solved grid.
    await page.locator(".why .track input").focus();
    await page.keyboard.press("End");
    const atEnd = () => /^Solved/.test(document.querySelector(".why .sentence")?.textContent) && !document.querySelector(".highlights .candidate.possible");
    await page.waitForFunction(atEnd, null, { timeout: 5_000 }).catch(() => null);
    found.solved = await page.evaluate(() => document.querySelector(".why .sentence")?.textContent);
    found.digits = await page.locator(".highlights .candidate.sole").count();
  }
  await page.click("#tab-draw");
  return found;
}
