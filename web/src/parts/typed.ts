// Text fields that store their text when the focus leaves them. Until then the page may redraw (a verdict arrives, another
// value changes), so a field that only shows the stored value would lose what was typed. The text cannot be read after every key either: "w" is not yet the layer "water = 0-1".
import { useEffect, useRef, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";

type Typing = { currentTarget: { value: string } };

/** The value and the handlers of a text field. `keep` takes what was typed when the field is left or goes away, and after Enter in a field of one line. */
export function useTyped(kept: string, keep: (text: string) => void) {
  const desk = useDesk();
  const [shown, show] = useState<string | null>(null);
  const typed = useRef(shown);
  const leave = useRef(() => {});
  leave.current = () => {
    const text = typed.current;
    desk.typing = typed.current = null;
    show(null);
    if (text !== null && text !== kept) keep(text);
  };
  useEffect(() => () => typed.current !== null && leave.current(), []);
  const onLeave = () => leave.current();
  return {
    value: shown ?? kept,
    onInput: ({ currentTarget }: Typing) => {
      show((typed.current = currentTarget.value));
      desk.typing = onLeave;
    },
    // Not onChange, which preact/compat calls after each key.
    onBlur: onLeave,
    onKeyDown: ({ key, currentTarget }: KeyboardEvent) => key === "Enter" && currentTarget instanceof HTMLInputElement && onLeave(),
  };
}
