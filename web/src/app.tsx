import type { Engine } from "./engine/engine.ts";
import { useEffect, useState } from "preact/hooks";

export function App({ engine }: { engine: Engine }) {
  const [said, say] = useState("…");
  useEffect(() => {
    void engine.ask({ ask: "check", puzzle: ".".repeat(81) }).then((answer) => say("verdict" in answer ? answer.verdict : "error"));
  }, [engine]);
  return <main>{said}</main>;
}
