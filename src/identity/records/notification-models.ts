/** The records of notifications, and of the background tasks that bring them. */
import type { RecordModel } from "./record-store.ts";

/**
 * Fields: pk, user (number; whose it is), severity, body, created, event (uuid), rule (uuid), seen, expires_at. Whoever
 * is not `user` never sees it.
 */
export const notificationModel: RecordModel = {
  name: "notification",
  filters: ["user", "severity", "body", "created", "event", "seen"],
  searchFields: ["body", "severity"],
  ordering: ["pk", "severity", "body", "created", "event", "seen", "expires_at"],
};

/** Fields: pk, name, transports (uuids), severity, group (uuid or null). */
export const notificationRuleModel: RecordModel = {
  name: "notification_rule",
  filters: ["pk", "name", "severity", "group", "transports"],
  searchFields: ["name"],
  ordering: ["pk", "name", "severity", "group"],
};

/** Fields: pk, name, mode, webhook_url_sealed (encrypted), send_once. */
export const notificationTransportModel: RecordModel = {
  name: "notification_transport",
  filters: ["pk", "name", "mode", "send_once"],
  searchFields: ["name"],
  ordering: ["pk", "name", "mode", "send_once"],
};

/**
 * One notification on its way through one transport. Fields: pk, transport (uuid), user (number), message (what is
 * sent), state (`pending`, `dead`), due (next attempt), attempts, created; with the first dead end failed (true),
 * error, finished; expires_at.
 */
export const deliveryModel: RecordModel = {
  name: "delivery",
  filters: ["transport", "state", "failed", "user"],
  searchFields: [],
  ordering: ["due", "expires_at"],
};

/**
 * Fields: name, status, messages, finished: how the last run of a background task ended; last (or null): end of the
 * last that did not fail.
 */
export const systemTaskModel: RecordModel = { name: "system_task", filters: ["name"], searchFields: [], ordering: [] };
