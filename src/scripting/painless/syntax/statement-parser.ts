/** Reads scripts: functions, then statements. */
import { CompileFault } from "../compile-fault.ts";
import { parseExpression } from "./expression-parser.ts";
import type { Block, Catch, Declaration, FunctionDefinition, Parameter, ScriptTree, Statement } from "./syntax.ts";
import { TokenReader } from "./token-reader.ts";

/** The tree of a source. Throws CompileFault. */
export function parseScript(source: string, isType: (name: string) => boolean): ScriptTree {
  const read = new TokenReader(source, isType, { expression: parseExpression, block: parseBlock });
  const functions: FunctionDefinition[] = [];
  while (isFunction(read)) functions.push(parseFunction(read));
  const statements: Statement[] = [];
  while (read.token.kind !== "end") statements.push(parseStatement(read, "script"));
  return { functions, body: { kind: "block", at: 0, statements } };
}

function isFunction(read: TokenReader): boolean {
  const start = read.position;
  const found = read.type() !== undefined && read.token.kind === "name" && read.ahead().text === "(";
  read.position = start;
  return found;
}

function typeOf(read: TokenReader): NonNullable<ReturnType<TokenReader["type"]>> {
  const type = read.type();
  if (!type) throw read.invalid();
  return type;
}

function parseFunction(read: TokenReader): FunctionDefinition {
  const returns = typeOf(read);
  const { text: name, at } = read.name();
  const parameters: Parameter[] = [];
  read.expect("(");
  if (!read.take(")")) {
    do {
      const type = typeOf(read);
      const parameter = read.name();
      parameters.push({ type, name: parameter.text, at: parameter.at });
    } while (read.take(","));
    read.expect(")");
  }
  if (!read.is("{")) throw read.invalid();
  return { at, returns, name, parameters, body: parseBlock(read) };
}

function parseBlock(read: TokenReader): Block {
  return read.nested(() => {
    const { at } = read.expect("{");
    const statements: Statement[] = [];
    while (!read.is("}")) {
      if (read.token.kind === "end") throw read.invalid();
      statements.push(parseStatement(read, "block"));
    }
    read.next();
    return { kind: "block", at, statements };
  });
}

/**
 * A script may begin with no block; the last statement of a block needs no semicolon, one in place of a block does.
 */
function parseStatement(read: TokenReader, place: "script" | "block" | "alone"): Statement {
  const { at, text, kind } = read.token;
  if (kind === "symbol" && (text === ";" || (place === "script" && text === "{"))) throw read.invalid();
  if (kind === "keyword") {
    const rated = parseControl(read, at, text);
    if (rated) return rated;
  }
  const statement = parseSimple(read, at, text, kind === "keyword");
  endStatement(read, place);
  return statement;
}

/** A statement with a block of its own. */
function parseControl(read: TokenReader, at: number, word: string): Statement | undefined {
  switch (word) {
    case "if":
      return parseIf(read);
    case "while": {
      read.next();
      const test = parseTest(read);
      return { kind: "while", at, test, body: read.take(";") ? undefined : parseTrailer(read) };
    }
    case "for":
      return parseFor(read, at);
    case "try":
      return parseTry(read, at);
    default:
      return undefined;
  }
}

/** A statement that ends with a semicolon. */
function parseSimple(read: TokenReader, at: number, word: string, isKeyword: boolean): Statement {
  if (isKeyword) {
    if (read.take("do")) {
      const body = parseBlock(read);
      read.expect("while");
      return { kind: "do", at, body, test: parseTest(read) };
    }
    if (read.take("return")) return { kind: "return", at, value: endsHere(read) ? undefined : parseExpression(read) };
    if (read.take("throw")) return { kind: "throw", at, value: parseExpression(read) };
    if (word === "break" || word === "continue") {
      read.next();
      return { kind: word, at };
    }
  }
  return parseDeclaration(read) ?? { kind: "expression", at, expression: parseExpression(read) };
}

function endsHere(read: TokenReader): boolean {
  return read.is(";") || read.is("}") || read.token.kind === "end";
}

function endStatement(read: TokenReader, place: "script" | "block" | "alone"): void {
  if (read.take(";") || read.token.kind === "end" || (place === "block" && read.is("}"))) return;
  throw read.unexpected("{<EOF>, ';'}");
}

function parseTest(read: TokenReader): ReturnType<typeof parseExpression> {
  read.expect("(");
  const test = parseExpression(read);
  read.expect(")");
  return test;
}

/** A block, or one statement in place of it. */
function parseTrailer(read: TokenReader): Block {
  if (read.is("{")) return parseBlock(read);
  return read.nested(() => {
    const statement = parseStatement(read, "alone");
    return { kind: "block", at: statement.at, statements: [statement] };
  });
}

function parseIf(read: TokenReader): Statement {
  const { at } = read.expect("if");
  const test = parseTest(read);
  const yes = parseTrailer(read);
  return { kind: "if", at, test, yes, no: read.take("else") ? parseTrailer(read) : undefined };
}

function parseDeclaration(read: TokenReader): Declaration | undefined {
  const start = read.position;
  const type = read.type() ?? unknownType(read);
  if (!type || read.token.kind !== "name") {
    read.position = start;
    return undefined;
  }
  const variables: Declaration["variables"][number][] = [];
  do {
    const { text: name, at } = read.name();
    variables.push({ name, at, value: read.take("=") ? parseExpression(read) : undefined });
  } while (read.take(","));
  return { kind: "declaration", at: variables[0]!.at, type, variables };
}

/** `Foo x`: a declaration, though nothing is known of the type. */
function unknownType(read: TokenReader): undefined {
  if (read.token.kind !== "name" || read.ahead().kind !== "name") return undefined;
  const after = read.ahead(2);
  if (after.kind === "end" || after.text === "=" || after.text === ";" || after.text === ",")
    throw new CompileFault(read.ahead().at, `invalid declaration: cannot resolve type [${read.token.text}]`);
  read.next();
  read.next();
  throw read.invalid();
}

function parseFor(read: TokenReader, at: number): Statement {
  read.next();
  read.expect("(");
  const each = parseEach(read, at);
  if (each) return each;
  const first = read.is(";") ? undefined : (parseDeclaration(read) ?? parseExpression(read));
  // Neither form of a loop over items is known by its beginning.
  if (read.is(":") || read.token.text === "in") throw read.invalid();
  read.expect(";");
  const test = read.is(";") ? undefined : parseExpression(read);
  read.expect(";");
  const after = read.is(")") ? undefined : parseExpression(read);
  read.expect(")");
  return { kind: "for", at, first, test, after, body: read.take(";") ? undefined : parseTrailer(read) };
}

/** `for (type name : items)` and `for (name in items)`. */
function parseEach(read: TokenReader, at: number): Statement | undefined {
  const start = read.position;
  if (read.token.kind === "name" && read.ahead().text === "in") {
    const { text: name, at: typeAt } = read.next();
    read.next();
    return endEach(read, at, { name: "def", dimensions: 0, at: typeAt }, name);
  }
  const type = read.type();
  if (type && read.token.kind === "name" && read.ahead().text === ":") {
    const { text: name } = read.next();
    read.next();
    return endEach(read, at, type, name);
  }
  read.position = start;
  return undefined;
}

function endEach(read: TokenReader, at: number, type: ReturnType<typeof typeOf>, name: string): Statement {
  const items = parseExpression(read);
  read.expect(")");
  return { kind: "for-each", at, type, name, items, body: parseTrailer(read) };
}

function parseTry(read: TokenReader, at: number): Statement {
  read.next();
  const block = parseBlock(read);
  const catches: Catch[] = [];
  while (read.is("catch")) {
    const { at: catchAt } = read.next();
    read.expect("(");
    const type = typeOf(read);
    const { text: name } = read.name();
    read.expect(")");
    catches.push({ at: catchAt, type, name, block: parseBlock(read) });
  }
  if (catches.length === 0) throw read.unexpected("{'catch'}");
  return { kind: "try", at, block, catches };
}
