/** `cluster.state`: the metadata and placement that tools read. */
import { ownAliases } from "../../cluster/data-streams/data-stream.ts";
import { copyId } from "../../cluster/allocation/copy-id.ts";
import { blocksOf } from "../../cluster/index-blocks.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { booleanParameter, listParameter, longParameter } from "../../http/parameters.ts";
import { routingShards } from "../../cluster/routing-shards.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { type IndexHealth, indexHealth } from "../stats/index-health.ts";
import { EVERY_INDEX, indexOptions } from "../targets/index-options.ts";
import type { Services, Operation } from "../operation.ts";
import { arranged } from "../requests/render-settings.ts";
import { filterMapping } from "../requests/filter-mapping.ts";
import {
  allocationId,
  describedNode,
  primaryCopy,
  replicaCopies,
  replicasOf,
  type ShownCopy,
} from "../stats/shard-copies.ts";
import { shownNodes } from "../stats/shown-nodes.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { visibleIndices } from "../targets/visible-indices.ts";

/** Where the exclusions from voting are kept among the customs of the state. */
export const VOTING_EXCLUSIONS = "voting_config_exclusions";

export const clusterState: Operation = {
  name: "cluster.state",
  actions: ["cluster:monitor/state"],
  // Here it still says something.
  deprecated: { local: null },
  audit: "nothing",
  breaker: "never",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    if (parameters["wait_for_timeout"] !== undefined) parseTimeMs(parameters["wait_for_timeout"], "wait_for_timeout");
    booleanParameter(parameters, "local", false);
    const flat = booleanParameter(parameters, "flat_settings", false);
    const list = listParameter(parameters, "metric");
    const wants = (metric: string): boolean => list === undefined || list.includes("_all") || list.includes(metric);
    const options = {
      ...indexOptions(parameters, EVERY_INDEX),
      ...(parameters["ignore_unavailable"] === undefined ? { ignoreUnavailable: true } : {}),
    };
    const resolved = visibleIndices(services, request.principal, parameters["index"], options, "monitor").map(
      ({ metadata }) => metadata,
    );
    const { state } = services.cluster;
    const wanted = longParameter(parameters, "wait_for_metadata_version");
    if (wanted !== undefined && wanted > state.version)
      throw illegalArgument(
        `[wait_for_metadata_version] of [${wanted}] lies ahead of the present version [${state.version}]`,
      );
    const body = {
      cluster_name: state.clusterName,
      cluster_uuid: state.clusterUuid,
      ...stateParts(services, resolved, wants, flat),
    };
    return { status: 200, body };
  },
};

/** The parts of the state that are wanted, with these indices. */
export function stateParts(
  services: Services,
  indices: readonly IndexMetadata[],
  wants: (metric: string) => boolean,
  flat: boolean,
): Record<string, unknown> {
  const { state } = services.cluster;
  const placed = wants("routing_table") || wants("routing_nodes") ? indexHealth(services, indices) : [];
  const body: Record<string, unknown> = {};
  if (wants("version")) Object.assign(body, { version: state.version, state_uuid: state.clusterUuid });
  if (wants("master_node")) body["master_node"] = shownNodes(services).find(({ isMaster }) => isMaster)?.id;
  if (wants("blocks")) body["blocks"] = blocks(indices);
  if (wants("nodes"))
    body["nodes"] = Object.fromEntries(shownNodes(services).map((node) => [node.id, describedNode(node)]));
  if (wants("metadata")) body["metadata"] = metadataOf(services, indices, flat);
  if (wants("routing_table"))
    body["routing_table"] = {
      indices: Object.fromEntries(
        placed.map((index) => [index.metadata.name, { shards: routingTable(services, index) }]),
      ),
    };
  if (wants("routing_nodes")) body["routing_nodes"] = routingNodes(services, placed);
  return body;
}

/** Blocks by index and id. */
function blocks(indices: readonly IndexMetadata[]): object {
  const blocked = indices.flatMap((index) => {
    const shown = blocksOf(index).map(({ id, description, levels }) => [id, { description, retryable: false, levels }]);
    return shown.length === 0 ? [] : [[index.name, Object.fromEntries(shown)]];
  });
  return blocked.length === 0 ? {} : { indices: Object.fromEntries(blocked) };
}

function metadataOf(services: Services, indices: readonly IndexMetadata[], flat: boolean): object {
  const { state } = services.cluster;
  const shown = indices.map((metadata) => [
    metadata.name,
    {
      version: metadata.mappingVersion + metadata.settingsVersion + metadata.aliasesVersion,
      mapping_version: metadata.mappingVersion,
      settings_version: metadata.settingsVersion,
      aliases_version: metadata.aliasesVersion,
      routing_num_shards: routingShards(metadata),
      state: metadata.state,
      settings: arranged(metadata.settings, flat),
      mappings: Object.keys(metadata.mapping).length > 0 ? { _doc: filterMapping(metadata.mapping, undefined) } : {},
      aliases: Object.keys(ownAliases(metadata)),
      primary_terms: Object.fromEntries(metadata.primaryTerms.map((term, shard) => [String(shard), term])),
      in_sync_allocations: Object.fromEntries(
        metadata.primaryTerms.map((_, shard) => [String(shard), inSync(services, metadata, shard)]),
      ),
      system: metadata.system,
    },
  ]);
  return {
    cluster_uuid: state.clusterUuid,
    cluster_uuid_committed: true,
    cluster_coordination: {
      term: 1,
      last_committed_config: shownNodes(services).map(({ id }) => id),
      last_accepted_config: shownNodes(services).map(({ id }) => id),
      voting_config_exclusions: Object.values(state.customs[VOTING_EXCLUSIONS] ?? {}),
    },
    templates: state.customs["legacy_templates"] ?? {},
    indices: Object.fromEntries(shown),
    "index-graveyard": { tombstones: [] },
  };
}

/** The copies that have all that was acknowledged. */
function inSync(services: Services, metadata: IndexMetadata, shard: number): string[] {
  const copies = replicasOf(services, metadata, shard).filter(({ state }) => state === "STARTED");
  return [allocationId(metadata, shard), ...copies.map(({ node }) => copyId(metadata.uuid, shard, node))];
}

function routingTable(services: Services, index: IndexHealth): object {
  return Object.fromEntries(
    index.shards.map(({ shard }) => [
      String(shard),
      [primaryCopy(services, index, shard), ...replicaCopies(services, index, shard)],
    ]),
  );
}

function routingNodes(services: Services, indices: readonly IndexHealth[]): object {
  const copies = indices.flatMap((index) =>
    index.shards.flatMap(({ shard }): ShownCopy[] => [
      primaryCopy(services, index, shard),
      ...replicaCopies(services, index, shard),
    ]),
  );
  const on = (id: string | null): ShownCopy[] => copies.filter(({ node }) => node === id);
  return {
    unassigned: on(null),
    nodes: Object.fromEntries(shownNodes(services).map(({ id }) => [id, on(id)])),
  };
}
