/** The gate in front of the operations at `/`: who is asking, and whether they may. */
import { type NameTable, nameTable } from "../core/names.ts";
import { matchesAnyPattern } from "../access/index-patterns.ts";
import { disabledUser, missingCredentials } from "./authentication-errors.ts";
import type { Authorizer, NeededPrivilege } from "./authorizer.ts";
import { describeCaller, runAsDenial } from "./denial.ts";
import { operationActions } from "./operation-actions.ts";
import type { Authenticator, Principal, UserFinder } from "./principal.ts";

/** What of a request tells who is asking. */
export interface GateRequest {
  readonly method: string;
  /** Path and query string, named in refusals. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly clientAddress: string;
}

/** Answers the caller of a request whose operation is known; rejects with RequestError 401, 403 or 429. */
export type RequestGate = (
  request: GateRequest,
  operation: string | undefined,
  parameters: Readonly<Record<string, string>>,
) => Promise<Principal>;

/** What a gate is built from. */
export interface GateDependencies {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /**
   * What each operation declares to need. An unknown operation needs a caller, so that paths tell strangers nothing.
   */
  readonly needed: ReadonlyMap<string, NeededPrivilege>;
  /** Finds those in whose place callers act; nobody can when absent. */
  readonly users?: UserFinder;
}

export function requestGate({ authenticator, authorizer, needed, users }: GateDependencies): RequestGate {
  return async (request, operation, parameters) => {
    let principal = await authenticator.authenticate(request.headers, request.clientAddress, {
      uri: request.url,
      method: request.method,
    });
    if (!principal) throw missingCredentials(request.url);
    const other = request.headers[RUN_AS_HEADER];
    if (typeof other === "string" && other !== "" && users)
      principal = await runningAs(principal, { user: other, operation, url: request.url }, users);
    const privilege = operation === undefined ? undefined : needed.get(operation);
    if (operation !== undefined && privilege !== undefined)
      authorizer.request(principal, { operation, privilege, parameters });
    return principal;
  };
}

const RUN_AS_HEADER = "es-security-runas-user";

/** Names of actions that take no privilege. */
const FREE_ACTIONS: NameTable<string> = nameTable({
  "security.authenticate": "cluster:admin/xpack/security/user/authenticate",
  "security.change_password": "cluster:admin/xpack/security/user/change_password",
  "security.get_user_privileges": "cluster:admin/xpack/security/user/list_privileges",
  "security.has_privileges": "cluster:admin/xpack/security/user/has_privileges",
});

/**
 * The caller in the place of another user. A user who is not there is refused like one in whose place the caller may
 * not act.
 */
async function runningAs(
  principal: Principal,
  asked: { user: string; operation: string | undefined; url: string },
  users: UserFinder,
): Promise<Principal> {
  const { user, operation = "", url } = asked;
  const allowed =
    matchesAnyPattern(principal.runAs, user) &&
    (!principal.limitedBy || matchesAnyPattern(principal.limitedBy.runAs, user));
  const found = allowed ? await users.findCaller(user) : undefined;
  if (found === "disabled") throw disabledUser(principal.username, url);
  if (!found)
    throw runAsDenial(
      principal,
      operationActions.get(operation)?.[0] ?? FREE_ACTIONS[operation] ?? `rest:${operation}`,
      user,
    );
  const acting: Principal = { ...found, authenticatedAs: principal };
  return { ...acting, indices: { ...acting.indices, caller: describeCaller(acting) } };
}
