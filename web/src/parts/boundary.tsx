// Catches errors of the whole page. A puzzle that breaks the page is set aside, and the page starts with an empty
// grid.
import { Component, type ComponentChildren } from "preact";
import { keptPuzzle, setDeskAside } from "../drafts/kept-desk.ts";
import { words } from "../words.ts";
import { saveFile } from "./save.ts";

export class Boundary extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render({ children }: { children: ComponentChildren }) {
    if (!this.state.broken) return children;
    // The broken page may have left the desk in any state, so the buttons use the stored one.
    return (
      <div class="note-box bad" role="alert">
        <p>{words.crash.text}</p>
        <button type="button" class="button small" onClick={() => location.reload()}>
          {words.crash.again}
        </button>
        <button type="button" class="button small" onClick={() => saveFile("cluewright-puzzle.json", keptPuzzle(), "application/json")}>
          {words.drafts.saveDesk}
        </button>
        <button type="button" class="button small" onClick={() => (setDeskAside(), location.reload())}>
          {words.crash.aside}
        </button>
      </div>
    );
  }
}
