/** The searches of a transform: its groups as a composite aggregation, and filters for groups that changed. */
import { illegalArgument } from "../../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { ownOf, put } from "../../../core/names.ts";
import type { TransformConfig } from "./transform-config.ts";

const GROUPS = ["terms", "histogram", "date_histogram", "geotile_grid"];

/** A group of a pivot, or a unique key. */
export interface Group {
  readonly name: string;
  readonly kind: string;
  readonly body: JsonObject;
}

/** A bucket of the composite aggregation. */
export interface GroupBucket {
  readonly key: JsonObject;
  readonly docCount: number;
  readonly bucket: JsonObject;
}

/** Throws 400 for groups of other kinds. */
export function groupsOf({ pivot, latest }: TransformConfig): Group[] {
  if (latest)
    return latest.keys.map((field) => ({ name: field, kind: "terms", body: { field, missing_bucket: true } }));
  return Object.entries(pivot?.groupBy ?? {}).map(([name, given]) => {
    const [kind = "", ...others] = isJsonObject(given) ? Object.keys(given) : [];
    const body = isJsonObject(given) ? ownOf(given, kind) : undefined;
    if (!GROUPS.includes(kind) || others.length > 0 || !isJsonObject(body))
      throw illegalArgument(
        `Failed to parse object: expecting token of type one of [${GROUPS.join(", ")}] but found [${kind}]`,
      );
    return { name, kind, body };
  });
}

/** What is computed for a bucket. */
export function aggregationsOf({ pivot, latest }: TransformConfig): JsonObject {
  if (latest) return { _latest: { top_hits: { size: 1, sort: [{ [latest.sort]: { order: "desc" } }] } } };
  return pivot?.aggregations ?? {};
}

/** The body of a search for a page of buckets. */
export function pageSearch(
  config: TransformConfig,
  page: {
    readonly filters: readonly JsonObject[];
    readonly after: JsonObject | undefined;
    readonly aggregations: JsonObject;
    readonly size?: number;
  },
): JsonObject {
  const sources = groupsOf(config).map(({ name, kind, body }) => ({ [name]: { [kind]: body } }));
  const { runtime, query } = config.source;
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [query, ...page.filters] } },
    ...(Object.keys(runtime).length > 0 ? { runtime_mappings: runtime } : {}),
    aggregations: {
      _transform: {
        composite: {
          size: page.size ?? config.pageSize,
          sources,
          ...(page.after ? { after: page.after } : {}),
        },
        ...(Object.keys(page.aggregations).length > 0 ? { aggregations: page.aggregations } : {}),
      },
    },
  };
}

/** The buckets of an answer, and where the next page begins; undefined: there is none. */
export function bucketsOf(answer: JsonObject): {
  readonly buckets: GroupBucket[];
  readonly after: JsonObject | undefined;
} {
  const { aggregations } = answer;
  const found = isJsonObject(aggregations) ? aggregations["_transform"] : undefined;
  const list = isJsonObject(found) && Array.isArray(found["buckets"]) ? found["buckets"] : [];
  const after = isJsonObject(found) ? found["after_key"] : undefined;
  const buckets = list.flatMap((bucket): GroupBucket[] => {
    if (!isJsonObject(bucket) || !isJsonObject(bucket["key"])) return [];
    return [{ key: bucket["key"], docCount: Number(bucket["doc_count"] ?? 0), bucket }];
  });
  return { buckets, after: isJsonObject(after) ? after : undefined };
}

/** Lets through all documents of the buckets, and perhaps of others: those are computed again, to the same result. */
export function filtersOf(config: TransformConfig, changed: readonly GroupBucket[]): JsonObject[] {
  return groupsOf(config).flatMap(({ name, kind, body }): JsonObject[] => {
    const { field } = body;
    if (typeof field !== "string") return [];
    const values = changed.map(({ key }) => ownOf(key, name) ?? null);
    const known = values.filter((value) => value !== null);
    if (kind === "terms") return [termsFilter(field, known, known.length < values.length)];
    if ((kind !== "histogram" && kind !== "date_histogram") || known.length < values.length) return [];
    const least = Math.min(...known.map(Number));
    if (!Number.isFinite(least)) return [];
    const format = kind === "date_histogram" ? { format: "epoch_millis" } : {};
    return [{ range: { [field]: { gte: least, ...format } } }];
  });
}

function termsFilter(field: string, values: readonly Json[], withMissing: boolean): JsonObject {
  const terms: JsonObject = {};
  put(terms, field, [...new Set(values)]);
  if (!withMissing) return { terms };
  return { bool: { should: [{ terms }, { bool: { must_not: [{ exists: { field } }] } }] } };
}
