/**
 * What decides who hears of events is for those who may see events: nobody gets to read the audit trail by having it
 * sent to them.
 */
import type { Principal } from "../../security/principal.ts";
import { permissionDenied } from "../interface/identity-errors.ts";
import { holds } from "../directory/permissions.ts";

/** Throws 403 for others. */
export function eventViewersOnly(principal: Principal): void {
  if (!holds(principal, "view_event")) throw permissionDenied();
}
