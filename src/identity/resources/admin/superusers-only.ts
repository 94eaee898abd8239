/** What belongs to those who may everything. */
import type { IdentityRequest } from "../../interface/endpoint.ts";
import { permissionDenied } from "../../interface/identity-errors.ts";

/** Throws 403 for others. */
export function superusersOnly({ principal }: IdentityRequest): void {
  if (!principal.superuser) throw permissionDenied();
}
