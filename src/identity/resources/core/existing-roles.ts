/** Roles that a body names must be there. */
import type { Json } from "../../../core/json.ts";
import type { FieldErrors } from "../../interface/identity-errors.ts";
import type { RecordStore } from "../../records/record-store.ts";
import { existingRoles } from "../../directory/roles.ts";

export async function roleFaults(store: RecordStore, value: Json | undefined): Promise<FieldErrors> {
  if (!Array.isArray(value)) return {};
  const wanted = value.map(String);
  const existing = new Set(await existingRoles(store, wanted));
  const missing = wanted.find((name) => !existing.has(name));
  return missing === undefined ? {} : { roles: [`Invalid pk "${missing}" - object does not exist.`] };
}
