/**
 * Makes a function of an expression: code of operators and of names that it is handed, by what its variables are in a
 * segment. There are no loops, so that nothing has to be stopped.
 */
import { makeCode } from "../generated/make-code.ts";
import { functionNamed } from "./functions.ts";
import type { Node } from "./syntax.ts";

/** What a variable is: the same number for all documents, what is read from each, or what each run is told. */
export type Source = number | ((doc: number) => number) | "given" | "score";

/** The value of a document; `given` and `score` are those of the run. */
export type Evaluate = (doc: number, given: number, score: number) => number;

/** An expression with its variables, by place. */
export interface CompiledExpression {
  readonly variables: readonly string[];
  evaluate(sources: readonly Source[]): Evaluate;
}

export function compileExpression(node: Node): CompiledExpression {
  const variables: string[] = [];
  addVariables(node, variables);
  // What the variables are decides about the code, their values do not.
  const known = new Map<string, (sources: readonly Source[]) => Evaluate>();
  return {
    variables,
    evaluate(sources) {
      const kinds = sources.map(kindOf).join("");
      let make = known.get(kinds);
      if (!make) known.set(kinds, (make = madeFor(node, variables, kinds)));
      return make(sources);
    },
  };
}

function addVariables(node: Node, variables: string[]): void {
  switch (node.kind) {
    case "number":
      return;
    case "variable":
      if (!variables.includes(node.text)) variables.push(node.text);
      return;
    case "unary":
      return addVariables(node.operand, variables);
    case "binary":
      return [node.left, node.right].forEach((each) => addVariables(each, variables));
    case "conditional":
      return [node.test, node.yes, node.no].forEach((each) => addVariables(each, variables));
    default:
      node.args.forEach((each) => addVariables(each, variables));
  }
}

function kindOf(source: Source): string {
  if (typeof source === "number") return "n";
  return typeof source === "function" ? "r" : source === "given" ? "g" : "s";
}

function madeFor(node: Node, variables: readonly string[], kinds: string): (sources: readonly Source[]) => Evaluate {
  const bound: (readonly [name: string, value: unknown])[] = [];
  const names = variables.map((_, place) => ({ n: `n${place}`, r: `r${place}(d0)`, g: "g0", s: "s0" })[kinds[place]!]!);
  const bind = (value: unknown): string => {
    const name = `b${bound.length}`;
    bound.push([name, value]);
    return name;
  };
  const value = textOf(node, { variable: (text) => names[variables.indexOf(text)]!, bind });
  const own = variables.flatMap((_, place) => ("nr".includes(kinds[place]!) ? [`${kinds[place]}${place}`] : []));
  const text = `return function(${own.join()}){return function(d0,g0,s0){return ${value};};}`;
  const make = makeCode(text, bound, "expression") as (...values: unknown[]) => Evaluate;
  return (sources) => make(...sources.filter((source) => typeof source !== "string"));
}

interface Names {
  readonly variable: (text: string) => string;
  /** The name of a number or a function that the code is handed. */
  readonly bind: (value: unknown) => string;
}

function textOf(node: Node, names: Names): string {
  const text = (each: Node): string => textOf(each, names);
  switch (node.kind) {
    case "number":
      return names.bind(node.value);
    case "variable":
      return names.variable(node.text);
    case "unary":
      return unary(node.operator, text(node.operand), names);
    case "binary":
      return binary(node.operator, text(node.left), text(node.right), names);
    case "conditional":
      return `(${truth(text(node.test), names)}?(${text(node.yes)}):(${text(node.no)}))`;
    default:
      return `${names.bind(functionNamed(node.name)!)}(${node.args.map(text).join()})`;
  }
}

/** As a condition a number is an int, as Lucene's code has it: fractions below 1 and what is no number are false. */
function truth(text: string, { bind }: Names): string {
  return `${bind(isTrue)}(${text})`;
}

const isTrue = (value: number): boolean => value >= 1 || value <= -1;

function unary(operator: string, operand: string, names: Names): string {
  switch (operator) {
    case "-":
      return `(-(${operand}))`;
    case "!":
      return `(${truth(operand, names)}?0:1)`;
    case "~":
      return `${names.bind(invert)}(${operand})`;
    default:
      return operand;
  }
}

const invert = (value: number): number => Number(~longOf(value));

function binary(operator: string, left: string, right: string, names: Names): string {
  switch (operator) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return `((${left})${operator}(${right}))`;
    case "<":
    case "<=":
    case ">":
    case ">=":
      return `((${left})${operator}(${right})?1:0)`;
    case "==":
      return `((${left})===(${right})?1:0)`;
    case "!=":
      return `((${left})===(${right})?0:1)`;
    case "&&":
      return `(${truth(left, names)}&&${truth(right, names)}?1:0)`;
    case "||":
      return `(${truth(left, names)}||${truth(right, names)}?1:0)`;
    default:
      return `${names.bind(bitwise(operator))}(${left},${right})`;
  }
}

/** Numbers become longs. */
function bitwise(operator: string): (left: number, right: number) => number {
  switch (operator) {
    case "&":
      return (left, right) => Number(longOf(left) & longOf(right));
    case "|":
      return (left, right) => Number(longOf(left) | longOf(right));
    case "^":
      return (left, right) => Number(longOf(left) ^ longOf(right));
    case "<<":
      return (left, right) => Number(BigInt.asIntN(64, longOf(left) << widthOf(right)));
    case ">>":
      return (left, right) => Number(longOf(left) >> widthOf(right));
    default:
      return (left, right) => Number(BigInt.asIntN(64, BigInt.asUintN(64, longOf(left)) >> widthOf(right)));
  }
}

/** The width of a shift becomes an int, of which the last six bits count. */
function widthOf(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  return BigInt(Math.trunc(Math.min(2 ** 31 - 1, Math.max(-(2 ** 31), value))) & 63);
}

const MOST_LONG = 2n ** 63n - 1n;
const LEAST_LONG = -(2n ** 63n);

/** As Java casts a double to a long. */
function longOf(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return MOST_LONG;
  if (value <= -(2 ** 63)) return LEAST_LONG;
  return BigInt(Math.trunc(value));
}
