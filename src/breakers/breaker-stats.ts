/** The circuit breakers as rendered by `_nodes/stats/breaker`, and the errors of a request that exceeds one. */
import { RequestError } from "../compat/errors.ts";
import { humanBytes } from "../compat/human-size.ts";

/** Current state of a breaker, by its documented name. */
export interface BreakerStats {
  readonly name: "inflight_requests" | "request" | "fielddata" | "parent";
  /** -1: no limit. */
  readonly limitBytes: number;
  /** Bytes held, multiplied by the overhead. */
  readonly estimatedBytes: number;
  readonly overhead: number;
  /** Number of requests rejected. */
  readonly tripped: number;
}

/** Memory of the whole process, for the parent breaker's error. */
export interface ParentUsage {
  /** Bytes held before the request. */
  readonly heldBytes: number;
  /** Bytes that the request needs, multiplied by its breaker's overhead. */
  readonly newBytes: number;
  readonly inflightBytes: number;
  readonly requestBytes: number;
}

/** `1048576/1mb`. */
export function bytesText(bytes: number): string {
  return `${bytes}/${humanBytes(bytes)}`;
}

/**
 * The 429 of one breaker (`ChildMemoryCircuitBreaker.circuitBreak`). `label` says what the memory is for:
 * `<http_request>`.
 */
export function tooLarge(
  name: string,
  label: string,
  wantedBytes: number,
  limitBytes: number,
  more = "",
): RequestError {
  return new RequestError(
    429,
    "circuit_breaking_exception",
    `[${name}] Data too large, data for [${label}] would be [${bytesText(wantedBytes)}], which is larger than the limit of [${bytesText(limitBytes)}]${more}`,
    // Everything counted is released with its request, so retrying helps.
    { details: { bytes_wanted: wantedBytes, bytes_limit: limitBytes, durability: "TRANSIENT" } },
  );
}

/** The 429 of the parent breaker (`HierarchyCircuitBreakerService.checkParentLimit`). */
export function parentTooLarge(label: string, usage: ParentUsage, limitBytes: number): RequestError {
  const { heldBytes, newBytes, inflightBytes, requestBytes } = usage;
  const usages = `inflight_requests=${bytesText(inflightBytes)}, request=${bytesText(requestBytes)}, fielddata=0/0b`;
  const more = `, real usage: [${bytesText(heldBytes)}], new bytes reserved: [${bytesText(newBytes)}], usages [${usages}]`;
  return tooLarge("parent", label, heldBytes + newBytes, limitBytes, more);
}
