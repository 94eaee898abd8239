/** `transform.put_transform`: makes a transform, which runs as who makes it may. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { RequestError } from "../../compat/errors.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { keptPrincipal } from "../requests/kept-principal.ts";
import { objectOf, requiredJson } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";
import { checkedTransform, keptForm } from "../requests/transforms/put-definition.ts";
import { checkTransformId } from "../requests/transforms/transform-config.ts";
import { TRANSFORMS } from "../requests/transforms/transforms.ts";

export const putTransform: Operation = {
  name: "transform.put_transform",
  actions: ["cluster:admin/transform/put"],
  audit: "told",

  async handle(request, services) {
    const { parameters, principal } = request;
    checkTimeouts(parameters);
    const { transform_id: id = "" } = parameters;
    checkTransformId(id);
    const defers = booleanParameter(parameters, "defer_validation", false);
    const body = objectOf(await requiredJson(request));
    if (services.transforms.kept(id))
      throw new RequestError(400, "resource_already_exists_exception", `Transform with id [${id}] already exists`);
    const { definition } = checkedTransform(services, principal, { body, defers });
    const kept = keptForm(definition, keptPrincipal(principal));
    await services.transforms.forget(id);
    await services.cluster.apply(changeSource(putTransform.name, request), putCustom(TRANSFORMS, id, kept));
    return { status: 200, body: { acknowledged: true } };
  },
};
