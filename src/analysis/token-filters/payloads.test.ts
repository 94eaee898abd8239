import { expect, test } from "vitest";
import { analysisOf, builtInAnalysis } from "../analyzers-of.ts";

/** The payload of a text with a delimiter, in hexadecimal. */
function payload(encoding: string, text: string): string {
  const chain = builtInAnalysis.chain({
    charFilters: [],
    tokenizer: "keyword",
    tokenFilters: [{ type: "delimited_payload", encoding }],
  });
  return Buffer.from(chain.tokens(text)[0]!.payload ?? []).toString("hex");
}

// Recorded from OpenSearch 3.8.
test.each([
  ["float", "x| 1", "3f800000"],
  ["float", "x|1e3", "447a0000"],
  ["float", "x|1.5d", "3fc00000"],
  ["float", "x|NaN", "7fc00000"],
  ["float", "x|Infinity", "7f800000"],
  ["int", "x|-7", "fffffff9"],
  ["identity", "x|é", "c3a9"],
])("%s takes %s", (encoding, text, bytes) => {
  expect(payload(encoding, text)).toBe(bytes);
});

test.each([
  ["float", "x|", "empty String"],
  ["float", "x|0x10", 'For input string: "0x10"'],
  ["float", "x|1x", 'For input string: "1x"'],
  ["int", "x|", "chars length is 0"],
  ["int", "x|-", "can't convert to an int"],
  ["int", "x|+5", "Unable to parse"],
  ["int", "x|2147483648", "Unable to parse"],
])("%s refuses %s: %s", (encoding, text, words) => {
  expect(() => payload(encoding, text)).toThrow(
    expect.objectContaining({ status: 400, type: "number_format_exception", message: words }),
  );
});

test("type_as_payload is a filter without settings", () => {
  expect(
    builtInAnalysis.chain({ charFilters: [], tokenizer: "standard", tokenFilters: ["type_as_payload"] }).tokens("1")[0]!
      .payload,
  ).toEqual(Buffer.from("<NUM>"));
  expect(() => analysisOf({ "index.analysis.filter.x.type": "type_as_payload" }).tokenFilter("x")).toThrow(
    "Unknown filter type [type_as_payload] for [x]",
  );
});
