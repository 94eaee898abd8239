/**
 * Ids of events: UUIDs of version 7 (RFC 9562), so that events of one moment keep the order in which they were told.
 */
import { randomBytes } from "node:crypto";

const MOST_IN_A_MILLISECOND = 0xfff;

/** Gives ids that ascend, whatever the clock does. */
export class EventIds {
  #lastMs = 0;
  #count = 0;

  next(nowMs: number): string {
    if (nowMs > this.#lastMs) {
      this.#lastMs = nowMs;
      this.#count = 0;
    } else if (++this.#count > MOST_IN_A_MILLISECOND) {
      this.#lastMs++;
      this.#count = 0;
    }
    const bytes = randomBytes(16);
    bytes.writeUIntBE(this.#lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | this.#count, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    const hex = bytes.toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }
}
