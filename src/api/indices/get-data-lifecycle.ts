/** `indices.get_data_lifecycle`: the lifecycles of data streams. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { shownLifecycle } from "../requests/render-lifecycle.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenStreams } from "../targets/chosen-streams.ts";

export const getDataLifecycle: Operation = {
  name: "indices.get_data_lifecycle",
  actions: ["indices:admin/data_stream/lifecycle/get"],
  indexNames: ["name"],

  handle(request, services) {
    checkTimeouts(request.parameters);
    const defaults = booleanParameter(request.parameters, "include_defaults", false);
    const streams = chosenStreams(request, services, "view_index_metadata").map(({ name, lifecycle }) => ({
      name,
      ...(lifecycle ? { lifecycle: shownLifecycle(lifecycle, defaults) } : {}),
    }));
    return Promise.resolve({ status: 200, body: { data_streams: streams, global_retention: {} } });
  },
};
