import { choose, settings, type Settings } from "../settings.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { Dialog } from "./dialog.tsx";

const THEMES: Settings["theme"][] = ["system", "light", "dark"];

export function SettingsDialog({ close }: { close: () => void }) {
  const { theme, colourBlind } = useStore(settings);
  return (
    <Dialog title={words.settings.title} close={close}>
      <div class="stack">
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
      </div>
    </Dialog>
  );
}
