/**
 * What all operations of `_security` have in common: the records they work with, who asks, and what is refused before.
 */
import { commaList } from "../../core/comma-list.ts";
import { assert } from "../../core/assert.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { tokenName } from "../../compat/body-reader.ts";
import type { IdentityServices } from "../../identity/identity-services.ts";
import { IdentityError } from "../../identity/interface/identity-errors.ts";
import type { Actor, IdentityAccess } from "../../identity/security/identity-access.ts";
import type { RecordStore } from "../../identity/records/record-store.ts";
import { onCluster } from "../../security/authorizer.ts";
import { denial } from "../../security/denial.ts";
import type { Principal } from "../../security/principal.ts";
import { grantedBy } from "../../security/privileges.ts";
import type { Services, Operation, OperationRequest, OperationResponse, OperationTraits } from "../operation.ts";
import { jsonWithText, objectOf, parseFailure } from "./request-body.ts";

/** A request to one of these operations. */
export interface SecurityCall extends Actor {
  readonly request: OperationRequest;
  readonly parameters: Readonly<Record<string, string>>;
  readonly identity: IdentityAccess;
  readonly services: IdentityServices;
  readonly store: RecordStore;
  readonly node: Services;
}

/**
 * An operation over the identity records. `refresh` is looked at and has no effect: what is written here is seen at
 * once.
 */
export function securityOperation(
  traits: OperationTraits,
  handle: (call: SecurityCall) => Promise<OperationResponse>,
): Operation {
  return {
    ...traits,
    audit: "told",
    async handle(request, node) {
      const { identity } = node;
      assert(identity, "operations of security are there only with security");
      if (identity.recovery !== undefined)
        throw new RequestError(503, "unavailable_shards_exception", identity.recovery);
      const { parameters, principal, clientAddress } = request;
      const { refresh } = parameters;
      if (refresh !== undefined && !["", "true", "false", "wait_for"].includes(refresh))
        throw illegalArgument(`Unknown value for refresh: [${refresh}].`);
      const { services } = identity;
      return handle({
        request,
        parameters,
        principal,
        clientAddress,
        identity,
        services,
        store: services.store,
        node,
      }).catch((error: unknown) => {
        throw error instanceof IdentityError ? asRequestError(error) : error;
      });
    },
  };
}

/**
 * What the records refuse in the words of the other interface (a user that is gone meanwhile) is the caller's here as
 * well.
 */
export function asRequestError({ status, body, message }: IdentityError): RequestError {
  const type =
    status === 404
      ? "resource_not_found_exception"
      : status === 401 || status === 403
        ? "security_exception"
        : "illegal_argument_exception";
  return new RequestError(status, type, typeof body["detail"] === "string" ? body["detail"] : message);
}

/** The body; 400 when there is none. */
export async function requiredBody(request: OperationRequest): Promise<Json> {
  const body = await request.json();
  if (body === undefined) throw parseFailure("request body is required");
  return body;
}

/** The body as an object, complained about as the declared parsers of Elasticsearch do. */
export async function requiredObject(request: OperationRequest): Promise<JsonObject> {
  const body = await requiredBody(request);
  if (isJsonObject(body)) return body;
  throw new RequestError(
    400,
    "parsing_exception",
    `Failed to parse object: expecting token of type [START_OBJECT] but found [${tokenName(body)}]`,
    {
      details: { line: 1, col: 1 },
    },
  );
}

/** The body as an object, and as its text; 400 when there is none. */
export async function requiredWithText(
  request: OperationRequest,
): Promise<{ readonly json: JsonObject; readonly text: string }> {
  const { json, text = "" } = await jsonWithText(request);
  if (json === undefined) throw parseFailure("request body is required");
  return { json: isJsonObject(json) ? json : objectOf(json), text };
}

/**
 * Throws 400 `action_request_validation_exception` (or another type) listing what is wrong; nothing when nothing is.
 */
export function refuseInvalid(faults: readonly (string | undefined)[], type?: string): void {
  const found = faults.filter((fault) => fault !== undefined);
  if (found.length > 0) throw validationFailed(found, type);
}

/** Throws 403 unless the caller has one of the cluster privileges; `action` is what the refusal names. */
export function requireCluster(principal: Principal, action: string, privileges: readonly string[]): void {
  if (!hasCluster(principal, privileges, action))
    throw denial(principal, { name: action, scope: "cluster", privileges }, []);
}

/**
 * Whether the caller, and what limits them, has one of the cluster privileges, or a pattern of actions that gives
 * `action`.
 */
export function hasCluster(principal: Principal, privileges: readonly string[], action?: string): boolean {
  const containing = privileges.flatMap((privilege) => grantedBy("cluster", privilege));
  return onCluster(principal, action === undefined ? containing : [...containing, action]);
}

/** A list in the path or the query string: its names without blanks. */
export function namesOf(parameter: string | undefined): string[] {
  return commaList(parameter ?? "");
}

/** The complaint about keys of metadata that are the server's own. */
export function metadataFault(metadata: JsonObject | undefined, what = "metadata"): string | undefined {
  return Object.keys(metadata ?? {}).some((key) => key.startsWith("_"))
    ? `${what} keys may not start with [_]`
    : undefined;
}
