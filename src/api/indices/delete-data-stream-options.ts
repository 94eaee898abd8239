/** `indices.delete_data_stream_options`: takes their options from data streams. */
import { putStreamOptions } from "../../cluster/changes/put-stream-overrides.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const deleteDataStreamOptions: Operation = {
  name: "indices.delete_data_stream_options",
  actions: ["indices:admin/data_stream/options/delete"],
  indexNames: ["name"],
  audit: "told",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const names = chosenStreams(request, services, "manage").map(({ name }) => name);
    await services.cluster.apply(changeSource(deleteDataStreamOptions.name, request), putStreamOptions(names, null));
    return { status: 200, body: { acknowledged: true } };
  },
};
