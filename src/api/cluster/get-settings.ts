/** `cluster.get_settings`: settings of the cluster. */
import { defaultClusterSettings } from "../../cluster/cluster-settings.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { arranged } from "../requests/render-settings.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getClusterSettings: Operation = {
  name: "cluster.get_settings",
  actions: ["cluster:monitor/settings"],
  breaker: "never",

  async handle(request, services) {
    checkTimeouts(request.parameters);
    const flat = booleanParameter(request.parameters, "flat_settings", false);
    const includeDefaults = booleanParameter(request.parameters, "include_defaults", false);
    const { state } = services.cluster;
    return {
      status: 200,
      body: {
        persistent: arranged(state.persistentSettings, flat),
        transient: arranged(state.transientSettings, flat),
        defaults: includeDefaults ? arranged(defaultClusterSettings(state), flat) : undefined,
      },
    };
  },
};
