/** `transform.stop_transform`: lets transforms end, behind the page or the checkpoint that they are at. */
import { RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { chosenTransforms, transformConflict } from "../requests/transforms/chosen-transforms.ts";

export const stopTransform: Operation = {
  name: "transform.stop_transform",
  actions: ["cluster:admin/transform/stop"],
  audit: "told",

  async handle({ parameters }, services) {
    const waits = booleanParameter(parameters, "wait_for_completion", false);
    const force = booleanParameter(parameters, "force", false);
    const atCheckpoint = booleanParameter(parameters, "wait_for_checkpoint", false);
    const timeoutMs = parseTimeMs(parameters["timeout"] ?? "30s", "timeout");
    if (force && atCheckpoint) throw validationFailed(["cannot set both [force] and [wait_for_checkpoint] to true"]);
    const { page } = chosenTransforms(services, { ...parameters, size: "10000" });
    for (const { id } of page) {
      const { record, state } = await services.transforms.view(id);
      if (state === "failed" && !force)
        throw transformConflict(
          `Unable to stop transform [${id}] as it is in a failed state. Use force stop to stop the transform. More details: [${record.reason ?? ""}]`,
        );
    }
    const stopped = await Promise.all(
      page.map(({ id }) => services.transforms.stop(id, { waits, atCheckpoint, timeoutMs })),
    );
    const late = page.filter((_, at) => stopped[at] === false).map(({ id }) => id);
    if (late.length > 0)
      throw new RequestError(
        408,
        "status_exception",
        `Could not stop the transforms [${late.join(", ")}] as they timed out [${parameters["timeout"] ?? "30s"}].`,
      );
    return { status: 200, body: { acknowledged: true } };
  },
};
