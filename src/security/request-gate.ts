/** The gate in front of the operations at `/`: who is asking, and whether they may. */
import { missingCredentials } from "./authentication-errors.ts";
import type { Authorizer, NeededPrivilege } from "./authorizer.ts";
import type { Authenticator, Principal } from "./principal.ts";

/** What of a request tells who is asking. */
export interface GateRequest {
  readonly method: string;
  /** Path and query string, named in refusals. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly clientAddress: string;
}

/** Answers the caller of a request whose operation is known; rejects with RequestError 401, 403 or 429. */
export type RequestGate = (request: GateRequest, operation: string | undefined, parameters: Readonly<Record<string, string>>) => Promise<Principal>;

/** `needed`: what each operation declares to need. An unknown operation needs a caller, so that paths tell strangers nothing. */
export function requestGate(authenticator: Authenticator, authorizer: Authorizer, needed: ReadonlyMap<string, NeededPrivilege>): RequestGate {
  return async (request, operation, parameters) => {
    const principal = await authenticator.authenticate(request.headers, request.clientAddress, { uri: request.url, method: request.method });
    if (!principal) throw missingCredentials(request.url);
    const privilege = operation === undefined ? undefined : needed.get(operation);
    if (operation !== undefined && privilege !== undefined) authorizer.request(principal, { operation, privilege, parameters });
    return principal;
  };
}
