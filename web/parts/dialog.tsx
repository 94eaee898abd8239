/** Questions over the page: the browser keeps the focus inside, and Escape closes. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Fault } from "../core/api.ts";
import { Failure } from "./states.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}

export function Dialog({ title, onClose, children, wide }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={wide === true ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet icon" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** What will go. */
  readonly children: ComponentChildren;
  /** To be typed before anything happens; absent: the button is enough. */
  readonly word?: string;
  readonly label: string;
  /** Answers what went wrong. */
  readonly act: () => Promise<Fault | undefined>;
  readonly onClose: () => void;
}

/** Asks before something goes for good. */
export function Confirm({ title, children, word, label, act, onClose }: ConfirmProps) {
  const typed = useSignal("");
  const busy = useSignal(false);
  const fault = useSignal<Fault | undefined>(undefined);
  const ready = word === undefined || typed.value === word;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!ready || busy.value) return;
    busy.value = true;
    fault.value = await act();
    busy.value = false;
    if (!fault.value) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div class="body">
          {children}
          {word !== undefined && (
            <label class="field">
              <span>
                Type <b class="mono">{word}</b> to go on
              </span>
              <input
                autocomplete="off"
                spellcheck={false}
                value={typed}
                onInput={(event) => (typed.value = event.currentTarget.value)}
              />
            </label>
          )}
          {fault.value && <Failure fault={fault.value} />}
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button class="danger" disabled={!ready || busy.value}>
            {label}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
