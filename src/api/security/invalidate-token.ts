/** `security.invalidate_token`: makes access and refresh tokens useless, by themselves or all of a user. */
import { contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { REALM } from "../../identity/roles/role-mappings.ts";
import {
  type Invalidation,
  invalidateAccess,
  invalidateAllTokens,
  invalidateRefresh,
} from "../../identity/security/access-tokens.ts";
import { storeTelling } from "../../identity/security/identity-access.ts";
import { findUser } from "../../identity/security/native-users.ts";
import type { RecordStore } from "../../identity/records/record-store.ts";
import { numberOf } from "../../identity/records/stored-values.ts";
import type { Operation } from "../operation.ts";
import { readText } from "../requests/api-key-body.ts";
import { refuseInvalid, requiredObject, type SecurityCall, securityOperation } from "../requests/security-operation.ts";

const BODY = "invalidate_token";
const FIELDS = ["token", "refresh_token", "realm_name", "username"];
const NOTHING: Invalidation = { invalidated: 0, previously: 0, known: true };

export const invalidateToken: Operation = securityOperation(
  { name: "security.invalidate_token", actions: ["cluster:admin/xpack/security/token/invalidate"] },
  async (call) => {
    const body = await requiredObject(call.request);
    for (const field of Object.keys(body))
      if (!FIELDS.includes(field)) throw contentParseException(`[${BODY}] unknown field [${field}]`);
    const [token, refresh, realm, username] = FIELDS.map((field) => readText(BODY, field, ownOf(body, field)));
    if (token !== undefined && refresh !== undefined) {
      const cause = illegalArgument("only one of [token, refresh_token] may be sent per request");
      throw new RequestError(
        400,
        "x_content_parse_exception",
        `Failed to build [${BODY}] after last required field arrived`,
        { cause },
      );
    }
    const one = token ?? refresh;
    const several = realm !== undefined || username !== undefined;
    refuseInvalid([
      one !== undefined && several
        ? "token string must not be provided when realm name or username is specified"
        : undefined,
      one !== undefined && several
        ? "token type must not be provided when realm name or username is specified"
        : undefined,
      one === undefined && !several
        ? "token string must be provided when not specifying a realm name or a username"
        : undefined,
    ]);
    // Never the token itself: whose it was stands in the event of its making.
    const name = one !== undefined ? "one" : username === undefined ? "all" : `all of ${username}`;
    const model = { app: "authentik_core", model_name: "access_token", pk: username ?? "", name };
    const storeFor = (invalidated: number): RecordStore =>
      storeTelling(call.services, call, () => [
        { action: "model_deleted", app: "wardex.identity.security.token", context: { model, invalidated } },
      ]);
    const done =
      token !== undefined
        ? await invalidateAccess({ ...call.services, store: storeFor(1) }, token)
        : refresh !== undefined
          ? await invalidateRefresh({ ...call.services, store: storeFor(1) }, refresh)
          : await ofUser(call, { realm, username }, storeFor);
    return {
      status: done.known ? 200 : 404,
      body: { invalidated_tokens: done.invalidated, previously_invalidated_tokens: done.previously, error_count: 0 },
    };
  },
);

async function ofUser(
  { store, services }: SecurityCall,
  { realm, username }: { readonly realm: string | undefined; readonly username: string | undefined },
  storeFor: (invalidated: number) => RecordStore,
): Promise<Invalidation> {
  if (realm !== undefined && realm !== REALM.name) return NOTHING;
  if (username === undefined) return invalidateAllTokens(services, undefined, storeFor);
  const user = await findUser(store, username);
  return user ? invalidateAllTokens(services, numberOf(user.fields, "pk"), storeFor) : NOTHING;
}
