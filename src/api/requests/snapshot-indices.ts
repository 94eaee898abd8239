/** What of the cluster goes into a snapshot: indices and data streams by an expression. */
import { dataStreams } from "../../cluster/data-streams/data-stream.ts";
import { internalIndex, isSystemName } from "../../cluster/system-indices.ts";
import type { IndexOptions } from "../../cluster/cluster-service.ts";
import { takesName } from "../../compat/chosen-names.ts";
import type { SnapshotRequest } from "../../snapshots/snapshots.ts";
import { EVERY_INDEX } from "../targets/index-options.ts";
import type { Services } from "../operation.ts";

/** Throws 404 for a name that is missing, 403 for one of the server itself. */
export function snapshotIndices(
  { cluster }: Pick<Services, "cluster">,
  names: readonly string[] | undefined,
  options: Partial<IndexOptions>,
): Pick<SnapshotRequest, "indices" | "dataStreams"> {
  const parts = names?.filter((name) => name !== "") ?? [];
  const own = parts.find(isSystemName);
  if (own !== undefined) throw internalIndex(own);
  const resolved = cluster.resolve(parts.join(","), { ...EVERY_INDEX, ...options });
  const indices = resolved.map(({ metadata }) => metadata).filter(({ system }) => !system);
  const held = new Set(indices.map(({ name }) => name));
  const patterns = parts.length === 0 || (parts.length === 1 && parts[0] === "_all") ? ["*"] : parts;
  // A stream is there as a whole or not at all.
  const streams = dataStreams(cluster.state).filter(
    (stream) => takesName(patterns, stream.name) && stream.indices.every((index) => held.has(index)),
  );
  return {
    indices: indices.map(({ name, uuid, numberOfShards }) => ({ name, uuid, shards: numberOfShards })),
    dataStreams: streams.map(({ name }) => name),
  };
}
