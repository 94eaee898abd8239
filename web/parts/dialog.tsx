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

/** Something that is done once a dialog is answered: under way, gone wrong, or over. */
export interface Asking {
  readonly busy: boolean;
  readonly fault: Fault | undefined;
  readonly submit: (event?: Event) => void;
}

/** `act` answers what went wrong, or `stays` where the dialog is not over yet. */
export function useAsking(act: () => Promise<Fault | "stays" | undefined>, onClose: () => void): Asking {
  const busy = useSignal(false);
  const fault = useSignal<Fault | undefined>(undefined);
  const run = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    const verdict = await act();
    busy.value = false;
    fault.value = verdict === "stays" ? undefined : verdict;
    if (!verdict) onClose();
  };
  const submit = (event?: Event): void => {
    event?.preventDefault();
    void run();
  };
  return { busy: busy.value, fault: fault.value, submit };
}

interface AskProps extends DialogProps {
  readonly asking: Asking;
  /** What the button does. */
  readonly label: string;
  readonly danger?: boolean;
  /** Whether it may be done now. */
  readonly ready?: boolean;
  /** In place of Cancel. */
  readonly cancel?: string;
  readonly onCancel?: () => void;
  /** Other ways to answer. */
  readonly more?: ComponentChildren;
  /** Where `children` shows what went wrong itself. */
  readonly quiet?: boolean;
}

/** A dialog with something to be filled in or decided, and two buttons. */
export function Ask(props: AskProps) {
  const { asking, label, danger, ready, cancel = "Cancel", children, more, quiet, onClose, ...dialog } = props;
  return (
    <Dialog {...dialog} onClose={onClose}>
      <form onSubmit={asking.submit}>
        <div class="body">
          {children}
          {asking.fault && quiet !== true && <Failure fault={asking.fault} />}
        </div>
        <footer>
          {more}
          <button type="button" onClick={props.onCancel ?? onClose}>
            {cancel}
          </button>
          <button class={danger === true ? "danger" : "primary"} disabled={ready === false || asking.busy}>
            {label}
          </button>
        </footer>
      </form>
    </Dialog>
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
  const ready = word === undefined || typed.value === word;
  const asking = useAsking(() => (ready ? act() : Promise.resolve("stays")), onClose);
  return (
    <Ask title={title} asking={asking} label={label} danger ready={ready} onClose={onClose}>
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
    </Ask>
  );
}
