/** Unary and binary operators, by the static types of what stands beside them. */
import { javaDouble, javaFloat } from "../../../core/float32.ts";
import { castFault, CompileFault } from "../compile-fault.ts";
import * as dynamic from "../runtime/def-operators.ts";
import * as longs from "../runtime/longs.ts";
import { foundIn, matchedBy } from "../runtime/patterns.ts";
import { textOf } from "../runtime/values.ts";
import { boxedText, castText, exactCode } from "./casts.ts";
import type { Code, Helper, Scope } from "./code-unit.ts";
import {
  booleanType,
  defType,
  doubleType,
  intType,
  isNumeric,
  isPrimitive,
  longType,
  nullType,
  promoted,
  stringType,
  type Type,
  typeNamed,
  unboxedType,
} from "./types.ts";

const DYNAMIC: ReadonlyMap<string, Helper> = new Map<string, Helper>([
  ["+", dynamic.add],
  ["-", dynamic.subtract],
  ["*", dynamic.multiply],
  ["/", dynamic.divide],
  ["%", dynamic.remainder],
  ["&", dynamic.and],
  ["|", dynamic.or],
  ["^", dynamic.xor],
  ["<<", dynamic.shiftLeft],
  [">>", dynamic.shiftRight],
  [">>>", dynamic.shiftUnsigned],
  ["<", dynamic.less],
  ["<=", dynamic.lessOrEqual],
  [">", dynamic.greater],
  [">=", dynamic.greaterOrEqual],
  ["==", dynamic.sameValue],
  ["!=", dynamic.differentValue],
]);

const LONGS: ReadonlyMap<string, Helper> = new Map<string, Helper>([
  ["+", longs.addLongs],
  ["-", longs.subtractLongs],
  ["*", longs.multiplyLongs],
  ["/", longs.divideLongs],
  ["%", longs.remainderOfLongs],
  ["&", longs.andLongs],
  ["|", longs.orLongs],
  ["^", longs.xorLongs],
  ["<<", longs.shiftLongLeft],
  [">>", longs.shiftLongRight],
  [">>>", longs.shiftLongUnsigned],
]);

const WORDS: ReadonlyMap<string, string> = new Map([
  ["==", "equals"],
  ["!=", "not equals"],
  ["===", "reference equals"],
  ["!==", "reference not equals"],
  ["<", "less than"],
  ["<=", "less than or equals"],
  [">", "greater than"],
  [">=", "greater than or equals"],
  ["+", "addition"],
  ["-", "subtraction"],
  ["*", "multiplication"],
  ["/", "division"],
  ["%", "remainder"],
  ["<<", "left shift"],
  [">>", "right shift"],
  [">>>", "unsigned right shift"],
  ["&", "and"],
  ["|", "or"],
  ["^", "xor"],
  ["~", "bitwise not"],
]);

/** A value that is unboxed where its type is a box, as numbers are reckoned with. */
function operandOf(code: Code, scope: Scope, at: number): Code {
  const primitive = unboxedType(code.type);
  if (primitive) return { text: castText(code, primitive, scope, { at }), type: primitive };
  return code.exact ? exactCode(code) : code;
}

export function emitBinary(operator: string, left: Code, right: Code, scope: Scope, at: number): Code {
  switch (operator) {
    case "=~":
    case "==~": {
      const helper = operator === "=~" ? foundIn : matchedBy;
      const pattern = castText(right, typeNamed("java.util.regex.Pattern"), scope, { at });
      return { text: scope.unit.call(at, helper, boxedText(left, scope), pattern), type: booleanType };
    }
    case "==":
    case "!=":
    case "===":
    case "!==":
      return emitEquality(operator, left, right, scope, at);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return emitComparison(operator, left, right, scope, at);
    default:
      return emitArithmetic(operator, left, right, scope, at);
  }
}

function emitArithmetic(operator: string, left: Code, right: Code, scope: Scope, at: number): Code {
  const { unit } = scope;
  if (operator === "+" && (left.type === stringType || right.type === stringType)) {
    const text = unit.call(at, dynamic.concatenate, textText(left, scope), textText(right, scope));
    return { text, type: stringType };
  }
  const isDef = left.type === defType || right.type === defType;
  const one = operandOf(left, scope, at);
  const other = operandOf(right, scope, at);
  if (
    one.type === defType ||
    other.type === defType ||
    (isDef && !(isPrimitive(one.type) && isPrimitive(other.type)))
  ) {
    const helper = DYNAMIC.get(operator)!;
    return { text: unit.call(at, helper, boxedText(left, scope), boxedText(right, scope)), type: defType };
  }
  const made = emitPrimitive(operator, one, other, scope, at);
  return isDef ? { text: made.text, type: defType, exact: made.type } : made;
}

function emitPrimitive(operator: string, one: Code, other: Code, scope: Scope, at: number): Code {
  const isBitwise = operator === "&" || operator === "|" || operator === "^";
  if (isBitwise && one.type === booleanType && other.type === booleanType) {
    const symbol = operator === "^" ? "!==" : operator;
    return {
      text: operator === "^" ? `(${one.text}${symbol}${other.text})` : `((${one.text}${symbol}${other.text})===1)`,
      type: booleanType,
    };
  }
  const isShift = operator === "<<" || operator === ">>" || operator === ">>>";
  const type = isShift ? shiftType(one.type, other.type) : promoted(one.type, other.type, isBitwise);
  if (!type) throw wrongOperand(operator, one.type, other.type, at);
  const a = castText(one, type, scope, { at });
  const b = isShift ? castText(other, intType, scope, { at, explicit: true }) : castText(other, type, scope, { at });
  if ((operator === "/" || operator === "%") && (type === intType || type === longType) && other.literal === 0)
    if (one.literal !== undefined) throw new CompileFault(at, "/ by zero", { type: "arithmetic_exception" });
  return { text: arithmeticText(operator, type, [a, b], scope, at), type };
}

function shiftType(left: Type, right: Type): Type | undefined {
  const whole = promoted(left, left, true);
  return promoted(right, right, true) ? whole : undefined;
}

function wrongOperand(operator: string, one: Type, other: Type, at: number): CompileFault {
  if (!isNumeric(one) && !isNumeric(other))
    return new CompileFault(
      at,
      `cannot apply the ${operationName(operator)} operator [${operator}] to the types [${one.name}] and [${other.name}]`,
      { type: "class_cast_exception" },
    );
  const wrong = isNumeric(one) ? other : one;
  const right = isNumeric(one) ? one : other;
  return castFault(at, wrong.name, (promoted(right, right) ?? right).name);
}

function arithmeticText(
  operator: string,
  type: Type,
  [a, b]: readonly [string, string],
  scope: Scope,
  at: number,
): string {
  const { unit } = scope;
  if (type === longType) return unit.call(at, LONGS.get(operator)!, a, b);
  if (type === intType) {
    if (operator === "*") return unit.plain(Math.imul, a, b);
    if (operator === "/") return unit.call(at, longs.divideInts, a, b);
    if (operator === "%") return unit.call(at, longs.remainderOfInts, a, b);
    return `((${a})${operator}(${b})|0)`;
  }
  const text = `((${a})${operator}(${b}))`;
  return type === doubleType ? text : unit.plain(Math.fround, text);
}

function emitComparison(operator: string, left: Code, right: Code, scope: Scope, at: number): Code {
  const one = operandOf(left, scope, at);
  const other = operandOf(right, scope, at);
  if (one.type === defType || other.type === defType) {
    const helper = DYNAMIC.get(operator)!;
    return { text: scope.unit.call(at, helper, boxedText(left, scope), boxedText(right, scope)), type: booleanType };
  }
  const type = promoted(one.type, other.type);
  if (!type) throw wrongOperand(operator, one.type, other.type, at);
  const a = castText(one, type, scope, { at });
  const b = castText(other, type, scope, { at });
  return { text: `((${a})${operator}(${b}))`, type: booleanType };
}

function emitEquality(operator: string, left: Code, right: Code, scope: Scope, at: number): Code {
  const { unit } = scope;
  const isNot = operator.startsWith("!");
  if (left.type === nullType && right.type === nullType)
    throw new CompileFault(at, "extraneous comparison of [null] constants");
  const one = operandOf(left, scope, at);
  const other = operandOf(right, scope, at);
  if (one.type === booleanType && other.type === booleanType)
    return { text: `((${one.text})${isNot ? "!==" : "==="}(${other.text}))`, type: booleanType };
  const type = promoted(one.type, other.type);
  if (type) {
    const a = castText(one, type, scope, { at });
    const b = castText(other, type, scope, { at });
    return { text: `((${a})${isNot ? "!==" : "==="}(${b}))`, type: booleanType };
  }
  if (isPrimitive(one.type) && isPrimitive(other.type)) throw castFault(at, one.type.name, other.type.name);
  if ((isPrimitive(left.type) && right.type === nullType) || (isPrimitive(right.type) && left.type === nullType))
    throw castFault(at, "null", (isPrimitive(left.type) ? left : right).type.name);
  if (operator === "===" || operator === "!==")
    return { text: `((${boxedText(left, scope)})${operator}(${boxedText(right, scope)}))`, type: booleanType };
  const helper = DYNAMIC.get(operator)!;
  return { text: unit.plain(helper, boxedText(left, scope), boxedText(right, scope)), type: booleanType };
}

/** What the operator is called where its result is not used. */
export function operationName(operator: string): string {
  return WORDS.get(operator) ?? operator;
}

/** The value as a text, as `+` appends it. */
export function textText(code: Code, scope: Scope): string {
  const { unit } = scope;
  const { type, text } = exactCode(code);
  if (typeof code.literal === "string") return text;
  switch (type.name) {
    case "int":
    case "long":
    case "short":
    case "byte":
    case "boolean":
      return unit.plain(String, text);
    case "double":
      return unit.plain(javaDouble, text);
    case "float":
      return unit.plain(javaFloat, text);
    case "char":
      return unit.plain(textOfUnit, text);
    default:
      return unit.plain(textOf, boxedText(code, scope));
  }
}

function textOfUnit(unit: number): string {
  return String.fromCharCode(unit);
}

export function emitUnary(operator: string, operand: Code, scope: Scope, at: number): Code {
  const { unit } = scope;
  if (operator === "!") return { text: `(!(${castText(operand, booleanType, scope, { at })}))`, type: booleanType };
  const code = operandOf(operand, scope, at);
  if (code.type === defType) {
    const helper = operator === "-" ? dynamic.negate : operator === "+" ? dynamic.plus : dynamic.invert;
    return { text: unit.call(at, helper, boxedText(code, scope)), type: defType };
  }
  const type = promoted(code.type, code.type, operator === "~");
  if (!type)
    throw new CompileFault(
      at,
      `cannot apply the ${operationName(operator)} operator [${operator}] to the type [${code.type.name}]`,
      { type: "class_cast_exception" },
    );
  const text = castText(code, type, scope, { at });
  const made = { text: unaryText(operator, type, text, scope), type };
  return operand.type === defType ? { text: made.text, type: defType, exact: type } : made;
}

function unaryText(operator: string, type: Type, text: string, scope: Scope): string {
  if (operator === "+") return text;
  if (type === longType) return scope.unit.plain(operator === "-" ? longs.negateLong : longs.invertLong, text);
  if (type === intType) return operator === "-" ? `(-(${text})|0)` : `(~(${text}))`;
  return `(-(${text}))`;
}
