/** Which rules an event fires. */
import type { StoredEvent } from "../events/event-store.ts";
import { listAll } from "../records/list-all.ts";
import { policyBindingModel } from "../records/models.ts";
import { evaluateEach, type PolicyServices } from "../policies/policy-engine.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import { NOTIFICATIONS_APP } from "./notifications-app.ts";
import { notificationRuleModel } from "../records/notification-models.ts";

/** Rules whose bindings let the event pass. A rule without a group, or with nothing bound to it, never fires. */
export async function matchedRules(event: StoredEvent, services: PolicyServices): Promise<StoredRecord[]> {
  if (event.app === NOTIFICATIONS_APP) return [];
  const all = await listAll(services.store, { model: notificationRuleModel.name, filters: {} });
  if (await isOfARule(event, all, services.store)) return [];
  const rules = all.filter(({ fields }) => typeof fields["group"] === "string");
  const targets = rules.map(({ fields }) => ({ pk: stringOf(fields, "pk"), mode: "any" as const, unbound: false }));
  const told = { action: event.action, app: event.app, clientIp: event.client_ip ?? undefined };
  const results = await evaluateEach(targets, { event: told }, services, true);
  return rules.filter((_, at) => results[at]?.passing === true);
}

/** Events about a policy that any rule asks would be caused by asking it, again and again. */
async function isOfARule(event: StoredEvent, rules: readonly StoredRecord[], store: RecordStore): Promise<boolean> {
  const uuid = event.context["policy_uuid"];
  if (typeof uuid !== "string" || rules.length === 0) return false;
  const target = rules.map(({ fields }) => stringOf(fields, "pk"));
  const bindings = await listAll(store, { model: policyBindingModel.name, filters: { target } });
  return bindings.some(
    ({ fields }) => stringOf(fields, "policy").replaceAll("-", "") === uuid.replaceAll("-", "").toLowerCase(),
  );
}
