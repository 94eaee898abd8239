/** Calls of methods, constructors and functions. */
import type { Member } from "../classes/class-definition.ts";
import { classOf, memberFor } from "../classes/class-registry.ts";
import { CompileFault } from "../compile-fault.ts";
import { arrayWith, invoke, newArray } from "../runtime/dynamic-access.ts";
import { present } from "../runtime/java-error.ts";
import type { Lambda } from "../runtime/collections.ts";
import type { Value } from "../runtime/values.ts";
import type { Expression, MethodCall } from "../syntax/syntax.ts";
import { boxedText, castText } from "./casts.ts";
import type { Code, Scope } from "./code-unit.ts";
import { countOfValues } from "./document-reads.ts";
import {
  arrayOf,
  defType,
  findType,
  intType,
  isPrimitive,
  type Type,
  typeNamed,
  unboxedType,
  writtenType,
} from "./types.ts";

/** Arguments as parameters take them. */
function argumentTexts(args: readonly Expression[], parameters: readonly Type[], scope: Scope): string[] {
  return args.map((arg, i) => {
    const type = parameters[i] ?? defType;
    return castText(scope.emit(arg, type), type, scope, { at: arg.at });
  });
}

function parameterTypes(member: Member): Type[] {
  return member.parameters.map(typeNamed);
}

export function emitCall(call: MethodCall, scope: Scope): Code {
  const { object, name, args, at } = call;
  const key = `${name}/${args.length}`;
  if (object.kind === "type") {
    const type = writtenType(object.type);
    const member = (type && classOf(type.name)?.statics.get(key)) ?? (type && variadic(type.name, name, true));
    if (!type || !member)
      throw new CompileFault(at, `static method [${type?.name ?? object.type.name}, ${key}] not found`);
    return staticCall(member, args, at, scope);
  }
  const count = call.nullSafe || args.length > 0 ? undefined : countOfValues(object, name, at, scope);
  if (count && name !== "empty") return count;
  const code = scope.emit(object);
  if (!call.nullSafe) return methodOf(code, call, scope);
  const self = scope.temporary();
  const made = methodOf({ text: self, type: code.type }, call, scope);
  if (isPrimitive(made.type)) throw new CompileFault(at, "Result of null safe operator must be nullable");
  return { text: `((${self}=${boxedText(code, scope)})===null?null:${made.text})`, type: made.type };
}

/** A method of an array of further arguments: `String.format(text, a, b)`. */
function variadic(className: string, name: string, isStatic: boolean): Member | undefined {
  const members = isStatic ? classOf(className)?.statics : classOf(className)?.members;
  return [...(members?.values() ?? [])].find((each) => each.name === name && each.parameters.at(-1)?.endsWith("[]"));
}

function staticCall(member: Member, args: readonly Expression[], at: number, scope: Scope): Code {
  const parameters = parameterTypes(member);
  const texts = argumentTexts(args, parameters, scope);
  const returns = typeNamed(member.returns);
  return { text: scope.unit.call(at, member.call, ...texts), type: returns };
}

function methodOf(code: Code, { name, args, at }: MethodCall, scope: Scope): Code {
  const { unit } = scope;
  const key = `${name}/${args.length}`;
  if (code.type === defType) {
    const texts = args.map((arg) => castText(scope.emit(arg, undefined), defType, scope, { at: arg.at }));
    return { text: unit.call(at, invoke, boxedText(code, scope), unit.constant(name), ...texts), type: defType };
  }
  const primitive = isPrimitive(code.type);
  const className = primitive ? boxClass(code.type) : code.type.name;
  const functional = classOf(className)?.functional;
  if (functional?.name === name && functional.parameters.length === args.length)
    return functionCall(functional, code, args, at, scope);
  const member = memberFor(className, key);
  if (!member) throw new CompileFault(at, `member method [${className}, ${key}] not found`);
  return memberCall(member, code, args, at, scope);
}

function boxClass(type: Type): string {
  for (const name of ["Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double"])
    if (unboxedType(typeNamed(`java.lang.${name}`)) === type) return `java.lang.${name}`;
  return type.name;
}

/** A function that is a value. */
function functionCall(member: Member, code: Code, args: readonly Expression[], at: number, scope: Scope): Code {
  const parameters = parameterTypes(member);
  const texts = args.map((arg, i) => {
    const type = parameters[i]!;
    return boxedText({ text: castText(scope.emit(arg, type), type, scope, { at: arg.at }), type }, scope);
  });
  const returns = typeNamed(member.returns);
  const called: Code = { text: scope.unit.call(at, callLambda, code.text, ...texts), type: defType };
  if (member.returns === "void") return { text: called.text, type: returns };
  return { text: castText(called, returns, scope, { at }), type: returns };
}

const callLambda = (lambda: Lambda | null, ...args: Value[]): Value => present<Lambda>(lambda).call(...args);

/** A member of an object. */
export function memberCall(member: Member, code: Code, args: readonly Expression[], at: number, scope: Scope): Code {
  const texts = argumentTexts(args, parameterTypes(member), scope);
  const self = scope.unit.call(at, present, boxedText(code, scope));
  return { text: scope.unit.call(at, member.call, self, ...texts), type: returnType(member) };
}

function returnType(member: Member): Type {
  return findType(member.returns) ?? defType;
}

export function emitLocalCall(call: Extract<Expression, { kind: "local-call" }>, scope: Scope): Code {
  const { name, args, at } = call;
  const key = `${name}/${args.length}`;
  const { unit } = scope;
  const local = unit.functions.get(key);
  if (local) {
    const texts = argumentTexts(args, local.parameters, scope);
    return { text: `\n/*${at}*/${local.text}(${["c0", ...texts].join(",")})`, type: local.returns };
  }
  const given = unit.context.functions.get(key);
  if (!given) throw new CompileFault(at, `Unknown call [${name}] with [${args.length}] arguments.`);
  const texts = argumentTexts(args, given.parameters, scope);
  return { text: unit.call(at, given.call, "c0", ...texts), type: given.returns };
}

export function emitNew({ type: name, args, at }: Extract<Expression, { kind: "new" }>, scope: Scope): Code {
  const type = writtenType(name);
  if (!type) throw new CompileFault(at, `Not a type [${name.name}].`);
  const member = classOf(type.name)?.statics.get(`new/${args.length}`);
  if (!member) throw new CompileFault(at, `constructor [${type.name}, <init>/${args.length}] not found`);
  const texts = argumentTexts(args, parameterTypes(member), scope);
  return { text: scope.unit.call(at, member.call, ...texts), type };
}

export function emitNewArray(expression: Extract<Expression, { kind: "new-array" | "array-of" }>, scope: Scope): Code {
  const { type: name, at } = expression;
  const base = writtenType({ ...name, dimensions: 0 });
  if (!base) throw new CompileFault(at, `Not a type [${name.name}].`);
  let type = base;
  for (let i = 0; i < name.dimensions; i++) type = arrayOf(type);
  const { component = defType } = type;
  const of = scope.unit.constant(component.name);
  if (expression.kind === "array-of") {
    const items = expression.items.map((item) =>
      castText(scope.emit(item, component), component, scope, { at: item.at }),
    );
    return { text: scope.unit.call(at, arrayWith, of, ...items), type };
  }
  const sizes = expression.sizes.map((size) => castText(scope.emit(size), intType, scope, { at: size.at }));
  return { text: scope.unit.call(at, newArray, of, ...sizes), type };
}
