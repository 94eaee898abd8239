/** Enrich policies: how they are written down, and what they must be. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf } from "../../../core/names.ts";
import type { ClusterState } from "../../../cluster/cluster-state.ts";
import { PIPELINES } from "../../../cluster/changes/put-pipeline.ts";
import type { EnrichKind } from "../../../ingest/enrich/enrich-table.ts";

/** The kind of `ClusterState.customs` under which policies are kept. */
export const ENRICH_POLICIES = "enrich_policies";

const KINDS: readonly EnrichKind[] = ["match", "geo_match", "range"];

/** A policy. */
export interface EnrichPolicy {
  readonly kind: EnrichKind;
  readonly indices: readonly string[];
  readonly matchField: string;
  readonly enrichFields: readonly string[];
  readonly query: JsonObject | undefined;
}

/** Reads the body of a policy. Throws 400. */
export function readPolicy(body: Json): { readonly policy: EnrichPolicy; readonly definition: JsonObject } {
  if (!isJsonObject(body)) throw parseFault("[policy] Expected START_OBJECT");
  const names = Object.keys(body);
  for (const name of names)
    if (!KINDS.some((kind) => kind === name)) throw parseFault(`[policy] unknown field [${name}]`);
  const kind = KINDS.find((one) => names.includes(one));
  const own = kind && ownOf(body, kind);
  if (!kind || !isJsonObject(own))
    throw illegalArgument(`Required one of fields [${KINDS.join(", ")}], but none were specified. `);
  if (names.length > 1) throw illegalArgument(`The following fields are not allowed together: [${names.join(", ")}] `);
  const known = ["name", "indices", "match_field", "enrich_fields", "query", "elasticsearch_version"];
  for (const key of Object.keys(own)) if (!known.includes(key)) throw parseFault(`[policy] unknown field [${key}]`);
  const indices = textsOf(own, "indices");
  const enrichFields = textsOf(own, "enrich_fields");
  const { match_field: matchField, query = null } = own;
  const missing = [
    ...(indices ? [] : ["indices"]),
    ...(typeof matchField === "string" ? [] : ["match_field"]),
    ...(enrichFields ? [] : ["enrich_fields"]),
  ];
  if (!indices || !enrichFields || typeof matchField !== "string")
    throw illegalArgument(
      `Required ${missing.length > 1 ? "all fields" : "one of fields"} [${missing.join(", ")}], but none were specified. `,
    );
  if (query !== null && !isJsonObject(query)) throw parseFault("[policy] query doesn't support values of this type");
  const policy = { kind, indices, matchField, enrichFields, query: query ?? undefined };
  return { policy, definition: { [kind]: definitionOf(policy) } };
}

function definitionOf({ indices, matchField, enrichFields, query }: EnrichPolicy): JsonObject {
  return {
    indices: [...indices],
    ...(query ? { query } : {}),
    match_field: matchField,
    enrich_fields: [...enrichFields],
  };
}

function textsOf(body: JsonObject, key: string): string[] | undefined {
  const value = ownOf(body, key) ?? null;
  if (value === null) return undefined;
  const list = Array.isArray(value) ? value : [value];
  if (list.every((one) => typeof one === "string")) return list;
  throw parseFault(`[policy] ${key} doesn't support values of this type`);
}

function parseFault(reason: string): RequestError {
  return new RequestError(400, "x_content_parse_exception", `[1:1] ${reason}`);
}

/** A policy as it is kept: its definition, who made it, and the index that it came to. */
export interface KeptPolicy {
  readonly definition: JsonObject;
  readonly principal: JsonObject;
  readonly index: string | undefined;
}

export function keptPolicy(state: ClusterState, name: string): KeptPolicy | undefined {
  const kept = ownOf(ownOf(state.customs, ENRICH_POLICIES), name);
  if (!kept) return undefined;
  const { definition, principal, index } = kept;
  if (!isJsonObject(definition) || !isJsonObject(principal)) return undefined;
  return { definition, principal, index: typeof index === "string" ? index : undefined };
}

export function policyNames(state: ClusterState): string[] {
  return Object.keys(ownOf(state.customs, ENRICH_POLICIES) ?? {});
}

/** 404, in the words of those who look for one. */
export function policyNotFound(name: string, words = "not found"): RequestError {
  return new RequestError(404, "resource_not_found_exception", `policy [${name}] ${words}`);
}

/** The policies that the processors of a pipeline name. */
export function policiesIn(definition: Json): string[] {
  if (Array.isArray(definition)) return definition.flatMap(policiesIn);
  if (!isJsonObject(definition)) return [];
  return Object.keys(definition).flatMap((key) => {
    const value = ownOf(definition, key) ?? null;
    const name = key === "enrich" && isJsonObject(value) ? value["policy_name"] : undefined;
    return [...(typeof name === "string" ? [name] : []), ...policiesIn(value)];
  });
}

/** The pipelines that name a policy. */
export function pipelinesWith(state: ClusterState, policy: string): string[] {
  return Object.entries(ownOf(state.customs, PIPELINES) ?? {})
    .filter(([, definition]) => policiesIn(definition).includes(policy))
    .map(([id]) => id);
}
