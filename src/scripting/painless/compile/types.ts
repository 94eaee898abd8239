/** The static types of Painless, and which values of one are values of another. */
import { classOf } from "../classes/class-registry.ts";
import type { TypeName } from "../syntax/syntax.ts";

export interface Type {
  /** As messages say it: `int`, `java.util.List`, `def[]`. */
  readonly name: string;
  readonly kind: "void" | "primitive" | "def" | "class" | "array";
  /** Of arrays: the type of their values. */
  readonly component?: Type;
}

const known = new Map<string, Type>();

function make(name: string, kind: Type["kind"]): Type {
  const type = { name, kind };
  known.set(name, type);
  return type;
}

export const voidType = make("void", "void");
/** Of `null`. */
export const nullType: Type = { name: "null", kind: "class" };
export const booleanType = make("boolean", "primitive");
export const byteType = make("byte", "primitive");
export const shortType = make("short", "primitive");
export const charType = make("char", "primitive");
export const intType = make("int", "primitive");
export const longType = make("long", "primitive");
export const floatType = make("float", "primitive");
export const doubleType = make("double", "primitive");
export const defType = make("def", "def");
export const objectType = make("java.lang.Object", "class");
export const stringType = make("java.lang.String", "class");
export const listType = make("java.util.List", "class");
export const mapType = make("java.util.Map", "class");
export const exceptionType = make("java.lang.Exception", "class");

/** The type of a full or short name, which exists; `int[]` too. */
export function typeNamed(name: string): Type {
  const type = findType(name);
  if (!type) throw new Error(`no type [${name}]`);
  return type;
}

/** Undefined: there is no such type. */
export function findType(name: string): Type | undefined {
  const found = known.get(name);
  if (found) return found;
  if (name.endsWith("[]")) {
    const component = findType(name.slice(0, -2));
    return component && arrayOf(component);
  }
  const full = classOf(name)?.name;
  return full === undefined ? undefined : (known.get(full) ?? make(full, "class"));
}

export function arrayOf(component: Type): Type {
  const name = `${component.name}[]`;
  const found = known.get(name);
  if (found) return found;
  const type: Type = { name, kind: "array", component };
  known.set(name, type);
  return type;
}

/** The type that is written; undefined if its name is none. */
export function writtenType({ name, dimensions }: TypeName): Type | undefined {
  let type = findType(name);
  for (let i = 0; type && i < dimensions; i++) type = arrayOf(type);
  return type;
}

const RANKS = ["byte", "short", "char", "int", "long", "float", "double"];

export function isNumeric(type: Type): boolean {
  return RANKS.includes(type.name);
}

export function isPrimitive(type: Type): boolean {
  return type.kind === "primitive";
}

const BOXES: readonly (readonly [string, Type])[] = [
  ["java.lang.Boolean", booleanType],
  ["java.lang.Byte", byteType],
  ["java.lang.Short", shortType],
  ["java.lang.Character", charType],
  ["java.lang.Integer", intType],
  ["java.lang.Long", longType],
  ["java.lang.Float", floatType],
  ["java.lang.Double", doubleType],
];

/** `int` of `java.lang.Integer`; undefined for what is no box. */
export function unboxedType(type: Type): Type | undefined {
  return BOXES.find(([name]) => name === type.name)?.[1];
}

/** Whether every value of a primitive type is one of another without a cast. */
export function widens(from: Type, to: Type): boolean {
  if (from === to) return true;
  if (to === charType || (from === charType && RANKS.indexOf(to.name) < RANKS.indexOf("int"))) return false;
  return isNumeric(from) && isNumeric(to) && RANKS.indexOf(from.name) < RANKS.indexOf(to.name);
}

/** The type in which numbers of two types are reckoned with; undefined if one is none. `whole`: no fractions. */
export function promoted(one: Type, other: Type, whole = false): Type | undefined {
  if (!isNumeric(one) || !isNumeric(other)) return undefined;
  for (const type of whole ? [longType] : [doubleType, floatType, longType])
    if (one === type || other === type) return type;
  if (whole && [one, other].some((type) => type === doubleType || type === floatType)) return undefined;
  return intType;
}
