/** Changes of the cluster state by which data streams follow those of another cluster, and stop doing so. */
import { updatedIndices, withIndices } from "../cluster/changed-indices.ts";
import { checkNewStream } from "../cluster/changes/create-data-stream.ts";
import { withCustom } from "../cluster/changes/put-custom.ts";
import type { ClusterChange } from "../cluster/cluster-change.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster/cluster-state.ts";
import {
  DATA_STREAMS,
  type DataStream,
  dataStreamOf,
  storedDataStream,
  streamAliases,
} from "../cluster/data-streams/data-stream.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";

/**
 * Makes an index that was just made a part of the data stream of a name, which is made after that of the leader where
 * it is not there. Throws 400 for a data stream that does not follow another one.
 */
export function joinStream(indexName: string, name: string, leader: JsonObject): ClusterChange {
  return {
    task: `follow-data-stream [${name}]`,
    apply(state) {
      const local = dataStreamOf(state, name);
      if (local && !local.replicated)
        throw illegalArgument(
          `cannot follow backing index [${indexName}], because local data stream [${name}] is no longer marked as replicated`,
        );
      if (!local) checkNewStream(state, name);
      const { generation, meta, ...rest } = leaderStream(state, name, leader);
      const known = local?.indices ?? [];
      const indices = inOrder([...known.filter((one) => one !== indexName), indexName], name);
      const stream: DataStream = { ...rest, ...local, generation, meta, replicated: true, indices };
      const changed = members(state, stream, known.at(-1));
      const stored = withCustom(withIndices(state, changed), DATA_STREAMS, name, storedDataStream(stream));
      return { state: stored.state, events: [...updatedIndices(state, changed, "aliases").events, ...stored.events] };
    },
  };
}

/** Makes an ordinary data stream of one that follows another one. Throws 404. */
export function promoteStream(name: string): ClusterChange {
  return {
    task: `promote-data-stream [${name}]`,
    apply(state) {
      const stream = dataStreamOf(state, name);
      if (!stream) throw new RequestError(404, "resource_not_found_exception", `data stream [${name}] does not exist`);
      return withCustom(state, DATA_STREAMS, name, storedDataStream({ ...stream, replicated: false }));
    },
  };
}

/** The data stream of the leader, read as one of this cluster. */
function leaderStream({ customs }: ClusterState, name: string, stored: JsonObject): DataStream {
  const streams: Record<string, JsonObject> = {};
  put(streams, name, stored);
  const read = dataStreamOf({ customs: { ...customs, [DATA_STREAMS]: streams } }, name);
  if (!read) throw illegalArgument(`[${name}] is no data stream`);
  return read;
}

/** The indices of a stream with its alias, the newest of which takes the writes, and the aliases that it has. */
function members(state: ClusterState, stream: DataStream, newestBefore: string | undefined): IndexMetadata[] {
  const before = newestBefore === undefined ? undefined : ownOf(state.indices, newestBefore);
  const shared = Object.fromEntries(before ? streamAliases(before) : []);
  return stream.indices.flatMap((one, at): IndexMetadata[] => {
    const index = ownOf(state.indices, one);
    if (!index) return [];
    const own: AliasMetadata = {
      ...ownOf(index.aliases, stream.name),
      is_data_stream: true,
      is_write_index: at === stream.indices.length - 1,
      ...(stream.hidden ? { is_hidden: true } : {}),
    };
    const aliases = { ...shared, ...index.aliases, [stream.name]: own };
    return [{ ...index, aliases, aliasesVersion: index.aliasesVersion + 1 }];
  });
}

/**
 * By what follows `.ds-`, so that an older index never takes the writes. What has no name of a backing index of the
 * stream (mounted, added by hand) stands before all that have one.
 */
function inOrder(names: readonly string[], stream: string): string[] {
  const keyOf = (name: string): string => name.slice(Math.max(0, name.indexOf(".ds-")));
  const isRegular = (name: string): boolean => name.includes(`.ds-${stream}`);
  return [...names].sort((one, other) => {
    if (isRegular(one) !== isRegular(other)) return isRegular(one) ? 1 : -1;
    return keyOf(one) < keyOf(other) ? -1 : 1;
  });
}
