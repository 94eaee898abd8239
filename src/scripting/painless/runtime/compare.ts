/** The order of values: `compareTo`. */
import { compareDoubles } from "../../../core/compare-doubles.ts";
import { castError, nullError } from "./java-error.ts";
import { Boxed, classNameOf, JavaObject, type Value } from "./values.ts";

/** An object that has an order. */
export abstract class JavaComparable extends JavaObject {
  abstract compareTo(other: Value): number;
}

/** `one.compareTo(other)`. */
export function compareValues(one: Value, other: Value): number {
  if (one === null || other === null) throw nullError('Cannot invoke "compareTo" because a value is null');
  if (typeof one === "string" && typeof other === "string") return compareTexts(one, other);
  if (typeof one === "number" && typeof other === "number") return compareDoubles(one, other);
  if (typeof one === "boolean" && typeof other === "boolean") return Number(one) - Number(other);
  if (one instanceof Boxed && other instanceof Boxed && one.kind === other.kind) {
    if (one.kind === "float") return compareDoubles(Number(one.value), Number(other.value));
    if (one.kind === "char") return Number(one.value) - Number(other.value);
    return one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
  }
  if (one instanceof JavaComparable && other instanceof JavaComparable) return one.compareTo(other);
  throw castError(`class ${classNameOf(other)} cannot be cast to class ${classNameOf(one)}`);
}

/** As Java compares texts: by the first units that differ. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const difference = one.charCodeAt(i) - other.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
