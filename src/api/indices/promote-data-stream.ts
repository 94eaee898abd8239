/**
 * `indices.promote_data_stream`: makes a replicated data stream an ordinary one; there are none that are replicated.
 */
import { dataStreamMissing, dataStreamOf } from "../../cluster/data-streams/data-stream.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const promoteDataStream: Operation = {
  name: "indices.promote_data_stream",
  actions: ["indices:admin/data_stream/promote"],
  indexNames: ["name"],
  audit: "nothing",

  handle({ parameters }, { cluster }) {
    checkTimeouts(parameters);
    const { name = "" } = parameters;
    if (!dataStreamOf(cluster.state, name)) throw dataStreamMissing(name);
    throw illegalArgument(`data stream [${name}] is not a replicated data stream`);
  },
};
