/** Mappings of shapes and points as Elasticsearch 8.19.21 accepted, returned and refused them (recorded 2026-11-21). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorResponse } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../merge-mappings.ts";

interface Outcome {
  readonly shown?: Json;
  readonly error?: Json;
}

const recorded = JSON.parse(readFileSync(new URL("recorded-mappings.json", import.meta.url), "utf8")) as {
  mappings: readonly (Outcome & { readonly mapping: JsonObject })[];
  updates: readonly (Outcome & { readonly from: JsonObject; readonly to: JsonObject })[];
};

function outcome(work: () => JsonObject): Outcome {
  try {
    return { shown: JSON.parse(JSON.stringify(work()["properties"])) as Json };
  } catch (error) {
    return { error: JSON.parse(JSON.stringify(errorResponse(error).error)) as Json };
  }
}

test.each(recorded.mappings.map(({ mapping, ...expected }) => [JSON.stringify(mapping), mapping, expected] as const))(
  "%s",
  (_title, properties, expected) => {
    expect(outcome(() => mergeMappings({}, { properties }, {}))).toEqual(expected);
  },
);

test.each(
  recorded.updates.map(
    ({ from, to, ...expected }) => [`${JSON.stringify(from)} + ${JSON.stringify(to)}`, from, to, expected] as const,
  ),
)("%s", (_title, from, to, expected) => {
  expect(outcome(() => mergeMappings(mergeMappings({}, { properties: from }, {}), { properties: to }, {}))).toEqual(
    expected,
  );
});
