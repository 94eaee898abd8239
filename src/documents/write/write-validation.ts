/**
 * What a write must fulfil before it reaches a shard: Elasticsearch's `validate()` of index, delete and update
 * requests.
 */
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import type { WriteItem } from "../documents.ts";

/** Largest `_id` in UTF-8 bytes. */
export const MAX_ID_BYTES = 512;

/** What requests with an internal version are told. */
export const USE_SEQ_NO =
  "internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead";

/** All reasons why a request is not valid; empty when it is. An update's body is checked by `update-request.ts`. */
export function validateWrite(item: WriteItem): string[] {
  const failures: string[] = [];
  if (item.kind === "index" || item.kind === "create") validateIndex(item, failures);
  else {
    if (item.id === undefined || item.id === "") failures.push("id is missing");
    if (item.kind === "delete") validateVersion(item, failures);
    validateSeqNo(item, failures);
  }
  return failures;
}

function validateIndex(item: WriteItem, failures: string[]): void {
  const { version, versionType, ifSeqNo, ifPrimaryTerm } = item.options;
  if (item.kind === "create") {
    if (versionType !== undefined && versionType !== "internal")
      failures.push("create operations only support internal versioning. use index instead");
    else if (version !== undefined)
      failures.push("create operations do not support explicit versions. use index instead");
    else if (ifSeqNo !== undefined || (ifPrimaryTerm ?? 0) !== 0)
      failures.push("create operations do not support compare and set. use index instead");
    if (failures.length > 0) return;
  }
  if (item.id === undefined && (version !== undefined || (versionType ?? "internal") !== "internal"))
    failures.push("an id must be provided if version type or value are set");
  validateVersion(item, failures);
  validateSeqNo(item, failures);
  if (item.id !== undefined && Buffer.byteLength(item.id) > MAX_ID_BYTES) {
    failures.push(
      `id [${item.id}] is too long, must be no longer than ${MAX_ID_BYTES} bytes but was: ${Buffer.byteLength(item.id)}`,
    );
  }
}

/** -3, `Versions.MATCH_ANY`, is how Elasticsearch says that no version is given. */
const ANY_VERSION = -3;

function validateVersion(item: WriteItem, failures: string[]): void {
  const { version = ANY_VERSION, versionType: type = "internal", ifSeqNo } = item.options;
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
}: Pick<WriteItem["options"], "version" | "versionType">): string[] {
  if (version === undefined || version >= 0 || Number(version) === ANY_VERSION || versionType === "force") return [];
  return [`illegal version value [${version}] for version type [${versionType.toUpperCase()}]`];
}

function validateSeqNo(item: WriteItem, failures: string[]): void {
  const { ifSeqNo, ifPrimaryTerm } = item.options;
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
