/**
 * Records as documents of the identity index, and its mapping.
 *
 * | document | id | fields |
 * |---|---|---|
 * | record | `user:1` | `model`, `fields` (as they are), `claims` (what it holds), and for lists `filter`, `words`,
 * `order.<field>` |
 * | claim | `claim:user-name:alice` | `model: "claim"`, `holder` |
 * | sequence | `sequence:user` | `model: "sequence"`, `last` |
 */
import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { filterKeys, orderKey, searchKeys } from "./list-keys.ts";
import type { RecordModel } from "./record-store.ts";

/** Name of the column that breaks ties. */
export const TIE_BREAKER = "order._id";

/** Settings of the index: one shard, all pages of a list. Refreshes happen when a list asks. */
export const identitySettings: JsonObject = {
  index: {
    number_of_shards: 1,
    // Every node asks for callers.
    auto_expand_replicas: "0-all",
    hidden: true,
    refresh_interval: "-1",
    max_result_window: 2_147_483_647,
  },
};

/** Mapping of the index, for the models that it holds. */
export function identityMapping(models: readonly RecordModel[]): JsonObject {
  const order: JsonObject = { _id: { type: "keyword", index: false } };
  for (const model of models) for (const field of model.ordering) put(order, field, { type: "keyword" });
  return {
    dynamic: "strict",
    properties: {
      model: { type: "keyword" },
      filter: { type: "keyword" },
      // A search for a piece of a text reads what shares its letters, not every text.
      words: { type: "wildcard" },
      order: { properties: order },
      claims: { type: "keyword", index: false, doc_values: false },
      holder: { type: "keyword", index: false, doc_values: false },
      last: { type: "long", index: false, doc_values: false },
      group: { type: "keyword", index: false, doc_values: false },
      fields: { type: "object", enabled: false },
    },
  };
}

/** The document of a record. */
export function recordDocument(
  model: RecordModel,
  id: string,
  fields: JsonObject,
  claims: readonly string[],
): JsonObject {
  const order: Record<string, Json> = { _id: orderKey(id) ?? id };
  for (const field of model.ordering) {
    const key = orderKey(ownOf(fields, field));
    if (key !== undefined) put(order, field, key);
  }
  return {
    model: model.name,
    fields,
    claims: [...claims],
    filter: model.filters.flatMap((field) => filterKeys(field, ownOf(fields, field))),
    words: model.searchFields.flatMap((field) => searchKeys(field, ownOf(fields, field))),
    order,
  };
}

// Ids of documents are limited to 512 bytes.
const LONGEST_CLAIM_BYTES = 400;

/** Id of the document of a claim. */
export function claimId(claim: string): string {
  if (Buffer.byteLength(claim) <= LONGEST_CLAIM_BYTES) return `claim:${claim}`;
  return `claim#${createHash("sha256").update(claim).digest("base64url")}`;
}
