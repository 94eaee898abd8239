/** The models whose records the identity index holds. */
import {
  deliveryModel,
  notificationModel,
  notificationRuleModel,
  notificationTransportModel,
  systemTaskModel,
} from "./notification-models.ts";
import type { RecordModel } from "./record-store.ts";

/**
 * Fields: pk, username, name, is_active, email, attributes, groups (uuids), roles (names), last_login, password_hash.
 */
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
 * Fields: pk, identifier, intent, user (number), user__username, description, expires, expiring, expires_at (`expires`,
 * or the end of time), key_digest (keyed hash of the key), key_sealed (the key, encrypted); of API keys also name,
 * creation (milliseconds), metadata, role_descriptors (by name) and invalidation (milliseconds).
 */
export const tokenModel: RecordModel = {
  name: "token",
  filters: ["pk", "identifier", "intent", "user", "user__username", "description"],
  searchFields: ["identifier", "intent", "user__username", "description"],
  ordering: ["pk", "identifier", "intent", "user", "description", "expires", "expiring", "expires_at"],
};

/**
 * Fields: pk, user (number), user__username, expires_at, key_digest; of those that can be renewed also refresh_digest,
 * refresh_expires_at and refreshed. Short-lived tokens of `security.get_token`; neither list shows them.
 */
export const accessTokenModel: RecordModel = {
  name: "access_token",
  filters: ["user", "user__username"],
  searchFields: [],
  ordering: ["expires_at"],
};

/** Fields: name, and a descriptor as answers show it: cluster, indices, applications, run_as, metadata … */
export const roleModel: RecordModel = { name: "role", filters: ["name"], searchFields: ["name"], ordering: ["name"] };

/**
 * Fields: user (number), created, expires, password_mark (what changes with the password). The id is a keyed hash of
 * the key in the cookie.
 */
export const sessionModel: RecordModel = {
  name: "session",
  filters: ["user"],
  searchFields: [],
  ordering: ["expires"],
};

/**
 * Fields: pk, name, slug, provider (null), meta_launch_url, meta_description, meta_publisher, policy_engine_mode. The
 * bindings name the application.
 */
export const applicationModel: RecordModel = {
  name: "application",
  filters: ["pk", "name", "slug"],
  searchFields: ["name", "slug", "meta_launch_url", "meta_description", "meta_publisher"],
  ordering: [
    "pk",
    "name",
    "slug",
    "provider",
    "meta_launch_url",
    "meta_description",
    "meta_publisher",
    "policy_engine_mode",
  ],
};

/** Fields: pk, name, execution_logging, action, client_ip, app. Ids of all kinds of policies are `policy:<uuid>`. */
export const eventMatcherModel: RecordModel = {
  name: "event_matcher",
  filters: ["pk", "name"],
  searchFields: ["name"],
  ordering: ["pk", "name", "execution_logging", "action", "client_ip", "app"],
};

/**
 * Fields: pk, target (uuid), one of policy (uuid), group (uuid) and user (number), the others null, negate, enabled,
 * order, timeout.
 */
export const policyBindingModel: RecordModel = {
  name: "policy_binding",
  filters: ["pk", "target", "policy", "group", "user", "enabled", "order", "timeout"],
  searchFields: ["pk", "target", "policy", "group", "user"],
  ordering: ["pk", "target", "policy", "group", "user", "negate", "enabled", "order", "timeout"],
};

/**
 * Fields: pk, name, certificate_data (PEM), fingerprint, fingerprint_sha1, cert_expiry, cert_subject, public_key
 * (SHA-256 of the certificate's), private_key_available, key_sealed (the private key as PEM, encrypted; only where
 * there is one).
 */
export const certificateModel: RecordModel = {
  name: "certificate",
  filters: ["pk", "name", "private_key_available"],
  searchFields: ["name"],
  ordering: ["pk", "name", "fingerprint", "fingerprint_sha1", "cert_expiry", "cert_subject", "private_key_available"],
};

/**
 * Fields: pk, user (number; whose it is), owner (their name), name, kind, content, shared, readers (`user:<number>`,
 * and `everybody` of what is shared).
 */
export const consoleItemModel: RecordModel = {
  name: "console_item",
  filters: ["user", "name", "kind", "shared", "readers"],
  searchFields: ["name"],
  ordering: ["pk", "name", "kind", "shared", "owner"],
};

/** Facts about the records as a whole: `setting:bootstrap`. */
export const settingModel: RecordModel = { name: "setting", filters: [], searchFields: [], ordering: [] };

export const models: readonly RecordModel[] = [
  userModel,
  accessTokenModel,
  groupModel,
  tokenModel,
  roleModel,
  sessionModel,
  applicationModel,
  eventMatcherModel,
  policyBindingModel,
  certificateModel,
  consoleItemModel,
  notificationModel,
  notificationRuleModel,
  notificationTransportModel,
  deliveryModel,
  systemTaskModel,
  settingModel,
];
