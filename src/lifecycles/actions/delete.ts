import { deleteDataStreams } from "../../cluster/changes/delete-data-streams.ts";
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import { dataStreamOf, streamOf, takesWrites } from "../../cluster/data-streams/data-stream.ts";
import { RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { type LifecycleAction, passing } from "../step.ts";

/** Removes an index; its data stream goes with the last one. */
export const deleteAction: LifecycleAction = {
  name: "delete",
  steps: (options) => [
    ...passing("wait-for-shard-history-leases", "check-ts-end-time-passed"),
    ...(ownOf(options, "delete_searchable_snapshot") === false ? [] : passing("cleanup-snapshot")),
    {
      name: "delete",
      run({ index, state, policyName }) {
        const stream = streamOf(index);
        if (stream === undefined || !takesWrites(index))
          return { kind: "gone", changes: [deleteIndices([index.name])] };
        if (dataStreamOf(state, stream)?.indices.length === 1)
          return { kind: "gone", changes: [deleteDataStreams([stream])] };
        throw new RequestError(
          500,
          "illegal_state_exception",
          `index [${index.name}] is the write index for data stream [${stream}]. stopping execution of lifecycle [${policyName}] as a data stream's write index cannot be deleted. manually rolling over the index will resume the execution of the policy as the index will not be the data stream's write index anymore`,
        );
      },
    },
  ],
};
