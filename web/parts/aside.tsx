/** What was picked, beside what it was picked from. */
import type { ComponentChildren } from "preact";

interface AsideProps {
  /** `user`, as in "The picked user". */
  readonly one: string;
  /** Stands beside the button that closes it. */
  readonly head?: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Aside({ one, head, onClose, children }: AsideProps) {
  return (
    <aside class="side" aria-label={`The picked ${one}`}>
      <div class="row">
        {head ?? <span class="grow" />}
        <button type="button" class="quiet icon" aria-label={`Close the ${one}`} onClick={onClose}>
          ×
        </button>
      </div>
      {children}
    </aside>
  );
}
