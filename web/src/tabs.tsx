// Lists the panels next to the board, in their order.
import type { ComponentType } from "preact";
import { Assist } from "./assist/assist.tsx";
import { Blame } from "./blame/blame.tsx";
import { CandidatesTab } from "./live/candidates-tab.tsx";
import type { TabProps } from "./page.ts";
import { AboutTab } from "./puzzle/about-tab.tsx";
import { Publish } from "./takeaway/publish.tsx";
import { Palette } from "./tools/palette.tsx";
import { Why } from "./why/why.tsx";
import { words } from "./words.ts";

export interface TabEntry {
  id: string;
  title: string;
  Tab: ComponentType<TabProps>;
}

export const tabs: TabEntry[] = [
  { id: "draw", title: words.tabs.draw, Tab: Palette },
  { id: "candidates", title: words.tabs.candidates, Tab: CandidatesTab },
  { id: "why", title: words.tabs.why, Tab: Why },
  { id: "blame", title: words.tabs.blame, Tab: Blame },
  { id: "improve", title: words.tabs.improve, Tab: Assist },
  { id: "puzzle", title: words.tabs.puzzle, Tab: AboutTab },
];

/** The contents of the dialog that the button "Share" opens. */
export const shareSheet: ComponentType<TabProps> | null = Publish;
