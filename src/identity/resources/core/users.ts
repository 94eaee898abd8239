/** Users. Everyone sees themselves; who holds the permissions administers those who have no more than they. */
import type { JsonObject } from "../../../core/json.ts";
import { tokenClaims, userClaims } from "../../records/claims.ts";
import type { IdentityServices } from "../../identity-services.ts";
import { boolean, email, type Field, listOf, object, text, uuidReference } from "../../interface/fields.ts";
import { booleanFilter, textFilter } from "../../interface/filters.ts";
import type { FieldErrors } from "../../interface/identity-errors.ts";
import { listAll } from "../../records/list-all.ts";
import { consoleItemModel, tokenModel, userModel } from "../../records/models.ts";
import { notificationRemovals } from "../../notifications/user-removal.ts";
import { modelPermissions } from "../../directory/permissions.ts";
import { bindingRemovals } from "../../policies/bindings.ts";
import type { RecordChange, StoredRecord } from "../../records/record-store.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { showUsers } from "../../directory/user-view.ts";
import { roleFaults } from "./existing-roles.ts";
import { userMemberFilters } from "./member-filters.ts";
import { readOnly } from "./read-only.ts";

export const username = text({
  maxLength: 150,
  pattern: /^[\p{L}\p{N}_.@+-]+$/u,
  patternMessage: "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.",
});

const fields: readonly Field[] = [
  readOnly("pk", { type: "integer" }),
  { name: "username", kind: username, required: true },
  { name: "name", kind: text(), required: true },
  { name: "is_active", kind: boolean, default: true },
  readOnly("last_login", { type: "string", format: "date-time", nullable: true }),
  readOnly("is_superuser", { type: "boolean" }),
  { name: "groups", kind: listOf(uuidReference), default: [] },
  readOnly("groups_obj", { type: "array", items: { type: "object" } }),
  {
    name: "roles",
    kind: listOf(text({ maxLength: 200 })),
    default: [],
    description: "Names of roles (_security/role).",
  },
  { name: "email", kind: email, default: "" },
  readOnly("avatar", { type: "string" }),
  { name: "attributes", kind: object, default: {} },
  readOnly("uid", { type: "string" }),
];

export const users: Resource = {
  path: "core/users",
  label: { app: "authentik_core", model: "user" },
  title: "User",
  model: userModel,
  key: "id",
  keySchema: { type: "integer", minimum: 1 },
  fields,
  filters: [
    textFilter("username"),
    textFilter("name"),
    booleanFilter("is_active"),
    textFilter("email"),
    ...userMemberFilters,
  ],
  searchFields: ["username", "name", "email"],
  defaultOrdering: ["username"],

  permissions: modelPermissions("user", {
    restriction: ({ principal }) => ({ pk: principal.userId }),
    owns: ({ principal }, record) => numberOf(record.fields, "pk") === principal.userId,
    may: [],
  }),

  async find(key, { store }) {
    return /^[1-9]\d{0,14}$/.test(key) ? store.get(`user:${key}`) : undefined;
  },

  async newId(store) {
    return `user:${await store.nextNumber("user")}`;
  },

  async check({ values }, { store }): Promise<FieldErrors> {
    const groups = Array.isArray(values["groups"]) ? values["groups"].map(String) : [];
    const found = await store.getMany(groups.map((id) => `group:${id}`));
    const missing = groups.find((_, at) => found[at] === undefined);
    const groupFaults = missing === undefined ? {} : { groups: [`Invalid pk "${missing}" - object does not exist.`] };
    return { ...groupFaults, ...(await roleFaults(store, values["roles"])) };
  },

  async prepare(draft, request): Promise<Prepared> {
    const pk = Number(draft.id.slice("user:".length));
    const written: JsonObject = { ...draft.before?.fields, ...draft.values, pk };
    return { fields: written, claims: userClaims(written), further: await renamedTokens(draft, written, request) };
  },

  taken: () => ({ username: ["A user with that username already exists."] }),

  mayHaveToStay: true,

  async removal(record, { store }) {
    const user = numberOf(record.fields, "pk");
    const owned = await Promise.all(
      [tokenModel, consoleItemModel].map(({ name: model }) => listAll(store, { model, filters: { user } })),
    );
    const gone = owned.flat().map(({ id, seqNo }): RecordChange => ({ kind: "delete", id, ifSeqNo: seqNo }));
    return [...gone, ...(await bindingRemovals(store, { user })), ...(await notificationRemovals(store, user))];
  },

  show: showUsers,
  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};

/** Tokens are filtered and searched by the name of their owner, so it stands in them too. */
async function renamedTokens(
  { before }: Draft,
  written: JsonObject,
  { store }: IdentityServices,
): Promise<RecordChange[]> {
  const name = stringOf(written, "username");
  if (!before || stringOf(before.fields, "username") === name) return [];
  const tokens = await listAll(store, { model: tokenModel.name, filters: { user: numberOf(before.fields, "pk") } });
  return tokens.map((token: StoredRecord): RecordChange => {
    const changed = { ...token.fields, user__username: name };
    return { kind: "replace", id: token.id, fields: changed, ifSeqNo: token.seqNo, claims: tokenClaims(changed) };
  });
}
