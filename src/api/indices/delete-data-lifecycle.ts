/** `indices.delete_data_lifecycle`: takes their lifecycle from data streams. */
import { putDataLifecycle } from "../../cluster/changes/put-data-lifecycle.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const deleteDataLifecycle: Operation = {
  name: "indices.delete_data_lifecycle",
  actions: ["indices:admin/data_stream/lifecycle/delete"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const names = chosenStreams(request, services, "manage_data_stream_lifecycle").map(({ name }) => name);
    await services.cluster.apply(changeSource(deleteDataLifecycle.name, request), putDataLifecycle(names, null));
    return { status: 200, body: { acknowledged: true } };
  },
};
