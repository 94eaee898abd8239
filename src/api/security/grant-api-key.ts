/** `security.grant_api_key`: a key for another user, whose password or access token the body brings. */
import { contentParseException } from "../../compat/body-reader.ts";
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { matchesAnyPattern } from "../../access/index-patterns.ts";
import { runAsDenial } from "../../security/denial.ts";
import { wrongPassword } from "../../security/authentication-errors.ts";
import type { Principal } from "../../security/principal.ts";
import type { Operation } from "../operation.ts";
import { apiKeyNameFault, readApiKeyBody, readName, readText, wrongType } from "../requests/api-key-body.ts";
import { answerWithKey } from "../requests/made-api-key.ts";
import { refuseInvalid, requiredObject, type SecurityCall, securityOperation } from "../requests/security-operation.ts";

const BODY = "grant_api_key_request";
const FIELDS = ["grant_type", "username", "password", "access_token", "run_as", "api_key"];
const ACTION = "cluster:admin/xpack/security/api_key/grant";

interface Grant {
  readonly type: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly accessToken: string | undefined;
  readonly runAs: string | undefined;
}

export const grantApiKey: Operation = securityOperation(
  { name: "security.grant_api_key", actions: ["cluster:admin/xpack/security/api_key/grant"] },
  async (call) => {
    const body = await requiredObject(call.request);
    for (const field of Object.keys(body))
      if (!FIELDS.includes(field)) throw contentParseException(`[${BODY}] unknown field [${field}]`);
    const key = apiKeyOf(body["api_key"]);
    const read = readApiKeyBody("api_key", key, ["name"]);
    const grant: Grant = {
      type: readText(BODY, "grant_type", body["grant_type"]) ?? "",
      username: readText(BODY, "username", body["username"]),
      password: readText(BODY, "password", body["password"]),
      accessToken: readText(BODY, "access_token", body["access_token"]),
      runAs: readText(BODY, "run_as", body["run_as"]),
    };
    const name = readName("api_key", key) ?? "";
    refuseInvalid([apiKeyNameFault(name), ...grantFaults(grant)]);
    const owner = await owned(call, grant);
    return { status: 200, body: await answerWithKey(call, owner, name, read) };
  },
);

function apiKeyOf(value: Json | undefined): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw wrongType(BODY, "api_key", value);
  return value;
}

function grantFaults({ type, username, password, accessToken }: Grant): (string | undefined)[] {
  const need = (field: string, value: string | undefined): string | undefined =>
    value === undefined ? `[${field}] is required for grant_type [${type}]` : undefined;
  const spare = (field: string, value: string | undefined): string | undefined =>
    value === undefined ? undefined : `[${field}] is not supported for grant_type [${type}]`;
  if (type === "") return ["[grant_type] is required"];
  if (type === "password")
    return [need("username", username), need("password", password), spare("access_token", accessToken)];
  if (type === "access_token")
    return [need("access_token", accessToken), spare("username", username), spare("password", password)];
  return [`grant_type [${type}] is not supported`];
}

/** The user for whom the key is made. */
async function owned(call: SecurityCall, grant: Grant): Promise<Principal> {
  const { identity } = call;
  const proven =
    grant.type === "password" ? await byPassword(call, grant) : await byToken(call, grant.accessToken ?? "");
  if (grant.runAs === undefined) return proven;
  const other = matchesAnyPattern(proven.runAs, grant.runAs) ? await identity.users.findCaller(grant.runAs) : undefined;
  if (!other || other === "disabled") throw runAsDenial(proven, ACTION, grant.runAs);
  return other;
}

async function byPassword(
  { identity, clientAddress }: SecurityCall,
  { username = "", password = "" }: Grant,
): Promise<Principal> {
  const found = await identity.passwords.verifyPassword(username, password, clientAddress);
  if (!found) throw failed(wrongPassword(username, ACTION));
  return found;
}

async function byToken({ identity, clientAddress }: SecurityCall, token: string): Promise<Principal> {
  try {
    const found = await identity.authenticator.authenticate({ authorization: `Bearer ${token}` }, clientAddress, {
      passwords: false,
    });
    if (found) return found;
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 401) throw error;
  }
  throw failed(
    wrongPassword("_bearer_token", ACTION, { additional_unsuccessful_credentials: "oauth2 token: invalid token" }),
  );
}

function failed(cause: RequestError): RequestError {
  return new RequestError(403, "security_exception", "Failed to authenticate api key grant", {
    cause,
    rootCauses: [cause],
  });
}
