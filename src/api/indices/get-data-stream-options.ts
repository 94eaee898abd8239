/** `indices.get_data_stream_options`: the options of data streams. */
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const getDataStreamOptions: Operation = {
  name: "indices.get_data_stream_options",
  actions: ["indices:admin/data_stream/options/get"],
  indexNames: ["name"],

  handle(request, services) {
    checkTimeouts(request.parameters);
    const streams = chosenStreams(request, services, "view_index_metadata").map(({ name, options }) => ({
      name,
      ...(options ? { options } : {}),
    }));
    return Promise.resolve({ status: 200, body: { data_streams: streams } });
  },
};
