/** The breakers as `_nodes/stats/breaker` shows them, and what refuses a request that is over one. */
import { RequestError } from "../compat/errors.ts";
import { humanBytes } from "../compat/human-size.ts";

/** A breaker by its documented name, at this moment. */
export interface BreakerStats {
  readonly name: "inflight_requests" | "request" | "fielddata" | "parent";
  /** -1: none. */
  readonly limitBytes: number;
  /** Bytes held, times the overhead. */
  readonly estimatedBytes: number;
  readonly overhead: number;
  /** Requests refused. */
  readonly tripped: number;
}

/** What the whole process would hold, told by the parent. */
export interface ParentUsage {
  /** Before the request. */
  readonly heldBytes: number;
  /** What the request asks for, times the overhead of its breaker. */
  readonly newBytes: number;
  readonly inflightBytes: number;
  readonly requestBytes: number;
}

/** `1048576/1mb`. */
export function bytesText(bytes: number): string {
  return `${bytes}/${humanBytes(bytes)}`;
}

/**
 * 429 of one breaker (`ChildMemoryCircuitBreaker.circuitBreak`). `label` says what the memory is for: `<http_request>`.
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
    // Everything that is counted goes with its request, so that it helps to come again.
    { details: { bytes_wanted: wantedBytes, bytes_limit: limitBytes, durability: "TRANSIENT" } },
  );
}

/** 429 of the parent (`HierarchyCircuitBreakerService.checkParentLimit`). */
export function parentTooLarge(label: string, usage: ParentUsage, limitBytes: number): RequestError {
  const { heldBytes, newBytes, inflightBytes, requestBytes } = usage;
  const usages = `inflight_requests=${bytesText(inflightBytes)}, request=${bytesText(requestBytes)}, fielddata=0/0b`;
  const more = `, real usage: [${bytesText(heldBytes)}], new bytes reserved: [${bytesText(newBytes)}], usages [${usages}]`;
  return tooLarge("parent", label, heldBytes + newBytes, limitBytes, more);
}
