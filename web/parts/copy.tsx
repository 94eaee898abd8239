/** Puts a text on the clipboard; where the browser has none (plain HTTP on another host), it is selected to be copied. */
import { useSignal } from "@preact/signals";
import { say } from "./notice.tsx";

export function Copy({ text, label = "Copy", what = "Copied." }: { text: string; label?: string; what?: string }) {
  const byHand = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(what);
    } catch {
      byHand.value = true;
    }
  };
  if (byHand.value)
    return (
      <textarea
        class="mono"
        aria-label="To be copied by hand"
        readOnly
        rows={3}
        ref={(box) => box?.select()}
        value={text}
      />
    );
  return (
    <button type="button" onClick={() => void copy()}>
      {label}
    </button>
  );
}
