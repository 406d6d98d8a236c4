// Measures the page's tasks in processor time, which other programs on the machine hardly affect.

/**
 * Records the page's tasks. Returns a function that ends the recording and returns the processor time of each task,
 * in milliseconds.
 */
export async function tasksOf(page) {
  const session = await page.context().newCDPSession(page);
  const found = [];
  session.on("Tracing.dataCollected", ({ value }) => found.push(...value));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"] } });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    const main = new Set(found.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
    return found.filter(({ name, pid, tid, tdur }) => name === "ThreadControllerImpl::RunTask" && main.has(`${pid} ${tid}`) && tdur > 0).map(({ tdur }) => tdur / 1000);
  };
}
