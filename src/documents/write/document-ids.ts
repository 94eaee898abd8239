/** Generated `_id`s: 20 url-safe characters from time, node and a counter, as Elasticsearch's time-based ids. */
import type { Clock } from "../../core/clock.ts";

/** Makes ids; one per node. `entropy`: at least 9 random bytes, of which 6 become the node's part. */
export interface DocumentIds {
  next(): string;
}

/**
 * Ids of 15 bytes: the fast moving byte of the counter first (so that ids spread), then the slow bytes of the time and
 * the node (so that ids made together share bytes, which packs well), then the fast bytes. Time never runs backwards
 * within a process.
 */
export function documentIds(clock: Clock, entropy: Uint8Array): DocumentIds {
  let counter = ((entropy[6] ?? 0) << 16) | ((entropy[7] ?? 0) << 8) | (entropy[8] ?? 0);
  let last = 0;
  const bytes = Buffer.alloc(15);
  bytes.set(entropy.subarray(0, 6), 6);
  return {
    next() {
      counter = (counter + 1) & 0xffffff;
      const now = Math.max(clock.now(), counter === 0 ? last + 1 : last);
      last = now;
      bytes[0] = counter;
      bytes[1] = counter >>> 16;
      bytes[2] = now >>> 16;
      bytes[3] = now >>> 24;
      bytes[4] = now / 2 ** 32;
      bytes[5] = now / 2 ** 40;
      bytes[12] = now >>> 8;
      bytes[13] = counter >>> 8;
      bytes[14] = now;
      return bytes.toString("base64url");
    },
  };
}
