/** What the server knows: its operations and the words of requests, as the build found them in its lists. */
import { signal } from "@preact/signals";
import { call } from "./api.ts";

export interface Operation {
  readonly name: string;
  /** Methods, separated by commas, and a path with `{parameters}`. */
  readonly urls: readonly (readonly [string, string])[];
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly actions?: readonly string[];
  readonly summary?: string;
  readonly permission?: string;
}

export interface Lists {
  readonly search: readonly Operation[];
  readonly identity: readonly Operation[];
  readonly queries: readonly string[];
  readonly aggregations: readonly string[];
  readonly fieldTypes: readonly string[];
  readonly analyzers: readonly string[];
  readonly tokenizers: readonly string[];
  readonly tokenFilters: readonly string[];
  readonly charFilters: readonly string[];
}

export const lists = signal<Lists | undefined>(undefined);
let asked: Promise<void> | undefined;

/** Asks once; what lives of it waits for the signal. */
export function lookAtLists(): Promise<void> {
  return (asked ??= call<Lists>("GET", `/ui/a/${LISTS_FILE}`).then((answer) => {
    if (answer.ok) lists.value = answer.body;
    else asked = undefined;
  }));
}
