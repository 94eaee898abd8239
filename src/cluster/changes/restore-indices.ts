/**
 * Takes over indices that come from elsewhere with their data, in place of closed ones of the same name, with their
 * data streams and what goes with them: all in one change.
 */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { withIndices } from "../changed-indices.ts";
import type { ChangeInputs, ClusterChange, ClusterEvent } from "../cluster-change.ts";
import type { ClusterState, IndexMetadata } from "../cluster-state.ts";
import { DATA_STREAMS, dataStreamOf } from "../data-streams/data-stream.ts";
import { checkIndexName } from "../index-names.ts";
import { checkShardLimit } from "../shard-limit.ts";
import { internalIndex, isSystemName } from "../system-indices.ts";
import { checkNewName, creationBlocked } from "./create-index.ts";
import { checkWriteIndices, invalidAliasName } from "./update-aliases.ts";

/** An index as it is to be; its uuid is new, and its shards are where that of the uuid are. */
export interface RestoredIndex {
  readonly metadata: IndexMetadata;
  /** Its name where it comes from. */
  readonly from: string;
  /** A closed index that it takes the place of keeps its aliases. */
  readonly keepsAliases: boolean;
}

export interface RestoreRequest {
  /** Where it comes from, in errors. */
  readonly place: string;
  readonly indices: readonly RestoredIndex[];
  /** Data streams in their stored form. */
  readonly dataStreams: Readonly<Record<string, JsonObject>>;
  /** What else is restored. */
  readonly withGlobal?: (state: ClusterState) => ClusterState;
}

export function restoreIndices(request: RestoreRequest): ClusterChange {
  const { indices, dataStreams, withGlobal } = request;
  return {
    task: `restore_snapshot[${request.place}]`,
    apply(state, inputs) {
      const restored = indices.map((index) => restoredIndex(state, request, index));
      for (const index of restored) checkRestored(state, index, inputs);
      checkShardLimit(state, restored);
      let next = withIndices(state, restored);
      checkWriteIndices(next, [...new Set(restored.flatMap(({ aliases }) => Object.keys(aliases)))]);
      next = withStreams(next, request, state);
      if (withGlobal) next = withGlobal(next);
      const events = restored.map(({ name }): ClusterEvent => {
        const action = ownOf(state.indices, name) ? "updated" : "created";
        return { action, model: "index", name, part: "restore" };
      });
      for (const name of Object.keys(dataStreams)) events.push({ action: "created", model: DATA_STREAMS, name });
      if (withGlobal) events.push({ action: "updated", model: "cluster_settings", name: "cluster" });
      return { state: next, events };
    },
  };
}

/** The index, with what stays of the closed one in whose place it comes. */
function restoredIndex(state: ClusterState, { place }: RestoreRequest, index: RestoredIndex): IndexMetadata {
  const { metadata, from, keepsAliases } = index;
  const { name } = metadata;
  const before = ownOf(state.indices, name);
  if (!before) return metadata;
  if (before.state === "open" && !metadata.system)
    throw refused(
      place,
      `cannot restore index [${name}] because an open index with same name already exists in the cluster. Either close or delete the existing index or restore the index under a different name by providing a rename pattern and replacement name`,
    );
  if (before.numberOfShards !== metadata.numberOfShards)
    throw refused(
      place,
      `cannot restore index [${name}] with [${before.numberOfShards}] shards from a snapshot of index [${from}] with [${metadata.numberOfShards}] shards`,
    );
  return {
    ...metadata,
    aliases: keepsAliases ? before.aliases : metadata.aliases,
    mappingVersion: Math.max(metadata.mappingVersion, before.mappingVersion + 1),
    settingsVersion: Math.max(metadata.settingsVersion, before.settingsVersion + 1),
    aliasesVersion: Math.max(metadata.aliasesVersion, before.aliasesVersion + 1),
  };
}

function checkRestored(state: ClusterState, index: IndexMetadata, inputs: ChangeInputs): void {
  const { name, aliases, system } = index;
  if (!system) {
    if (inputs.isFlooded) throw creationBlocked();
    checkIndexName(name);
    if (isSystemName(name)) throw internalIndex(name);
  }
  if (!ownOf(state.indices, name)) checkNewName(state, name);
  for (const [alias, { is_data_stream: isStream }] of Object.entries(aliases)) {
    if (alias === name) throw illegalArgument(`alias name [${alias}] self-conflicts with index name`);
    if (ownOf(state.indices, alias) || (isStream !== true && dataStreamOf(state, alias))) throw invalidAliasName(alias);
  }
  // What its analysis reads must be there.
  inputs.analysisOf(index);
}

function withStreams(state: ClusterState, { place, dataStreams }: RestoreRequest, before: ClusterState): ClusterState {
  const names = Object.keys(dataStreams);
  if (names.length === 0) return state;
  const streams = { ...ownOf(state.customs, DATA_STREAMS) };
  for (const name of names) {
    if (dataStreamOf(before, name))
      throw refused(
        place,
        `cannot restore data stream [${name}] because a data stream with the same name already exists`,
      );
    put(streams, name, ownOf(dataStreams, name) ?? {});
  }
  return { ...state, customs: { ...state.customs, [DATA_STREAMS]: streams } };
}

function refused(place: string, problem: string): RequestError {
  return new RequestError(500, "snapshot_restore_exception", `[${place}] ${problem}`);
}
