/** Reads expressions, from the weakest operators to the strongest. */
import { CompileFault } from "../compile-fault.ts";
import { parseArguments, parsePrimary } from "./primary-parser.ts";
import type { Expression } from "./syntax.ts";
import type { TokenReader } from "./token-reader.ts";

const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "<<=", ">>=", ">>>="]);

/** Binary operators by precedence, weakest first. */
const LEVELS: readonly (readonly string[])[] = [
  ["|"],
  ["^"],
  ["&"],
  ["==", "!=", "===", "!=="],
  ["instanceof"],
  ["<", "<=", ">", ">="],
  ["<<", ">>", ">>>"],
  ["=~", "==~"],
  ["+", "-"],
  ["*", "/", "%"],
];

const PREFIXES = new Set(["+", "-", "!", "~", "++", "--"]);
const PRIMITIVES = new Set(["boolean", "byte", "short", "char", "int", "long", "float", "double", "def"]);

export function parseExpression(read: TokenReader): Expression {
  return read.nested(() => {
    const target = parseConditional(read);
    if (read.token.kind !== "symbol" || !ASSIGNMENTS.has(read.token.text)) return target;
    const { text } = read.next();
    const operator = text === "=" ? undefined : text.slice(0, -1);
    return { kind: "assign", at: target.at, operator, target, value: parseExpression(read) };
  });
}

function parseConditional(read: TokenReader): Expression {
  const test = parseElvis(read);
  if (!read.take("?")) return test;
  const yes = parseExpression(read);
  read.expect(":");
  return { kind: "conditional", at: startOf(test), test, yes, no: parseExpression(read) };
}

function parseElvis(read: TokenReader): Expression {
  const left = parseOr(read);
  if (!read.take("?:")) return left;
  return { kind: "elvis", at: startOf(left), left, right: read.nested(() => parseElvis(read)) };
}

function parseOr(read: TokenReader): Expression {
  let left = parseAnd(read);
  while (read.take("||")) left = { kind: "logical", at: startOf(left), operator: "||", left, right: parseAnd(read) };
  return left;
}

function parseAnd(read: TokenReader): Expression {
  let left = parseBinary(read, 0);
  while (read.take("&&"))
    left = { kind: "logical", at: startOf(left), operator: "&&", left, right: parseBinary(read, 0) };
  return left;
}

function parseBinary(read: TokenReader, level: number): Expression {
  const operators = LEVELS[level];
  if (!operators) return parseUnary(read);
  let left = parseBinary(read, level + 1);
  while (operators.includes(read.token.text) && (read.token.kind === "symbol" || read.token.kind === "keyword")) {
    const operator = read.next().text;
    if (operator === "instanceof") {
      const type = read.type();
      if (!type) throw read.invalid();
      left = { kind: "instanceof", at: startOf(left), operand: left, type };
    } else left = { kind: "binary", at: startOf(left), operator, left, right: parseBinary(read, level + 1) };
  }
  return left;
}

/** Where an expression begins in the source: calls and fields point to their dot, not to it. */
export function startOf(expression: Expression): number {
  switch (expression.kind) {
    case "field":
    case "call":
    case "index":
      return startOf(expression.object);
    default:
      return expression.at;
  }
}

function parseUnary(read: TokenReader): Expression {
  return read.nested(() => {
    const { token } = read;
    if (token.kind === "symbol" && PREFIXES.has(token.text)) {
      read.next();
      const operand = parseUnary(read);
      if (token.text !== "++" && token.text !== "--")
        return { kind: "unary", at: token.at, operator: token.text, operand };
      return { kind: "increment", at: token.at, by: token.text === "++" ? 1 : -1, prefix: true, target: operand };
    }
    return parseCast(read) ?? parsePostfix(read);
  });
}

/** `(type) operand`; a type in brackets without an operand behind is an operand itself. */
function parseCast(read: TokenReader): Expression | undefined {
  if (!read.is("(")) return undefined;
  const start = read.position;
  const { at } = read.next();
  const type = read.type();
  if (type && read.take(")")) {
    const { token } = read;
    const signed = token.text === "+" || token.text === "-" || token.text === "++" || token.text === "--";
    const operand =
      token.kind === "name" ||
      token.kind === "number" ||
      token.kind === "string" ||
      token.kind === "regex" ||
      ["(", "!", "~", "[", "new", "true", "false", "null", "$"].includes(token.text) ||
      (signed && PRIMITIVES.has(type.name) && type.dimensions === 0);
    if (operand) return { kind: "cast", at, type, operand: parseUnary(read) };
  }
  read.position = start;
  return undefined;
}

function parsePostfix(read: TokenReader): Expression {
  let expression = parsePrimary(read);
  for (;;) {
    const { at } = read.token;
    if (read.is(".") || read.is("?.")) expression = parseMember(read, expression);
    else if (read.take("[")) {
      const index = parseExpression(read);
      read.expect("]");
      expression = { kind: "index", at, object: expression, index };
    } else if (read.is("++") || read.is("--")) {
      const by = read.next().text === "++" ? 1 : -1;
      return { kind: "increment", at: startOf(expression), by, prefix: false, target: expression };
    } else return expression;
  }
}

function parseMember(read: TokenReader, object: Expression): Expression {
  const { at, text } = read.next();
  const nullSafe = text === "?.";
  const member = read.next();
  if (member.kind === "number") return { kind: "field", at, object, name: member.text, nullSafe };
  if (member.kind !== "name") {
    read.position--;
    throw read.invalid();
  }
  if (!read.is("(")) return { kind: "field", at, object, name: member.text, nullSafe };
  if (object.kind === "type" && nullSafe) throw new CompileFault(at, "unexpected token ['?.']");
  return { kind: "call", at, object, name: member.text, args: parseArguments(read), nullSafe };
}
