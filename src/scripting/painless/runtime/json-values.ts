/** JSON to values of scripts, and back. */
import { float32Text, float64Text } from "../../../compat/json/json-text.ts";
import { type Json, type JsonObject, WrittenJson } from "../../../core/json.ts";
import { ownOf, put } from "../../../core/names.ts";
import { JavaArray, JavaIterable, JavaList } from "./collections.ts";
import { illegalArgumentError } from "./java-error.ts";
import { longOf } from "./longs.ts";
import { JavaMap, type MapOrder } from "./maps.ts";
import { Boxed, boxInt, boxLong, textOf, type Value } from "./values.ts";

/** Objects and lists within each other, in what a script answers. */
const MOST_DEEP = 100;

const MAX_LONG = 9223372036854775807n;

/** Numbers without a fraction are ints, or longs if they are large. */
export function valueOf(json: Json, order: MapOrder = "linked"): Value {
  if (json === null || typeof json === "string" || typeof json === "boolean") return json;
  if (typeof json === "number") return numberValue(json);
  if (typeof json === "bigint")
    return json <= MAX_LONG && json >= -MAX_LONG - 1n ? boxLong(longOf(json)) : Number(json);
  if (Array.isArray(json)) return new JavaList(json.map((item) => valueOf(item, order)));
  if ((json as unknown) instanceof WrittenJson) return writtenValue((json as unknown as WrittenJson).text);
  return mapOf(json, order);
}

function numberValue(value: number): Value {
  if (!Number.isInteger(value) || Object.is(value, -0)) return value;
  if (value >= -2147483648 && value <= 2147483647) return boxInt(value);
  return Math.abs(value) < 2 ** 63 ? boxLong(longOf(BigInt(value))) : value;
}

/** A number whose text is kept: `1.0` is a double. */
function writtenValue(text: string): Value {
  if (/^-?\d+$/.test(text)) return valueOf(BigInt(text) <= MAX_LONG ? longOf(BigInt(text)) : Number(text));
  return Number(text);
}

export function mapOf(json: JsonObject, order: MapOrder = "linked"): JavaMap {
  const map = new JavaMap(order);
  for (const key of Object.keys(json)) map.put(key, valueOf(ownOf(json, key) ?? null, order));
  return map;
}

/** The map with all that is in it as something that cannot be changed; `why` is what who tries is told. */
export function deeplyFrozen(map: JavaMap, why: string): JavaMap {
  for (const { value } of map.entries()) freezeWithin(value, why);
  return map.freeze(why);
}

function freezeWithin(value: Value, why: string): void {
  if (value instanceof JavaMap) deeplyFrozen(value, why);
  if (!(value instanceof JavaList)) return;
  for (const item of value.items) freezeWithin(item, why);
  value.freeze(why);
}

/** What is rendered of a value. Throws for what has no form in JSON. */
export function jsonOf(value: Value, deep = 0): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return doubleJson(value);
  if (value instanceof Boxed) return boxedJson(value);
  if (deep > MOST_DEEP) throw illegalArgumentError("Iterable object is self-referencing itself");
  if (value instanceof JavaMap) return objectOf(value, deep);
  if (value instanceof JavaArray) return value.boxed().map((item) => jsonOf(item, deep + 1));
  if (value instanceof JavaIterable) return [...value.values()].map((item) => jsonOf(item, deep + 1));
  return value.json();
}

function doubleJson(value: number): Json {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  return Number.isInteger(value) ? (float64Text(value) as unknown as Json) : value;
}

function boxedJson({ kind, value }: Boxed): Json {
  if (kind === "char") return String.fromCharCode(Number(value));
  if (kind !== "float") return value;
  return Number.isFinite(value) ? (float32Text(Number(value)) as unknown as Json) : doubleJson(Number(value));
}

export function objectOf(map: JavaMap, deep = 0): JsonObject {
  const object: JsonObject = {};
  for (const { key, value } of map.entries()) {
    if (key === null) throw illegalArgumentError("field name cannot be null");
    put(object, textOf(key), jsonOf(value, deep + 1));
  }
  return object;
}
