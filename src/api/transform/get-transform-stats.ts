/** `transform.get_transform_stats`: how far transforms are. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { chosenTransforms } from "../requests/transforms/chosen-transforms.ts";
import { operationsBehind } from "../requests/transforms/source-operations.ts";
import { shownStats } from "../requests/transforms/shown-transform.ts";

export const getTransformStats: Operation = {
  name: "transform.get_transform_stats",
  actions: ["cluster:monitor/transform/stats/get"],

  async handle({ parameters }, services) {
    checkTimeouts(parameters);
    const basic = booleanParameter(parameters, "basic", false);
    const { info, transforms } = services;
    const { total, page } = chosenTransforms(services, parameters);
    const shown = page.map(async (kept) => {
      const view = await transforms.view(kept.id);
      const behind = basic ? undefined : await operationsBehind(services, kept, view.record.operations);
      return shownStats(kept.id, view, { info, behind });
    });
    return { status: 200, body: { count: total, transforms: await Promise.all(shown) } };
  },
};
