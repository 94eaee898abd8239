/**
 * What the first start brings beside the administrator, also in data folders that are older than notifications: two
 * transports, and rules that tell the administrators of what went wrong. Made once; what is changed or removed stays
 * so.
 */
import { randomUUID } from "node:crypto";
import { listAll } from "../records/list-all.ts";
import { eventMatcherModel, groupModel, policyBindingModel, settingModel } from "../records/models.ts";
import { bindingClaims, policyClaims } from "../policies/policy-claims.ts";
import { RecordConflict, type RecordChange, type RecordStore } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import { ruleClaims, transportClaims } from "./notification-claims.ts";
import { notificationRuleModel, notificationTransportModel } from "../records/notification-models.ts";

const MADE_ID = `${settingModel.name}:notification-defaults`;

/** Rules by name, with the events that they match: name of the policy and action. */
const RULES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ["default-notify-configuration-error", [["default-match-configuration-error", "configuration_error"]]],
  ["default-notify-update", [["default-match-update", "update_available"]]],
  [
    "default-notify-exception",
    [
      ["default-match-policy-exception", "policy_exception"],
      ["default-match-system-exception", "system_exception"],
      ["default-match-system-task-exception", "system_task_exception"],
    ],
  ],
];

/** `emails`: the server can send e-mails, so the rules do. */
export async function makeNotificationDefaults(store: RecordStore, emails: boolean): Promise<void> {
  if (await store.get(MADE_ID)) return;
  const local = randomUUID();
  const email = randomUUID();
  const group = await administrators(store);
  const transports = emails ? [local, email] : [local];
  const changes = [
    transport(local, "default-local-transport", "local"),
    transport(email, "default-email-transport", "email"),
    ...RULES.flatMap(([name, matches]) => ruleChanges({ name, group, transports }, matches)),
    { kind: "create" as const, id: MADE_ID, model: settingModel.name, fields: {}, claims: [] },
  ];
  try {
    await store.change(changes);
  } catch (error) {
    // Another process was first, or somebody uses one of the names: what there is stays as it is.
    if (!(error instanceof RecordConflict)) throw error;
  }
}

/** The group of the first start, or whatever group of superusers there is. */
async function administrators(store: RecordStore): Promise<string | null> {
  const groups = await listAll(store, { model: groupModel.name, filters: { is_superuser: true } });
  const first = groups.find(({ fields }) => stringOf(fields, "name") === "Wardex Admins") ?? groups[0];
  return first ? stringOf(first.fields, "pk") : null;
}

function transport(pk: string, name: string, mode: string): RecordChange {
  const fields = { pk, name, mode, webhook_url_sealed: "", send_once: false };
  return {
    kind: "create",
    id: `${notificationTransportModel.name}:${pk}`,
    model: notificationTransportModel.name,
    fields,
    claims: transportClaims(fields),
  };
}

function ruleChanges(
  made: { readonly name: string; readonly group: string | null; readonly transports: readonly string[] },
  matches: readonly (readonly [string, string])[],
): RecordChange[] {
  const pk = randomUUID();
  const fields = { pk, name: made.name, transports: [...made.transports], severity: "alert", group: made.group };
  const rule: RecordChange = {
    kind: "create",
    id: `${notificationRuleModel.name}:${pk}`,
    model: notificationRuleModel.name,
    fields,
    claims: ruleClaims(fields),
  };
  return [rule, ...matches.flatMap(([name, action], order) => boundMatcher(pk, name, { action, order }))];
}

function boundMatcher(
  target: string,
  name: string,
  { action, order }: { action: string; order: number },
): RecordChange[] {
  const policy = randomUUID();
  const binding = randomUUID();
  const bound = {
    pk: binding,
    target,
    policy,
    group: null,
    user: null,
    negate: false,
    enabled: true,
    order,
    timeout: 30,
  };
  const matcher = { pk: policy, name, execution_logging: false, action, client_ip: "", app: "" };
  return [
    {
      kind: "create",
      id: `policy:${policy}`,
      model: eventMatcherModel.name,
      fields: matcher,
      claims: policyClaims(matcher),
    },
    {
      kind: "create",
      id: `${policyBindingModel.name}:${binding}`,
      model: policyBindingModel.name,
      fields: bound,
      claims: bindingClaims(bound),
    },
  ];
}
