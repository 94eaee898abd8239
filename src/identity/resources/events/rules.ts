/** Rules: which group hears of the events that the policies bound to a rule match, how, and with what severity. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { reference } from "../../interface/component.ts";
import type { IdentityRequest } from "../../interface/endpoint.ts";
import { choice, type Field, listOf, parseUuid, text, uuidReference } from "../../interface/fields.ts";
import { choiceFilter, textFilter } from "../../interface/filters.ts";
import type { FieldErrors } from "../../interface/identity-errors.ts";
import { listAll } from "../../records/list-all.ts";
import { policyBindingModel } from "../../records/models.ts";
import { eventViewersOnly } from "../../notifications/event-viewers.ts";
import { ruleClaims } from "../../notifications/notification-claims.ts";
import { notificationRuleModel, notificationTransportModel } from "../../records/notification-models.ts";
import { SEVERITIES } from "../../notifications/severities.ts";
import { modelPermissions } from "../../directory/permissions.ts";
import type { RecordChange, RecordStore, StoredRecord } from "../../records/record-store.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { stringOf, stringsOf } from "../../records/stored-values.ts";
import { groups } from "../core/groups.ts";
import { readOnly } from "../core/read-only.ts";

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "name", kind: text(), required: true },
  {
    name: "transports",
    kind: listOf(uuidReference),
    default: [],
    description: "Transports used for delivery; none means that the notification is only stored.",
  },
  { name: "severity", kind: choice(SEVERITIES), default: "notice" },
  {
    name: "group",
    kind: uuidReference,
    nullable: true,
    default: null,
    description: "Receiving group. Without one the rule never fires.",
  },
  readOnly("group_obj", { ...reference("Group"), nullable: true }),
];

export const rules: Resource = {
  path: "events/rules",
  label: { app: "authentik_events", model: "notificationrule" },
  title: "Notification Rule",
  model: notificationRuleModel,
  key: "pbm_uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [textFilter("name"), choiceFilter("severity", SEVERITIES)],
  searchFields: ["name"],
  defaultOrdering: ["name"],

  permissions: modelPermissions("notificationrule"),

  async find(key, { store }) {
    const uuid = parseUuid(key);
    return uuid === undefined ? undefined : store.get(`${notificationRuleModel.name}:${uuid}`);
  },

  newId: () => Promise.resolve(`${notificationRuleModel.name}:${randomUUID()}`),

  async check({ values }, { store }): Promise<FieldErrors> {
    return { ...(await groupFaults(values, store)), ...(await transportFaults(values, store)) };
  },

  guard({ principal }, { draft }): Promise<void> {
    if (draft) eventViewersOnly(principal);
    return Promise.resolve();
  },

  prepare(draft): Promise<Prepared> {
    const pk = draft.id.slice(`${notificationRuleModel.name}:`.length);
    const written: JsonObject = { ...draft.before?.fields, ...draft.values, pk };
    return Promise.resolve({ fields: written, claims: ruleClaims(written) });
  },

  taken: () => ({ name: ["Notification Rule with this name already exists."] }),

  /** Nothing stays bound to what is gone. */
  async removal(record, { store }) {
    const bindings = await listAll(store, {
      model: policyBindingModel.name,
      filters: { target: stringOf(record.fields, "pk") },
    });
    return bindings.map(({ id, seqNo }): RecordChange => ({ kind: "delete", id, ifSeqNo: seqNo }));
  },

  show: showRules,
  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};

/** A group that is gone is as good as none: its id is never given again. */
async function showRules(records: readonly StoredRecord[], request: IdentityRequest): Promise<JsonObject[]> {
  const ids = [
    ...new Set(records.flatMap(({ fields: stored }) => (typeof stored["group"] === "string" ? [stored["group"]] : []))),
  ];
  const found = await request.store.getMany(ids.map((id) => `group:${id}`));
  const shown = await groups.show(
    found.flatMap((group) => group ?? []),
    request,
  );
  const byPk = new Map(shown.map((group) => [group["pk"], group]));
  return records.map(({ fields: stored }) => {
    const group = byPk.get(stringOf(stored, "group"));
    return {
      pk: stringOf(stored, "pk"),
      name: stringOf(stored, "name"),
      transports: stringsOf(stored, "transports"),
      severity: stringOf(stored, "severity"),
      group: group ? stringOf(stored, "group") : null,
      group_obj: group ?? null,
    };
  });
}

async function groupFaults({ group }: Draft["values"], store: RecordStore): Promise<FieldErrors> {
  if (typeof group !== "string" || (await store.get(`group:${group}`))) return {};
  return { group: [`Invalid pk "${group}" - object does not exist.`] };
}

async function transportFaults(values: Draft["values"], store: RecordStore): Promise<FieldErrors> {
  const ids = stringsOf(values, "transports");
  const found = await store.getMany(ids.map((id) => `${notificationTransportModel.name}:${id}`));
  const missing = ids.find((_, at) => found[at] === undefined);
  return missing === undefined ? {} : { transports: [`Invalid pk "${missing}" - object does not exist.`] };
}
