/** Policies that pass for events of a certain kind. */
import { randomUUID } from "node:crypto";
import { boolean, type Field, parseUuid, text } from "../../interface/fields.ts";
import { textFilter } from "../../interface/filters.ts";
import { eventMatcherModel } from "../../records/models.ts";
import { eventViewersOnly } from "../../notifications/event-viewers.ts";
import { modelPermissions } from "../../directory/permissions.ts";
import { bindingRemovals } from "../../policies/bindings.ts";
import { policyClaims } from "../../policies/policy-claims.ts";
import type { Resource } from "../../interface/resource.ts";
import { stringOf } from "../../records/stored-values.ts";
import { readOnly } from "../core/read-only.ts";

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "name", kind: text(), required: true },
  {
    name: "execution_logging",
    kind: boolean,
    default: false,
    description: "Whether the audit trail tells of each run.",
  },
  {
    name: "action",
    kind: text({ blank: true }),
    default: "",
    description: "Action that an event must have; empty: any.",
  },
  {
    name: "client_ip",
    kind: text({ blank: true }),
    default: "",
    description: "Address of the client that an event must have; empty: any.",
  },
  { name: "app", kind: text({ blank: true }), default: "", description: "What must have told an event; empty: any." },
];

export const eventMatchers: Resource = {
  path: "policies/event_matcher",
  label: { app: "authentik_policies_event_matcher", model: "eventmatcherpolicy" },
  title: "Event Matcher Policy",
  model: eventMatcherModel,
  key: "policy_uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [textFilter("name")],
  searchFields: ["name"],
  defaultOrdering: ["name"],
  permissions: modelPermissions("eventmatcherpolicy"),

  async find(key, { store }) {
    const uuid = parseUuid(key);
    const record = uuid === undefined ? undefined : await store.get(`policy:${uuid}`);
    return record?.model === eventMatcherModel.name ? record : undefined;
  },

  newId: () => Promise.resolve(`policy:${randomUUID()}`),

  guard({ principal }, { draft }): Promise<void> {
    if (draft) eventViewersOnly(principal);
    return Promise.resolve();
  },

  prepare(draft) {
    const written = { ...draft.before?.fields, ...draft.values, pk: draft.id.slice("policy:".length) };
    return Promise.resolve({ fields: written, claims: policyClaims(written) });
  },

  taken: () => ({ name: ["event matcher policy with this name already exists."] }),

  removal: (record, { store }) => bindingRemovals(store, { policy: stringOf(record.fields, "pk") }),

  show: (records) =>
    Promise.resolve(
      records.map(({ fields: stored }) => ({
        pk: stringOf(stored, "pk"),
        name: stringOf(stored, "name"),
        execution_logging: stored["execution_logging"] === true,
        action: stringOf(stored, "action"),
        client_ip: stringOf(stored, "client_ip"),
        app: stringOf(stored, "app"),
      })),
    ),

  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};
