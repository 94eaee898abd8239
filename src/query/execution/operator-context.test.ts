import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SCRATCH_BASE, SCRATCH_SLOT_BYTES } from "../../segment/format.ts";
import { SegmentContext } from "./operator-context.ts";
import { makeFixture } from "../../testing/query/operator-fixture.ts";

const { reader } = makeFixture(41, 10);
const open = (slot = 0) => new SegmentContext({ reader, slot, checkpoint: () => undefined });

describe("scratch", () => {
  test("never overlaps between contexts, whatever the order in which they begin and end", () => {
    const step = fc.record({
      context: fc.nat(3),
      bytes: fc.integer({ min: 1, max: 60_000 }),
      close: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const contexts = Array.from({ length: 4 }, () => ({
          context: open(1),
          leases: [] as { from: number; to: number }[],
        }));
        for (const { context: index, bytes, close } of steps) {
          const held = contexts[index]!;
          if (close) {
            held.context.close();
            contexts[index] = { context: open(1), leases: [] };
            continue;
          }
          let from: number;
          try {
            from = held.context.scratch(bytes);
          } catch {
            continue; // full
          }
          const lease = { from, to: from + bytes };
          expect(from % 16).toBe(0);
          expect(from).toBeGreaterThanOrEqual(SCRATCH_BASE + SCRATCH_SLOT_BYTES);
          expect(lease.to).toBeLessThanOrEqual(SCRATCH_BASE + 2 * SCRATCH_SLOT_BYTES);
          for (const other of contexts.flatMap(({ leases }) => leases)) {
            expect(other.to <= lease.from || lease.to <= other.from).toBe(true);
          }
          held.leases.push(lease);
        }
        for (const { context } of contexts) context.close();
      }),
    );
  });

  test("that is full throws 429, and is free again after the queries have ended", () => {
    const context = open();
    context.scratch(SCRATCH_SLOT_BYTES - 16384);
    expect(() => context.scratch(20_000)).toThrow(
      expect.objectContaining({ status: 429, type: "circuit_breaking_exception" }),
    );
    context.close();
    const again = open();
    expect(again.scratch(SCRATCH_SLOT_BYTES)).toBe(SCRATCH_BASE);
    again.close();
  });

  test("windows go back in the reverse order of borrowing", () => {
    const context = open();
    const first = context.borrow();
    const second = context.borrow();
    expect(second.bitsAddress).not.toBe(first.bitsAddress);
    expect(() => context.giveBack(first)).toThrow("reverse order");
    context.close();
  });
});
