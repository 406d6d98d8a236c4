// Counts the solutions exactly, or estimates their number.
import type { TabProps } from "../page.ts";
import { Part } from "../parts/proposals.tsx";
import { words } from "../words.ts";
import { MoreOptions, useOptions } from "./options.tsx";
import { Outcome } from "./outcome.tsx";
import { useQuestion } from "./question.ts";

const SECONDS = "60";

export function Count({ engine, puzzle, revision }: Pick<TabProps, "engine" | "puzzle" | "revision">) {
  const count = useQuestion<"count">(engine, revision);
  const estimate = useQuestion<"estimate">(engine, revision);
  const options = useOptions("count", [], { "limits.seconds": SECONDS });
  const number = (n: number) => n.toLocaleString("en", { maximumFractionDigits: 0 });
  return (
    <Part title={words.count.title}>
      <div class="row wrap">
        <button type="button" class="button" onClick={() => count.ask({ ...options.request, ask: "count", puzzle })}>
          {words.count.exact}
        </button>
        <button type="button" class="button" onClick={() => estimate.ask({ ask: "estimate", puzzle })}>
          {words.count.estimate}
        </button>
      </div>
      <MoreOptions {...options} />
      <Outcome question={count}>{({ count, complete }) => <p>{words.count.counted(number(count), complete)}</p>}</Outcome>
      <Outcome question={estimate}>
        {({ mean, interval, exact, log10 }) => (
          <p>
            {exact
              ? words.count.counted(number(mean), true)
              : interval === null
                ? words.count.unknown
                : mean > 1e15 && typeof log10 === "number"
                  ? words.count.powers(log10.toFixed(1))
                  : words.count.about(number(Number(mean.toPrecision(2))), number(Number(interval[0].toPrecision(2))), number(Number(interval[1].toPrecision(2))))}
          </p>
        )}
      </Outcome>
    </Part>
  );
}
