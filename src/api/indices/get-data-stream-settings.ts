/** `indices.get_data_stream_settings`: settings of data streams, and what their next index takes. */
import type { Operation } from "../operation.ts";
import { shownStreamSettings } from "../requests/stream-overrides.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const getDataStreamSettings: Operation = {
  name: "indices.get_data_stream_settings",
  actions: ["indices:monitor/data_stream/settings/get"],
  indexNames: ["name"],

  handle(request, services) {
    checkTimeouts(request.parameters);
    const { state } = services.cluster;
    const streams = chosenStreams(request, services, "view_index_metadata").map(({ name }) => {
      const { settings, effective } = shownStreamSettings(state, name);
      return { name, settings, effective_settings: effective };
    });
    return Promise.resolve({ status: 200, body: { data_streams: streams } });
  },
};
