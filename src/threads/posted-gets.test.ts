import fc from "fast-check";
import { expect, test } from "vitest";
import { postedGets, receivedGets } from "./posted-gets.ts";

const found = (source: Uint8Array): Parameters<typeof postedGets>[0][number] => ({
  found: true,
  index: "i",
  id: "1",
  version: 1,
  seqNo: 2,
  primaryTerm: 1,
  routing: undefined,
  source,
});

test("documents arrive byte for byte, without what stands around them", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (sources) => {
      const block = Buffer.concat([Buffer.alloc(1000, 1), ...sources]);
      let at = 1000;
      const answers = sources.map((source) => found(block.subarray(at, (at += source.length))));
      const posted = postedGets(answers);
      expect(
        receivedGets(structuredClone(posted)).map((answer) => ("source" in answer ? [...answer.source] : undefined)),
      ).toEqual(sources.map((source) => [...source]));
    }),
  );
  const large = found(Buffer.alloc(1_000_000, 7).subarray(0, 70_000));
  const [posted] = postedGets([large]);
  expect(posted && "source" in posted && posted.source instanceof Uint8Array && posted.source.buffer.byteLength).toBe(
    70_000,
  );
  expect(receivedGets(postedGets([large]))).toEqual([{ ...large, source: new Uint8Array(70_000).fill(7) }]);
});

test("missing documents and errors pass as they are", () => {
  const answers = [
    { found: false as const, index: "i", id: "1" },
    { status: 404, type: "index_not_found_exception", reason: "no such index [i]", details: {} },
  ];
  expect(receivedGets(postedGets(answers as never))).toEqual(answers);
});
