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

/** Memory of the whole process, by breaker, multiplied by their overheads. */
export interface BreakerUsage {
  readonly inflightBytes: number;
  readonly requestBytes: number;
  readonly fielddataBytes: number;
}

/** The same for the parent breaker's error. */
export interface ParentUsage extends BreakerUsage {
  /** Bytes held before the request. */
  readonly heldBytes: number;
  /** Bytes that the request needs, multiplied by its breaker's overhead. */
  readonly newBytes: number;
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
  { more = "", isKept = false }: { readonly more?: string; readonly isKept?: boolean } = {},
): RequestError {
  return new RequestError(
    429,
    "circuit_breaking_exception",
    `[${name}] Data too large, data for [${label}] would be [${bytesText(wantedBytes)}], which is larger than the limit of [${bytesText(limitBytes)}]${more}`,
    // What is released with its request may be there for the next one.
    {
      details: {
        bytes_wanted: wantedBytes,
        bytes_limit: limitBytes,
        durability: isKept ? "PERMANENT" : "TRANSIENT",
      },
    },
  );
}

/** The 429 of the parent breaker (`HierarchyCircuitBreakerService.checkParentLimit`). */
export function parentTooLarge(label: string, usage: ParentUsage, limitBytes: number): RequestError {
  const { heldBytes, newBytes, inflightBytes, requestBytes, fielddataBytes } = usage;
  const usages = `inflight_requests=${bytesText(inflightBytes)}, request=${bytesText(requestBytes)}, fielddata=${bytesText(fielddataBytes)}`;
  const more = `, real usage: [${bytesText(heldBytes)}], new bytes reserved: [${bytesText(newBytes)}], usages [${usages}]`;
  return tooLarge("parent", label, heldBytes + newBytes, limitBytes, { more });
}
