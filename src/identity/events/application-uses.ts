/** Uses of applications, as an aggregation over events. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { bucketsOf, type EventSearch } from "./event-search.ts";
import type { ApplicationUse } from "./event-store.ts";

// Up to its threshold `cardinality` is exact.
const EXACT_USERS = 40_000;
const USERS_AT_ONCE = 10_000;

/** Applications of the events that filters leave, most used first, at most `size`. */
export async function applicationUses(
  search: EventSearch,
  filters: readonly JsonObject[],
  size: number,
): Promise<ApplicationUse[]> {
  const field = "authorized_application.pk";
  const body = { size: 0, track_total_hits: false };
  const counted = await search({
    ...body,
    query: { bool: { filter: [...filters] } },
    aggs: { top: { terms: { field, size } } },
  });
  const keys = bucketsOf(counted.aggregations, "top").map(({ key }) => key ?? null);
  if (keys.length === 0) return [];
  // Users are counted for those only that are shown: that takes longer than to count events.
  const names = {
    terms: { field: "authorized_application.shown", size: 1, order: { newest: "desc" } },
    aggs: { newest: { max: { field: "created" } } },
  };
  const users = { cardinality: { field: "user.pk", precision_threshold: EXACT_USERS } };
  const top = { terms: { field, size: keys.length }, aggs: { users, names } };
  const { aggregations } = await search({
    ...body,
    query: { bool: { filter: [...filters, { terms: { [field]: keys } }] } },
    aggs: { top },
  });
  const uses: ApplicationUse[] = [];
  for (const bucket of bucketsOf(aggregations, "top")) {
    const estimate = isJsonObject(bucket["users"]) ? Number(bucket["users"]["value"]) : 0;
    // The estimate may be below the threshold when the number is above it.
    const exact =
      estimate > EXACT_USERS / 2
        ? await countUsers(search, [...filters, { term: { [field]: bucket["key"] ?? null } }])
        : estimate;
    const [name] = bucketsOf(bucket, "names");
    uses.push({
      application: applicationOf(name?.["key"], bucket["key"]),
      events: Number(bucket["doc_count"]),
      users: exact,
    });
  }
  return uses;
}

/** Counts different users, however many, in pieces in the order of their numbers. */
async function countUsers(search: EventSearch, filters: readonly JsonObject[]): Promise<number> {
  let count = 0;
  let after: number | undefined;
  for (;;) {
    const further = after === undefined ? [] : [{ range: { "user.pk": { gt: after } } }];
    const { aggregations } = await search({
      query: { bool: { filter: [...filters, ...further] } },
      size: 0,
      track_total_hits: false,
      aggs: { users: { terms: { field: "user.pk", size: USERS_AT_ONCE, order: { _key: "asc" } } } },
    });
    const buckets = bucketsOf(aggregations, "users");
    count += buckets.length;
    if (buckets.length < USERS_AT_ONCE) return count;
    after = Number(buckets.at(-1)?.["key"]);
  }
}

/** The application as it was told; what was cut off for its length is known by its pk alone. */
function applicationOf(shown: Json | undefined, pk: Json | undefined): JsonObject {
  try {
    const parsed = parseJson(typeof shown === "string" ? shown : "");
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Not whole: see above.
  }
  return { pk: pk ?? null };
}
