/** Random mappings with documents for them, of the types that Elasticsearch's core has. */
import fc from "fast-check";
import type { SyntheticCase } from "./synthetic-source-cases.ts";

type Definition = Record<string, unknown>;

/** A field with values that it takes. */
interface RandomField {
  readonly definition: Definition;
  readonly value: fc.Arbitrary<unknown>;
}

const keepMode = fc.constantFrom<Definition>(
  {},
  {},
  { synthetic_source_keep: "arrays" },
  { synthetic_source_keep: "all" },
  { synthetic_source_keep: "none" },
);
const word = fc.constantFrom("a", "b", "c", "abc", "Zz", "", "é", "10");
const whole = fc.integer({ min: -5, max: 5 });
const fraction = fc.constantFrom(0.1, 1, 2.5, -3, 1e10, 0);

const fields: readonly RandomField[] = [
  { definition: { type: "keyword" }, value: word },
  { definition: { type: "keyword", ignore_above: 2 }, value: word },
  { definition: { type: "keyword", null_value: "nil" }, value: word },
  { definition: { type: "keyword", doc_values: false }, value: word },
  { definition: { type: "keyword", store: true }, value: word },
  { definition: { type: "keyword", fields: { sub: { type: "keyword" } } }, value: word },
  { definition: { type: "text" }, value: word },
  { definition: { type: "text", fields: { raw: { type: "keyword", ignore_above: 2 } } }, value: word },
  { definition: { type: "long" }, value: whole },
  { definition: { type: "integer", null_value: 3 }, value: whole },
  { definition: { type: "short", ignore_malformed: true }, value: fc.oneof(whole, word) },
  { definition: { type: "double" }, value: fraction },
  { definition: { type: "float", index: false }, value: fraction },
  { definition: { type: "boolean" }, value: fc.boolean() },
  { definition: { type: "date" }, value: fc.constantFrom("2020-01-01", "1999-12-31T23:59:59.5Z", 0, "2021") },
  { definition: { type: "ip" }, value: fc.constantFrom("::1", "10.0.0.1", "1.2.3.4", "fe80::1") },
  { definition: { type: "geo_point" }, value: fc.constantFrom("1,2", { lat: 3.3, lon: -4 }, "drm3btev3e86") },
  { definition: { type: "long_range" }, value: fc.constantFrom({ gte: 1 }, { gt: 1, lt: 9 }, { lte: 4 }) },
  {
    definition: { type: "flattened" },
    value: fc.constantFrom({ a: "x" }, { b: ["z", "y"], "a.c": 1 }, { a: { c: true } }),
  },
  { definition: { type: "binary" }, value: fc.constantFrom("AA==", "AQI=", "/w==") },
];

/** Names of fields; each stands in one object alone, so that no name is two things. */
const names = ["a", "b", "c", "d"];

interface RandomObject {
  readonly definition: Definition;
  readonly value: fc.Arbitrary<unknown>;
}

const fieldOf = (keep: fc.Arbitrary<Definition>): fc.Arbitrary<RandomField> =>
  fc
    .tuple(fc.constantFrom(...fields), keep)
    .map(([{ definition, value }, mode]) => ({ definition: { ...definition, ...mode }, value: severalOf(value) }));

/** One value, none, or arrays of them. */
function severalOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const item = fc.oneof({ arbitrary: value, weight: 6 }, { arbitrary: fc.constant(null), weight: 1 });
  return fc.oneof({ arbitrary: item, weight: 3 }, { arbitrary: fc.array(item, { maxLength: 4 }), weight: 3 });
}

/** An object of random fields, up to two levels above it. */
function object(level: number, keep: fc.Arbitrary<Definition>): fc.Arbitrary<RandomObject> {
  const field = fieldOf(keep);
  const member =
    level === 0 ? field : fc.oneof({ arbitrary: field, weight: 2 }, { arbitrary: holder(level - 1, keep), weight: 1 });
  return fc.dictionary(fc.constantFrom(...names), member, { minKeys: 1, maxKeys: 4 }).map((members) => ({
    definition: {
      properties: Object.fromEntries(Object.entries(members).map(([name, { definition }]) => [name, definition])),
    },
    value: fc.record(Object.fromEntries(Object.entries(members).map(([name, { value }]) => [name, value])), {
      requiredKeys: [],
    }),
  }));
}

/** A member that is an object: plain, nested, not mapped by intent, or not enabled; one of it, or several. */
function holder(level: number, keep: fc.Arbitrary<Definition>): fc.Arbitrary<RandomObject> {
  const kind = fc.constantFrom<Definition>(
    {},
    {},
    { type: "nested" },
    { dynamic: false },
    { enabled: false },
    { subobjects: false },
  );
  return fc.tuple(object(level, keep), kind, keep).map(([{ definition, value }, options, mode]) => {
    const isNested = options["type"] === "nested";
    const mine = isNested && mode["synthetic_source_keep"] === "arrays" ? {} : mode;
    const properties =
      options["subobjects"] === false ? flat(definition["properties"] as Definition) : definition["properties"];
    const extended =
      options["dynamic"] === false
        ? fc.tuple(value, severalOf(word)).map(([known, more]) => ({ ...(known as object), more }))
        : value;
    return {
      definition: { ...options, ...mine, properties },
      value: fc.oneof(extended, fc.array(extended, { maxLength: 3 })),
    };
  });
}

/** Names with dots, for `subobjects: false`: what would be objects is left out. */
function flat(properties: Definition): Definition {
  return Object.fromEntries(
    Object.entries(properties).filter(([, definition]) => !("properties" in (definition as Definition))),
  );
}

/**
 * A mapping, a mode of the index, and documents. `keep`: whether arrays or all of a field or object may be kept as they
 * came.
 */
export function randomSyntheticCase({ keep }: { keep: boolean }): fc.Arbitrary<SyntheticCase> {
  const settings = keep
    ? fc.constantFrom<Record<string, string>>({}, { "index.mapping.synthetic_source_keep": "arrays" })
    : fc.constant({});
  return fc.tuple(object(2, keep ? keepMode : fc.constant({})), settings).chain(([{ definition, value }, set]) =>
    fc.record({
      title: fc.constant("random"),
      mappings: fc.constant({ ...definition, dynamic: false }),
      settings: fc.constant(set),
      documents: fc.array(
        value.map((document) => JSON.stringify(document)),
        { minLength: 4, maxLength: 4 },
      ),
    }),
  );
}
