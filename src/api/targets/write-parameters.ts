/** Parameters that index, create, update, delete and bulk share. */
import { parseTimeMs } from "../../compat/time-value.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RefreshPolicy, VersionType, WriteOptions } from "../../documents/documents.ts";
import { FORCE_WARNING } from "../../documents/write/version-check.ts";
import { checkSeqNo } from "../../documents/write/write-validation.ts";
import { booleanParameter, longParameter } from "../../http/parameters.ts";
import type { OperationRequest } from "../operation.ts";

/** What the parameters of a write say. */
export interface WriteParameters {
  readonly options: WriteOptions;
  readonly refresh: RefreshPolicy;
  readonly requireAlias: boolean;
  readonly requireDataStream: boolean;
  readonly pipeline: string | undefined;
  readonly includeSourceOnError: boolean;
  /** Undefined: what the index says. */
  readonly waitForActiveShards: number | "all" | undefined;
  readonly timeout: string;
}

/** Reads them all. Throws 400 for wrong values. */
export function writeParameters(request: OperationRequest): WriteParameters {
  const { parameters } = request;
  const timeout = parameters["timeout"] ?? "1m";
  parseTimeMs(timeout, "timeout");
  const ifSeqNo = longParameter(parameters, "if_seq_no");
  const ifPrimaryTerm = longParameter(parameters, "if_primary_term");
  const options: WriteOptions = {
    routing: parameters["routing"] || undefined,
    version: longParameter(parameters, "version"),
    versionType: versionType(parameters["version_type"], (message) => request.warn(message)),
    ifSeqNo: ifSeqNo === undefined ? undefined : Number(ifSeqNo),
    ifPrimaryTerm: ifPrimaryTerm === undefined ? undefined : Number(ifPrimaryTerm),
  };
  checkSeqNo(options.ifSeqNo, options.ifPrimaryTerm);
  return {
    options,
    refresh: refreshPolicy(parameters["refresh"]),
    requireAlias: booleanParameter(parameters, "require_alias", false),
    requireDataStream: booleanParameter(parameters, "require_data_stream", false),
    pipeline: parameters["pipeline"],
    includeSourceOnError: booleanParameter(parameters, "include_source_on_error", true),
    waitForActiveShards:
      parameters["wait_for_active_shards"] === undefined
        ? undefined
        : activeShardCount(parameters["wait_for_active_shards"]),
    timeout,
  };
}

/** `refresh`: without a value it is true. */
export function refreshPolicy(value: string | undefined): RefreshPolicy {
  if (value === undefined || value === "false") return "false";
  if (value === "" || value === "true") return "true";
  if (value === "wait_for") return "wait_for";
  throw illegalArgument(`Unknown value for refresh: [${value}].`);
}

/** `version_type`; `force` is taken with a warning, as releases before 8 did. */
export function versionType(value: string | undefined, warn: (message: string) => void): VersionType | undefined {
  if (value === undefined) return undefined;
  if (value === "internal" || value === "external_gte") return value;
  if (value === "external" || value === "external_gt") return "external";
  if (value === "force") {
    warn(FORCE_WARNING);
    return "force";
  }
  throw illegalArgument(`No version type match [${value}]`);
}

/** `wait_for_active_shards`: a number of copies or `all`; 1 when absent. */
export function activeShardCount(value: string | undefined): number | "all" {
  if (value === undefined) return 1;
  if (value === "all") return "all";
  if (!/^[+-]?\d{1,10}$/.test(value)) {
    const cause = new RequestError(400, "number_format_exception", `For input string: "${value}"`);
    throw new RequestError(400, "illegal_argument_exception", `cannot parse ActiveShardCount[${value}]`, { cause });
  }
  if (Number(value) < 0) throw illegalArgument("shard count cannot be a negative value");
  return Number(value);
}
