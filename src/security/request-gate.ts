/** The gate in front of the operations at `/`: who is asking, and whether they may. */
import { matchesAnyPattern } from "../access/index-patterns.ts";
import { disabledUser, missingCredentials } from "./authentication-errors.ts";
import type { Authorizer, NeededRights } from "./authorizer.ts";
import { describeCaller, runAsDenial } from "./denial.ts";
import type { Authenticator, Principal, UserFinder } from "./principal.ts";

/** What of a request tells who is asking. */
export interface GateRequest {
  readonly head: {
    readonly method: string;
    /** Path and query string, named in refusals. */
    readonly url: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  };
  readonly clientAddress: string;
}

/**
 * Answers the caller of a request; rejects with RequestError 401, 403 or 429. A request whose operation is unknown has
 * no rights that it needs, but needs a caller, so that paths tell strangers nothing.
 */
export type RequestGate = (
  request: GateRequest,
  rights: NeededRights | undefined,
  parameters: Readonly<Record<string, string>>,
) => Promise<Principal>;

/** What a gate is built from. */
export interface GateDependencies {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** Finds those in whose place callers act; nobody can when absent. */
  readonly users?: UserFinder;
}

export function requestGate({ authenticator, authorizer, users }: GateDependencies): RequestGate {
  return async ({ head, clientAddress }, rights, parameters) => {
    const { url: uri, method } = head;
    let principal = await authenticator.authenticate(head.headers, clientAddress, { uri, method });
    if (!principal) throw missingCredentials(uri);
    const other = head.headers[RUN_AS_HEADER];
    if (typeof other === "string" && other !== "" && users)
      principal = await runningAs(principal, { user: other, action: rights?.action ?? "rest:", url: uri }, users);
    if (rights) authorizer.request(principal, rights, parameters);
    return principal;
  };
}

const RUN_AS_HEADER = "es-security-runas-user";

/**
 * The caller in the place of another user. A user who is not there is refused like one in whose place the caller may
 * not act.
 */
async function runningAs(
  principal: Principal,
  asked: { user: string; action: string; url: string },
  users: UserFinder,
): Promise<Principal> {
  const { user, action, url } = asked;
  const allowed =
    matchesAnyPattern(principal.runAs, user) &&
    (!principal.limitedBy || matchesAnyPattern(principal.limitedBy.runAs, user));
  const found = allowed ? await users.findCaller(user) : undefined;
  if (found === "disabled") throw disabledUser(principal.username, url);
  if (!found) throw runAsDenial(principal, action, user);
  const acting: Principal = { ...found, authenticatedAs: principal };
  return { ...acting, indices: { ...acting.indices, caller: describeCaller(acting) } };
}
