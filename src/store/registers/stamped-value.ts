/**
 * Values with a stamp in front that no other write has: a writer without an answer tells its own value from an equal
 * one of somebody else.
 */
import { randomUuid } from "../../core/clock.ts";

const STAMP_BYTES = 22;

export function stamped(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(randomUuid()), bytes]);
}

/** A view of what was stamped. */
export function unstamped(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(STAMP_BYTES);
}
