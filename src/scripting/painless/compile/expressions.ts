/** Expressions in JavaScript, with their static types. */
import { compilePattern } from "../../../compat/patterns/java-pattern.ts";
import { flagsByLetter } from "../../../compat/patterns/pattern-flags.ts";
import { RequestError } from "../../../compat/errors.ts";
import { ownOf } from "../../../core/names.ts";
import { castFault, CompileFault } from "../compile-fault.ts";
import { listWith, mapWith } from "../runtime/literals.ts";
import { type Long, longOf } from "../runtime/longs.ts";
import { Pattern } from "../runtime/patterns.ts";
import { keptKind, stepped } from "../runtime/def-operators.ts";
import type { Expression } from "../syntax/syntax.ts";
import { emitCall, emitLocalCall, emitNew, emitNewArray } from "./calls.ts";
import { boxedText, castText, isInstance } from "./casts.ts";
import type { Code, Scope } from "./code-unit.ts";
import { emitLambda, emitReference } from "./lambdas.ts";
import { emitBinary, emitUnary } from "./operators.ts";
import { typedParam } from "./document-reads.ts";
import { type Place, placeOf } from "./places.ts";
import {
  booleanType,
  charType,
  defType,
  doubleType,
  floatType,
  intType,
  isPrimitive,
  longType,
  nullType,
  objectType,
  promoted,
  stringType,
  type Type,
  typeNamed,
  unboxedType,
  voidType,
  writtenType,
} from "./types.ts";
import type { TypeName } from "../syntax/syntax.ts";

/** `expected`: what it is for. */
export function emitExpression(expression: Expression, scope: Scope, expected?: Type): Code {
  const { at } = expression;
  switch (expression.kind) {
    case "number":
      return emitNumber(expression.text, expression.radix, at);
    case "string":
      return { text: scope.unit.constant(expression.value), type: stringType, literal: expression.value };
    case "boolean":
      return { text: String(expression.value), type: booleanType, literal: expression.value };
    case "null":
      return { text: "null", type: nullType, literal: null };
    case "regex":
      return emitRegex(expression, scope);
    case "name":
    case "field":
    case "index":
      return typedParam(expression, scope) ?? placeOf(expression, scope).read();
    case "type":
      throw new CompileFault(at, `invalid reference: type [${expression.type.name}] cannot be used as a value`);
    case "unary":
      return emitSigned(expression, scope);
    case "binary": {
      const left = scope.emit(expression.left);
      return emitBinary(expression.operator, left, scope.emit(expression.right), scope, at);
    }
    case "logical": {
      const left = condition(expression.left, scope);
      return { text: `((${left})${expression.operator}(${condition(expression.right, scope)}))`, type: booleanType };
    }
    case "conditional":
      return emitConditional(expression, scope, expected);
    case "elvis":
      return emitElvis(expression, scope, expected);
    case "cast": {
      const type = typeAt(expression.type);
      const operand = scope.emit(expression.operand, type);
      return { text: castText(operand, type, scope, { at: startOf(expression.operand), explicit: true }), type };
    }
    default:
      return emitOther(expression, scope, expected);
  }
}

function emitOther(
  expression: Exclude<Expression, { readonly kind: "number" | "string" | "boolean" | "null" | "regex" }>,
  scope: Scope,
  expected: Type | undefined,
): Code {
  switch (expression.kind) {
    case "instanceof":
      return emitInstanceof(expression, scope);
    case "assign":
      return emitAssign(expression, scope);
    case "increment":
      return emitIncrement(expression, scope);
    case "call":
      return emitCall(expression, scope);
    case "local-call":
      return emitLocalCall(expression, scope);
    case "new":
      return emitNew(expression, scope);
    case "new-array":
    case "array-of":
      return emitNewArray(expression, scope);
    case "list": {
      const items = expression.items.map((item) =>
        castText(scope.emit(item, defType), defType, scope, { at: item.at }),
      );
      return { text: scope.unit.plain(listWith, ...items), type: typeNamed("java.util.ArrayList") };
    }
    case "map": {
      const parts = expression.entries
        .flat()
        .map((part) => castText(scope.emit(part, defType), defType, scope, { at: part.at }));
      return { text: scope.unit.plain(mapWith, ...parts), type: typeNamed("java.util.HashMap") };
    }
    case "lambda":
      return emitLambda(expression, scope, expected);
    case "reference":
      return emitReference(expression, scope, expected);
    default:
      throw new CompileFault(expression.at, "not an expression");
  }
}

function startOf(expression: Expression): number {
  return expression.at;
}

/** The type as written. Throws CompileFault for one that is not on the allow-list. */
export function typeAt(name: TypeName): Type {
  const type = writtenType(name);
  if (!type) throw new CompileFault(name.at, `cannot resolve type [${name.name}${"[]".repeat(name.dimensions)}]`);
  return type;
}

/** A condition. */
export function condition(expression: Expression, scope: Scope): string {
  return castText(scope.emit(expression, booleanType), booleanType, scope, { at: expression.at });
}

function emitNumber(text: string, radix: 8 | 10 | 16, at: number): Code {
  const last = text.slice(-1).toLowerCase();
  if (radix === 10 && (last === "f" || last === "d" || /[.eE]/.test(text))) {
    const value = Number(last === "f" || last === "d" ? text.slice(0, -1) : text);
    const type = last === "f" ? floatType : doubleType;
    const literal = last === "f" ? Math.fround(value) : value;
    if (!Number.isFinite(literal)) throw new CompileFault(at, `Invalid ${type.name} constant [${text}].`);
    return { text: numberText(literal), type, literal };
  }
  const isLong = last === "l";
  const digits = isLong ? text.slice(0, -1) : text;
  const value = BigInt((radix === 16 ? "0x" : radix === 8 ? "0o" : "") + digits);
  const bits = isLong ? 64 : 32;
  const limit = radix === 10 ? 1n << BigInt(bits - 1) : 1n << BigInt(bits);
  if (value >= limit) {
    const advice = ` If you want a long constant then change it to [${text}L].`;
    const fits = !isLong && value < 1n << 63n;
    throw new CompileFault(at, `Invalid ${isLong ? "long" : "int"} constant [${text}].${fits ? advice : ""}`);
  }
  const literal = longOf(BigInt.asIntN(bits, value));
  return { text: numberText(literal), type: isLong ? longType : intType, literal };
}

/** A number in JavaScript; one below zero stands in brackets. */
function numberText(value: Long): string {
  const text = typeof value === "bigint" ? `${value}n` : String(value);
  return text.startsWith("-") ? `(${text})` : text;
}

/** A sign before a literal belongs to it: `-2147483648`. */
function emitSigned(expression: Extract<Expression, { kind: "unary" }>, scope: Scope): Code {
  const { operator, operand, at } = expression;
  if (operator === "-" && operand.kind === "number" && operand.radix === 10) {
    const whole = /^([0-9]+)([lL]?)$/.exec(operand.text);
    if (whole) {
      const isLong = whole[2] !== "";
      const value = -BigInt(whole[1] ?? "0");
      if (value >= -(1n << (isLong ? 63n : 31n)))
        return { text: numberText(longOf(value)), type: isLong ? longType : intType, literal: longOf(value) };
    } else {
      const code = emitNumber(operand.text, 10, operand.at);
      const literal = -Number(code.literal);
      return { text: `(-${code.text})`, type: code.type, literal };
    }
  }
  return emitUnary(operator, scope.emit(operand), scope, operator === "!" ? operand.at : at);
}

function emitRegex({ source, flags, at }: Extract<Expression, { kind: "regex" }>, scope: Scope): Code {
  let bits = 0;
  for (const flag of flags) {
    // `c` is canonical equivalence, which has no effect on what is written composed; `l` is literal.
    bits |= flag === "l" ? 0x10 : flag === "c" ? 0 : (ownOf(REGEX_FLAGS, flag) ?? 0);
  }
  try {
    compilePattern(source, bits);
    return { text: scope.unit.constant(new Pattern(source, bits)), type: typeNamed("java.util.regex.Pattern") };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new CompileFault(
      at + 1,
      "invalid regular expression: could not compile regex constant [" + source + "] with flags [" + flags + "]",
      { cause: error },
    );
  }
}

const REGEX_FLAGS: Readonly<Record<string, number>> = { ...flagsByLetter, U: 0x100, u: 0x40 };

function emitConditional(
  { test, yes, no, at }: Extract<Expression, { kind: "conditional" }>,
  scope: Scope,
  expected: Type | undefined,
): Code {
  const tested = condition(test, scope);
  const one = scope.emit(yes, expected);
  const other = scope.emit(no, expected);
  const type = expected && expected !== voidType ? expected : commonType(one, other, at);
  // As in Painless, no side of a condition becomes an object: `c ? null : 1` is none.
  for (const [side, place] of [
    [one, yes.at],
    [other, no.at],
  ] as const)
    if (isPrimitive(side.type) && !isPrimitive(type) && type !== defType)
      throw castFault(place, side.type.name, type.name);
  const texts = [castText(one, type, scope, { at: yes.at }), castText(other, type, scope, { at: no.at })];
  return { text: `((${tested})?(${texts[0]}):(${texts[1]}))`, type };
}

/** The type of either of two values. */
function commonType(one: Code, other: Code, at: number): Type {
  const [a, b] = [one.type, other.type];
  if (a === b) return a;
  if (a === defType || b === defType) return defType;
  if (a === nullType) return isPrimitive(b) ? objectType : b;
  if (b === nullType) return isPrimitive(a) ? objectType : a;
  if (isPrimitive(a) && isPrimitive(b)) {
    const both = promoted(a, b);
    if (both) return both === intType && (a === charType) !== (b === charType) ? intType : both;
    throw castFault(at, a.name, b.name);
  }
  const primitive = [unboxedType(a) ?? a, unboxedType(b) ?? b] as const;
  if (isPrimitive(primitive[0]) && isPrimitive(primitive[1])) return promoted(...primitive) ?? objectType;
  return objectType;
}

function emitElvis(
  { left, right, at }: Extract<Expression, { kind: "elvis" }>,
  scope: Scope,
  expected: Type | undefined,
): Code {
  const one = scope.emit(left, expected);
  if (one.type === nullType) throw new CompileFault(at, "Extraneous elvis operator. LHS is null.");
  if (one.literal !== undefined) throw new CompileFault(at, "Extraneous elvis operator. LHS is a constant.");
  if (isPrimitive(one.type)) throw new CompileFault(at, "Extraneous elvis operator. LHS is a primitive.");
  const other = scope.emit(right, expected);
  if (other.type === nullType) throw new CompileFault(at, "Extraneous elvis operator. RHS is null.");
  const type = one.type === other.type ? one.type : defType;
  const first = boxedText(one, scope);
  return { text: `((${first})??(${castText(other, type, scope, { at: right.at })}))`, type };
}

function emitInstanceof({ operand, type: name, at }: Extract<Expression, { kind: "instanceof" }>, scope: Scope): Code {
  const type = writtenType(name);
  if (!type) throw new CompileFault(at, `Not a type [${name.name}].`);
  const code = scope.emit(operand);
  if (isPrimitive(code.type)) return { text: `((${code.text}),${code.type === type})`, type: booleanType };
  const wanted = isPrimitive(type) ? boxedClass(type) : type.name;
  return {
    text: scope.unit.plain(isInstance, boxedText(code, scope), scope.unit.constant(wanted)),
    type: booleanType,
  };
}

function boxedClass(type: Type): string {
  const names = ["Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double"];
  return `java.lang.${names.find((name) => unboxedType(typeNamed(`java.lang.${name}`)) === type) ?? "Object"}`;
}

function emitAssign(expression: Extract<Expression, { kind: "assign" }>, scope: Scope): Code {
  const { operator, target, value, at } = expression;
  const place = placeOf(target, scope, operator !== undefined);
  if (operator === undefined) {
    const given = scope.emit(value, place.type);
    return place.write(castText(given, place.type, scope, { at: value.at }));
  }
  const before = place.read();
  const made = emitBinary(operator, before, scope.emit(value), scope, at);
  if (place.type === defType && !made.exact)
    return withSetup(place, place.write(scope.unit.call(at, keptKind, boxedText(before, scope), made.text)));
  return withSetup(place, place.write(castText(made, place.type, scope, { at, explicit: true })));
}

function withSetup({ setup = [] }: Place, { text, type }: Code): Code {
  return setup.length === 0 ? { text, type } : { text: `(${[...setup, text].join(",")})`, type };
}

function emitIncrement(expression: Extract<Expression, { kind: "increment" }>, scope: Scope): Code {
  const { by, prefix, target, at } = expression;
  const place = placeOf(target, scope, true);
  const before = place.read();
  const step = (code: Code): string => {
    if (code.type === defType) return scope.unit.call(at, stepped, boxedText(code, scope), by < 0 ? "(-1)" : "1");
    const one: Code = { text: "1", type: intType, literal: 1 };
    return castText(emitBinary(by < 0 ? "-" : "+", code, one, scope, at), place.type, scope, { at, explicit: true });
  };
  if (prefix) return withSetup(place, place.write(step(before)));
  const kept = scope.temporary();
  const written = place.write(step({ text: kept, type: before.type }));
  const first = before.type === defType ? boxedText(before, scope) : before.text;
  return withSetup(place, { text: `(${kept}=${first},${written.text},${kept})`, type: before.type });
}
