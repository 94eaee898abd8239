/** The body of the alias actions: `{actions: [{add: …}, {remove: …}, {remove_index: …}]}` (IndicesAliasesRequest). */
import { didYouMean } from "../core/did-you-mean.ts";
import { illegalArgument, RequestError } from "../core/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { AliasMetadata } from "../cluster/cluster-state.ts";
import { ALIAS_FIELDS, withAliasField } from "./alias-body.ts";

/** One action. */
export interface AliasAction {
  readonly kind: "add" | "remove" | "remove_index";
  readonly indices: readonly string[];
  readonly aliases: readonly string[];
  readonly metadata: AliasMetadata;
  readonly mustExist: boolean | undefined;
}

const TARGET_FIELDS = ["index", "indices", "alias", "aliases", "must_exist"];

/** Reads the actions in order. Throws 400 in the original's words. */
export function parseAliasActions(body: JsonObject): AliasAction[] {
  for (const key of Object.keys(body)) if (key !== "actions") throw contentError(`[aliases] unknown field [${key}]${didYouMean(key, ["actions"])}`);
  const actions = body["actions"] ?? [];
  if (!Array.isArray(actions)) throw contentError("[aliases] actions doesn't support values of type: VALUE");
  return actions.flatMap((action) => {
    try {
      return parseAction(action);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const own = error.type === "x_content_parse_exception" ? [error] : undefined;
      const whole = contentError("[aliases] failed to parse field [actions]", error);
      throw own ? new RequestError(whole.status, whole.type, whole.message, { cause: error, rootCauses: own }) : whole;
    }
  });
}

function parseAction(action: Json): AliasAction[] {
  if (!isJsonObject(action)) throw contentError("[alias_action] Expected START_OBJECT");
  return Object.entries(action).map(([kind, body]) => {
    if (kind !== "add" && kind !== "remove" && kind !== "remove_index") throw contentError(`[alias_action] unknown field [${kind}]${didYouMean(kind, ["add", "remove", "remove_index"])}`);
    if (!isJsonObject(body)) throw contentError(`[alias_action] ${kind} doesn't support values of this type`);
    return parseTargets(kind, body);
  });
}

function parseTargets(kind: AliasAction["kind"], body: JsonObject): AliasAction {
  const known = [...TARGET_FIELDS, ...(kind === "add" ? ALIAS_FIELDS : [])];
  let metadata: AliasMetadata = {};
  let mustExist: boolean | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (!known.includes(key)) throw contentError(`[${kind}] unknown field [${key}]${didYouMean(key, known)}`);
    if (ALIAS_FIELDS.includes(key)) metadata = withAliasField(metadata, key, value);
    if (key === "must_exist") mustExist = value === true || value === "true";
  }
  const indices = [...textsOf(body["index"]), ...textsOf(body["indices"])];
  const aliases = [...textsOf(body["alias"]), ...textsOf(body["aliases"])];
  if (indices.length === 0) throw illegalArgument("One of [index] or [indices] is required");
  if (aliases.length === 0 && kind !== "remove_index") throw illegalArgument("One of [alias] or [aliases] is required");
  return { kind, indices, aliases, metadata, mustExist };
}

function textsOf(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(textOf) : textOf(value).split(",");
}

function textOf(value: Json): string {
  if (value === null || typeof value === "object") throw contentError("names of indices and aliases must be strings");
  return String(value);
}

function contentError(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "x_content_parse_exception", `[1:1] ${reason}`, { cause });
}
