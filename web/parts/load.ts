/** What a view asks of the server when it opens, and again when it is told to. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";
import { type Answer, call } from "../core/api.ts";

/** The last answer, and whether a newer one is awaited; old results stay meanwhile. */
export interface Loaded<T> {
  readonly answer: ReadonlySignal<Answer<T> | undefined>;
  readonly busy: ReadonlySignal<boolean>;
  /** The body, where there is a good one. */
  readonly body: T | undefined;
  readonly reload: () => Promise<void>;
}

/** Asks again whenever method, path or body differ; an undefined path asks nothing. */
export function useCall<T>(method: string, path: string | undefined, body?: unknown): Loaded<T> {
  const answer = useSignal<Answer<T> | undefined>(undefined);
  const busy = useSignal(false);
  const last = useRef(0);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const reload = useCallback(async () => {
    if (path === undefined) return;
    const turn = ++last.current;
    busy.value = true;
    const got = await call<T>(method, path, text);
    if (turn !== last.current) return;
    answer.value = got;
    busy.value = false;
  }, [method, path, text]);
  useEffect(() => {
    answer.value = undefined;
    void reload();
    return () => {
      last.current++;
    };
  }, [reload]);
  return { answer, busy, reload, body: answer.value?.ok ? answer.value.body : undefined };
}

/** Calls back so often while the page can be seen. */
export function usePolling(intervalMs: number, poll: () => void, active = true): void {
  const latest = useRef(poll);
  latest.current = poll;
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, active]);
}
