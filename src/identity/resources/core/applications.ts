/** Applications. Lists show callers what they may use; to read or change one takes a permission. */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { choice, type Field, integerReference, slug, text } from "../../interface/fields.ts";
import { textFilter } from "../../interface/filters.ts";
import type { FieldErrors } from "../../interface/identity-errors.ts";
import { applicationModel } from "../../records/models.ts";
import { holds, modelPermissions } from "../../directory/permissions.ts";
import { bindingRemovals, bindingsNaming } from "../../policies/bindings.ts";
import type { RecordStore, StoredRecord } from "../../records/record-store.ts";
import type { Filter, Resource } from "../../interface/resource.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { url } from "../../interface/url-field.ts";
import { usableApplications } from "./application-access.ts";
import { readOnly } from "./read-only.ts";

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid", description: "What bindings name as their target." }),
  { name: "name", kind: text(), required: true },
  { name: "slug", kind: slug(50), required: true },
  {
    name: "provider",
    kind: integerReference,
    nullable: true,
    default: null,
    description: "There are no providers yet, so only null is taken.",
  },
  readOnly("provider_obj", { type: "object", additionalProperties: true, nullable: true }),
  readOnly("launch_url", { type: "string", nullable: true, description: "meta_launch_url." }),
  { name: "meta_launch_url", kind: url(200), default: "" },
  readOnly("meta_icon", { type: "string", nullable: true }),
  { name: "meta_description", kind: text({ blank: true }), default: "" },
  { name: "meta_publisher", kind: text({ blank: true }), default: "" },
  {
    name: "policy_engine_mode",
    kind: choice(["all", "any"]),
    default: "any",
    description: "Whether all bindings must let pass, or any one.",
  },
  readOnly("policies", { type: "array", uniqueItems: true, items: { type: "string", format: "uuid" } }),
];

const FULL_LIST = "superuser_full_list";

/**
 * Says what holders of the permission to view see (`visible`): everything, or with `false` what they may use
 * themselves.
 */
const fullList: Filter = { name: FULL_LIST, schema: { type: "boolean" }, restriction: () => undefined };

const ofModel = modelPermissions("application");

export const applications: Resource = {
  path: "core/applications",
  label: { app: "authentik_core", model: "application" },
  title: "Application",
  model: applicationModel,
  key: "slug",
  keySchema: { type: "string", pattern: "^[-a-zA-Z0-9_]+$" },
  fields,
  filters: [fullList, textFilter("name"), textFilter("slug")],
  searchFields: ["name", "slug", "meta_launch_url", "meta_description", "meta_publisher"],
  defaultOrdering: ["name"],

  permissions: {
    ...ofModel,
    async visible(request) {
      const everything =
        holds(request.principal, "view_application") && request.query[FULL_LIST]?.toLowerCase() !== "false";
      return everything ? undefined : { pk: await usableApplications(request.principal.userId, request) };
    },
  },

  find: (key, { store }) => findApplication(store, key),

  newId: () => Promise.resolve(`application:${randomUUID()}`),

  check: ({ values }): Promise<FieldErrors> => {
    const { provider } = values;
    return Promise.resolve(
      typeof provider === "number" ? { provider: [`Invalid pk "${provider}" - object does not exist.`] } : {},
    );
  },

  prepare(draft) {
    const written = { ...draft.before?.fields, ...draft.values, pk: draft.id.slice("application:".length) };
    return Promise.resolve({ fields: written, claims: [slugClaim(stringOf(written, "slug"))] });
  },

  taken: () => ({ slug: ["application with this slug already exists."] }),

  removal: (record, { store }) => bindingRemovals(store, { target: stringOf(record.fields, "pk") }),

  async show(records, { store }) {
    if (records.length === 0) return [];
    const bindings = await bindingsNaming(store, {
      target: records.map(({ fields: stored }) => stringOf(stored, "pk")),
    });
    bindings.sort((one, other) => numberOf(one.fields, "order") - numberOf(other.fields, "order"));
    return records.map(({ fields: stored }) => shown(stored, bindings));
  },

  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};

/** The application of a slug in a path, whoever asks. */
export async function findApplication(store: RecordStore, key: string): Promise<StoredRecord | undefined> {
  if (!/^[-a-zA-Z0-9_]{1,50}$/.test(key)) return undefined;
  const id = await store.claimed(slugClaim(key));
  return id === undefined ? undefined : store.get(id);
}

function slugClaim(value: string): string {
  return `application-slug:${value}`;
}

function shown(stored: JsonObject, bindings: readonly StoredRecord[]): JsonObject {
  const pk = stringOf(stored, "pk");
  const bound = bindings.filter(
    ({ fields: binding }) => binding["target"] === pk && typeof binding["policy"] === "string",
  );
  const address = stringOf(stored, "meta_launch_url");
  return {
    pk,
    name: stringOf(stored, "name"),
    slug: stringOf(stored, "slug"),
    provider: null,
    provider_obj: null,
    launch_url: address,
    meta_launch_url: address,
    meta_icon: null,
    meta_description: stringOf(stored, "meta_description"),
    meta_publisher: stringOf(stored, "meta_publisher"),
    policy_engine_mode: stringOf(stored, "policy_engine_mode"),
    policies: [...new Set(bound.map(({ fields: binding }) => stringOf(binding, "policy")))],
  };
}
