/** The gate in front of the operations at `/`: who is asking, and whether they may. */
import type { MaybeLater } from "../core/maybe-later.ts";
import { Note, type Noted } from "../core/note.ts";
import { matchesAnyPattern } from "../access/index-patterns.ts";
import { disabledUser, missingCredentials } from "./authentication-errors.ts";
import type { Authorizer, NeededRights } from "./authorizer.ts";
import { describeCaller, runAsDenial } from "./denial.ts";
import type { Authenticator, Principal, RememberedCaller, UserFinder } from "./principal.ts";

/** What of a request tells who is asking. */
export interface GateRequest {
  readonly head: Noted & {
    readonly method: string;
    /** Path and query string, named in refusals. */
    readonly url: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  };
  readonly clientAddress: string;
}

/**
 * Answers the caller of a request, at once where nothing has changed since the same head was let pass; throws, or
 * rejects with, RequestError 401, 403 or 429. A request whose operation is unknown has no rights that it needs, but
 * needs a caller, so that paths tell strangers nothing.
 */
export type RequestGate = (
  request: GateRequest,
  rights: NeededRights | undefined,
  parameters: Readonly<Record<string, string>>,
) => MaybeLater<Principal>;

/** What a gate is built from. */
export interface GateDependencies {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** Finds those in whose place callers act; nobody can when absent. */
  readonly users?: UserFinder;
}

/** A head that was let pass, and for whom: all that it needed was looked at, and is the same for the same head. */
interface Admission {
  /** Where it came from: passwords are good from where they were shown. */
  readonly from: string;
  readonly caller: RememberedCaller;
}

export function requestGate({ authenticator, authorizer, users }: GateDependencies): RequestGate {
  const admissions = new Note<Admission>();
  return (request, rights, parameters) => {
    const { head, clientAddress: from } = request;
    const known = admissions.get(head);
    if (known && known.from === from && known.caller.holds()) return known.caller.principal;
    return admitted(request, rights, parameters);
  };

  async function admitted(
    { head, clientAddress }: GateRequest,
    rights: NeededRights | undefined,
    parameters: Parameters<RequestGate>[2],
  ): Promise<Principal> {
    const { url: uri, method } = head;
    const principal = await authenticator.authenticate(head.headers, clientAddress, { uri, method });
    if (!principal) throw missingCredentials(uri);
    const other = head.headers[RUN_AS_HEADER];
    if (typeof other === "string" && other !== "" && users) {
      const acting = await runningAs(principal, { user: other, action: rights?.action ?? "rest:", url: uri }, users);
      if (rights) authorizer.request(acting, rights, parameters);
      return acting;
    }
    if (rights) authorizer.request(principal, rights, parameters);
    const caller = head.notes && standsStill(uri) ? authenticator.remembered(head.headers, clientAddress) : undefined;
    if (caller?.principal === principal) admissions.set(head, { from: clientAddress, caller });
    return principal;
  }
}

/** The gate where security is off: everybody may what the server itself allows. */
export function openGate(authorizer: Authorizer, principal: Principal): RequestGate {
  const passed = new Note<Principal>();
  return ({ head }, rights, parameters) => {
    if (passed.get(head)) return principal;
    if (rights) authorizer.request(principal, rights, parameters);
    if (standsStill(head.url)) passed.set(head, principal);
    return principal;
  };
}

/** Whether an address names the same indices tomorrow: date maths in names does not. */
function standsStill(url: string): boolean {
  return !url.includes("<") && !/%3c/i.test(url);
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
