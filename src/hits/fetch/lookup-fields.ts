/** Runtime fields of type `lookup`: fields of a document in another index (`FetchLookupFieldsPhase`). */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import type { LookupDefinition } from "../../mapping/runtime/runtime-values.ts";

/** A lookup field of a hit whose value is still to be fetched. */
export interface PendingLookup {
  readonly name: string;
  readonly definition: LookupDefinition;
  /** Values of the lookup's input field. */
  readonly values: readonly Json[];
}

/** The pending lookups of one rendered hit. */
export interface HitLookups {
  readonly hit: Record<string, unknown>;
  readonly lookups: readonly PendingLookup[];
}

/** Searches an index as the caller may; answers the hits. Throws RequestError. */
export type LookUp = (targetIndex: string, body: JsonObject) => Generator<void, readonly JsonObject[]>;

/** Completes the hits' lookups; searches once per value of a field. Throws `search_phase_execution_exception`. */
export function* lookUpFields(pending: readonly HitLookups[], lookUp: LookUp): Generator<void, void> {
  const found = new Map<string, JsonObject | undefined>();
  const failures: RequestError[] = [];
  for (const { lookups } of pending) {
    for (const { definition, values } of lookups) {
      for (const value of values) {
        const key = keyOf(definition, value);
        if (found.has(key)) continue;
        found.set(key, undefined);
        try {
          found.set(key, yield* fieldsOf(definition, value, lookUp));
        } catch (error) {
          if (!(error instanceof RequestError) || error.type === "task_cancelled_exception") throw error;
          failures.push(error);
        }
      }
    }
  }
  const [first] = failures;
  if (first) throw lookupFailure(first);
  for (const { hit, lookups } of pending) {
    for (const { name, definition, values } of lookups) {
      const shown = values.flatMap((value) => found.get(keyOf(definition, value)) ?? []);
      if (shown.length > 0) hit["fields"] = { ...(isJsonObject(hit["fields"]) ? hit["fields"] : {}), [name]: shown };
    }
  }
}

function keyOf(definition: LookupDefinition, value: Json): string {
  return JSON.stringify([definition, valueText(value)]);
}

/** The fields of the best document with the value; undefined when there is none, or when it has none of the fields. */
function* fieldsOf(
  { targetIndex, targetField, fetchFields }: LookupDefinition,
  value: Json,
  lookUp: LookUp,
): Generator<void, JsonObject | undefined> {
  const fields = fetchFields.map(({ field, format }) => (format === undefined ? field : { field, format }));
  const [hit] = yield* lookUp(targetIndex, {
    size: 1,
    query: { term: { [targetField]: value } },
    fields,
    _source: false,
  });
  const shown = hit?.["fields"];
  return isJsonObject(shown) && Object.keys(shown).length > 0 ? shown : undefined;
}

function lookupFailure(cause: RequestError): RequestError {
  return new RequestError(cause.status, "search_phase_execution_exception", "failed to fetch lookup fields", {
    details: { phase: "fetch_lookup_fields", grouped: true, failed_shards: [] },
    rootCauses: [],
    cause,
  });
}
