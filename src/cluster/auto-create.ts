/**
 * Whether a write may create its index (`AutoCreateIndex`): `action.auto_create_index` is true, false, or a list of
 * patterns with `+` and `-`.
 */
import { simpleMatch } from "../compat/wildcard.ts";
import type { ClusterState } from "./cluster-state.ts";
import { indexNotFound } from "./index-expressions.ts";

/** Throws index_not_found_exception when it may not. */
export function mayAutoCreate(state: ClusterState, name: string): void {
  const setting =
    state.transientSettings["action.auto_create_index"] ??
    state.persistentSettings["action.auto_create_index"] ??
    "true";
  const text = String(setting);
  if (text === "true") return;
  if (text === "false") throw indexNotFound(name, " and [action.auto_create_index] is [false]", false);
  for (const rule of text.split(",").map((part) => part.trim())) {
    const allowed = !rule.startsWith("-");
    if (!simpleMatch(rule.replace(/^[+-]/, ""), name)) continue;
    if (allowed) return;
    throw indexNotFound(
      name,
      ` and [action.auto_create_index] contains [${rule}] which forbids automatic creation of the index`,
      false,
    );
  }
  throw indexNotFound(name, ` and [action.auto_create_index] ([${text}]) doesn't match`, false);
}
