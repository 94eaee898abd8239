/** A line that says what happened, read aloud, and gone after a while. */
import { signal } from "@preact/signals";

const text = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;
const SHOWN_MS = 6000;

export function say(what: string): void {
  text.value = what;
  clearTimeout(timer);
  timer = setTimeout(() => (text.value = ""), SHOWN_MS);
}

export function Notice() {
  return (
    <div class="notice" role="status" aria-live="polite">
      {text.value && <p>{text}</p>}
    </div>
  );
}
