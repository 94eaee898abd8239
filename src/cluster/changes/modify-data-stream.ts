/** Adds indices to data streams, or removes them from these, in one change. */
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { updatedIndices } from "../changed-indices.ts";
import type { Changed, ClusterChange, ClusterEvent } from "../cluster-change.ts";
import type { AliasMetadata, ClusterState, IndexMetadata } from "../cluster-state.ts";
import {
  DATA_STREAMS,
  type DataStream,
  dataStreamOf,
  storedDataStream,
  streamOf,
  takesWrites,
} from "../data-streams/data-stream.ts";
import { withCustom } from "./put-custom.ts";

export interface DataStreamAction {
  readonly kind: "add_backing_index" | "remove_backing_index";
  readonly dataStream: string;
  readonly index: string;
}

export function modifyDataStreams(actions: readonly DataStreamAction[]): ClusterChange {
  return {
    task: "update-backing-indices",
    apply(state) {
      let next = state;
      const events: ClusterEvent[] = [];
      for (const action of actions) {
        const changed = modified(next, action);
        next = changed.state;
        events.push(...changed.events);
      }
      return { state: next, events };
    },
  };
}

function modified(state: ClusterState, { kind, dataStream, index: name }: DataStreamAction): Changed {
  const stream = dataStreamOf(state, dataStream);
  if (!stream) throw illegalArgument(`data stream [${dataStream}] not found`);
  const index = ownOf(state.indices, name);
  if (!index) throw illegalArgument(`index [${name}] not found`);
  return kind === "add_backing_index" ? added(state, stream, index) : removed(state, stream, index);
}

function added(state: ClusterState, stream: DataStream, index: IndexMetadata): Changed {
  const owner = streamOf(index);
  if (owner === stream.name) return { state, events: [] };
  if (owner !== undefined)
    throw illegalArgument(
      `cannot add index [${index.name}] to data stream [${stream.name}] because it is already a backing index on data stream [${owner}]`,
    );
  const aliases = Object.keys(index.aliases);
  if (aliases.length > 0)
    throw illegalArgument(
      `cannot add index [${index.name}] to data stream [${stream.name}] until its ${aliases.length > 1 ? "aliases" : "alias"} [${aliases.join(",")}] ${aliases.length > 1 ? "are" : "is"} removed`,
    );
  const own: AliasMetadata = {
    is_data_stream: true,
    is_write_index: false,
    ...(stream.hidden ? { is_hidden: true } : {}),
  };
  const settings = { ...index.settings, "index.hidden": "true" };
  return withMembers(
    state,
    { ...stream, indices: [index.name, ...stream.indices] },
    {
      ...index,
      settings,
      settingsVersion: index.settingsVersion + 1,
      aliases: { [stream.name]: own },
    },
  );
}

function removed(state: ClusterState, stream: DataStream, index: IndexMetadata): Changed {
  if (streamOf(index) !== stream.name)
    throw illegalArgument(`index [${index.name}] is not part of data stream [${stream.name}]`);
  if (takesWrites(index))
    throw illegalArgument(
      `cannot remove backing index [${index.name}] of data stream [${stream.name}] because it is the write index`,
    );
  const settings = Object.fromEntries(Object.entries(index.settings).filter(([name]) => name !== "index.hidden"));
  return withMembers(
    state,
    { ...stream, indices: stream.indices.filter((name) => name !== index.name) },
    {
      ...index,
      settings,
      settingsVersion: index.settingsVersion + 1,
      aliases: {},
    },
  );
}

/** The state with the stream and one index that joined or left it. */
function withMembers(state: ClusterState, stream: DataStream, index: IndexMetadata): Changed {
  const grown = { ...stream, generation: stream.generation + 1 };
  const changed = updatedIndices(state, [{ ...index, aliasesVersion: index.aliasesVersion + 1 }], "aliases");
  const stored = withCustom(changed.state, DATA_STREAMS, stream.name, storedDataStream(grown));
  return { state: stored.state, events: [...changed.events, ...stored.events] };
}
