/** `enrich.put_policy`: makes an enrich policy, which reads its sources as who makes it may. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { actingTargets } from "../requests/acting-client.ts";
import { matchProperties } from "../requests/enrich/match-field.ts";
import { ENRICH_POLICIES, keptPolicy, readPolicy } from "../requests/enrich/policies.ts";
import { keptPrincipal } from "../requests/kept-principal.ts";
import { requiredJson } from "../requests/request-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const putPolicy: Operation = {
  name: "enrich.put_policy",
  actions: ["cluster:admin/xpack/enrich/put"],
  audit: "told",

  async handle(request, services) {
    const { cluster } = services;
    checkTimeouts(request.parameters);
    const { name = "" } = request.parameters;
    checkName(name);
    const { policy, definition } = readPolicy(await requiredJson(request));
    const targets = actingTargets(services, request.principal, policy.indices);
    matchProperties(services, targets, name, policy);
    if (keptPolicy(cluster.state, name))
      throw new RequestError(400, "resource_already_exists_exception", `policy [${name}] already exists`);
    const kept = { definition, principal: keptPrincipal(request.principal) };
    await cluster.apply(changeSource(putPolicy.name, request), putCustom(ENRICH_POLICIES, name, kept));
    return { status: 200, body: { acknowledged: true } };
  },
};

function checkName(name: string): void {
  const invalid = (why: string): RequestError => illegalArgument(`Invalid policy name [${name}], ${why}`);
  if (/[\\/*?"<>| ,#:]/.test(name))
    throw invalid(`must not contain the following characters ['\\','/','*','?','"','<','>','|',' ',',','#',':']`);
  if (/^[_+-]/.test(name)) throw invalid("must not start with '_', '-', or '+'");
  if (Buffer.byteLength(name) > 200) throw invalid("is too long");
  if (name !== name.toLowerCase()) throw invalid("must be lowercase");
}
