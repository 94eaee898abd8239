/** Statements in JavaScript. */
import { castFault, CompileFault } from "../compile-fault.ts";
import { iterated, type JavaArray } from "../runtime/collections.ts";
import { present, type Throwable } from "../runtime/java-error.ts";
import { countSteps, tooManySteps } from "../runtime/limits.ts";
import { caughtAs } from "../runtime/catching.ts";
import type { Value } from "../runtime/values.ts";
import type { Block, Catch, Declaration, Expression, Statement } from "../syntax/syntax.ts";
import { boxedText, castText } from "./casts.ts";
import type { Code, Scope } from "./code-unit.ts";
import { condition, typeAt } from "./expressions.ts";
import { operationName } from "./operators.ts";
import { isSubclass } from "../classes/class-registry.ts";
import { booleanType, defType, exceptionType, isPrimitive, objectType, type Type, voidType } from "./types.ts";

/** Text, and whether nothing behind it is reached; `breaks`: but for a loop that is left. */
export interface Written {
  readonly text: string;
  readonly ends: boolean;
}

/** Statements of a block; `isLast`: the last one's value may be what a function answers. */
export function emitBlock(block: Block, scope: Scope, isBody = false): Written {
  let text = "";
  let ends = false;
  block.statements.forEach((statement, i) => {
    if (ends) throw new CompileFault(block.at, "invalid block: unreachable statement");
    const isLast = isBody && i === block.statements.length - 1;
    const made = emitStatement(statement, scope, isLast);
    text += made.text;
    ends = made.ends;
  });
  return { text, ends };
}

function inner(block: Block, scope: Scope, isLast = false): Written {
  const { text, ends } = emitBlock(block, scope, isLast);
  return { text: `{${text}}`, ends };
}

function emitStatement(statement: Statement, scope: Scope, isLast: boolean): Written {
  const { at } = statement;
  switch (statement.kind) {
    case "block":
      return inner(statement, scope.inner(), isLast);
    case "expression":
      return emitExpressionStatement(statement.expression, scope, isLast);
    case "declaration":
      return { text: emitDeclaration(statement, scope), ends: false };
    case "if": {
      if (statement.test.kind === "boolean" || statement.yes.statements.length === 0)
        throw new CompileFault(at, "extraneous if block");
      const test = condition(statement.test, scope);
      const yes = inner(statement.yes, scope.inner(), isLast);
      if (!statement.no) return { text: `if(${test})${yes.text}`, ends: false };
      if (statement.no.statements.length === 0) throw new CompileFault(at, "extraneous else block");
      const no = inner(statement.no, scope.inner(), isLast);
      return { text: `if(${test})${yes.text}else ${no.text}`, ends: yes.ends && no.ends };
    }
    case "while":
    case "do":
    case "for":
      return emitLoop(statement, scope);
    case "for-each":
      return emitEach(statement, scope);
    case "return":
      return { text: emitReturn(statement.value, scope, at), ends: true };
    case "throw": {
      const value = castText(scope.emit(statement.value), exceptionType, scope, { at: statement.value.at });
      return { text: `throw (${scope.unit.call(statement.value.at, thrown, value)});`, ends: true };
    }
    case "try":
      return emitTry(statement, scope, isLast);
    case "break":
    case "continue":
      if (!scope.inLoop) throw new CompileFault(at, `invalid ${statement.kind} statement: not inside loop`);
      return { text: `${statement.kind};`, ends: true };
  }
}

const thrown = (value: Throwable | null): Error => present<Throwable>(value).raise();

const STATEMENTS = new Set(["assign", "increment", "call", "local-call", "new"]);

function emitExpressionStatement(expression: Expression, scope: Scope, isLast: boolean): Written {
  const { returns } = scope.frame;
  // What a condition answers here is not known by what the script answers.
  const isKnown = isLast && returns !== voidType && expression.kind !== "conditional";
  const code = scope.emit(expression, isKnown ? returns : undefined);
  if (isLast && returns !== voidType && code.type !== voidType)
    return { text: `return (${resultText(code, scope, expression.at)});`, ends: true };
  if (!STATEMENTS.has(expression.kind)) {
    const name =
      expression.kind === "binary"
        ? `${operationName(expression.operator)} operation [${expression.operator}]`
        : expression.kind;
    throw new CompileFault(expression.at, `not a statement: result not used from ${name}`);
  }
  return { text: `${code.text};`, ends: false };
}

/** What a function answers, as its caller takes it. */
function resultText(code: Code, scope: Scope, at: number): string {
  const { returns, isLambda } = scope.frame;
  const text = castText(code, returns, scope, { at });
  return isLambda ? boxedText({ text, type: returns }, scope) : text;
}

function emitReturn(value: Expression | undefined, scope: Scope, at: number): string {
  const { returns, isLambda } = scope.frame;
  if (!value) {
    if (returns !== voidType && !isLambda)
      throw new CompileFault(at, `cannot cast from [${returns.name}] to [void]`, { type: "class_cast_exception" });
    return "return null;";
  }
  const code = scope.emit(value, returns === voidType ? undefined : returns);
  if (returns === voidType) {
    if (isLambda) return `${code.text};return null;`;
    throw castFault(value.at, code.type.name, "void");
  }
  return `return (${resultText(code, scope, value.at)});`;
}

function emitDeclaration({ type: name, variables }: Declaration, scope: Scope): string {
  let text = "";
  const type = typeAt(name);
  for (const { name: variable, at, value } of variables) {
    const given = value && valueText(scope.emit(value, type), type, value.at, scope);
    declareNew(variable, type, at, scope);
    text += `let ${scope.find(variable)!.text}=${given ?? zeroOf(type)};`;
  }
  return text;
}

/** A value for a variable. Primitives become objects of their own types alone. */
function valueText(code: Code, type: Type, at: number, scope: Scope): string {
  if (isPrimitive(code.type) && (type === objectType || type.name === "java.lang.Number"))
    throw castFault(at, code.type.name, type.name);
  return castText(code, type, scope, { at });
}

function declareNew(name: string, type: Type, at: number, scope: Scope): void {
  if (type === voidType) throw new CompileFault(at, "cannot declare a variable of type [void]");
  if (scope.find(name)) throw new CompileFault(at, `variable [${name}] is already defined`);
  scope.declare(name, type);
}

/** What a variable holds before anything is put into it. */
function zeroOf(type: Type): string {
  if (type === booleanType) return "false";
  return isPrimitive(type) ? "0" : "null";
}

/** One step of a loop; `statements`: in its body. */
function stepText(statements: number, at: number, scope: Scope): string {
  const { frame, unit } = scope;
  frame.loops ??= unit.name("n");
  const cost = String(Math.max(1, statements));
  return `${unit.plain(countSteps, cost)};if((${frame.loops}-=${cost})<=0)throw (${unit.call(at, tooManySteps)});`;
}

type Loop = Extract<Statement, { kind: "while" | "do" | "for" }>;

function emitLoop(loop: Loop, scope: Scope): Written {
  const around = scope.inner();
  const first = loop.kind === "for" && loop.first ? firstText(loop.first, around) : "";
  const { body } = loop;
  const always = loop.test === undefined || (loop.test.kind === "boolean" && loop.test.value);
  if (loop.test?.kind === "boolean" && !loop.test.value && loop.kind !== "do")
    throw new CompileFault(loop.at, `extraneous ${loop.kind} loop`);
  const test = loop.test ? condition(loop.test, around) : "true";
  const after = loop.kind === "for" && loop.after ? around.emit(loop.after).text : "";
  const made = body ? inner(body, around.inner(true)) : { text: "", ends: false };
  const left = body !== undefined && holds("break", body);
  refuseOnce(made, body, loop);
  if (always && (body?.statements.length ?? 0) === 0)
    throw new CompileFault(loop.at, `no paths escape from ${loop.kind} loop`);
  const step = stepText(body?.statements.length ?? 0, loop.at, scope);
  const ends = always && !left;
  if (loop.kind === "do") return { text: `do{${step}${made.text}}while(${test});`, ends };
  return { text: `{${first}for(;${test};${after}){${step}${made.text}}}`, ends };
}

function firstText(first: Declaration | Expression, scope: Scope): string {
  return first.kind === "declaration" ? emitDeclaration(first, scope) : `${scope.emit(first).text};`;
}

/** Throws for a loop whose body always leaves it. */
function refuseOnce(made: Written, body: Block | undefined, { at, kind }: Pick<Statement, "at" | "kind">): void {
  if (!made.ends || (body && holds("continue", body))) return;
  throw new CompileFault(at, `extraneous ${kind === "do" ? "do-while" : kind.replace("-", "")} loop`);
}

/** Whether a statement within leaves the loop, or goes on with its next step. */
function holds(kind: "break" | "continue", block: Block | undefined): boolean {
  return block?.statements.some((statement) => statementHolds(kind, statement)) ?? false;
}

function statementHolds(kind: "break" | "continue", statement: Statement): boolean {
  switch (statement.kind) {
    case "break":
    case "continue":
      return statement.kind === kind;
    case "block":
      return holds(kind, statement);
    case "if":
      return holds(kind, statement.yes) || holds(kind, statement.no);
    case "try":
      return holds(kind, statement.block) || statement.catches.some(({ block }) => holds(kind, block));
    default:
      return false;
  }
}

const arrayItems = (array: JavaArray | null): readonly unknown[] => present<JavaArray>(array).items;
const valuesIn = (value: Value): Iterable<Value> => [...iterated(value)];

function emitEach(statement: Extract<Statement, { kind: "for-each" }>, scope: Scope): Written {
  const { at, type: name, items, body } = statement;
  const { unit } = scope;
  if (body.statements.length === 0) throw new CompileFault(at, "extraneous foreach loop");
  const code = scope.emit(items);
  const type = typeAt(name);
  const around = scope.inner(true);
  const raw = unit.name("x");
  declareNew(statement.name, type, at, around);
  const isArray = code.type.kind === "array";
  if (!isArray && code.type !== defType && !isSubclass(code.type.name, "java.lang.Iterable"))
    throw new CompileFault(at, `Illegal for each type [${code.type.name}].`);
  const values = isArray ? unit.call(at, arrayItems, code.text) : unit.call(at, valuesIn, boxedText(code, scope));
  const item: Code = { text: raw, type: isArray ? (code.type.component ?? defType) : defType };
  const text = castText(item, type, around, { at });
  const made = inner(body, around.inner(true));
  refuseOnce(made, body, statement);
  const step = stepText(body.statements.length, at, scope);
  return {
    text: `for(const ${raw} of ${values}){${step}let ${around.find(statement.name)!.text}=${text};${made.text}}`,
    ends: false,
  };
}

function emitTry(statement: Extract<Statement, { kind: "try" }>, scope: Scope, isLast: boolean): Written {
  if (statement.block.statements.length === 0) throw new CompileFault(statement.at, "extraneous try statement");
  const tried = inner(statement.block, scope.inner(), isLast);
  let ends = tried.ends;
  const raw = scope.unit.name("e");
  let handlers = "";
  let closing = "";
  for (const handler of statement.catches) {
    const made = emitCatch(handler, raw, scope, isLast);
    handlers += `${made.text}else{`;
    closing += "}";
    ends &&= made.ends;
  }
  return { text: `try${tried.text}catch(${raw}){${handlers}throw ${raw};${closing}}`, ends };
}

function emitCatch(
  { type: name, name: variable, block, at }: Catch,
  raw: string,
  scope: Scope,
  isLast: boolean,
): Written {
  const type = typeAt(name);
  if (!isSubclass(type.name, "java.lang.Throwable") || isPrimitive(type))
    throw castFault(at, type.name, exceptionType.name);
  const around = scope.inner();
  declareNew(variable, type, at, around);
  const held = around.find(variable)!.text;
  const made = emitBlock(block, around, isLast);
  const caught = scope.unit.plain(caughtAs, raw, scope.unit.constant(type.name));
  return { text: `let ${held}=${caught};if(${held}!==null){${made.text}}`, ends: made.ends };
}
