/** What a view shows in place of what it has not: nothing there, not allowed, not answered yet. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Fault } from "../core/api.ts";

/** What it is, why it is empty, and the one next step. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** Type and reason of the server; of a 403 what would allow it. */
export function Failure({ fault, retry }: { fault: Fault; retry?: (() => void) | undefined }) {
  const missing = /this action is granted by the (?:cluster|index) privileges \[([^\]]+)\]/.exec(fault.reason)?.[1];
  const title = fault.status === 403 ? "You may not do this" : fault.status === 0 ? "No answer" : fault.type;
  return (
    <div class="failure" role="alert">
      <h2>{title}</h2>
      <p>{fault.reason}</p>
      {fault.line !== undefined && (
        <p class="hint">
          Line {fault.line}, column {fault.column}
        </p>
      )}
      {missing && <p class="hint">One of these privileges would allow it: {missing.replaceAll(",", ", ")}.</p>}
      {retry && (
        <p>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

const PATIENCE_MS = 150;

/** Nothing for a moment, then grey lines in the shape of what comes. */
export function Loading({ lines = 8 }: { lines?: number }) {
  const late = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (late.value = true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status">
      <span class="away">Loading…</span>
      {late.value && (
        <div class="skeleton" aria-hidden="true">
          {Array.from({ length: lines }, (_, at) => (
            <i key={at} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Shape and word of a state: never colour alone. */
export function Status({ kind, children }: { kind: "ok" | "warn" | "bad" | "none"; children: ComponentChildren }) {
  return (
    <span class={`status ${kind}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  );
}

export const kindOfHealth = (health: string): "ok" | "warn" | "bad" | "none" =>
  health === "green" ? "ok" : health === "yellow" ? "warn" : health === "red" ? "bad" : "none";
