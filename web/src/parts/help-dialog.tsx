// Explains the purpose of the page, the first steps and the keys, with links to the documentation.
import { words } from "../words.ts";
import { Dialog } from "./dialog.tsx";
import { KeyList } from "./settings-dialog.tsx";

const DOCS = "https://cluewright.github.io/cluewright/docs/";
const SOURCE = "https://github.com/cluewright/cluewright";

export function HelpDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={words.help.title} close={close} wide>
      <div class="stack help">
        <p>{words.help.about}</p>
        <div class="open-columns">
          <section class="stack tight">
            <h3>{words.help.start}</h3>
            <ol class="help-steps">
              {words.help.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <h3>{words.help.modes}</h3>
            <dl class="key-list">
              {(["given", "digit", "marks"] as const).map((mode) => (
                <div key={mode}>
                  <dt>{words.modes[mode]}</dt>
                  <dd>{words.modes.help[mode]}</dd>
                </div>
              ))}
            </dl>
            <h3>{words.help.more}</h3>
            <ul class="stack tight">
              <li>
                <a href={DOCS} target="_blank" rel="noopener noreferrer">
                  {words.help.docs}
                </a>
              </li>
              <li>
                <a href={`${DOCS}RULE-LANGUAGE/`} target="_blank" rel="noopener noreferrer">
                  {words.own.language}
                </a>
              </li>
              <li>
                <a href={`${DOCS}TECHNIQUES/`} target="_blank" rel="noopener noreferrer">
                  {words.help.techniques}
                </a>
              </li>
              <li>
                <a href={SOURCE} target="_blank" rel="noopener noreferrer">
                  {words.help.source}
                </a>
              </li>
            </ul>
          </section>
          <section class="stack tight">
            <h3>{words.settings.keys}</h3>
            <KeyList keys={words.settings.keyList} />
          </section>
        </div>
      </div>
    </Dialog>
  );
}
