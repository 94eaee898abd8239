/** Members and items of values whose types are found when the script runs (Painless' Def). */
import { classOf, functionalOf, getterFor, memberFor } from "../classes/class-registry.ts";
import type { Member } from "../classes/class-definition.ts";
import { formOf } from "./array-forms.ts";
import { JavaArray, JavaList, Lambda } from "./collections.ts";
import { castError, illegalArgumentError, present } from "./java-error.ts";
import { JavaMap } from "./maps.ts";
import { boxed, castToBoolean, castToNumber, castToText, type NumberKind } from "./numbers.ts";
import type { Long } from "./longs.ts";
import { isSubclass } from "../classes/class-registry.ts";
import { boxInt, classNameOf, type Value } from "./values.ts";

const NUMBERS: readonly string[] = ["byte", "short", "char", "int", "long", "float", "double"];

/** An object as a method's parameter takes it. */
export function argumentFrom(value: Value, type: string): unknown {
  if (NUMBERS.includes(type)) return castToNumber(value, type as NumberKind, false);
  if (type === "boolean") return castToBoolean(value);
  if (type === "String") return castToText(value, false);
  if (type === "def" || type === "Object" || value === null || value instanceof Lambda) return value;
  const full = classOf(type)?.name;
  if (full === undefined || isSubclass(classNameOf(value), full) || type.endsWith("[]")) return value;
  throw castError(`Cannot cast ${classNameOf(value)} to ${full}`);
}

/** What a method answers, as an object. */
export function resultFrom(result: unknown, type: string): Value {
  if (type === "double") return result as number;
  if (type === "void") return null;
  if (NUMBERS.includes(type)) return boxed(type as NumberKind, result as Long);
  return result as Value;
}

/** Calls a member with objects. */
export function callMember(member: Member, self: Value | undefined, args: readonly Value[]): Value {
  const given: unknown[] = args.map((arg, i) => argumentFrom(arg, member.parameters[i]!));
  return resultFrom(self === undefined ? member.call(...given) : member.call(self, ...given), member.returns);
}

/** `object.name(args)`. */
export function invoke(object: Value, name: string, ...args: Value[]): Value {
  const self = present(object);
  const key = `${name}/${args.length}`;
  const className = classNameOf(self);
  if (self instanceof Lambda && functionalOf(className)?.name === name) return self.call(...args);
  const member = memberFor(className, key);
  if (!member) throw illegalArgumentError(`dynamic method [${className}, ${key}] not found`);
  return callMember(member, self, args);
}

/** `object.name`. */
export function load(object: Value, name: string): Value {
  const self = present(object);
  if (self instanceof JavaMap) return self.get(name);
  if (self instanceof JavaArray && name === "length") return boxInt(self.items.length);
  const className = classNameOf(self);
  const getter = getterFor(className, name);
  if (getter) return resultFrom(getter.call(self), getter.returns);
  if (self instanceof JavaList && /^\d{1,9}$/.test(name)) return self.items[self.at(Number(name))]!;
  throw illegalArgumentError(`dynamic getter [${className}, ${name}] not found`);
}

/** `object.name = value`. */
export function store(object: Value, name: string, value: Value): void {
  const self = present(object);
  if (self instanceof JavaMap) {
    self.put(name, value);
    return;
  }
  const className = classNameOf(self);
  const setter = memberFor(className, `set${name.slice(0, 1).toUpperCase()}${name.slice(1)}/1`);
  if (setter) callMember(setter, self, [value]);
  else if (self instanceof JavaList && /^\d{1,9}$/.test(name)) self.set(self.at(Number(name)), value);
  else throw illegalArgumentError(`dynamic setter [${className}, ${name}] not found`);
}

/** `object[index]`. */
export function loadItem(object: Value, index: Value): Value {
  const self = present(object);
  if (self instanceof JavaMap) return self.get(index);
  if (self instanceof JavaList) return self.items[self.at(indexOf(index))]!;
  if (self instanceof JavaArray) return self.get(indexOf(index));
  throw notIndexed(self);
}

/** `object[index] = value`. */
export function storeItem(object: Value, index: Value, value: Value): void {
  const self = present(object);
  if (self instanceof JavaMap) self.put(index, value);
  else if (self instanceof JavaList) self.set(self.at(indexOf(index)), value);
  else if (self instanceof JavaArray) self.set(indexOf(index), value);
  else throw notIndexed(self);
}

function indexOf(value: Value): number {
  return Number(castToNumber(value, "int", false));
}

function notIndexed(value: Exclude<Value, null>): Error {
  return illegalArgumentError(`Attempting to address a non-array-like type [${classNameOf(value)}] as an array.`);
}

/** `Type::method`, `Type::new` as a function. */
export function referenceTo(className: string, method: string): Lambda {
  return new Lambda((...args) => {
    const owner = classOf(className);
    const direct = owner?.statics.get(`${method}/${args.length}`);
    if (direct) return callMember(direct, undefined, args);
    const [self, ...rest] = args;
    const key = `${method}/${rest.length}`;
    const member = self === undefined ? undefined : memberFor(className, key);
    if (!member) throw illegalArgumentError(`function reference [${className}::${method}/${args.length}] not found`);
    return callMember(member, present(self ?? null), rest);
  });
}

/** `value::method` as a function. */
export function boundReference(object: Value, method: string): Lambda {
  const self = present(object);
  return new Lambda((...args) => invoke(self, method, ...args));
}

/** `new int[2][3]`: items of arrays within are arrays. */
export function newArray(component: string, ...sizes: number[]): JavaArray {
  const [size = 0, ...inner] = sizes;
  if (size < 0) throw illegalArgumentError(String(size));
  const form = formOf(component);
  if (inner.length === 0 || !component.endsWith("[]"))
    return new JavaArray(
      component,
      filled(size, () => form.zero),
      form,
    );
  return new JavaArray(
    component,
    filled(size, () => newArray(component.slice(0, -2), ...inner)),
    form,
  );
}

/** Counts before it takes memory. */
function filled<Item>(size: number, make: () => Item): Item[] {
  if (size > 16_777_216) throw illegalArgumentError(`array size [${size}] is too large`);
  return Array.from({ length: size }, make);
}

/** `new int[] {1, 2}`. */
export function arrayWith(component: string, ...items: unknown[]): JavaArray {
  return new JavaArray(component, items, formOf(component));
}
