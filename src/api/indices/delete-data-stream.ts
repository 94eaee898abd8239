/** `indices.delete_data_stream`: removes data streams with all their indices. */
import { deleteDataStreams } from "../../cluster/changes/delete-data-streams.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const deleteDataStream: Operation = {
  name: "indices.delete_data_stream",
  actions: ["indices:admin/data_stream/delete"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const streams = chosenStreams(request, services, "delete_index");
    const names = streams.map(({ name }) => name);
    services.snapshots.checkNotCopied(
      streams.flatMap(({ indices }) => indices),
      "delete",
    );
    await services.cluster.apply(changeSource(deleteDataStream.name, request), deleteDataStreams(names));
    return { status: 200, body: { acknowledged: true } };
  },
};
