/** `indices.get_data_stream_mappings`: mappings of data streams, and what their next index takes. */
import type { Operation } from "../operation.ts";
import { shownStreamMappings } from "../requests/stream-overrides.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const getDataStreamMappings: Operation = {
  name: "indices.get_data_stream_mappings",
  actions: ["indices:monitor/data_stream/mappings/get"],
  indexNames: ["name"],

  handle(request, services) {
    checkTimeouts(request.parameters);
    const { state } = services.cluster;
    const streams = chosenStreams(request, services, "view_index_metadata").map(({ name }) => {
      const { mappings, effective } = shownStreamMappings(state, name);
      return { name, mappings, effective_mappings: effective };
    });
    return Promise.resolve({ status: 200, body: { data_streams: streams } });
  },
};
