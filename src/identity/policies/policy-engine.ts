/**
 * Whether what is bound to a target lets somebody (or an event) pass.
 *
 * The enabled bindings of the target are all asked, in their order: a policy judges, a group passes its members (also
 * those of the groups below it), a user passes that user. `negate` turns an answer round. A policy that fails counts as
 * not passed, negated or not, and the audit trail tells of it. Then any one that passes is enough, or all have to, as
 * the target says.
 */
import type { JsonObject } from "../../core/json.ts";
import type { EventSink } from "../event-sink.ts";
import type { IdentityServices } from "../identity-services.ts";
import { loadGroups, withAncestors } from "../directory/group-graph.ts";
import { listAll } from "../records/list-all.ts";
import { policyBindingModel } from "../records/models.ts";
import type { StoredRecord } from "../records/record-store.ts";
import { numberOf, stringOf, stringsOf } from "../records/stored-values.ts";
import type { PolicyRequest, PolicyResult } from "./policy-kind.ts";
import { policyKinds } from "./policy-kinds.ts";

/** How several bindings combine. */
export type PolicyMode = "all" | "any";

/** Something that bindings guard. */
export interface PolicyTarget {
  /** The uuid that bindings name. */
  readonly pk: string;
  readonly mode: PolicyMode;
  /** The answer when nothing is bound, or nothing that is enabled. */
  readonly unbound: boolean;
}

/** What the engine works with. */
export type PolicyServices = Pick<IdentityServices, "store" | "clock"> & { readonly events: EventSink };

/** Asks the bindings of one target. */
export async function evaluate(
  target: PolicyTarget,
  request: PolicyRequest,
  services: PolicyServices,
): Promise<PolicyResult> {
  const [result] = await evaluateEach([target], request, services, true);
  return result ?? { passing: false, messages: [] };
}

/**
 * Asks the bindings of many targets for a list, where runs of policies are not logged; the answers stand in the order
 * of the targets.
 */
export async function evaluateEach(
  targets: readonly PolicyTarget[],
  request: PolicyRequest,
  services: PolicyServices,
  logging = false,
): Promise<PolicyResult[]> {
  const bindings = await bindingsOf(targets, services);
  const policies = await policiesOf([...bindings.values()].flat(), services);
  const user = await subjectOf(request, services);
  return targets.map(({ pk, mode, unbound }) => {
    const answers = (bindings.get(pk) ?? []).map((binding) =>
      answerOf({ binding, policies, user, request, logging }, services),
    );
    return combined(mode, unbound, answers);
  });
}

/** What the answers of bindings come to. */
export function combined(mode: PolicyMode, unbound: boolean, answers: readonly PolicyResult[]): PolicyResult {
  const passes = (answer: PolicyResult): boolean => answer.passing;
  const passing = answers.length === 0 ? unbound : mode === "all" ? answers.every(passes) : answers.some(passes);
  return { passing, messages: answers.flatMap((answer) => answer.messages) };
}

/** The user of a request, with all groups that they are in. */
interface Subject {
  readonly record: StoredRecord | undefined;
  readonly groups: ReadonlySet<string>;
}

interface Question {
  readonly binding: StoredRecord;
  readonly policies: ReadonlyMap<string, StoredRecord>;
  readonly user: Subject;
  readonly request: PolicyRequest;
  readonly logging: boolean;
}

function answerOf(question: Question, services: PolicyServices): PolicyResult {
  const { fields } = question.binding;
  const negate = fields["negate"] === true;
  if (typeof fields["policy"] === "string") return judged(question, negate, services);
  const { user } = question;
  const { group, user: pk } = fields;
  const passing =
    typeof group === "string"
      ? user.groups.has(group)
      : user.record !== undefined && pk === numberOf(user.record.fields, "pk");
  return { passing: passing !== negate, messages: [] };
}

function judged(question: Question, negate: boolean, services: PolicyServices): PolicyResult {
  const policy = question.policies.get(stringOf(question.binding.fields, "policy"));
  try {
    const kind = policyKinds.find(({ name }) => name === policy?.model);
    if (!policy || !kind) throw new Error("the policy is not there");
    const { passing, messages } = kind.judge(policy.fields, question.request);
    const result = { passing: passing !== negate, messages };
    if (question.logging && policy.fields["execution_logging"] === true)
      tell(
        "policy_execution",
        { ...question, message: "Policy Execution", result: { passing: result.passing, messages: [...messages] } },
        services,
      );
    return result;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell(
      "policy_exception",
      { ...question, message: `Policy failed to execute: ${message}`, result: { passing: false, messages: [message] } },
      services,
    );
    return { passing: false, messages: [message] };
  }
}

function tell(
  action: "policy_execution" | "policy_exception",
  told: Question & { message: string; result: JsonObject },
  services: PolicyServices,
): void {
  const { binding, policies, user, request, message, result } = told;
  const uuid = stringOf(binding.fields, "policy");
  const { record } = user;
  services.events.record({
    action,
    app: "wardex.identity.policies.engine",
    user: record && {
      pk: numberOf(record.fields, "pk"),
      username: stringOf(record.fields, "username"),
      email: stringOf(record.fields, "email"),
    },
    context: {
      message,
      policy_uuid: uuid.replaceAll("-", ""),
      policy_name: stringOf(policies.get(uuid)?.fields ?? {}, "name"),
      binding: {
        pk: stringOf(binding.fields, "pk").replaceAll("-", ""),
        target: stringOf(binding.fields, "target").replaceAll("-", ""),
      },
      request: { user: request.user ?? null, event_action: request.event?.action ?? null },
      result,
    },
    clientIp: undefined,
    createdMs: services.clock.now(),
  });
}

// A search takes a limited number of terms.
const TARGETS_AT_ONCE = 1000;

/** Enabled bindings by target, in their order; those of one order as the store lists them, by id. */
async function bindingsOf(
  targets: readonly PolicyTarget[],
  { store }: PolicyServices,
): Promise<Map<string, StoredRecord[]>> {
  const byTarget = new Map<string, StoredRecord[]>();
  for (let at = 0; at < targets.length; at += TARGETS_AT_ONCE) {
    const pks = targets.slice(at, at + TARGETS_AT_ONCE).map((target) => target.pk);
    for (const binding of await listAll(store, {
      model: policyBindingModel.name,
      filters: { target: pks, enabled: true },
    })) {
      const pk = stringOf(binding.fields, "target");
      const found = byTarget.get(pk);
      if (found) found.push(binding);
      else byTarget.set(pk, [binding]);
    }
  }
  for (const found of byTarget.values())
    found.sort((one, other) => numberOf(one.fields, "order") - numberOf(other.fields, "order"));
  return byTarget;
}

async function policiesOf(
  bindings: readonly StoredRecord[],
  { store }: PolicyServices,
): Promise<Map<string, StoredRecord>> {
  const uuids = [...new Set(bindings.map(({ fields }) => stringOf(fields, "policy")).filter((uuid) => uuid !== ""))];
  const records = await store.getMany(uuids.map((uuid) => `policy:${uuid}`));
  return new Map(records.flatMap((record, at) => (record ? [[uuids[at] ?? "", record]] : [])));
}

async function subjectOf({ user }: PolicyRequest, { store }: PolicyServices): Promise<Subject> {
  const record = user === undefined ? undefined : await store.get(`user:${user}`);
  const ids = record ? stringsOf(record.fields, "groups") : [];
  const groups = withAncestors(await loadGroups(store, ids), ids);
  return { record, groups: new Set(groups.map((group) => stringOf(group.fields, "pk"))) };
}
