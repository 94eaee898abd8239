/** `transform.reset_transform`: a transform as it was before it first ran, without the index that it made. */
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { namedTransform, transformConflict } from "../requests/transforms/chosen-transforms.ts";
import { readTransform } from "../requests/transforms/transform-config.ts";

export const resetTransform: Operation = {
  name: "transform.reset_transform",
  actions: ["cluster:admin/transform/reset"],
  audit: "told",

  async handle(request, services) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const force = booleanParameter(parameters, "force", false);
    const { id, definition } = namedTransform(services, parameters);
    const { cluster, transforms } = services;
    if (transforms.isStarted(id) && !force)
      throw transformConflict(`Cannot reset transform [${id}] as the task is running. Stop the transform first`);
    await transforms.stop(id, { waits: true, atCheckpoint: false, timeoutMs: 30_000 });
    await transforms.forget(id);
    // Only an index that the transform made goes.
    const { index } = readTransform(definition).dest;
    const made = ownOf(cluster.state.indices, index);
    const meta = made?.mapping["_meta"];
    if (made && isJsonObject(meta) && meta["created_by"] === "transform") {
      services.authorizeIndices(request.principal, "indices:admin/delete", [index]);
      await cluster.apply(changeSource(resetTransform.name, request), deleteIndices([index]));
    }
    return { status: 200, body: { acknowledged: true } };
  },
};
