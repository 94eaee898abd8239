/** From the tree of a script to a function. */
import { makeCode } from "../../generated/make-code.ts";
import { CompileFault } from "../compile-fault.ts";
import { countSteps } from "../runtime/limits.ts";
import { parseScript } from "../syntax/statement-parser.ts";
import type { FunctionDefinition, ScriptTree } from "../syntax/syntax.ts";
import { CodeUnit, type EmitterParts, type FunctionFrame, Scope } from "./code-unit.ts";
import type { ContextDefinition } from "./context-definition.ts";
import { emitExpression, typeAt } from "./expressions.ts";
import { functionText } from "./function-text.ts";
import { emitBlock } from "./statements.ts";
import type { ReadNames, ReadTypes } from "./typed-reads.ts";
import { findType, isPrimitive, type Type, voidType } from "./types.ts";

/** A script that can run: takes what the context's variables are read from. */
export interface RunnableScript {
  readonly run: (run: unknown) => unknown;
  /** The offset in the source of what stands on a line of the code. */
  offsetOf(line: number): number | undefined;
  /** What it reads that code can be made for by its type. */
  readonly reads: ReadNames;
  /** Where the statements of the script begin, ascending. */
  readonly statements: readonly number[];
}

/** What stack traces call the code. */
const CODE_NAME = "painless-script";
/** Functions made by a constructor have lines of their own before the text. */
const LINES_BEFORE = 2;

const parts: EmitterParts = {
  expression: (expression, scope, expected) => emitExpression(expression, scope, expected),
  block: (block, scope) => emitBlock(block, scope, true),
};

/** The tree of a source. Throws CompileFault. */
export function parsedScript(source: string): ScriptTree {
  return parseScript(source, (name) => findType(name) !== undefined);
}

/** Compiles a tree for a context; `types`: of what it reads, as far as they are known. Throws CompileFault. */
export function compileScript(tree: ScriptTree, context: ContextDefinition, types?: ReadTypes): RunnableScript {
  const unit = new CodeUnit(context, parts, types);
  declareFunctions(tree, unit);
  let text = tree.functions.map((definition) => functionCode(definition, unit)).join("\n");
  if (tree.body.statements.length === 0)
    throw new CompileFault(
      0,
      "invalid function definition: found no statements for function [execute] with [0] parameters",
    );
  const frame: FunctionFrame = {
    returns: context.returns,
    isLambda: false,
    temporaries: [],
    loops: undefined,
    isMain: true,
  };
  const { text: body, ends } = emitBlock(tree.body, new Scope(unit, frame), true);
  const otherwise = ends ? "" : `return ${zeroText(context.returns)};`;
  text += `return function(c0){${functionText(frame)}${body}${otherwise}}`;
  const run = makeCode(text, unit.bindings(), CODE_NAME);
  return {
    run: run as RunnableScript["run"],
    offsetOf: offsetsOf(text),
    reads: unit.reads,
    statements: statementsOf(tree),
  };
}

function zeroText(type: Type): string {
  if (type === voidType || !isPrimitive(type)) return "null";
  return type.name === "boolean" ? "false" : "0";
}

function declareFunctions({ functions }: ScriptTree, unit: CodeUnit): void {
  for (const { name, parameters, returns, at } of functions) {
    const key = `${name}/${parameters.length}`;
    if (unit.functions.has(key)) throw new CompileFault(at, `Duplicate functions with name [${name}].`);
    unit.functions.set(key, {
      text: unit.name("f"),
      parameters: parameters.map(({ type }) => typeAt(type!)),
      returns: typeAt(returns),
    });
  }
}

function functionCode({ name, parameters, body, at }: FunctionDefinition, unit: CodeUnit): string {
  const { text, returns, parameters: types } = unit.functions.get(`${name}/${parameters.length}`)!;
  const frame: FunctionFrame = { returns, isLambda: false, temporaries: [], loops: undefined, isMain: false };
  const scope = new Scope(unit, frame);
  const names = parameters.map((parameter, i) => scope.declare(parameter.name, types[i]!).text);
  if (body.statements.length === 0)
    throw new CompileFault(
      at,
      `invalid function definition: found no statements for function [${name}] with [${parameters.length}] parameters`,
    );
  const { text: made, ends } = emitBlock(body, scope, true);
  if (!ends && returns !== voidType)
    throw new CompileFault(
      at,
      `invalid function definition: not all paths provide a return value for function [${name}] with [${parameters.length}] parameters`,
    );
  const count = unit.plain(countSteps, "1");
  return `function ${text}(${["c0", ...names].join(",")}){${count};${functionText(frame)}${made}${ends ? "" : "return null;"}}`;
}

/** Each line begins with the offset of its call. */
function offsetsOf(text: string): (line: number) => number | undefined {
  let offsets: (number | undefined)[] | undefined;
  return (line) => {
    offsets ??= text.split("\n").map((each) => {
      const offset = /^\/\*(\d+)\*\//.exec(each)?.[1];
      return offset === undefined ? undefined : Number(offset);
    });
    return offsets[line - 1 - LINES_BEFORE];
  };
}

function statementsOf(tree: ScriptTree): number[] {
  const offsets: number[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) {
      if ("statements" in value && Array.isArray(value.statements))
        for (const statement of value.statements as readonly { readonly at: number }[]) offsets.push(statement.at);
      Object.values(value).forEach(visit);
    }
  };
  visit(tree);
  return offsets.sort((one, other) => one - other);
}
