/** Roles as answers show them. */
import type { JsonObject } from "../../core/json.ts";
import { listAll } from "../../identity/records/list-all.ts";
import { roleModel } from "../../identity/records/models.ts";
import type { RecordStore } from "../../identity/records/record-store.ts";
import { builtinRole, builtinRoleNames } from "../../identity/roles/builtin-roles.ts";
import { descriptorsOf } from "../../identity/directory/roles.ts";
import { stringOf } from "../../identity/records/stored-values.ts";

/** Descriptors by name; all when no names are given. */
export async function shownRoles(store: RecordStore, names: readonly string[]): Promise<Record<string, JsonObject>> {
  if (names.length > 0) return shown(await descriptorsOf(store, names));
  const stored = await listAll(store, { model: roleModel.name, filters: {} });
  const all = new Map<string, JsonObject>();
  for (const name of builtinRoleNames) all.set(name, builtinRole(name) ?? {});
  for (const { fields } of stored) all.set(stringOf(fields, "name"), fields);
  return shown(all);
}

function shown(descriptors: ReadonlyMap<string, JsonObject>): Record<string, JsonObject> {
  return Object.fromEntries([...descriptors].map(([name, { name: _name, ...descriptor }]) => [name, descriptor]));
}
