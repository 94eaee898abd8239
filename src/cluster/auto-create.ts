/**
 * Whether a write may create its index (`AutoCreateIndex`): `action.auto_create_index` is true, false, or a list of
 * patterns with `+` and `-`.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { simpleMatch } from "../compat/wildcard.ts";
import type { ClusterState } from "./cluster-state.ts";
import { indexNotFound } from "./index-expressions.ts";
import { listText, matchingIndexTemplate } from "./templates/matching-templates.ts";

/** Throws index_not_found_exception when it may not. What the index template says goes before the setting. */
export function mayAutoCreate(state: ClusterState, name: string): void {
  const template = matchingIndexTemplate(state, name, false);
  if (template?.allowAutoCreate === true) return;
  if (template?.allowAutoCreate === false) {
    const reason = `composable template ${listText(template.patterns)} forbids index auto creation`;
    throw indexNotFound(reason, "", false);
  }
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

/** Throws 400 for a sign without an index name behind it. */
export function checkAutoCreate(text: string): void {
  const sign = text.split(",").find((rule) => rule.trim() === "+" || rule.trim() === "-");
  if (sign === undefined) return;
  const refusal = illegalArgument(
    `Can't parse [${text}] for setting [action.auto_create_index] must contain an index name after [${sign.trim()}]`,
  );
  const { status, type, message } = refusal;
  const reason = `Failed to parse value [${text}] as only [true] or [false] are allowed.`;
  throw new RequestError(status, type, message, {
    details: { suppressed: [{ type, reason }] },
    rootCauses: [refusal],
  });
}
