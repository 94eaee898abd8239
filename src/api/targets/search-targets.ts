/**
 * What a search runs on: concrete indices, with the filters of aliases and the shards that routing and preference
 * leave.
 */
import { commaList } from "../../core/comma-list.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { IndexOptions, ResolvedIndex } from "../../cluster/cluster-service.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import type { JsonObject } from "../../core/json.ts";
import { notInSeries } from "../../documents/shard-routing.ts";
import { isTimeSeries } from "../../mapping/time-series/index-mode.ts";
import { routingHash } from "../../core/murmur3.ts";
import { ownOf } from "../../core/names.ts";
import { routingShards } from "../../cluster/routing-shards.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";
import { checkNodePreference, preferredShards } from "./preference.ts";
import { visibleIndices } from "./visible-indices.ts";

/** What of a request chooses the targets. */
export interface TargetChoice {
  readonly expression: string | undefined;
  readonly options: IndexOptions;
  readonly routing: string | undefined;
  readonly preference: string | undefined;
}

/** Resolves the targets of one search for a caller. Throws index_not_found_exception and the like. */
export function searchTargets(services: Services, principal: Principal, choice: TargetChoice): SearchTarget[] {
  const targets: SearchTarget[] = [];
  const indices = visibleIndices(
    services,
    principal,
    choice.expression,
    choice.options,
    "read",
    "indices:data/read/search",
  );
  checkIndexBlocks(
    indices.map(({ metadata }) => metadata),
    "read",
  );
  for (const resolved of indices) {
    const { metadata, access } = resolved;
    targets.push({
      uuid: metadata.uuid,
      index: metadata.name,
      filters: aliasFilters(resolved),
      access,
      shards: targetedShards(services, resolved, choice),
    });
  }
  return targets;
}

/** The shards of an index that routing and preference leave; undefined: all. */
export function targetedShards(
  services: Services,
  resolved: ResolvedIndex,
  choice: Pick<TargetChoice, "routing" | "preference">,
): number[] | undefined {
  const { metadata } = resolved;
  checkNodePreference(choice.preference, services.info, metadata.name);
  const preferred = preferredShards(choice.preference);
  const routed = routedShards(metadata, searchRouting(resolved, choice.routing));
  return preferred === undefined
    ? routed
    : preferred.filter((shard) => shard < metadata.numberOfShards && (routed?.includes(shard) ?? true));
}

/** The filter of the aliases an index was reached by: one without a filter shows everything. */
export function aliasFilters({ metadata, aliases }: ResolvedIndex): JsonObject[] {
  if (aliases === undefined) return [];
  const filters: JsonObject[] = [];
  for (const alias of aliases) {
    const filter = ownOf(metadata.aliases, alias)?.filter;
    if (filter === undefined) return [];
    filters.push(filter);
  }
  return filters.length <= 1 ? filters : [{ bool: { should: filters } }];
}

/**
 * Routing values of a search on an index; undefined: all shards. An alias' values are cut down to those of the request;
 * where nothing is left Elasticsearch searches everything, and so do we.
 */
function searchRouting({ metadata, aliases }: ResolvedIndex, requested: string | undefined): Set<string> | undefined {
  const given = requested === undefined ? undefined : new Set(splitRouting(requested));
  if (aliases === undefined) return given;
  const values = new Set<string>();
  for (const alias of aliases) {
    const ofAlias = ownOf(metadata.aliases, alias)?.search_routing;
    if (ofAlias === undefined) {
      if (given === undefined) return undefined;
      for (const value of given) values.add(value);
      continue;
    }
    for (const value of splitRouting(ofAlias)) if (given === undefined || given.has(value)) values.add(value);
  }
  return values.size > 0 ? values : undefined;
}

function splitRouting(routing: string): string[] {
  return commaList(routing);
}

/** Shards on which documents of the routing values can stand (OperationRouting.computeTargetedShards). */
function routedShards(metadata: IndexMetadata, routing: ReadonlySet<string> | undefined): number[] | undefined {
  if (routing === undefined || routing.size === 0) return undefined;
  if (isTimeSeries(metadata.settings)) throw notInSeries(metadata.name, "searching with a specified routing");
  const slots = routingShards(metadata);
  const partition = Number(metadata.settings["index.routing_partition_size"] ?? 1);
  const factor = slots / metadata.numberOfShards;
  const shards = new Set<number>();
  for (const value of routing) {
    const hash = routingHash(value);
    for (let offset = 0; offset < partition; offset++) {
      const slot = (((hash + offset) % slots) + slots) % slots;
      shards.add(Math.floor(slot / factor));
    }
  }
  return [...shards].sort((a, b) => a - b);
}
