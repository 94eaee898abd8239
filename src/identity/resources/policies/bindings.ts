/** Bindings: what a target (an application, a rule) is guarded by, each one policy, one group or one user. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { boolean, type Field, integerReference, parseUuid, uuidReference } from "../../interface/fields.ts";
import { booleanFilter, integerFilter, uuidFilter } from "../../interface/filters.ts";
import { type FieldErrors, invalid } from "../../interface/identity-errors.ts";
import { integer } from "../../interface/integer-field.ts";
import { policyBindingModel } from "../../records/models.ts";
import { eventViewersOnly } from "../../notifications/event-viewers.ts";
import { notificationRuleModel } from "../../records/notification-models.ts";
import { modelPermissions } from "../../directory/permissions.ts";
import { isTarget } from "../../policies/bindings.ts";
import { bindingClaims } from "../../policies/policy-claims.ts";
import type { RecordStore } from "../../records/record-store.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { readOnly } from "../core/read-only.ts";

const MAXIMUM = 2_147_483_647;

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "policy", kind: uuidReference, nullable: true, default: null },
  { name: "group", kind: uuidReference, nullable: true, default: null },
  { name: "user", kind: integerReference, nullable: true, default: null },
  { name: "target", kind: uuidReference, required: true, description: "pk of an application or of a rule." },
  { name: "negate", kind: boolean, default: false, description: "Turns the answer round." },
  { name: "enabled", kind: boolean, default: true },
  { name: "order", kind: integer({ minimum: -MAXIMUM - 1, maximum: MAXIMUM }), required: true },
  {
    name: "timeout",
    kind: integer({ minimum: 0, maximum: MAXIMUM }),
    default: 30,
    description: "Seconds that a policy may take. No kind of policy waits for anything, so none runs out of it.",
  },
];

/** What a binding may name; ids of their records begin with the same words. */
const KINDS = ["group", "policy", "user"] as const;
const SHOWN_KINDS = KINDS.map((kind) => `'${kind}'`).join(", ");

export const policyBindings: Resource = {
  path: "policies/bindings",
  label: { app: "authentik_policies", model: "policybinding" },
  title: "Policy Binding",
  model: policyBindingModel,
  key: "policy_binding_uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [
    uuidFilter("policy"),
    uuidFilter("target"),
    booleanFilter("enabled"),
    integerFilter("order"),
    integerFilter("timeout"),
  ],
  searchFields: ["pk", "target", "policy", "group", "user"],
  defaultOrdering: ["order"],
  permissions: modelPermissions("policybinding"),

  async find(key, { store }) {
    const uuid = parseUuid(key);
    return uuid === undefined ? undefined : store.get(`policy_binding:${uuid}`);
  },

  newId: () => Promise.resolve(`policy_binding:${randomUUID()}`),

  check: (draft, { store }) => referenceFaults(draft, store),

  async guard({ principal, store }, { draft }) {
    if (!draft) return;
    const { target = draft.before?.fields["target"] } = draft.values;
    if (typeof target === "string" && (await store.get(`${notificationRuleModel.name}:${target}`)))
      eventViewersOnly(principal);
  },

  prepare(draft): Promise<Prepared> {
    // Here and not in the check, as another writer may have named something else meanwhile.
    const faults = numberFaults(draft);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const written = { ...draft.before?.fields, ...draft.values, pk: draft.id.slice("policy_binding:".length) };
    return Promise.resolve({ fields: written, claims: bindingClaims(written) });
  },

  taken: () => ({ non_field_errors: ["The fields policy, target, order must make a unique set."] }),

  show: (records) =>
    Promise.resolve(
      records.map(({ fields: stored }) => ({
        pk: stringOf(stored, "pk"),
        policy: stored["policy"] ?? null,
        group: stored["group"] ?? null,
        user: stored["user"] ?? null,
        target: stringOf(stored, "target"),
        negate: stored["negate"] === true,
        enabled: stored["enabled"] !== false,
        order: numberOf(stored, "order"),
        timeout: numberOf(stored, "timeout"),
      })),
    ),

  nameOf: ({ fields: stored }) =>
    `Binding of a ${KINDS.find((kind) => named(stored, kind)) ?? "nothing"} to ${stringOf(stored, "target")} #${numberOf(stored, "order")}`,
};

function named(binding: JsonObject, kind: (typeof KINDS)[number]): boolean {
  return typeof binding[kind] === "string" || typeof binding[kind] === "number";
}

/** One of the kinds, and no more. */
function numberFaults({ before, values }: Draft): FieldErrors {
  const count = KINDS.filter((kind) => named({ ...before?.fields, ...values }, kind)).length;
  if (count === 1) return {};
  return {
    non_field_errors: [count > 1 ? `Only one of ${SHOWN_KINDS} can be set.` : `One of ${SHOWN_KINDS} must be set.`],
  };
}

/** What a draft names must be there. */
async function referenceFaults({ values }: Draft, store: RecordStore): Promise<FieldErrors> {
  const faults: Record<string, string[]> = {};
  for (const kind of KINDS) {
    const value = values[kind];
    if (typeof value !== "string" && typeof value !== "number") continue;
    if (!(await store.get(`${kind}:${value}`))) faults[kind] = [`Invalid pk "${value}" - object does not exist.`];
  }
  const { target } = values;
  if (typeof target === "string" && !(await isTarget(store, target)))
    faults["target"] = [`Invalid pk "${target}" - object does not exist.`];
  return faults;
}
