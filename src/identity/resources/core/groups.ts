/**
 * Groups of users. Membership stands in the users, so that who may do what is found by reading records, without a
 * search.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { groupClaims, userClaims } from "../../records/claims.ts";
import type { IdentityRequest } from "../../interface/endpoint.ts";
import type { IdentityServices } from "../../identity-services.ts";
import { reference } from "../../interface/component.ts";
import {
  boolean,
  type Field,
  integerReference,
  listOf,
  object,
  parseUuid,
  text,
  uuidReference,
} from "../../interface/fields.ts";
import { booleanFilter, textFilter } from "../../interface/filters.ts";
import { loadGroups, withAncestors } from "../../directory/group-graph.ts";
import type { FieldErrors } from "../../interface/identity-errors.ts";
import { listAll } from "../../records/list-all.ts";
import { groupModel, userModel } from "../../records/models.ts";
import { modelPermissions } from "../../directory/permissions.ts";
import { bindingRemovals } from "../../policies/bindings.ts";
import type { RecordChange, StoredRecord } from "../../records/record-store.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { rolesOf } from "../../directory/roles.ts";
import { numberOf, objectOf, stringOf, stringsOf } from "../../records/stored-values.ts";
import { memberSchema, memberView } from "../../directory/user-view.ts";
import { roleFaults } from "./existing-roles.ts";
import { groupMemberFilters } from "./member-filters.ts";
import { readOnly } from "./read-only.ts";

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "name", kind: text({ maxLength: 80 }), required: true },
  { name: "is_superuser", kind: boolean, default: false },
  { name: "parent", kind: uuidReference, nullable: true, default: null },
  { name: "users", kind: listOf(integerReference) },
  {
    name: "roles",
    kind: listOf(text({ maxLength: 200 })),
    default: [],
    description: "Names of roles (_security/role).",
  },
  { name: "attributes", kind: object, default: {} },
  readOnly("users_obj", { type: "array", items: reference("GroupMember") }),
];

export const groups: Resource = {
  path: "core/groups",
  label: { app: "authentik_core", model: "group" },
  title: "Group",
  components: [{ name: "GroupMember", schema: memberSchema }],
  model: groupModel,
  key: "group_uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [textFilter("name"), booleanFilter("is_superuser"), ...groupMemberFilters],
  searchFields: ["name", "is_superuser"],
  defaultOrdering: ["name"],

  permissions: modelPermissions("group", {
    restriction: async (request) => ({ pk: await ownGroups(request) }),
    owns: async (request, record) => (await ownGroups(request)).includes(stringOf(record.fields, "pk")),
    may: [],
  }),

  async find(key, { store }) {
    const uuid = parseUuid(key);
    return uuid === undefined ? undefined : store.get(`group:${uuid}`);
  },

  newId: () => Promise.resolve(`group:${randomUUID()}`),

  async check(draft, { store }) {
    return {
      ...(await parentFaults(draft, { store })),
      ...(await memberFaults(draft, { store })),
      ...(await roleFaults(store, draft.values["roles"])),
    };
  },

  async prepare(draft, request): Promise<Prepared> {
    const pk = draft.id.slice("group:".length);
    const { users, ...own } = draft.values;
    const written: JsonObject = { ...draft.before?.fields, ...own, pk };
    const further = Array.isArray(users) ? await memberChanges(pk, users.map(Number), request) : [];
    return { fields: written, claims: groupClaims(written), further };
  },

  taken: () => ({ non_field_errors: ["The fields name, parent must make a unique set."] }),

  mayHaveToStay: true,

  /**
   * Children lose their parent. Members go on naming the group, which then counts for nothing: uuids are never given
   * again.
   */
  async removal(record, { store }) {
    const pk = stringOf(record.fields, "pk");
    const children = await listAll(store, { model: groupModel.name, filters: { parent: pk } });
    const orphans = children.map((child): RecordChange => {
      const changed = { ...child.fields, parent: null };
      return { kind: "replace", id: child.id, fields: changed, ifSeqNo: child.seqNo, claims: groupClaims(changed) };
    });
    return [...orphans, ...(await bindingRemovals(store, { group: pk }))];
  },

  async show(records, services) {
    const members = await membersOf(
      records.map(({ fields: shown }) => stringOf(shown, "pk")),
      services,
    );
    return records.map(({ fields: shown }) => {
      const pk = stringOf(shown, "pk");
      const own = members.filter((user) => stringsOf(user.fields, "groups").includes(pk));
      return {
        pk,
        name: stringOf(shown, "name"),
        is_superuser: shown["is_superuser"] === true,
        parent: shown["parent"] ?? null,
        users: own.map((user) => numberOf(user.fields, "pk")),
        roles: rolesOf({ fields: shown }),
        attributes: objectOf(shown, "attributes"),
        users_obj: own.map((user) => memberView(user.fields, services)),
      };
    });
  },

  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};

async function ownGroups({ store, principal }: IdentityRequest): Promise<string[]> {
  const user = await store.get(`user:${principal.userId}`);
  return user ? stringsOf(user.fields, "groups") : [];
}

/** Users that are direct members of any of the groups, each once. */
async function membersOf(ids: readonly string[], { store }: Pick<IdentityServices, "store">): Promise<StoredRecord[]> {
  return ids.length === 0 ? [] : listAll(store, { model: userModel.name, filters: { groups: ids } });
}

/** A parent must be there, and must not be the group itself or below it. */
async function parentFaults({ id, values }: Draft, { store }: Pick<IdentityServices, "store">): Promise<FieldErrors> {
  const { parent } = values;
  if (typeof parent !== "string") return {};
  const above = await loadGroups(store, [parent]);
  if (!above.has(parent)) return { parent: [`Invalid pk "${parent}" - object does not exist.`] };
  const cycle = withAncestors(above, [parent]).some((group) => group.id === id);
  return cycle ? { parent: ["A group cannot be below itself."] } : {};
}

async function memberFaults({ values }: Draft, { store }: Pick<IdentityServices, "store">): Promise<FieldErrors> {
  const users = Array.isArray(values["users"]) ? values["users"].map(Number) : [];
  const found = await store.getMany(users.map((pk) => `user:${pk}`));
  const missing = users.find((_, at) => found[at] === undefined);
  return missing === undefined ? {} : { users: [`Invalid pk "${missing}" - object does not exist.`] };
}

/** Changes of the users that come or go. */
async function memberChanges(
  group: string,
  wanted: readonly number[],
  services: Pick<IdentityServices, "store">,
): Promise<RecordChange[]> {
  const present = await membersOf([group], services);
  const gone = present.filter((user) => !wanted.includes(numberOf(user.fields, "pk")));
  const known = new Set(present.map((user) => numberOf(user.fields, "pk")));
  const added = await services.store.getMany(wanted.filter((pk) => !known.has(pk)).map((pk) => `user:${pk}`));
  return [
    ...gone.map((user) =>
      withGroups(
        user,
        stringsOf(user.fields, "groups").filter((id) => id !== group),
      ),
    ),
    ...added.flatMap((user) => (user ? withGroups(user, [...stringsOf(user.fields, "groups"), group]) : [])),
  ];
}

function withGroups(user: StoredRecord, ids: readonly string[]): RecordChange {
  const changed = { ...user.fields, groups: [...ids] };
  return { kind: "replace", id: user.id, fields: changed, ifSeqNo: user.seqNo, claims: userClaims(changed) };
}
