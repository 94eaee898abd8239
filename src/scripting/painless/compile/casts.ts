/** From one static type to another (Painless' AnalyzerCaster). */
import { isSubclass } from "../classes/class-registry.ts";
import { castFault, CompileFault } from "../compile-fault.ts";
import { castError } from "../runtime/java-error.ts";
import { intOfDouble, intOfLong, longOfDouble, type Long } from "../runtime/longs.ts";
import { castToBoolean, castToNumber, castToText, charOfText, type NumberKind } from "../runtime/numbers.ts";
import { Boxed, boxChar, boxFloat, boxInt, boxLong, classNameOf, type Value } from "../runtime/values.ts";
import type { Code, Helper, Scope } from "./code-unit.ts";
import {
  booleanType,
  charType,
  defType,
  intType,
  isNumeric,
  isPrimitive,
  nullType,
  objectType,
  stringType,
  type Type,
  unboxedType,
  voidType,
  widens,
} from "./types.ts";

const boxers: ReadonlyMap<string, Helper> = new Map<string, Helper>([
  ["byte", (value: number) => new Boxed("byte", value)],
  ["short", (value: number) => new Boxed("short", value)],
  ["char", boxChar],
  ["int", boxInt],
  ["long", boxLong],
  ["float", boxFloat],
]);

/** The value as an object. */
export function boxedText({ text, type, exact }: Code, scope: Scope): string {
  const boxer = boxers.get((exact ?? type).name);
  return boxer ? scope.unit.plain(boxer, text) : text;
}

/** A code that is known to be of a primitive type, as one of this type. */
export function exactCode(code: Code): Code {
  if (code.exact) return { text: code.text, type: code.exact };
  return code;
}

/** What a cast needs to know beside the types. */
export interface CastOptions {
  readonly at: number;
  /** Written in the source: may lose something. */
  readonly explicit?: boolean;
}

/** The text of a value in another type. Throws CompileFault where there is no such cast. */
export function castText(code: Code, to: Type, scope: Scope, options: CastOptions): string {
  const { at, explicit = false } = options;
  const { unit } = scope;
  const { type: from } = code;
  if (to === voidType && from === voidType) return code.text;
  if (from === voidType || to === voidType) throw castFault(at, from.name, to.name);
  if (from === nullType) {
    if (!isPrimitive(to)) return code.text;
    throw new CompileFault(at, `Cannot cast null to a primitive type [${to.name}].`);
  }
  if (from === defType) return castDef(code, to, scope, options);
  if (to === defType || to === objectType) return boxedText(code, scope);
  if (from === to) return code.text;
  if (isPrimitive(from) && isPrimitive(to)) return castPrimitive(code, to, scope, options);
  const unboxed = unboxedType(from);
  if (unboxed && isPrimitive(to) && (widens(unboxed, to) || (explicit && isNumeric(unboxed) && isNumeric(to))))
    return castDef(code, to, scope, options);
  const target = unboxedType(to);
  if (isPrimitive(from) && target && (from === target || (explicit && isNumeric(from) && isNumeric(target))))
    return boxedText({ text: castText(code, target, scope, options), type: target }, scope);
  if (isPrimitive(from) && isNumeric(from) && to.name === "java.lang.Number" && from !== charType)
    return boxedText(code, scope);
  if (from === stringType && to === charType && explicit) return castTextToChar(code, scope, at);
  if (from === charType && to === stringType && explicit) return unit.plain(textOfChar, code.text);
  if (from === objectType && isPrimitive(to) && explicit) return castDef(code, to, scope, options);
  if (isPrimitive(from) || isPrimitive(to)) throw castFault(at, from.name, to.name);
  if (isSubtype(from, to)) return code.text;
  if (explicit && isSubtype(to, from)) return checkedText(code.text, to, scope, at);
  throw castFault(at, from.name, to.name);
}

function isSubtype(from: Type, to: Type): boolean {
  if (from === to || to === objectType) return true;
  // Arrays of objects are arrays of what these are.
  if (from.component && to.component)
    return !isPrimitive(from.component) && !isPrimitive(to.component) && isSubtype(from.component, to.component);
  return from.kind === "class" && to.kind === "class" && isSubclass(from.name, to.name);
}

function textOfChar(value: number): string {
  return String.fromCharCode(value);
}

function castTextToChar(code: Code, scope: Scope, at: number): string {
  if (typeof code.literal !== "string") return scope.unit.call(at, charOfText, code.text);
  if (code.literal.length === 1) return String(code.literal.charCodeAt(0));
  throw new CompileFault(at, "cannot cast java.lang.String with length not equal to one to char", {
    type: "class_cast_exception",
  });
}

function castPrimitive(code: Code, to: Type, scope: Scope, { at, explicit = false }: CastOptions): string {
  const { type: from } = code;
  const isSmall = typeof code.literal === "number" && from === intType && literalFits(code.literal, to);
  if (from === booleanType || to === booleanType || (!widens(from, to) && !explicit && !isSmall))
    throw castFault(at, from.name, to.name);
  return numberText(code.text, from, to, scope);
}

/** Whether a constant int is one of a smaller type. */
function literalFits(value: number, to: Type): boolean {
  if (to === charType) return value >= 0 && value <= 0xffff;
  const bits = to.name === "byte" ? 7 : to.name === "short" ? 15 : undefined;
  return bits !== undefined && value >= -(2 ** bits) && value < 2 ** bits;
}

const toDouble = (value: Long): number => Number(value);
const intFromDouble = (value: number): number => intOfDouble(value);

function numberText(text: string, from: Type, to: Type, scope: Scope): string {
  const { unit } = scope;
  const isFraction = from.name === "double" || from.name === "float";
  switch (to.name) {
    case "double":
      return from.name === "long" ? unit.plain(toDouble, text) : text;
    case "float":
      return unit.plain(Math.fround, from.name === "long" ? unit.plain(toDouble, text) : text);
    case "long":
      return isFraction ? unit.plain(longOfDouble, text) : text;
    default: {
      if (widens(from, to)) return text;
      const int = isFraction
        ? unit.plain(intFromDouble, text)
        : from.name === "long"
          ? unit.plain(intOfLong, text)
          : text;
      if (to.name === "int") return int;
      if (to.name === "char") return `(${int}&65535)`;
      return to.name === "short" ? `(${int}<<16>>16)` : `(${int}<<24>>24)`;
    }
  }
}

/** A value whose type is found when the script runs. */
function castDef(code: Code, to: Type, scope: Scope, options: CastOptions): string {
  const { at, explicit = false } = options;
  const { unit } = scope;
  if (code.exact && isPrimitive(to) && (widens(code.exact, to) || (explicit && isNumeric(to) && isNumeric(code.exact))))
    return castText({ text: code.text, type: code.exact }, to, scope, options);
  const object = boxedText(code, scope);
  if (to === defType || to === objectType) return object;
  if (to === booleanType) return unit.call(at, castToBoolean, object);
  if (isPrimitive(to)) return unit.call(at, explicit ? explicitNumber(to.name) : implicitNumber(to.name), object);
  if (to === stringType) return unit.call(at, explicit ? explicitText : implicitText, object);
  const box = unboxedType(to);
  if (box && box !== booleanType) return unit.call(at, boxOf(box.name, explicit), object);
  return checkedText(object, to, scope, at);
}

const explicitText = (value: Value): string | null => castToText(value, true);
const implicitText = (value: Value): string | null => castToText(value, false);

function memo(make: (kind: NumberKind) => Helper): (name: string) => Helper {
  const made = new Map<string, Helper>();
  return (name) => {
    let helper = made.get(name);
    if (!helper) made.set(name, (helper = make(name as NumberKind)));
    return helper;
  };
}

const explicitNumber = memo((kind) => (value: Value) => castToNumber(value, kind, true));
const implicitNumber = memo((kind) => (value: Value) => castToNumber(value, kind, false));
const implicitBox = memo((kind) => (value: Value) => boxNumber(value, kind, false));
const explicitBox = memo((kind) => (value: Value) => boxNumber(value, kind, true));

function boxOf(name: string, explicit: boolean): Helper {
  return explicit ? explicitBox(name) : implicitBox(name);
}

function boxNumber(value: Value, kind: NumberKind, explicit: boolean): Value {
  if (value === null) return null;
  const number = castToNumber(value, kind, explicit);
  return kind === "double" ? Number(number) : new Boxed(kind, number);
}

/** A value that must be of a class when the script runs. */
function checkedText(text: string, to: Type, scope: Scope, at: number): string {
  return scope.unit.call(at, checkedClass, text, scope.unit.constant(to.name));
}

function checkedClass(value: Value, name: string): Value {
  if (value === null || isInstance(value, name)) return value;
  throw castError(`Cannot cast ${classNameOf(value)} to ${name}`);
}

const PRIMITIVES: ReadonlySet<string> = new Set("boolean byte short char int long float double".split(" "));

/** `instanceof`. */
export function isInstance(value: Value, name: string): boolean {
  return value !== null && isClassOf(classNameOf(value), name);
}

/** Arrays of objects are arrays of what these are. */
function isClassOf(own: string, name: string): boolean {
  if (!own.endsWith("[]") || !name.endsWith("[]")) return isSubclass(own, name);
  const [component, wanted] = [own.slice(0, -"[]".length), name.slice(0, -"[]".length)];
  if (component === wanted) return true;
  if (PRIMITIVES.has(component)) return false;
  return wanted === "def" || isClassOf(component, wanted);
}
