/**
 * What a write must fulfil before it reaches a shard: Elasticsearch's `validate()` of index, delete and update
 * requests.
 */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { WriteRequest } from "../documents.ts";

/** Largest `_id` in UTF-8 bytes. */
export const MAX_ID_BYTES = 512;

/** What requests with an internal version are told. */
export const USE_SEQ_NO =
  "internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead";

/** 400 `action_request_validation_exception` with numbered reasons. */
export function validationError(failures: readonly string[]): RequestError {
  const text = failures.map((failure, at) => `${at + 1}: ${failure};`).join("");
  return new RequestError(400, "action_request_validation_exception", `Validation Failed: ${text}`);
}

/** All reasons why a request is not valid; empty when it is. An update's body is checked by `update-request.ts`. */
export function validateWrite(request: WriteRequest): string[] {
  const failures: string[] = [];
  if (request.kind === "index" || request.kind === "create") validateIndex(request, failures);
  else {
    if (request.id === "") failures.push("id is missing");
    if (request.kind === "delete") validateVersion(request, failures);
    validateSeqNo(request, failures);
  }
  return failures;
}

type IndexRequest = Extract<WriteRequest, { kind: "index" | "create" }>;

function validateIndex(request: IndexRequest, failures: string[]): void {
  const { version, versionType, ifSeqNo, ifPrimaryTerm } = request.options;
  if (request.kind === "create") {
    if (versionType !== undefined && versionType !== "internal")
      failures.push("create operations only support internal versioning. use index instead");
    else if (version !== undefined)
      failures.push("create operations do not support explicit versions. use index instead");
    else if (ifSeqNo !== undefined || (ifPrimaryTerm ?? 0) !== 0)
      failures.push("create operations do not support compare and set. use index instead");
    if (failures.length > 0) return;
  }
  if (request.id === undefined && (version !== undefined || (versionType ?? "internal") !== "internal"))
    failures.push("an id must be provided if version type or value are set");
  validateVersion(request, failures);
  validateSeqNo(request, failures);
  if (request.id !== undefined && Buffer.byteLength(request.id) > MAX_ID_BYTES) {
    failures.push(
      `id [${request.id}] is too long, must be no longer than ${MAX_ID_BYTES} bytes but was: ${Buffer.byteLength(request.id)}`,
    );
  }
}

/** -3, `Versions.MATCH_ANY`, is how Elasticsearch says that no version is given. */
const ANY_VERSION = -3;

function validateVersion(request: WriteRequest, failures: string[]): void {
  const { version = ANY_VERSION, versionType: type = "internal", ifSeqNo } = request.options;
  const given = Number(version) !== ANY_VERSION;
  const legal = version >= 0 || (type === "internal" && !given);
  if (!legal) failures.push(`illegal version value [${version}] for version type [${type.toUpperCase()}]`);
  if (type === "internal" && given) failures.push(USE_SEQ_NO);
  if (ifSeqNo !== undefined && (type !== "internal" || given))
    failures.push("compare and write operations can not use versioning");
}

/** All reasons why a get is not valid. */
export function validateRead({
  version,
  versionType = "internal",
}: Pick<WriteRequest["options"], "version" | "versionType">): string[] {
  if (version === undefined || version >= 0 || Number(version) === ANY_VERSION || versionType === "force") return [];
  return [`illegal version value [${version}] for version type [${versionType.toUpperCase()}]`];
}

function validateSeqNo(request: WriteRequest, failures: string[]): void {
  const { ifSeqNo, ifPrimaryTerm } = request.options;
  const term = ifPrimaryTerm ?? 0;
  if (ifSeqNo !== undefined && term === 0) failures.push("ifSeqNo is set, but primary term is [0]");
  else if (ifSeqNo === undefined && term !== 0) failures.push(`ifSeqNo is unassigned, but primary term is [${term}]`);
}

/** Refuses sequence numbers and terms that can never be. */
export function checkSeqNo(ifSeqNo: number | undefined, ifPrimaryTerm: number | undefined): void {
  if (ifSeqNo !== undefined && ifSeqNo < 0)
    throw illegalArgument(`sequence numbers must be non negative. got [${ifSeqNo}].`);
  if (ifPrimaryTerm !== undefined && ifPrimaryTerm < 0)
    throw illegalArgument(`primary term must be non negative. got [${ifPrimaryTerm}]`);
}

/** 400 `routing_missing_exception`, for indices whose mapping requires routing. */
export function routingMissing(index: string, id: string): RequestError {
  return new RequestError(400, "routing_missing_exception", `routing is required for [${index}]/[${id}]`, {
    details: { index_uuid: "_na_", index },
  });
}
