// Asks for confirmation before a pasted or dropped puzzle replaces work in progress.
import { Dialog } from "../parts/dialog.tsx";
import { words } from "../words.ts";

export function ReplaceDialog({ open, close }: { open: () => void; close: () => void }) {
  return (
    <Dialog title={words.open.replaceTitle} close={close}>
      <div class="stack">
        <p>{words.open.replaceHelp}</p>
        <div class="row wrap">
          <button type="button" class="button primary" onClick={() => (close(), open())} autoFocus>
            {words.open.replace}
          </button>
          <button type="button" class="button" onClick={close}>
            {words.open.goOn}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
