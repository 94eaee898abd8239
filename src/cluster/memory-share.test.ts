import { expect, test } from "vitest";
import { mergeClusterSettings } from "./cluster-settings.ts";
import { memoryShare } from "./memory-share.ts";

test("sizes are absolute, percentages relative to the memory", () => {
  expect(["10kb", "50%", "0%", "12.5%", "-1", "0"].map((text) => memoryShare(text, "s", 1000))).toEqual([
    10_240, 500, 0, 125, -1, 0,
  ]);
});

// As Elasticsearch 8.19 answers them.
test.each([
  [
    "10",
    "failed to parse setting [indices.breaker.total.limit] with value [10] as a size in bytes: unit is missing or unrecognized",
  ],
  ["110%", "percentage should be in [0-100], got [110]"],
  ["x%", "failed to parse [x] as a double"],
])("the limit %s is refused", (text, reason) => {
  const update = { "indices.breaker.total.limit": text };
  expect(() => mergeClusterSettings({}, update, "transient")).toThrow(
    expect.objectContaining({
      status: 400,
      type: "illegal_argument_exception",
      message: reason,
      cause: expect.objectContaining({ type: "parse_exception", message: reason }),
    }),
  );
});

test.each(["indices.query.bool.max_clause_count", "http.max_content_length", "indexing_pressure.memory.limit"])(
  "%s is fixed while the server runs",
  (name) => {
    expect(() => mergeClusterSettings({}, { [name]: "10" }, "persistent")).toThrow(
      `persistent setting [${name}], not dynamically updateable`,
    );
  },
);
