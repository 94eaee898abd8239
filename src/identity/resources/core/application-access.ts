/** Who may use which applications: those whom the bindings let pass, and everyone where nothing is bound. */
import type { PolicyResult } from "../../policies/policy-kind.ts";
import { evaluate, evaluateEach, type PolicyServices, type PolicyTarget } from "../../policies/policy-engine.ts";
import { listAll } from "../../records/list-all.ts";
import { applicationModel } from "../../records/models.ts";
import type { StoredRecord } from "../../records/record-store.ts";
import { stringOf } from "../../records/stored-values.ts";

/** Whether a user may use an application. Nobody is spared, not even superusers. */
export function applicationAccess(
  application: StoredRecord,
  user: number,
  services: PolicyServices,
): Promise<PolicyResult> {
  return evaluate(targetOf(application), { user }, services);
}

/** The uuids of the applications that a user may use. */
export async function usableApplications(user: number, services: PolicyServices): Promise<string[]> {
  const applications = await listAll(services.store, { model: applicationModel.name, filters: {} });
  const targets = applications.map(targetOf);
  const results = await evaluateEach(targets, { user }, services);
  return targets.flatMap(({ pk }, at) => (results[at]?.passing === true ? [pk] : []));
}

function targetOf({ fields }: StoredRecord): PolicyTarget {
  return { pk: stringOf(fields, "pk"), mode: fields["policy_engine_mode"] === "all" ? "all" : "any", unbound: true };
}
