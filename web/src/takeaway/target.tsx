// Shows a site where the puzzle can be published, with its link and what the link leaves out.
import { useEffect, useState } from "preact/hooks";
import { words } from "../words.ts";

interface Found {
  address: string;
  /** The parts of the puzzle that the link leaves out. */
  notes: string[];
}

interface TargetProps {
  label: string;
  about: string;
  /** The text from which the link is created. If the text changes, a new link is created. */
  of: string;
  opens?: boolean;
  find: () => Promise<Found>;
}

export function Target({ label, about, of, opens = false, find }: TargetProps) {
  const [found, setFound] = useState<Found | { refused: string } | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    // The link of an earlier puzzle may arrive late. It must not replace the current one.
    let isOver = false;
    // Until the new link arrives, the earlier one must not be copied.
    setFound(null);
    setCopied(false);
    find().then(
      (result) => isOver || setFound(result),
      (error: Error) => isOver || setFound({ refused: error.message }),
    );
    return () => {
      isOver = true;
    };
  }, [of]);
  const address = found && "address" in found ? found.address : "";
  const notes = found === null ? [words.publish.making] : "refused" in found ? [words.publish.refused(found.refused)] : found.notes;
  return (
    <div class="link-row">
      <label>
        <span>{label}</span>
        <input type="text" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button
        type="button"
        class="button"
        disabled={!address}
        onClick={() =>
          void navigator.clipboard.writeText(address).then(
            () => setCopied(true),
            // If the browser refuses to copy, the address can still be copied from its field.
            () => undefined,
          )
        }
      >
        {copied ? words.publish.copied : words.publish.copy}
      </button>
      {opens && address.startsWith("http") && (
        <a class="button" href={address} target="_blank" rel="noopener noreferrer">
          {words.publish.open}
        </a>
      )}
      <p class="hint">
        {about}
        {notes.map((note) => (
          <strong key={note} class="left-out">
            {note}
          </strong>
        ))}
      </p>
    </div>
  );
}
