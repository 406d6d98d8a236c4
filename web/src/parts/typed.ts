// Text fields that store their text when the focus leaves them.
//
// Before that, the page may be rendered again, because a verdict arrives or another value changes. A field that only
// shows the stored value would then lose the typed text. The text cannot be stored after every key either: "w" is not
// yet the layer "water = 0-1".
import { useEffect, useRef, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";

type Typing = { currentTarget: { value: string } };

/**
 * Returns the value and the handlers of a text field. `keep` stores the text when the field is left or removed and, in
 * a field of one line, after Enter.
 */
export function useTyped(kept: string, keep: (text: string) => void) {
  const desk = useDesk();
  const [shown, show] = useState<string | null>(null);
  const typed = useRef(shown);
  // The handlers live longer than one rendering of the field, so they call the newest function, with the newest
  // text and `keep`.
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
    // `onChange` is not used, because preact/compat calls it after each key.
    onBlur: onLeave,
    onKeyDown: ({ key, currentTarget }: KeyboardEvent) => key === "Enter" && currentTarget instanceof HTMLInputElement && onLeave(),
  };
}
