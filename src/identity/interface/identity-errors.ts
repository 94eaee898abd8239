/** Errors of the identity interface: a status and a body of its own form (`{"detail": …}`, or messages by field). */
import type { JsonObject } from "../../core/json.ts";

/** Messages by field name; those about the whole under `non_field_errors`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An error that the caller can act on; rendered by the dialect. */
export class IdentityError extends Error {
  override name = "IdentityError";
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string | string[]>>;

  constructor(status: number, body: JsonObject, headers: Readonly<Record<string, string | string[]>> = {}) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An error with a text. */
export function detail(
  status: number,
  text: string,
  headers?: Readonly<Record<string, string | string[]>>,
): IdentityError {
  return new IdentityError(status, { detail: text }, headers);
}

export function notFound(): IdentityError {
  return detail(404, "Not found.");
}

export function permissionDenied(): IdentityError {
  return detail(403, "You do not have permission to perform this action.");
}

export function notAuthenticated(
  text = "Authentication credentials were not provided.",
  challenge: string | string[] = "Bearer",
): IdentityError {
  return detail(401, text, { "WWW-Authenticate": challenge });
}

export function methodNotAllowed(method: string, allowed: readonly string[]): IdentityError {
  return detail(405, `Method "${method}" not allowed.`, { Allow: allowed.join(", ") });
}

/** 400 with messages by field. */
export function invalid(errors: FieldErrors): IdentityError {
  return new IdentityError(
    400,
    Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, [...messages]])),
  );
}
