/**
 * Random documents for a mapping, as JSON text: fitting, nearly fitting and misfitting values in all their spellings.
 */
import fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";

const NUMBERS = [
  "0", "1", "-1", "5", "-0", "1.0", "1.5", "-2.5", "0.1", "1e3", "1E-3", "127", "128", "-129", "32768", "2147483647", "2147483648", "65504", "65520",
  "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e30", "1e39", "3.4028235e38",
  "1e308", "1e309", "4.9e-324", "1e-400", "123456789012345678901234567890", "1577836800000", "-62135596800000", "100.005", "0.30000001192092896", "16777217",
]; // oxfmt-ignore
const NUMBER_TEXTS = [
  "1",
  "-7",
  "1.5",
  "1e3",
  "abc",
  "",
  " 1",
  "1 ",
  "0x10",
  "NaN",
  "Infinity",
  "-Infinity",
  "1f",
  "1d",
  "+3",
  "1_000",
  "９",
  "1.0",
  "99999999999999999999",
  ".5",
  "5.",
  "1e400",
];
const DATES = [
  "2020-01-01", "2020-01-01T10:00:00Z", "2020-01-01T10:00:00.123456789Z", "2020-01-01T10:00:00+02:00", "2020", "2020-01", "2020-02-30", "2020-13-01",
  "2020/01/01", "2020/01/01 10:00:00", "2020-01-01 10:00:00", "20200101", "1577836800000", "1577836800", "1577836800.5", "now", "2020-01-01||/d", "2020-01-01T24:00:00Z",
  "9999-12-31T23:59:59.999Z", "10000-01-01", "-0001-01-01", "+12345-01-01", "1969-12-31T23:59:59.999Z", "1677-09-21", "2262-04-12", "01.02.2020", "2020-W01-1", "10:30", "Jan 05 2020",
  "2020-001", "2020-01-01T10", "2020-01-01T10:00", "2020-01-01T10:00:00,5Z", "2020-01-01T10:00:00 Europe/Paris", "2020-1-1",
]; // oxfmt-ignore
const TEXTS = [
  "",
  " ",
  "x",
  "Hello World",
  "The quick brown fox",
  "äöü ß",
  "日本語",
  "😀",
  "a\\u0000b",
  "a\\nb",
  "true",
  "false",
  "null",
  "x".repeat(300),
  "É",
  "foo.bar@x.org",
  "a,b",
  "\\ud800",
  "y",
];
const ADDRESSES = [
  "1.2.3.4",
  "::1",
  "1.2.3.256",
  "::ffff:1.2.3.4",
  "1.2.3",
  "10.0.0.0/8",
  "::/0",
  "fe80::1%eth0",
  "2001:db8::/32",
  "1.2.3.4/33",
  "01.2.3.4",
];
const POINTS = [
  '{"lat":1,"lon":2}', '{"lat":"1.5","lon":"-2"}', '{"lat":91,"lon":0}', '{"lat":1}', '{"lat":1,"lon":2,"x":1}', "[2,1]", "[2,1,5]", "[1]", "[]", '[[1,2],[3,4]]', '"1,2"', '"1, 2"', '"1,2,3"', '"drm3btev3e86"',
  '"POINT (1 2)"', '"POINT(1 2 3)"', '"POINT EMPTY"', '{"type":"Point","coordinates":[1,2]}', '{"type":"Point","coordinates":[1,2,3]}', '{"geohash":"drm3"}', '{"lat":0,"lon":181}', '[181,0]', '"x,1"', '{"lat":null,"lon":1}',
  '[{"lat":1,"lon":2},"3,4"]', '["1,2","drm3"]', '{"lon":1,"lat":{}}', '{"lat":[1],"lon":2}', '{"lat":true,"lon":1}', '{"type":"Point"}', '{"type":"Polygon","coordinates":[[1,2]]}', '"-0,-0"', '[-0,0.0]', '{"lat":"","lon":1}',
]; // oxfmt-ignore
const RANGES = [
  '{"gte":1,"lte":5}', '{"gt":1,"lt":5}', '{"gte":5,"lte":1}', '{"gt":1,"lt":2}', '{"gte":"1","lte":"5.5"}', '{"gte":1.5}', '{"lte":null}', "{}", '{"gte":null,"lt":3}', '{"foo":1}', '{"gte":1,"gt":0}', '{"from":1,"to":5}',
  '{"from":1,"include_lower":false}', '{"gte":"2020-01-01","lte":"2021"}', '{"gt":"2020-01-01","lt":"2020-01-02"}', '{"gte":"2020-01-01||/M","lte":"now"}', '{"gte":1577836800000}', '{"gte":"1.2.3.4","lte":"1.2.3.9"}', '{"gte":"::1"}',
  '{"gte":true}', '{"gte":[1]}', '{"gte":{}}', '{"gte":-0.0,"lte":0}', '{"gte":1e39}', '{"lt":-9223372036854775808}', '{"gt":9223372036854775807}', '{"gte":2147483648}', '{"gte":"x"}', '{"gte":"NaN"}', '{"gte":0.1,"lte":0.2}',
]; // oxfmt-ignore
const VECTORS = [
  "[1,2,3]",
  "[0.5,0.25]",
  "[1,2]",
  "[0,0,0]",
  '[1,"2",3]',
  "[1,null,3]",
  "[[1,2,3]]",
  "[1e39,1,1]",
  '"010203"',
  '"AQID"',
  "[1,2,3,4,5,6,7,8]",
  "[127,-128,1]",
  "[128,0,0]",
  "[1.5,2,3]",
  "[true,1,2]",
  "[1,0,0]",
  '"zz"',
  "[]",
];
const OBJECTS = [
  '{"a":1}',
  '{"a":{"b":"x"}}',
  '{"a.b":1,"a":{"c":2}}',
  '{"k":"v","l":[1,"2",null]}',
  '{"":1}',
  '{"a":[{"b":1},{"b":"2"}]}',
  '{"x":1.5,"y":-1}',
  '{"a":1,"a":2}',
  '{"p":{"q":5}}',
  '{"q":true}',
  '{"b":"2020-01-01"}',
  '[{"a":1},{"b":2}]',
  '[{"a":1},5]',
  '[[{"a":1}]]',
  '{"p.q":"x"}',
  '{"a":null}',
  '{" ":1}',
  '{"a.":1}',
];
const BASE64 = ['"aGVsbG8="', '"aGVsbG8"', '"a"', '"!!!"', '"aGVs\\nbG8="', '"_-8="'];
const BOOLEANS = ["true", "false", '"true"', '"false"', '""', '"yes"', '"True"', "1", "0"];

const quoted = (texts: readonly string[]): readonly string[] => texts.map((text) => `"${text}"`);

/** Values by the type of field that they are for. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  number: [...NUMBERS, ...quoted(NUMBER_TEXTS)],
  text: [...quoted(TEXTS), "1", "1.50", "true", "-0", "1e3"],
  date: [...quoted(DATES), "1577836800000", "1577836800", "-1", "1.5", "0", "20200101", "2020"],
  boolean: BOOLEANS,
  ip: quoted(ADDRESSES),
  point: POINTS,
  range: [...RANGES, ...quoted(ADDRESSES)],
  vector: VECTORS,
  object: OBJECTS,
  binary: BASE64,
};

const everything: readonly string[] = Object.values(fitting).flat();

function poolOf(type: string): readonly string[] {
  if (type.endsWith("_range")) return fitting["range"]!;
  if (type.endsWith("_vector")) return [...VECTORS, ...OBJECTS];
  if (type.startsWith("date")) return fitting["date"]!;
  if (["object", "nested", "flattened", "rank_features", "join", "passthrough"].includes(type)) return OBJECTS;
  if (["geo_point", "point", "geo_shape", "shape"].includes(type)) return POINTS;
  if (
    [
      "byte",
      "short",
      "integer",
      "long",
      "unsigned_long",
      "half_float",
      "float",
      "double",
      "scaled_float",
      "rank_feature",
    ].includes(type)
  )
    return fitting["number"]!;
  return fitting[type] ?? fitting["text"]!;
}

/** A value for a field of a type: mostly one that may fit, in arrays now and then. */
function valueFor(type: string): fc.Arbitrary<string> {
  const one = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...poolOf(type)) },
    { weight: 2, arbitrary: fc.constantFrom(...everything) },
    { weight: 1, arbitrary: fc.constantFrom("null", "{}", "[]", '{"a":1}', "true", '"x"', "5") },
  );
  const many = fc.array(one, { maxLength: 3 }).map((values) => `[${values.join(",")}]`);
  return fc.oneof(
    { weight: 6, arbitrary: one },
    { weight: 1, arbitrary: many },
    { weight: 1, arbitrary: many.map((text) => (text.length > 40 ? text : `[${text},null]`)) },
  );
}

/** Paths of a mapping with their types. */
function pathsOf(properties: Json | undefined, prefix = ""): (readonly [path: string, type: string])[] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, definition]) => {
    if (!isJsonObject(definition)) return [];
    const path = `${prefix}${name}`;
    const type = typeof definition["type"] === "string" ? definition["type"] : "object";
    return [[path, type] as const, ...pathsOf(definition["properties"], `${path}.`)];
  });
}

/** Names that no mapping has, so that documents add them. */
const NEW_NAMES = ["n1", "n2", "n3", "n1.x", "n4.x", "n4.y", "o.n1", "o.p.n2", "n5", "a.n1", "n6.x.y"];
const ODD_NAMES = [
  "",
  " ",
  "x..y",
  ".x",
  "x.",
  ".",
  "_id",
  "_source",
  "_doc_count",
  "_ignored",
  "é",
  "a b",
  "n1.",
  "o..n",
];

/** `name: value` pairs below their objects: names with dots are taken apart at some of them. */
function place(name: string, value: string, cut: number): string {
  const dots = [...name.matchAll(/\./g)].map((match) => match.index);
  const at = cut < 0 ? undefined : dots[cut % Math.max(1, dots.length)];
  if (at === undefined || at === 0 || at === name.length - 1) return `${JSON.stringify(name)}:${value}`;
  return `${JSON.stringify(name.slice(0, at))}:{${place(name.slice(at + 1), value, cut - 1)}}`;
}

/** Documents for a mapping. Names that come twice are written twice, now and then in one object. */
export function randomDocument(mapping: JsonObject): fc.Arbitrary<string> {
  const paths = pathsOf(mapping["properties"]);
  const known =
    paths.length === 0
      ? []
      : [
          {
            weight: 14,
            arbitrary: fc.constantFrom(...paths).chain(([path, type]) => fc.tuple(fc.constant(path), valueFor(type))),
          },
        ];
  const unknown = fc.tuple(
    fc.constantFrom(...NEW_NAMES),
    fc.oneof(...Object.keys(fitting).map((family) => valueFor(family))),
  );
  const odd = fc.tuple(fc.constantFrom(...ODD_NAMES), valueFor("number"));
  const member = fc.tuple(
    fc.oneof(
      ...known,
      { weight: 5, arbitrary: unknown },
      { weight: 1, arbitrary: fc.oneof({ weight: 3, arbitrary: unknown }, odd) },
    ),
    fc.integer({ min: -1, max: 2 }),
  );
  const space = fc.constantFrom("", "", "", " ", "  ");
  return fc
    .tuple(fc.uniqueArray(member, { minLength: 1, maxLength: 4, selector: ([[name]]) => name.split(".")[0] }), space)
    .map(([members, gap]) => {
      const texts = members.map(([[name, value], cut]) => place(name, value, cut));
      return `${gap}{${texts.join(`,${gap}`)}}`;
    });
}
