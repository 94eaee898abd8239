import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameReader, FrameRefused, framed } from "./frames.ts";

test("frames come out as they were put in, however the bytes are cut", () => {
  const contents = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 });
  fc.assert(
    fc.property(contents, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (frames, cuts) => {
      const bytes = Buffer.concat(frames.flatMap((frame) => framed(frame)));
      const reader = new FrameReader(40);
      const found: Buffer[] = [];
      let cut = 0;
      for (let at = 0; at < bytes.length; cut++) {
        const length = cuts[cut % cuts.length]!;
        reader.push(bytes.subarray(at, at + length));
        at += length;
        for (let frame = reader.next(); frame; frame = reader.next()) found.push(frame);
      }
      expect(found.map((frame) => [...frame])).toEqual(frames.map((frame) => [...frame]));
    }),
    { numRuns: 60 },
  );
});

test("a frame that is too long is refused by its head alone", () => {
  const reader = new FrameReader(1000);
  reader.push(Buffer.of(0x80, 0, 0, 0));
  expect(() => reader.next()).toThrow(FrameRefused);
  const [head] = framed(Buffer.alloc(1001));
  const other = new FrameReader(1000);
  other.push(head);
  expect(() => other.next()).toThrow("a frame of 1001 bytes is longer than the 1000 that are allowed");
});
