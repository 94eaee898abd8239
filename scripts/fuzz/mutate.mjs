// Makes nearly right values wrong: in their structure, and in their bytes.
import { gzipSync } from "node:zlib";
import { encode } from "cborg";
import { stringify } from "yaml";

/** What every object answers to without having it. */
export const PROTOTYPE_NAMES = Object.getOwnPropertyNames(Object.prototype);

/** Text that stands in JSON as it is. */
class Raw {
  text;

  constructor(text) {
    this.text = text;
  }
}

const nested = (depth, open, close) => new Raw(open.repeat(depth) + "1" + close.repeat(depth));

const strangeValues = [
  null, true, false, 0, -1, 1, 0.5, -0.0, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, "", " ", "*", "_all", ",", ".", "a.b.c", "..", "a..b", "[", "{", "/", "\\", "%", "\0", "\n", "\u2028", "\u{1f600}",
  "true", "null", "NaN", "1e999", "-1", "9223372036854775808", "now", "now-1d/d||", "2020-02-30", "10.0.0.1/33", "POINT (1", "AUTO", "*:*", "a~2^", "<x-{now/d{", "(", "a{1,", "constructor", "__proto__",
  [], {}, [[]], [null], [{}], { "": 1 }, { "a.b": 1 }, { a: { b: { c: {} } } }, { type: "object" }, { value: null }, { query: { match_all: {} } },
  new Raw("1e400"), new Raw("-0"), new Raw("123456789012345678901234567890"), new Raw("1.0000000000000000000000001"), new Raw("9223372036854775807"), new Raw('"\\ud800"'), new Raw('"\\u12"'), new Raw('"\\q"'),
  new Raw("NaN"), new Raw("{"), new Raw("]"), new Raw(""), new Raw('{"a":1,"a":2}'), new Raw('{"\\ud800":1}'), new Raw('{"a\\u12y":1}'), new Raw("//x\n1"), new Raw("'x'"), nested(30, "[", "]"), nested(1200, "[", "]"),
  nested(200, '{"a":', "}"), nested(5000, '{"bool":{"must":', "}}"), "x".repeat(300), "é".repeat(20_000), Array.from({ length: 2000 }, (_, n) => n), Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n])),
]; // prettier-ignore

export function strangeValue(random) {
  const value = random.pick(strangeValues);
  // A copy, as it may be changed further.
  const own = value instanceof Raw ? value : structuredClone(value);
  return random.chance(0.1) ? { [random.pick(PROTOTYPE_NAMES)]: own } : own;
}

export function strangeName(random) {
  return random.chance(0.5)
    ? random.pick(PROTOTYPE_NAMES)
    : random.pick([
        "",
        " ",
        ".",
        "a.",
        ".a",
        "a..b",
        "*",
        "_id",
        "_source",
        "_index",
        "\0",
        "\ud800",
        "é",
        "x".repeat(600),
        "0",
        "-1",
        "[0]",
        "null",
      ]);
}

const isContainer = (value) => typeof value === "object" && value !== null && !(value instanceof Raw);

/** A copy with `count` changes at places anywhere in it. */
export function mutated(random, value, count) {
  const holder = { root: structuredClone(value) };
  for (let n = 0; n < count; n++) change(random, holder);
  return holder.root;
}

function change(random, holder) {
  const places = [];
  const walk = (container) => {
    for (const key of Object.keys(container)) {
      places.push([container, key]);
      if (isContainer(container[key])) walk(container[key]);
    }
  };
  walk(holder);
  const [container, key] = random.pick(places);
  const value = container[key];
  const [otherContainer, otherKey] = random.pick(places);
  switch (random.below(9)) {
    case 0:
      if (container !== holder) delete container[key];
      return;
    case 1:
      return put(container, key, [value]);
    case 2:
      return put(container, key, { [strangeName(random)]: value });
    case 3:
      // Another part of the same body, as text so that nothing holds itself.
      return put(container, key, new Raw(textOf(otherContainer[otherKey])));
    case 4:
      if (isContainer(value) && !Array.isArray(value)) put(value, strangeName(random), strangeValue(random));
      return;
    case 5:
      if (container !== holder && !Array.isArray(container)) {
        delete container[key];
        put(container, strangeName(random), value);
      }
      return;
    default:
      put(container, key, strangeValue(random));
  }
}

function put(container, key, value) {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

/** JSON, with what stands in it as it is. */
export function textOf(value) {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (isContainer(value)) return `{${Object.keys(value).map((key) => `${JSON.stringify(key)}:${textOf(value[key])}`).join(",")}}`; // prettier-ignore
  return JSON.stringify(value) ?? "null";
}

/** Some bytes are changed, left out or doubled. */
export function mutatedBytes(random, bytes) {
  let result = Buffer.from(bytes);
  for (let n = 1 + random.below(3); n > 0; n--) {
    const at = random.below(result.length + 1);
    switch (random.below(4)) {
      case 0:
        if (at < result.length) result[at] = random.below(256);
        break;
      case 1:
        result = result.subarray(0, at);
        break;
      case 2:
        result = Buffer.concat([
          result.subarray(0, at),
          Buffer.from(random.pick(['"', "{", "}", "[", ",", ":", "\\", "\\u", "\n", "\0", "\xff", "\ud83d"])),
          result.subarray(at),
        ]);
        break;
      default:
        result = Buffer.concat([result.subarray(0, at), result.subarray(random.below(result.length + 1))]).subarray(
          0,
          100_000,
        );
    }
  }
  return result;
}

/** A body in one of the media, sometimes under the name of another one, sometimes packed. */
export function encoded(random, value, isLines) {
  const text = isLines && Array.isArray(value) ? value.map((each) => `${textOf(each)}\n`).join("") : textOf(value);
  let bytes = Buffer.from(text);
  let type = isLines ? "application/x-ndjson" : "application/json";
  if (random.chance(0.06)) {
    // What is nested too deep for these two stays JSON.
    const plain = safely(() => JSON.parse(text)) ?? { a: 1 };
    const other = safely(() =>
      random.chance(0.5)
        ? ["application/cbor", Buffer.from(encode(plain))]
        : ["application/yaml", Buffer.from(stringify(plain))],
    );
    if (other) [type, bytes] = other;
  }
  if (random.chance(0.04))
    type = random.pick([
      "application/smile",
      "application/cbor",
      "application/yaml",
      "text/plain",
      "",
      "application/json; charset=utf-16",
      "application/vnd.elasticsearch+json;compatible-with=7",
      "multipart/form-data",
      "constructor",
    ]);
  if (type === "application/smile" && random.chance(0.7)) bytes = Buffer.concat([Buffer.from(":)\n\x01"), bytes]);
  if (random.chance(0.12)) bytes = mutatedBytes(random, bytes);
  const headers = type === "" ? {} : { "content-type": type };
  if (random.chance(0.04)) {
    headers["content-encoding"] = random.pick(["gzip", "gzip", "deflate", "br", "constructor"]);
    bytes = gzipSync(bytes);
    if (random.chance(0.4)) bytes = mutatedBytes(random, bytes);
  }
  return { bytes, headers };
}

function safely(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}
