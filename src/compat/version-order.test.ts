import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeVersion, encodeVersion } from "./version-order.ts";

// The order in section 11 of Semantic Versioning 2.0.0 and in Elasticsearch's documentation.
const ascending = [
  "0.0.1",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.2",
  "1.2.0",
  "1.10.0",
  "2.0.0+build.1",
  "11.1.0",
  "01.2.3",
  "1.2.3-",
  "no version",
];

test("versions sort by their numbers, pre-releases before releases, invalid versions last", () => {
  const sorted = [...ascending]
    .reverse()
    .sort((one, other) => Buffer.compare(encodeVersion(one), encodeVersion(other)));
  expect(sorted).toEqual(ascending);
});

test("decoding a version's bytes returns the version", () => {
  for (const text of ascending) expect(decodeVersion(encodeVersion(text))).toBe(text);
  const part = fc.oneof(fc.nat().map(String), fc.constantFrom("alpha", "rc-1", "x9"));
  const versions = fc.tuple(
    fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    fc.array(part, { maxLength: 3 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(versions, ([main, pre, build]) => {
      const text = `${main.join(".")}${pre.length > 0 ? `-${pre.join(".")}` : ""}${build ? "+b.7" : ""}`;
      expect(decodeVersion(encodeVersion(text))).toBe(text);
    }),
  );
});
