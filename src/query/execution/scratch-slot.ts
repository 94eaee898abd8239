/**
 * Scratch of one thread in one memory. Queries lease and return runs of chunks in any order, because a thread may pause
 * one query and start another.
 */
import { assert } from "../../core/assert.ts";
import { RequestError } from "../../compat/errors.ts";
import { SCRATCH_BASE, SCRATCH_SLOT_BYTES } from "../../segment/format.ts";

const CHUNK_BYTES = 16384;
const CHUNKS = SCRATCH_SLOT_BYTES / CHUNK_BYTES;

/** The chunks of one slot. */
export class ScratchSlot {
  private readonly base: number;
  private readonly used = new Uint8Array(CHUNKS);

  constructor(slot: number) {
    this.base = SCRATCH_BASE + slot * SCRATCH_SLOT_BYTES;
  }

  /** The first free run of chunks that holds `bytes`; throws a 429 `circuit_breaking_exception` when there is none. */
  take(bytes: number): { address: number; bytes: number } {
    const count = Math.max(1, Math.ceil(bytes / CHUNK_BYTES));
    let free = 0;
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      free = this.used[chunk] === 0 ? free + 1 : 0;
      if (free < count) continue;
      const first = chunk + 1 - count;
      this.used.fill(1, first, chunk + 1);
      return { address: this.base + first * CHUNK_BYTES, bytes: count * CHUNK_BYTES };
    }
    throw this.tooLarge(bytes);
  }

  give(run: { address: number; bytes: number }): void {
    const first = (run.address - this.base) / CHUNK_BYTES;
    this.used.fill(0, first, first + run.bytes / CHUNK_BYTES);
  }

  private tooLarge(bytes: number): RequestError {
    const wanted = this.used.reduce((sum, used) => sum + used, 0) * CHUNK_BYTES + bytes;
    return new RequestError(
      429,
      "circuit_breaking_exception",
      `[request] Data too large, data for [<query_scratch>] would be [${wanted}/${(wanted / 1048576).toFixed(1)}mb], ` +
        `which is larger than the limit of [${SCRATCH_SLOT_BYTES}/${SCRATCH_SLOT_BYTES / 1048576}mb]`,
      {
        details: { bytes_wanted: wanted, bytes_limit: SCRATCH_SLOT_BYTES, durability: "TRANSIENT" },
      },
    );
  }
}

const slots = new WeakMap<WebAssembly.Memory, ScratchSlot[]>();

/** The calling thread's slot in a memory; `slot` is the number that the thread has leased. */
export function scratchSlot(memory: WebAssembly.Memory, slot: number, scratchSlots: number): ScratchSlot {
  assert(slot >= 0 && slot < scratchSlots, `scratch slot ${slot} of ${scratchSlots}`);
  let known = slots.get(memory);
  if (!known) slots.set(memory, (known = []));
  return (known[slot] ??= new ScratchSlot(slot));
}
