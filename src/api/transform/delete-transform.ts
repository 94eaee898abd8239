/** `transform.delete_transform`: removes a transform that is not started. */
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { namedTransform, transformConflict } from "../requests/transforms/chosen-transforms.ts";
import { readTransform } from "../requests/transforms/transform-config.ts";
import { TRANSFORMS } from "../requests/transforms/transforms.ts";

const FORCED = { waits: true, atCheckpoint: false, timeoutMs: 30_000 };

export const deleteTransform: Operation = {
  name: "transform.delete_transform",
  actions: ["cluster:admin/transform/delete"],
  audit: "told",

  async handle(request, services) {
    const { parameters, principal } = request;
    checkTimeouts(parameters);
    const force = booleanParameter(parameters, "force", false);
    const removesIndex = booleanParameter(parameters, "delete_dest_index", false);
    const { id, definition } = namedTransform(services, parameters);
    const { cluster, transforms } = services;
    if (transforms.isStarted(id) && !force)
      throw transformConflict(`Cannot delete transform [${id}] as the task is running. Stop the transform first`);
    const { index } = readTransform(definition).dest;
    if (removesIndex) services.authorizeIndices(principal, "indices:admin/delete", [index]);
    await transforms.stop(id, FORCED);
    const source = changeSource(deleteTransform.name, request);
    await cluster.apply(source, putCustom(TRANSFORMS, id, null));
    await transforms.forget(id);
    if (removesIndex && ownOf(cluster.state.indices, index)) await cluster.apply(source, deleteIndices([index]));
    return { status: 200, body: { acknowledged: true } };
  },
};
