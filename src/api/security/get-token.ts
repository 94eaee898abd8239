/** `security.get_token`: an access token for twenty minutes, and with a password a refresh token for the next one. */
import { contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationText } from "../../compat/validation-failed.ts";
import type { JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { callerOf } from "../../identity/directory/caller.ts";
import { eventUser } from "../../identity/directory/new-password.ts";
import type { IdentityServices } from "../../identity/identity-services.ts";
import { ACCESS_SECONDS, makeTokens, type MadeTokens, refreshTokens } from "../../identity/security/access-tokens.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import { wrongPassword } from "../../security/authentication-errors.ts";
import type { Principal } from "../../security/principal.ts";
import type { Operation, OperationResponse } from "../operation.ts";
import { readText } from "../requests/api-key-body.ts";
import {
  requireCluster,
  requiredObject,
  type SecurityCall,
  securityOperation,
} from "../requests/security-operation.ts";
import { showCaller } from "../requests/show-caller.ts";

const BODY = "token_request";
const FIELDS = ["grant_type", "username", "password", "kerberos_ticket", "scope", "refresh_token"] as const;
const GRANTS = ["password", "_kerberos", "refresh_token", "client_credentials"];
const CREATE = "cluster:admin/xpack/security/token/create";
const REFRESH = "cluster:admin/xpack/security/token/refresh";

type Given = Readonly<Record<(typeof FIELDS)[number], string | undefined>>;

/** Which fields each grant needs; the others are refused. */
const NEEDED: NameTable<readonly (typeof FIELDS)[number][]> = nameTable({
  password: ["username", "password"],
  _kerberos: ["kerberos_ticket"],
  refresh_token: ["refresh_token"],
  client_credentials: [],
});

export const getToken: Operation = securityOperation(
  { name: "security.get_token", actions: [], action: "cluster:admin/xpack/security/token/create" },
  async (call) => {
    const { principal } = call;
    const given = readGrant(await requiredObject(call.request));
    const type = given.grant_type ?? "";
    if (type === "refresh_token")
      requireCluster(principal, REFRESH, ["manage_saml", "manage_token", "manage_security", "all"]);
    else requireCluster(principal, CREATE, ["manage_token", "manage_security", "all"]);
    const fault = faultOf(type, given);
    if (fault) return fault;
    switch (type) {
      case "password":
        return byPassword(call, given);
      case "client_credentials":
        return answer(call, principal, await made(call.services, principal, false), given);
      case "refresh_token":
        return byRefresh(call, given);
      default:
        // There is no Kerberos realm that could know the ticket.
        throw wrongPassword("<Kerberos Token>", CREATE);
    }
  },
);

async function byPassword(call: SecurityCall, given: Given): Promise<OperationResponse> {
  const { username = "", password = "" } = given;
  const user = await call.identity.passwords.verifyPassword(username, password, call.clientAddress);
  if (!user) throw wrongPassword(username, CREATE);
  const context = {
    auth_method: "token",
    user: eventUser({ fields: { pk: user.userId, username: user.username, email: user.email } }),
  };
  const actor = { principal: user, clientAddress: call.clientAddress };
  // Tokens that are over go as the new one comes: nothing is told of these.
  const store = storeTelling(call.services, actor, ([change]) =>
    change?.kind === "create" ? [{ action: "login", app: "wardex.identity.security.token", context }] : [],
  );
  const tokens = await made({ ...call.services, store }, user, true);
  return answer(call, user, tokens, given);
}

async function byRefresh(call: SecurityCall, given: Given): Promise<OperationResponse> {
  const refreshed = await refreshTokens(call.services, given.refresh_token ?? "");
  if (refreshed === undefined) return refused("invalid_grant", "could not refresh the requested token");
  if (refreshed === "used") return refused("invalid_grant", "token has already been refreshed");
  const user = await call.store.get(`user:${refreshed.user}`);
  if (!user || user.fields["is_active"] === false)
    return refused("invalid_grant", "could not refresh the requested token");
  return answer(call, await callerOf(call.store, user, { authentication: "access_token" }), refreshed.tokens, given);
}

function made(services: IdentityServices, user: Principal, refreshable: boolean): Promise<MadeTokens> {
  // A limited key must not become a token without limits, and who has no record can own none.
  if (user.apiKey) throw illegalArgument("tokens cannot be made with an API key");
  if (user.userId === 0) throw illegalArgument(`user [${user.username}] has no record and cannot own a token`);
  return makeTokens(services, { pk: user.userId, username: user.username }, refreshable);
}

async function answer(
  call: SecurityCall,
  user: Principal,
  { access, refresh }: MadeTokens,
  { scope }: Given,
): Promise<OperationResponse> {
  return {
    status: 200,
    body: {
      access_token: access,
      type: "Bearer",
      expires_in: ACCESS_SECONDS,
      // There is one scope.
      ...(scope === undefined ? {} : { scope: "full" }),
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
      authentication: await showCaller(call.store, user),
    },
  };
}

function readGrant(body: JsonObject): Given {
  for (const field of Object.keys(body))
    if (!FIELDS.some((known) => known === field)) throw contentParseException(`[${BODY}] unknown field [${field}]`);
  const read = (field: (typeof FIELDS)[number]): string | undefined => readText(BODY, field, body[field]);
  return {
    grant_type: read("grant_type"),
    username: read("username"),
    password: read("password"),
    kerberos_ticket: read("kerberos_ticket"),
    scope: read("scope"),
    refresh_token: read("refresh_token"),
  };
}

/** The answer to a grant that cannot be, in the form of OAuth. */
function faultOf(type: string, given: Given): OperationResponse | undefined {
  const needed = NEEDED[type];
  if (!needed || !GRANTS.includes(type))
    return refused(
      "unsupported_grant_type",
      validationText([`grant_type only supports the values: [${GRANTS.join(", ")}]`]),
    );
  const fields = (["username", "password", "kerberos_ticket", "refresh_token"] as const).flatMap((field) => {
    if (needed.includes(field))
      return given[field] === undefined || given[field] === ""
        ? [{ error: "invalid_request", why: `${field} is missing` }]
        : [];
    return given[field] === undefined
      ? []
      : [{ error: "unsupported_grant_type", why: `${field} is not supported with the ${type} grant_type` }];
  });
  if (fields.length === 0) return undefined;
  const [first] = fields;
  return refused(first?.error ?? "invalid_request", validationText(fields.map(({ why }) => why)));
}

function refused(error: string, description: string): OperationResponse {
  return { status: 400, body: { error, error_description: description } };
}
