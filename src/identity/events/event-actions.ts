/** The documented actions of events, in the order in which they came to be. What clients match on; never renamed. */

const ACTIONS = [
  "login",
  "login_failed",
  "logout",
  "user_write",
  "suspicious_request",
  "password_set",
  "secret_view",
  "secret_rotate",
  "invitation_used",
  "authorize_application",
  "source_linked",
  "impersonation_started",
  "impersonation_ended",
  "flow_execution",
  "policy_execution",
  "policy_exception",
  "property_mapping_exception",
  "system_task_execution",
  "system_task_exception",
  "system_exception",
  "configuration_error",
  "configuration_warning",
  "model_created",
  "model_updated",
  "model_deleted",
  "email_sent",
  "update_available",
  "export_ready",
  "review_initiated",
  "review_overdue",
  "review_attested",
  "review_completed",
  "access_request_created",
  "access_request_approved",
  "access_request_denied",
  "access_request_revoked",
  "user_offboarded",
] as const;

/** Beginning of the actions that anybody may make up. */
export const CUSTOM_PREFIX = "custom_";

export type EventAction = (typeof ACTIONS)[number] | `${typeof CUSTOM_PREFIX}${string}`;

export const eventActions: readonly EventAction[] = ACTIONS;

/** `login_failed` as people read it: `Login Failed`. */
export function actionTitle(action: string): string {
  return action.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => ` ${first.toUpperCase()}`).trim();
}
