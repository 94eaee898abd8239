/** `transform.get_transform_stats`: how far transforms are. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenTransforms } from "../requests/transforms/chosen-transforms.ts";
import { shownStats } from "../requests/transforms/shown-transform.ts";

export const getTransformStats: Operation = {
  name: "transform.get_transform_stats",
  actions: ["cluster:monitor/transform/stats/get"],

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    // What is left out then is not computed here at all.
    booleanParameter(parameters, "basic", false);
    const { total, page } = chosenTransforms(services, parameters);
    const shown = page.map(async ({ id }) => shownStats(id, await services.transforms.view(id), services.info));
    return { status: 200, body: { count: total, transforms: await Promise.all(shown) } };
  },
};
