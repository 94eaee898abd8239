/** `transform.schedule_now_transform`: lets a started transform look for changes at once. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { namedTransform, transformConflict } from "../requests/transforms/chosen-transforms.ts";

export const scheduleNowTransform: Operation = {
  name: "transform.schedule_now_transform",
  actions: ["cluster:admin/transform/schedule_now"],
  audit: "nothing",

  handle({ parameters }, services) {
    checkTimeouts(parameters);
    booleanParameter(parameters, "defer", false);
    const { id } = namedTransform(services, parameters);
    if (!services.transforms.hurry(id))
      throw transformConflict(`Cannot schedule_now transform [${id}] as it is not started.`);
    return { status: 200, body: { acknowledged: true } };
  },
};
