/** Values of documents as Java has them: their classes in messages, their texts, and whether two are equal. */
import { JsonText } from "../../compat/json/json-text.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";

const MOST_INT = 2 ** 31 - 1;
const LEAST_INT = -(2 ** 31);
const MOST_LONG = 9223372036854775807n;

/** The class of a value in messages. */
export function javaClass(value: Json): string {
  if (value === null) return "null";
  if (typeof value === "string") return "java.lang.String";
  if (typeof value === "boolean") return "java.lang.Boolean";
  if (Array.isArray(value)) return "java.util.ArrayList";
  if (typeof value === "bigint")
    return value > MOST_LONG || value < -MOST_LONG - 1n ? "java.math.BigInteger" : "java.lang.Long";
  if (typeof value === "number") {
    if (!Number.isInteger(value)) return "java.lang.Double";
    return value <= MOST_INT && value >= LEAST_INT ? "java.lang.Integer" : "java.lang.Long";
  }
  return isDouble(value) ? "java.lang.Double" : "java.util.HashMap";
}

/** Whether a value is a number that keeps its spelling, such as `1.0`. */
function isDouble(value: unknown): value is JsonText {
  return value instanceof JsonText;
}

/** Whether a value is a number of any kind. */
export function isNumber(value: Json): boolean {
  return typeof value === "number" || typeof value === "bigint" || isDouble(value);
}

/** Whether a value is a whole number of at most 64 bits. */
export function isWhole(value: Json): value is number | bigint {
  const name = javaClass(value);
  return name === "java.lang.Integer" || name === "java.lang.Long";
}

/** A number as JavaScript reckons with it. */
export function numberOf(value: Json): number {
  return isDouble(value) ? Number(value.text.replaceAll('"', "")) : Number(value);
}

/** `toString` of a value. */
export function javaText(value: Json): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${value.map(javaText).join(", ")}]`;
  if (isDouble(value)) return value.text.replaceAll('"', "");
  if (!isJsonObject(value)) return String(value);
  return `{${Object.keys(value)
    .map((key) => `${key}=${javaText(ownOf(value, key) ?? null)}`)
    .join(", ")}}`;
}

/** A copy that shares nothing with the value. */
export function deepCopy<T extends Json>(value: T): T {
  if (Array.isArray(value)) return value.map(deepCopy) as Json as T;
  if (!isJsonObject(value)) return value;
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) put(copy, key, deepCopy(ownOf(value, key) ?? null));
  return copy as T;
}

/** `equals` of two values. */
export function javaEquals(one: Json, other: Json): boolean {
  if (one === other) return javaClass(one) === javaClass(other);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => javaEquals(item, other[at] ?? null))
    );
  if (!isJsonObject(one) || !isJsonObject(other)) return writeJson(one) === writeJson(other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && javaEquals(ownOf(one, key) ?? null, ownOf(other, key) ?? null))
  );
}
