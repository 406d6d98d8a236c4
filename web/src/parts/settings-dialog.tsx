import { choose, settings, type Settings } from "../settings.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { Dialog } from "./dialog.tsx";

const THEMES: Settings["theme"][] = ["system", "light", "dark"];

/** Lets the user choose light colours, dark colours or those of the system. */
export function Appearance() {
  const { theme, colourBlind } = useStore(settings);
  return (
    <>
      <fieldset class="choice">
        <legend>{words.settings.theme}</legend>
        {THEMES.map((name) => (
          <label key={name}>
            <input type="radio" name="theme" checked={theme === name} onChange={() => choose({ theme: name })} />
            <span>{words.settings[name as "system" | "light" | "dark"]}</span>
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input type="checkbox" checked={colourBlind} onChange={(event) => choose({ colourBlind: event.currentTarget.checked })} />
        <span>{words.settings.colourBlind}</span>
      </label>
    </>
  );
}

export function KeyList({ keys }: { keys: [string, string][] }) {
  return (
    <dl class="key-list">
      {keys.map(([keys, what]) => (
        <div key={keys}>
          <dt>{keys}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

export function SettingsDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={words.settings.title} close={close}>
      <div class="stack">
        <Appearance />
      </div>
    </Dialog>
  );
}
