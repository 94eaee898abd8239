/** The models whose records the identity index holds. */
import type { RecordModel } from "./record-store.ts";

/** Fields: pk, username, name, is_active, email, attributes, groups (uuids), roles (names), last_login, password_hash. */
export const userModel: RecordModel = {
  name: "user",
  filters: ["pk", "username", "name", "is_active", "email", "groups"],
  searchFields: ["username", "name", "email"],
  ordering: ["pk", "username", "name", "is_active", "email", "last_login"],
};

/** Fields: pk, name, is_superuser, parent (uuid or null), attributes, roles (names). Members stand in the users. */
export const groupModel: RecordModel = {
  name: "group",
  filters: ["pk", "name", "is_superuser", "parent"],
  searchFields: ["name", "is_superuser"],
  ordering: ["pk", "name", "is_superuser", "parent"],
};

/**
 * Fields: pk, identifier, intent, user (number), user__username, description, expires, expiring, expires_at (`expires`, or the end of
 * time), key_digest (keyed hash of the key), key_sealed (the key, encrypted).
 */
export const tokenModel: RecordModel = {
  name: "token",
  filters: ["pk", "identifier", "intent", "user", "user__username", "description"],
  searchFields: ["identifier", "intent", "user__username", "description"],
  ordering: ["pk", "identifier", "intent", "user", "description", "expires", "expiring", "expires_at"],
};

/** Fields: name, cluster (privileges), indices (names, privileges, allow_restricted_indices). */
export const roleModel: RecordModel = { name: "role", filters: ["name"], searchFields: ["name"], ordering: ["name"] };

/** Facts about the records as a whole: `setting:bootstrap`. */
export const settingModel: RecordModel = { name: "setting", filters: [], searchFields: [], ordering: [] };

export const models: readonly RecordModel[] = [userModel, groupModel, tokenModel, roleModel, settingModel];
