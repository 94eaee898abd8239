/** How a follower reads and writes: the tuning fields of its requests, with their defaults and bounds. */
import type { Member } from "../compat/object-parser.ts";
import { parseBytes, parseTimeMs } from "../compat/time-value.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";

const COUNTS = {
  max_read_request_operation_count: 5120,
  max_write_request_operation_count: 5120,
  max_outstanding_read_requests: 12,
  max_outstanding_write_requests: 9,
  max_write_buffer_count: 2_147_483_647,
} as const;

const SIZES = {
  max_read_request_size: "32mb",
  max_write_request_size: "9223372036854775807b",
  max_write_buffer_size: "512mb",
} as const;

const TIMES = { max_retry_delay: "500ms", read_poll_timeout: "1m" } as const;

/** In the order in which they are shown. */
const NAMES = [
  "max_read_request_operation_count",
  "max_write_request_operation_count",
  "max_outstanding_read_requests",
  "max_outstanding_write_requests",
  "max_read_request_size",
  "max_write_request_size",
  "max_write_buffer_count",
  "max_write_buffer_size",
  "max_retry_delay",
  "read_poll_timeout",
] as const;

const LONGEST_RETRY_MS = 300_000;

const size =
  (name: string): Member =>
  (value: Json) => {
    parseBytes(valueText(value), name);
    return valueText(value);
  };
const time =
  (name: string): Member =>
  (value: Json) => {
    parseTimeMs(valueText(value), name);
    return valueText(value);
  };

/** The members of bodies that have them. */
export const followMembers: Readonly<Record<string, Member>> = Object.fromEntries([
  ...Object.keys(COUNTS).map((name): [string, Member] => [name, "int32"]),
  ...Object.keys(SIZES).map((name): [string, Member] => [name, size(name)]),
  ...Object.keys(TIMES).map((name): [string, Member] => [name, time(name)]),
]);

/** What is wrong with the fields that were given, in Elasticsearch's words. */
export function followFaults(given: JsonObject): string[] {
  const faults: string[] = [];
  for (const name of [
    "max_read_request_operation_count",
    "max_read_request_size",
    "max_outstanding_read_requests",
    "max_write_request_operation_count",
    "max_write_request_size",
    "max_outstanding_write_requests",
    "max_write_buffer_count",
    "max_write_buffer_size",
  ]) {
    const value = ownOf(given, name);
    if (value === undefined || value === null) continue;
    const amount = typeof value === "number" ? value : parseBytes(valueText(value), name);
    if (amount < 1) faults.push(`${name} must be larger than 0`);
  }
  const delay = ownOf(given, "max_retry_delay");
  if (typeof delay === "string") {
    const delayMs = parseTimeMs(delay, "max_retry_delay");
    if (delayMs <= 0) faults.push(`[max_retry_delay] must be positive but was [${delay}]`);
    if (delayMs > LONGEST_RETRY_MS) faults.push(`[max_retry_delay] must be less than [5m] but was [${delay}]`);
  }
  return faults;
}

/** The fields that a body gives, in their order. */
export function givenParameters(body: JsonObject): JsonObject {
  const given: JsonObject = {};
  for (const name of NAMES) {
    const value = ownOf(body, name);
    if (value !== undefined && value !== null) put(given, name, value);
  }
  return given;
}

/** All fields, with the defaults of those that are not given. */
export function allParameters(given: JsonObject): JsonObject {
  return givenParameters({ ...COUNTS, ...SIZES, ...TIMES, ...given });
}

/** What a follower does by them. Sizes in bytes, times in milliseconds. */
export interface FollowParameters {
  readonly readCount: number;
  readonly readBytes: number;
  readonly reads: number;
  readonly writeCount: number;
  readonly writeBytes: number;
  readonly writes: number;
  readonly bufferCount: number;
  readonly bufferBytes: number;
  readonly retryMs: number;
  readonly pollMs: number;
}

export function followParameters(given: JsonObject): FollowParameters {
  const all = allParameters(given);
  const count = (name: keyof typeof COUNTS): number => Number(ownOf(all, name));
  const bytes = (name: keyof typeof SIZES): number => parseBytes(valueText(ownOf(all, name) ?? ""), name);
  const ms = (name: keyof typeof TIMES): number => parseTimeMs(valueText(ownOf(all, name) ?? ""), name);
  return {
    readCount: count("max_read_request_operation_count"),
    readBytes: bytes("max_read_request_size"),
    reads: count("max_outstanding_read_requests"),
    writeCount: count("max_write_request_operation_count"),
    writeBytes: bytes("max_write_request_size"),
    writes: count("max_outstanding_write_requests"),
    bufferCount: count("max_write_buffer_count"),
    bufferBytes: bytes("max_write_buffer_size"),
    retryMs: ms("max_retry_delay"),
    pollMs: ms("read_poll_timeout"),
  };
}
