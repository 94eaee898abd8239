/**
 * Makes a function of an expression: closures over a row of values, one for each variable. No text becomes code, and
 * there are no loops, so that nothing has to be stopped.
 */
import { functionNamed } from "./functions.ts";
import type { Node } from "./syntax.ts";

/** The value of an expression, of the values of its variables. */
export type Evaluate = (values: Float64Array) => number;

/** An expression with its variables, by place. */
export interface CompiledExpression {
  readonly variables: readonly string[];
  readonly evaluate: Evaluate;
}

export function compileExpression(node: Node): CompiledExpression {
  const variables: string[] = [];
  const evaluate = compiled(node, (text) => {
    const known = variables.indexOf(text);
    return known >= 0 ? known : variables.push(text) - 1;
  });
  return { variables, evaluate };
}

function compiled(node: Node, placeOf: (text: string) => number): Evaluate {
  switch (node.kind) {
    case "number": {
      const { value } = node;
      return () => value;
    }
    case "variable": {
      const place = placeOf(node.text);
      return (values) => values[place]!;
    }
    case "unary":
      return unary(node.operator, compiled(node.operand, placeOf));
    case "binary": {
      const left = compiled(node.left, placeOf);
      return binary(node.operator, left, compiled(node.right, placeOf));
    }
    case "conditional": {
      const test = compiled(node.test, placeOf);
      const yes = compiled(node.yes, placeOf);
      const no = compiled(node.no, placeOf);
      return (values) => (test(values) === 0 ? no(values) : yes(values));
    }
    default:
      return called(
        node.name,
        node.args.map((arg) => compiled(arg, placeOf)),
      );
  }
}

function unary(operator: string, operand: Evaluate): Evaluate {
  switch (operator) {
    case "-":
      return (values) => -operand(values);
    case "!":
      return (values) => (operand(values) === 0 ? 1 : 0);
    case "~":
      return (values) => Number(~longOf(operand(values)));
    default:
      return operand;
  }
}

function binary(operator: string, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case "+":
      return (values) => left(values) + right(values);
    case "-":
      return (values) => left(values) - right(values);
    case "*":
      return (values) => left(values) * right(values);
    case "/":
      return (values) => left(values) / right(values);
    case "%":
      return (values) => left(values) % right(values);
    case "<":
      return (values) => (left(values) < right(values) ? 1 : 0);
    case "<=":
      return (values) => (left(values) <= right(values) ? 1 : 0);
    case ">":
      return (values) => (left(values) > right(values) ? 1 : 0);
    case ">=":
      return (values) => (left(values) >= right(values) ? 1 : 0);
    case "==":
      return (values) => (left(values) === right(values) ? 1 : 0);
    case "!=":
      return (values) => (left(values) === right(values) ? 0 : 1);
    case "&&":
      return (values) => (left(values) === 0 || right(values) === 0 ? 0 : 1);
    case "||":
      return (values) => (left(values) === 0 && right(values) === 0 ? 0 : 1);
    default: {
      const combine = bitwise(operator);
      return (values) => Number(BigInt.asIntN(64, combine(longOf(left(values)), longOf(right(values)))));
    }
  }
}

/** Numbers become longs, and shifts take the last six bits of their width. */
function bitwise(operator: string): (left: bigint, right: bigint) => bigint {
  switch (operator) {
    case "&":
      return (left, right) => left & right;
    case "|":
      return (left, right) => left | right;
    case "^":
      return (left, right) => left ^ right;
    case "<<":
      return (left, right) => left << (right & 63n);
    case ">>":
      return (left, right) => left >> (right & 63n);
    default:
      return (left, right) => BigInt.asUintN(64, left) >> (right & 63n);
  }
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

function called(name: string, args: readonly Evaluate[]): Evaluate {
  const apply = functionNamed(name)!;
  const [first, second] = args;
  if (first && args.length === 1) return (values) => apply(first(values));
  if (first && second && args.length === 2) return (values) => apply(first(values), second(values));
  return (values) => apply(...args.map((arg) => arg(values)));
}
