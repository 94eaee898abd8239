/** Variables, fields and items: what can be read, and mostly written. */
import { classOf, getterFor, isSubclass, memberFor } from "../classes/class-registry.ts";
import { CompileFault } from "../compile-fault.ts";
import type { JavaArray, JavaList } from "../runtime/collections.ts";
import { load, loadItem, store, storeItem } from "../runtime/dynamic-access.ts";
import { present } from "../runtime/java-error.ts";
import type { JavaMap } from "../runtime/maps.ts";
import type { Value } from "../runtime/values.ts";
import type { Expression, FieldAccess } from "../syntax/syntax.ts";
import { memberCall } from "./calls.ts";
import { boxedText, castText } from "./casts.ts";
import type { Code, Scope } from "./code-unit.ts";
import { countOfValues, firstValue } from "./document-reads.ts";
import { defType, findType, intType, isPrimitive, type Type, typeNamed, writtenType } from "./types.ts";

export interface Place {
  /** What it takes. */
  readonly type: Type;
  /** What comes before, once, where it is read and then written. */
  readonly setup?: readonly string[];
  read(): Code;
  /** Writes a value of the type; the result is the value. */
  write(text: string): Code;
}

/** `twice`: it is read and then written, so that what leads to it is worked out once. */
export function placeOf(expression: Expression, scope: Scope, twice = false): Place {
  switch (expression.kind) {
    case "name":
      return namedPlace(expression.name, expression.at, scope);
    case "field":
      return fieldPlace(expression, scope, twice);
    case "index":
      return itemPlace(expression, scope, twice);
    default:
      throw new CompileFault(expression.at, `invalid assignment: cannot assign a value to ${described(expression)}`);
  }
}

function described(expression: Expression): string {
  if (expression.kind === "number") return `numeric constant [${expression.text}]`;
  if (expression.kind === "string") return `string constant [${expression.value}]`;
  return expression.kind === "call" || expression.kind === "local-call"
    ? `method call [${expression.name}]`
    : "an expression";
}

function namedPlace(name: string, at: number, scope: Scope): Place {
  const variable = scope.find(name);
  if (variable) {
    const { text, type } = variable;
    return { type, read: () => ({ text, type }), write: (value) => ({ text: `(${text}=${value})`, type }) };
  }
  const given = scope.frame.isMain ? scope.unit.context.variables.get(name) : undefined;
  if (!given) throw new CompileFault(at, `cannot resolve symbol [${name}]`);
  const { type, read } = given;
  return {
    type,
    read: () => ({ text: scope.unit.call(at, read, "c0"), type }),
    write: () => {
      throw new CompileFault(at, `Variable [${name}] is read-only.`);
    },
  };
}

function fieldPlace(expression: FieldAccess, scope: Scope, twice: boolean): Place {
  const { object, name, at } = expression;
  if (object.kind === "type") return constantPlace(expression, scope);
  if (
    object.kind === "name" &&
    !scope.find(object.name) &&
    !(scope.frame.isMain && scope.unit.context.variables.has(object.name))
  )
    throw new CompileFault(at, `cannot resolve symbol [${object.name}.${name}]`);
  if (!expression.nullSafe && !twice) {
    const read = name === "value" ? firstValue(object, at, scope) : countOfValues(object, name, at, scope);
    if (read && name !== "size" && name !== "isEmpty") return readOnly(defType, name, at, () => read);
  }
  const code = scope.emit(object);
  if (!expression.nullSafe) {
    const { code: self, setup } = twice ? kept(code, scope) : { code, setup: [] };
    return { ...memberPlace(self, name, at, scope), setup };
  }
  const self = scope.temporary();
  const place = memberPlace({ text: self, type: code.type }, name, at, scope);
  const read = (): Code => {
    const inner = place.read();
    if (isPrimitive(inner.type)) throw new CompileFault(at, "Result of null safe operator must be nullable");
    return { text: `((${self}=${boxedText(code, scope)})===null?null:${inner.text})`, type: inner.type };
  };
  return {
    type: place.type,
    read,
    write: () => {
      throw new CompileFault(at, "Can't write to null safe reference");
    },
  };
}

/** A value that is used twice, and where it is worked out. */
function kept(code: Code, scope: Scope): { readonly code: Code; readonly setup: readonly string[] } {
  if (/^[a-z]\d+$/.test(code.text) || code.literal !== undefined) return { code, setup: [] };
  const text = scope.temporary();
  const value = code.exact ? boxedText(code, scope) : code.text;
  return { code: { text, type: code.type }, setup: [`${text}=${value}`] };
}

function constantPlace({ object, name, at }: FieldAccess, scope: Scope): Place {
  const type = object.kind === "type" ? writtenType(object.type) : undefined;
  const constant = type && classOf(type.name)?.constants.get(name);
  if (!type || !constant) throw new CompileFault(at, `static field [${type?.name ?? ""}, ${name}] not found`);
  const of = typeNamed(constant.type);
  return {
    type: of,
    read: () => ({ text: scope.unit.constant(constant.value), type: of }),
    write: () => {
      throw new CompileFault(at, `cannot write to read-only field [${name}] for type [${type.name}]`);
    },
  };
}

const arrayLength = (array: JavaArray | null): number => present<JavaArray>(array).items.length;

function memberPlace(code: Code, name: string, at: number, scope: Scope): Place {
  const { unit } = scope;
  const { type } = code;
  if (type === defType) {
    const key = unit.constant(name);
    return {
      type: defType,
      read: () => ({ text: unit.call(at, load, boxedText(code, scope), key), type: defType }),
      write: (value) => written(unit.call(at, stored, boxedText(code, scope), key, value), defType),
    };
  }
  if (type.kind === "array" && name === "length")
    return readOnly(intType, name, at, () => ({ text: unit.call(at, arrayLength, code.text), type: intType }));
  const getter = getterFor(type.name, name);
  const setter = memberFor(type.name, `set${name.slice(0, 1).toUpperCase()}${name.slice(1)}/1`);
  if (getter || setter) {
    const of = getter ? (findType(getter.returns) ?? defType) : typeNamed(setter!.parameters[0]!);
    return {
      type: of,
      read: () => memberCall(getter!, code, [], at, scope),
      write: (value) => ({ text: unit.call(at, setter!.call, code.text, value), type: of }),
    };
  }
  if (isSubclass(type.name, "java.util.Map")) {
    const key: Code = { text: unit.constant(name), type: defType };
    return mapItem(code, key, at, scope);
  }
  if (isSubclass(type.name, "java.util.List") && /^\d{1,9}$/.test(name))
    return listItem(code, { text: name, type: intType }, at, scope);
  throw new CompileFault(at, `field [${type.name}, ${name}] not found`);
}

function readOnly(type: Type, name: string, at: number, read: () => Code): Place {
  return {
    type,
    read,
    write: () => {
      throw new CompileFault(at, `cannot write to read-only field [${name}]`);
    },
  };
}

const stored = (object: Value, name: string, value: Value): Value => {
  store(object, name, value);
  return value;
};
const storedItem = (object: Value, index: Value, value: Value): Value => {
  storeItem(object, index, value);
  return value;
};
const mapGet = (map: JavaMap | null, key: Value): Value => present<JavaMap>(map).get(key);
const mapPut = (map: JavaMap | null, key: Value, value: Value): Value => {
  present<JavaMap>(map).put(key, value);
  return value;
};
const listGet = (list: JavaList | null, index: number): Value => {
  const self = present<JavaList>(list);
  return self.items[self.at(index)]!;
};
const listSet = (list: JavaList | null, index: number, value: Value): Value => {
  const self = present<JavaList>(list);
  self.set(self.at(index), value);
  return value;
};
const arrayGet = (array: JavaArray | null, index: number): unknown => {
  const self = present<JavaArray>(array);
  return self.items[self.at(index)];
};
const arraySet = (array: JavaArray | null, index: number, value: unknown): unknown => {
  const self = present<JavaArray>(array);
  self.items[self.at(index)] = value;
  return value;
};

function written(text: string, type: Type): Code {
  return { text, type };
}

function mapItem(code: Code, key: Code, at: number, scope: Scope): Place {
  const { unit } = scope;
  return {
    type: defType,
    read: () => ({ text: unit.call(at, mapGet, code.text, key.text), type: defType }),
    write: (value) => written(unit.call(at, mapPut, code.text, key.text, value), defType),
  };
}

function listItem(code: Code, index: Code, at: number, scope: Scope): Place {
  const { unit } = scope;
  return {
    type: defType,
    read: () => ({ text: unit.call(at, listGet, code.text, index.text), type: defType }),
    write: (value) => written(unit.call(at, listSet, code.text, index.text, value), defType),
  };
}

function itemPlace(expression: Extract<Expression, { kind: "index" }>, scope: Scope, twice: boolean): Place {
  const { object, index, at } = expression;
  const { unit } = scope;
  const plain = scope.emit(object);
  const { code, setup: first } = twice ? kept(plain, scope) : { code: plain, setup: [] };
  const { type } = code;
  const given = scope.emit(index);
  const setup = [...first];
  const keyed = (to: Type): Code => {
    const key: Code = { text: castText(given, to, scope, { at: index.at }), type: to };
    if (!twice) return key;
    const again = kept(key, scope);
    setup.push(...again.setup);
    return again.code;
  };
  if (type === defType) {
    const key = keyed(defType);
    return {
      type: defType,
      setup,
      read: () => ({ text: unit.call(at, loadItem, boxedText(code, scope), boxedText(key, scope)), type: defType }),
      write: (value) =>
        written(unit.call(at, storedItem, boxedText(code, scope), boxedText(key, scope), value), defType),
    };
  }
  if (type.kind === "array") {
    const { component = defType } = type;
    const key = keyed(intType);
    return {
      type: component,
      setup,
      read: () => ({ text: unit.call(at, arrayGet, code.text, key.text), type: component }),
      write: (value) => written(unit.call(at, arraySet, code.text, key.text, value), component),
    };
  }
  if (isSubclass(type.name, "java.util.Map")) return { ...mapItem(code, keyed(defType), at, scope), setup };
  if (isSubclass(type.name, "java.util.List")) return { ...listItem(code, keyed(intType), at, scope), setup };
  throw new CompileFault(at, `Illegal array access on type [${type.name}].`);
}
