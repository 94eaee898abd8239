/** Reads what expressions are made of: literals, names, calls, lambdas. */
import { CompileFault } from "../compile-fault.ts";
import type { Expression, Parameter } from "./syntax.ts";
import type { TokenReader } from "./token-reader.ts";

export function parsePrimary(read: TokenReader): Expression {
  const { token } = read;
  switch (token.kind) {
    case "number":
      return parseNumber(read);
    case "string":
      read.next();
      return { kind: "string", at: token.at, value: token.value };
    case "regex":
      read.next();
      return { kind: "regex", at: token.at, source: token.value, flags: token.text.slice(token.value.length + 2) };
    case "keyword":
      return parseKeyword(read);
    case "name":
      return parseName(read);
    default:
      return parseBracket(read);
  }
}

function parseNumber(read: TokenReader): Expression {
  const { text, at } = read.next();
  if (/^0[xX]/.test(text)) return { kind: "number", at, text: text.slice(2), radix: 16 };
  if (/^0[0-7]+[lL]?$/.test(text)) return { kind: "number", at, text: text.slice(1), radix: 8 };
  return { kind: "number", at, text, radix: 10 };
}

function parseKeyword(read: TokenReader): Expression {
  const { text, at } = read.token;
  if (text === "true" || text === "false") {
    read.next();
    return { kind: "boolean", at, value: text === "true" };
  }
  if (read.take("null")) return { kind: "null", at };
  if (read.take("new")) return parseNew(read, at);
  if (text === "this" && read.ahead().text === "::") {
    read.next();
    read.next();
    return { kind: "reference", at, owner: "this", method: read.name().text };
  }
  throw read.invalid();
}

function parseNew(read: TokenReader, at: number): Expression {
  const named = read.token;
  const type = read.type();
  if (!type) {
    if (named.kind !== "name") throw read.invalid();
    throw new CompileFault(at, `Not a type [${named.text}].`);
  }
  if (type.dimensions > 0) {
    if (!read.take("{")) throw read.invalid();
    const items = parseItems(read, "}");
    return { kind: "array-of", at, type, items };
  }
  if (read.is("(")) return { kind: "new", at, type, args: parseArguments(read) };
  const sizes: Expression[] = [];
  let dimensions = 0;
  while (read.take("[")) {
    dimensions++;
    if (read.take("]")) continue;
    sizes.push(read.parts.expression(read));
    read.expect("]");
  }
  if (sizes.length === 0) throw read.invalid();
  return { kind: "new-array", at, type: { ...type, dimensions }, sizes };
}

function parseName(read: TokenReader): Expression {
  const { token } = read;
  if (read.ahead().text === "(" && read.ahead().kind === "symbol") {
    read.next();
    return { kind: "local-call", at: token.at, name: token.text, args: parseArguments(read) };
  }
  const type = read.type();
  if (type) {
    if (read.take("::")) return { kind: "reference", at: token.at, owner: type, method: referenceName(read) };
    return { kind: "type", at: token.at, type };
  }
  read.next();
  if (read.take("::")) return { kind: "reference", at: token.at, owner: token.text, method: referenceName(read) };
  return { kind: "name", at: token.at, name: token.text };
}

function referenceName(read: TokenReader): string {
  return read.take("new") ? "new" : read.name().text;
}

function parseBracket(read: TokenReader): Expression {
  const { at } = read.token;
  if (read.take("(")) {
    const inner = read.parts.expression(read);
    read.expect(")");
    return inner;
  }
  if (read.take("$")) return { kind: "local-call", at, name: "$", args: parseArguments(read) };
  if (!read.take("[")) throw read.invalid();
  if (read.take(":")) {
    read.expect("]");
    return { kind: "map", at, entries: [] };
  }
  if (read.take("]")) return { kind: "list", at, items: [] };
  const first = read.parts.expression(read);
  if (read.take(":")) return parseEntries(read, at, first);
  if (!read.take(",")) {
    read.expect("]");
    return { kind: "list", at, items: [first] };
  }
  return { kind: "list", at, items: [first, ...parseItems(read, "]")] };
}

function parseEntries(read: TokenReader, at: number, first: Expression): Expression {
  const entries: [Expression, Expression][] = [[first, read.parts.expression(read)]];
  while (read.take(",")) {
    const key = read.parts.expression(read);
    read.expect(":");
    entries.push([key, read.parts.expression(read)]);
  }
  read.expect("]");
  return { kind: "map", at, entries };
}

function parseItems(read: TokenReader, close: string): Expression[] {
  const items: Expression[] = [];
  if (read.take(close)) return items;
  do items.push(read.parts.expression(read));
  while (read.take(","));
  read.expect(close);
  return items;
}

/** Arguments in brackets: expressions, lambdas, references. */
export function parseArguments(read: TokenReader): Expression[] {
  read.expect("(");
  const args: Expression[] = [];
  if (read.take(")")) return args;
  do args.push(parseLambda(read) ?? read.parts.expression(read));
  while (read.take(","));
  if (!read.is(")")) throw read.unexpected("{',', ')'}");
  read.next();
  return args;
}

function parseLambda(read: TokenReader): Expression | undefined {
  const { at, kind } = read.token;
  const start = read.position;
  let parameters: Parameter[] | undefined;
  if (kind === "name" && read.ahead().text === "->") {
    const { text } = read.next();
    parameters = [{ type: undefined, name: text, at }];
  } else if (read.is("(")) parameters = parseParameters(read);
  if (!parameters || !read.is("->")) {
    read.position = start;
    return undefined;
  }
  const arrow = read.next().at;
  const body = read.is("{") ? read.parts.block(read) : read.parts.expression(read);
  return { kind: "lambda", at: arrow, parameters, body };
}

/** `(a, int b)`; undefined if something else stands in the brackets. */
function parseParameters(read: TokenReader): Parameter[] | undefined {
  const parameters: Parameter[] = [];
  read.next();
  if (read.take(")")) return parameters;
  do {
    let type = read.type();
    const { token } = read;
    if (token.kind !== "name") return undefined;
    if (type && read.ahead().text === "->") type = undefined;
    read.next();
    parameters.push({ type, name: token.text, at: token.at });
  } while (read.take(","));
  return read.take(")") ? parameters : undefined;
}
