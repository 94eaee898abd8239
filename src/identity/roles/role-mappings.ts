/**
 * Role mappings: roles for whoever fits a rule. There are few, and every sign-in needs them all, so they stand in one
 * record.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { settingModel } from "../records/models.ts";
import type { RecordStore, StoredRecord } from "../records/record-store.ts";
import { changeRecord } from "../records/change-record.ts";
import type { RecordReader } from "../records/record-reader.ts";
import { objectOf, stringOf, stringsOf } from "../records/stored-values.ts";
import { rolesOfTemplate } from "./role-templates.ts";
import { holds, parseRule } from "./role-mapping-rules.ts";

const RECORD_ID = "setting:role-mappings";

/** All mappings by name, each with `enabled`, `roles` or `role_templates`, `rules` and `metadata`. */
export async function roleMappings(store: RecordReader): Promise<JsonObject> {
  const record = await store.get(RECORD_ID);
  return record ? objectOf(record.fields, "mappings") : {};
}

/** Makes or replaces a mapping; answers whether it is new. `noted` hears that before each attempt to write it. */
export async function putRoleMapping(
  store: RecordStore,
  name: string,
  mapping: JsonObject,
  noted: (created: boolean) => void = () => undefined,
): Promise<boolean> {
  let created = false;
  await changeMappings(store, (mappings) => {
    created = !Object.hasOwn(mappings, name);
    noted(created);
    return { ...mappings, [name]: mapping };
  });
  return created;
}

/** Removes a mapping; answers whether it was there. */
export async function deleteRoleMapping(store: RecordStore, name: string): Promise<boolean> {
  let found = false;
  await changeMappings(store, (mappings) => {
    found = Object.hasOwn(mappings, name);
    if (!found) return undefined;
    const { [name]: _gone, ...rest } = mappings;
    return rest;
  });
  return found;
}

/** Roles that mappings give a user; `groups` are the names of all groups that the user is in. */
export function rolesByMappings(
  all: JsonObject,
  user: Pick<StoredRecord, "fields">,
  groups: readonly string[],
): string[] {
  const mappings = Object.entries(all);
  if (mappings.length === 0) return [];
  const subject = (field: string): readonly Json[] => valuesOf(user.fields, groups, field);
  return mappings.flatMap(([name, mapping]) => {
    if (!isJsonObject(mapping) || mapping["enabled"] !== true) return [];
    if (!holds(parseRule(name, mapping["rules"] ?? {}), subject)) return [];
    const { role_templates: templates } = mapping;
    if (!Array.isArray(templates)) return stringsOf(mapping, "roles");
    const model = modelOf(user.fields, groups);
    return templates.flatMap((template) => (isJsonObject(template) ? rolesOfTemplate(template, model) : []));
  });
}

/** What templates know of a user. */
function modelOf(fields: JsonObject, groups: readonly string[]): JsonObject {
  return {
    username: stringOf(fields, "username"),
    groups: [...groups],
    metadata: objectOf(fields, "attributes"),
    realm: { name: REALM.name },
  };
}

/** The realm that all users are in. */
export const REALM = { name: "default_native", type: "native" } as const;

function valuesOf(fields: JsonObject, groups: readonly string[], field: string): readonly Json[] {
  switch (field) {
    case "username":
      return [stringOf(fields, "username")];
    case "groups":
      return groups;
    case "realm.name":
      return [REALM.name];
    default: {
      if (!field.startsWith("metadata.")) return [];
      const value = at(objectOf(fields, "attributes"), field.slice("metadata.".length));
      return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
    }
  }
}

/** A value by its key, or by a path of keys. */
function at(object: JsonObject, path: string): Json | undefined {
  if (Object.hasOwn(object, path)) return ownOf(object, path);
  let value: Json | undefined = object;
  for (const key of path.split(".")) value = isJsonObject(value) ? ownOf(value, key) : undefined;
  return value;
}

async function changeMappings(
  store: RecordStore,
  change: (mappings: JsonObject) => JsonObject | undefined,
): Promise<void> {
  await changeRecord(store, RECORD_ID, (record) => {
    const mappings = change(record ? objectOf(record.fields, "mappings") : {});
    if (!mappings) return undefined;
    const fields = { mappings };
    return record
      ? { kind: "replace", id: record.id, fields, ifSeqNo: record.seqNo, claims: [] }
      : { kind: "create", id: RECORD_ID, model: settingModel.name, fields, claims: [] };
  });
}
