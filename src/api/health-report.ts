/** `health_report`: how well the parts of the cluster are, what that means, and what can be done about it. */
import { RequestError } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { ownOf } from "../core/names.ts";
import { booleanParameter, integerParameter, listParameter } from "../http/parameters.ts";
import type { Operation } from "./operation.ts";
import { healthIndicators } from "./requests/health-indicators.ts";
import { checkTimeouts } from "./requests/timeouts.ts";
import { worst } from "./stats/index-health.ts";

/** Resources that are named with what concerns them, unless asked otherwise. */
const NAMED = 1000;

export const healthReport: Operation = {
  name: "health_report",
  actions: ["cluster:monitor/health_api"],

  handle({ parameters }, services) {
    checkTimeouts(parameters);
    const isVerbose = booleanParameter(parameters, "verbose", true);
    const size = integerParameter(parameters, "size") ?? NAMED;
    if (size < 0) throw validationFailed(["The size parameter must be a positive integer"]);
    const [feature] = listParameter(parameters, "feature") ?? [];
    if (feature !== undefined && ownOf(healthIndicators, feature) === undefined)
      throw new RequestError(404, "resource_not_found_exception", `Did not find indicator ${feature}`);
    const shown = Object.entries(healthIndicators)
      .filter(([name]) => feature === undefined || name === feature)
      .map(([name, indicator]) => [name, indicator(services, size)] as const);
    const indicators = shown.map(([name, { status, symptom, ...more }]) => [
      name,
      { status, symptom, ...(isVerbose ? more : { ...(more.impacts ? { impacts: more.impacts } : {}) }) },
    ]);
    return {
      status: 200,
      body: {
        // Of one part alone nothing is said of the whole.
        ...(feature === undefined ? { status: worst(shown.map(([, { status }]) => status)) } : {}),
        cluster_name: services.cluster.state.clusterName,
        indicators: Object.fromEntries(indicators),
      },
    };
  },
};
