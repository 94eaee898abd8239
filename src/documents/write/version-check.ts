/**
 * Optimistic concurrency: whether a write or a get may go on, with Elasticsearch's words when not (`VersionType`,
 * `InternalEngine`).
 */
import { RequestError } from "../../compat/errors.ts";
import type { VersionType } from "../documents.ts";

/** The warning for version type `force`, which Elasticsearch no longer takes. */
export const FORCE_WARNING = "version type FORCE is deprecated and will be removed in the next major version";

/** Where a conflict happened, for the details of the error. */
export interface ShardName {
  readonly index: string;
  readonly uuid: string;
  readonly shard: number;
}

/** What the shard knows of an `_id`: its last operation. A deleted one is remembered for index.gc_deletes. */
export interface CurrentVersion {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number | bigint;
  readonly deleted: boolean;
}

/** The conditions of a write. */
export interface WriteConditions {
  readonly version?: number | bigint | undefined;
  readonly versionType?: VersionType | undefined;
  readonly ifSeqNo?: number | undefined;
  readonly ifPrimaryTerm?: number | undefined;
}

/** 409 `version_conflict_engine_exception`. */
export function versionConflict(where: ShardName, id: string, why: string, more = ""): RequestError {
  return new RequestError(409, "version_conflict_engine_exception", `[${id}]${more}: version conflict, ${why}`, {
    details: { index_uuid: where.uuid, shard: String(where.shard), index: where.index },
  });
}

/** Why a write conflicts, or undefined when it may go on. `create`: the document must not exist. */
export function writeConflict(
  current: CurrentVersion | undefined,
  conditions: WriteConditions,
  create: boolean,
): string | undefined {
  const exists = current !== undefined && !current.deleted;
  if (conditions.ifSeqNo !== undefined) {
    const required = `required seqNo [${conditions.ifSeqNo}], primary term [${conditions.ifPrimaryTerm ?? 0}].`;
    if (!exists) return `${required} but no document was found`;
    if (current.seqNo !== conditions.ifSeqNo || current.primaryTerm !== conditions.ifPrimaryTerm) {
      return `${required} current document has seqNo [${current.seqNo}] and primary term [${current.primaryTerm}]`;
    }
    return undefined;
  }
  if (create) return exists ? `document already exists (current version [${current.version}])` : undefined;
  if (current === undefined || conditions.version === undefined) return undefined;
  switch (conditions.versionType ?? "internal") {
    case "internal":
      return current.version === conditions.version
        ? undefined
        : `current version [${current.version}] is different than the one provided [${conditions.version}]`;
    case "external":
      return current.version < conditions.version
        ? undefined
        : `current version [${current.version}] is higher or equal to the one provided [${conditions.version}]`;
    case "external_gte":
      return current.version <= conditions.version
        ? undefined
        : `current version [${current.version}] is higher than the one provided [${conditions.version}]`;
    case "force":
      return undefined;
  }
}

/** The version that the document has after the write. A 64-bit integer that wraps around, as Elasticsearch's does. */
export function nextVersion(current: CurrentVersion | undefined, conditions: WriteConditions): number | bigint {
  if ((conditions.versionType ?? "internal") !== "internal" && conditions.version !== undefined)
    return conditions.version;
  if (current === undefined) return 1;
  if (typeof current.version === "number" && current.version < Number.MAX_SAFE_INTEGER) return current.version + 1;
  const next = BigInt.asIntN(64, BigInt(current.version) + 1n);
  return next >= BigInt(Number.MIN_SAFE_INTEGER) && next <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(next) : next;
}

/** Why a get with a version conflicts with the document found, or undefined. Force never does. */
export function readConflict(
  version: number | bigint,
  conditions: { version?: number | bigint | undefined; versionType?: VersionType | undefined },
): string | undefined {
  if (conditions.version === undefined || conditions.versionType === "force" || version === conditions.version)
    return undefined;
  return `current version [${version}] is different than the one provided [${conditions.version}]`;
}
