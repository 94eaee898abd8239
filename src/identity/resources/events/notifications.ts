/**
 * Notifications. Everyone sees their own, and nobody those of others; what can be changed is whether they were seen.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { reference } from "../../interface/component.ts";
import { boolean, dateTime, type Field, FieldFault, parseUuid } from "../../interface/fields.ts";
import { booleanFilter, choiceFilter, textFilter, uuidFilter } from "../../interface/filters.ts";
import { IdentityError } from "../../interface/identity-errors.ts";
import { notificationModel } from "../../records/notification-models.ts";
import { SEVERITIES } from "../../notifications/severities.ts";
import type { Filter, Prepared, Resource } from "../../interface/resource.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { readOnly } from "../core/read-only.ts";

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  readOnly("severity", { type: "string", enum: [...SEVERITIES] }),
  readOnly("body", { type: "string" }),
  readOnly("created", { type: "string", format: "date-time" }),
  readOnly("event", { ...reference("Event"), nullable: true }),
  { name: "seen", kind: boolean, default: false },
];

export const notifications: Resource = {
  path: "events/notifications",
  label: { app: "authentik_events", model: "notification" },
  title: "Notification",
  operations: ["list", "read", "update", "partial_update", "delete"],
  model: notificationModel,
  key: "uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [
    choiceFilter("severity", SEVERITIES),
    textFilter("body"),
    createdFilter(),
    uuidFilter("event"),
    booleanFilter("seen"),
  ],
  searchFields: ["body", "severity"],
  defaultOrdering: ["-created"],

  permissions: {
    visible: ({ principal }) => ({ user: principal.userId }),
    sees: ({ principal }, record) => numberOf(record.fields, "user") === principal.userId,
    may: () => true,
    mayWith: () => true,
  },

  async find(key, { store }) {
    const uuid = parseUuid(key);
    return uuid === undefined ? undefined : store.get(`${notificationModel.name}:${uuid}`);
  },

  newId: () => Promise.resolve(`${notificationModel.name}:${randomUUID()}`),

  prepare: (draft): Promise<Prepared> =>
    Promise.resolve({ fields: { ...draft.before?.fields, ...draft.values }, claims: [] }),

  taken: () => ({}),

  async show(records, { eventStore }) {
    const pks = [...new Set(records.map(({ fields: stored }) => stringOf(stored, "event")).filter((pk) => pk !== ""))];
    const events = new Map<string, JsonObject>();
    for (const event of await Promise.all(pks.map((pk) => eventStore.get(pk))))
      if (event) events.set(event.pk, { ...event });
    return records.map(({ fields: stored }) => ({
      pk: stringOf(stored, "pk"),
      severity: stringOf(stored, "severity"),
      body: stringOf(stored, "body"),
      created: stringOf(stored, "created"),
      event: events.get(stringOf(stored, "event")) ?? null,
      seen: stored["seen"] === true,
    }));
  },

  untold: true,
  nameOf: ({ fields: stored }) => stringOf(stored, "body"),
};

function createdFilter(): Filter {
  return {
    name: "created",
    restriction(value) {
      try {
        const created = dateTime.parse(value);
        return typeof created === "string" ? { created } : undefined;
      } catch (error) {
        if (error instanceof FieldFault) throw new IdentityError(400, { created: ["Enter a valid date/time."] });
        throw error;
      }
    },
  };
}
