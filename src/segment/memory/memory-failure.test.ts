import { afterEach, expect, test, vi } from "vitest";
import { MemorySegmentBuilder } from "../memory-segment-builder.ts";
import { addModelDocuments, contentOf, modelDocuments } from "../../testing/segment/segment-model.ts";
import { MemoryPool } from "./memory-pool.ts";

afterEach(() => vi.unstubAllGlobals());

function noMemory(): never {
  throw new RangeError("WebAssembly.Memory(): could not allocate memory");
}

test("a memory that the system refuses is a 429, and the builder keeps what it holds", () => {
  const pool = new MemoryPool(64 << 20);
  const documents = modelDocuments(11, 1500);
  const builder = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  addModelDocuments(builder, documents);
  const failing = new MemorySegmentBuilder({ pool, scratchSlots: 1 });
  addModelDocuments(failing, documents);
  const refused = expect.objectContaining({ status: 429, type: "circuit_breaking_exception" });

  const { Memory } = WebAssembly;
  vi.stubGlobal("WebAssembly", { ...WebAssembly, Memory: noMemory });
  expect(() => failing.build(1)).toThrow(refused);
  vi.unstubAllGlobals();

  // A memory that has room for some of the sections and cannot grow.
  for (const pages of [17, 18]) {
    const acquire = vi
      .spyOn(pool, "acquire")
      .mockImplementationOnce(() => new Memory({ initial: pages, maximum: pages, shared: true }));
    expect(() => failing.build(1), `${pages} pages`).toThrow(refused);
    acquire.mockRestore();
  }
  expect(contentOf(failing.build(1).segment)).toEqual(contentOf(builder.build(1).segment));
});
