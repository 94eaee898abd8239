/** The destination of a transform: what its fields are mapped to, and the index itself (`SchemaUtil`). */
import { createIndex } from "../../../cluster/changes/create-index.ts";
import { aliasTargets } from "../../../cluster/index-table.ts";
import type { ChangeSource } from "../../../cluster/cluster-change.ts";
import { illegalArgument } from "../../../compat/errors.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { ownOf, put } from "../../../core/names.ts";
import type { SearchTarget } from "../../../search/search-service.ts";
import type { Principal } from "../../../security/principal.ts";
import type { Services } from "../../operation.ts";
import { groupsOf } from "./buckets.ts";
import type { TransformConfig } from "./transform-config.ts";

/**
 * Aggregations that a pivot may have, with the type of their fields; `source`: that of the field, `dynamic`: unknown.
 */
const TYPES: Readonly<Record<string, string>> = {
  avg: "double",
  cardinality: "long",
  value_count: "long",
  max: "source",
  min: "source",
  sum: "double",
  median_absolute_deviation: "double",
  weighted_avg: "double",
  geo_centroid: "geo_point",
  geo_bounds: "geo_shape",
  geo_line: "geo_shape",
  scripted_metric: "dynamic",
  bucket_selector: "dynamic",
  bucket_script: "dynamic",
  percentiles: "dynamic",
  stats: "dynamic",
  extended_stats: "dynamic",
  boxplot: "dynamic",
  filter: "dynamic",
  filters: "dynamic",
  range: "dynamic",
  missing: "dynamic",
  terms: "flattened",
  rare_terms: "flattened",
  top_metrics: "dynamic",
};

/** Types by field of the documents. Throws 400 for aggregations that a pivot cannot have. */
export function deducedTypes(
  { cluster }: Services,
  config: TransformConfig,
  targets: readonly SearchTarget[],
): Record<string, string> {
  const typeOf = (field: unknown): string | undefined => {
    if (typeof field !== "string") return undefined;
    for (const { index } of targets) {
      const type = mappedType(ownOf(cluster.state.indices, index)?.mapping ?? {}, field.split("."));
      if (type !== undefined) return type;
    }
    return undefined;
  };
  const types: Record<string, string> = {};
  if (!config.pivot) return types;
  for (const { name, kind, body } of groupsOf(config)) {
    const type =
      kind === "date_histogram"
        ? "date"
        : kind === "histogram"
          ? "double"
          : kind === "geotile_grid"
            ? "geo_tile"
            : typeOf(body["field"]);
    if (type === "geo_tile" || type === undefined) continue;
    put(types, name, type);
  }
  for (const [name, aggregation] of Object.entries(config.pivot.aggregations)) {
    const kind = isJsonObject(aggregation)
      ? Object.keys(aggregation).find((key) => !["aggs", "aggregations", "meta"].includes(key))
      : undefined;
    const type = kind === undefined ? undefined : ownOf(TYPES, kind);
    if (kind === undefined || type === undefined) throw illegalArgument(`Unsupported aggregation type [${kind}]`);
    const body = isJsonObject(aggregation) ? ownOf(aggregation, kind) : undefined;
    const given = type === "source" ? typeOf(isJsonObject(body) ? body["field"] : undefined) : type;
    if (given !== undefined && given !== "dynamic") put(types, name, given);
  }
  return types;
}

function mappedType(mapping: JsonObject, names: readonly string[]): string | undefined {
  let field: JsonObject = mapping;
  for (const name of names) {
    const { properties, fields } = field;
    const next =
      (isJsonObject(properties) ? ownOf(properties, name) : undefined) ??
      (isJsonObject(fields) ? ownOf(fields, name) : undefined);
    if (!isJsonObject(next)) return undefined;
    field = next;
  }
  return typeof field["type"] === "string" ? field["type"] : undefined;
}

/** The index that would be made, as previews show it. */
export function generatedIndex(
  id: string,
  config: TransformConfig,
  types: Readonly<Record<string, string>>,
  nowMs: number,
): { readonly mappings: JsonObject; readonly settings: JsonObject; readonly aliases: JsonObject } {
  const properties: JsonObject = {};
  if (config.deducesMappings)
    for (const [name, type] of Object.entries(types)) {
      const names = name.split(".");
      let holder = properties;
      for (const part of names.slice(0, -1)) {
        const known = ownOf(holder, part);
        const next: JsonObject = isJsonObject(known) ? known : { type: "object", properties: {} };
        put(holder, part, next);
        const { properties: inner } = next;
        holder = isJsonObject(inner) ? inner : {};
      }
      put(holder, names.at(-1) ?? name, { type });
    }
  return {
    mappings: {
      _meta: {
        _transform: {
          transform: id,
          version: { created: "10.0.0" },
          creation_date_in_millis: nowMs,
        },
        created_by: "transform",
      },
      properties,
    },
    settings: { index: { number_of_shards: "1", auto_expand_replicas: "0-1" } },
    aliases: {},
  };
}

/** Makes the index if there is none, as its owner may. */
export async function ensureDestination(
  services: Services,
  {
    id,
    config,
    principal,
    types,
    nowMs,
    source,
  }: {
    readonly id: string;
    readonly config: TransformConfig;
    readonly principal: Principal;
    readonly types: Readonly<Record<string, string>>;
    readonly nowMs: number;
    readonly source: ChangeSource;
  },
): Promise<void> {
  const { cluster } = services;
  const { index } = config.dest;
  if (ownOf(cluster.state.indices, index) || aliasTargets(cluster.state, index).length > 0) return;
  services.authorizeIndices(principal, "indices:admin/create", [index]);
  const { mappings, settings } = generatedIndex(id, config, types, nowMs);
  await cluster.apply(source, createIndex({ name: index, settings, mappings, aliases: {} }));
}
