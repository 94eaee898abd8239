import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  BUFFER_BYTES,
  CURSOR_BYTES,
  FIELD,
  NEAR,
  NEAR_BYTES,
  NEAR_STATE_BYTES,
  SEARCH,
  SEARCH_BYTES,
} from "./structures.ts";

/** `fieldDocFreqs` for FIELD_DOC_FREQS. */
const nameOf = (constant: string) =>
  constant.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

test("TypeScript and the kernel agree on the offsets in shared structures", () => {
  const source = readFileSync(new URL("./assembly/layout.ts", import.meta.url), "utf8");
  const constants = new Map(
    [...source.matchAll(/export const (\w+): \w+ = (\w+);/g)].map((match) => [match[1] ?? "", Number(match[2])]),
  );
  const withPrefix = (prefix: string) =>
    Object.fromEntries(
      [...constants]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => [nameOf(name.slice(prefix.length)), value]),
    );
  expect(withPrefix("FIELD_")).toEqual(FIELD);
  expect(withPrefix("SEARCH_")).toEqual({ ...SEARCH, bytes: SEARCH_BYTES });
  expect(withPrefix("NEAR_")).toEqual({ ...NEAR, bytes: NEAR_BYTES, stateBytes: NEAR_STATE_BYTES });
  expect(constants.get("CURSOR_BYTES")).toBe(CURSOR_BYTES);
  expect(constants.get("BUFFER_BYTES")).toBe(BUFFER_BYTES);
});
