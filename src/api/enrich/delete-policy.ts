/** `enrich.delete_policy`: removes a policy that no pipeline names, and what it came to. */
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { RequestError } from "../../compat/errors.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { executingPolicies, indicesOf } from "../requests/enrich/execute-policy.ts";
import { ENRICH_POLICIES, keptPolicy, pipelinesWith, policyNotFound } from "../requests/enrich/policies.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const deletePolicy: Operation = {
  name: "enrich.delete_policy",
  actions: ["cluster:admin/xpack/enrich/delete"],
  audit: "told",

  async handle(request, services) {
    const { cluster, pipelines } = services;
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    if (!keptPolicy(cluster.state, name)) throw policyNotFound(name);
    if (executingPolicies(services).has(name))
      throw new RequestError(
        429,
        "es_rejected_execution_exception",
        `Could not obtain lock because policy execution for [${name}] is already in progress.`,
      );
    const users = pipelinesWith(cluster.state, name);
    if (users.length > 0)
      throw new RequestError(
        409,
        "status_exception",
        `Could not delete policy [${name}] because a pipeline is referencing it [${users.join(", ")}]`,
      );
    const source = changeSource(deletePolicy.name, request);
    await cluster.apply(source, putCustom(ENRICH_POLICIES, name, null));
    await pipelines.applyEnrichTable(name, undefined);
    await cluster.apply(source, deleteIndices(indicesOf(services, name)));
    return { status: 200, body: { acknowledged: true } };
  },
};
