/** Lambdas and references to methods: functions as values. */
import { classOf, functionalOf } from "../classes/class-registry.ts";
import { CompileFault } from "../compile-fault.ts";
import { Lambda } from "../runtime/collections.ts";
import { boundReference, newArray, referenceTo } from "../runtime/dynamic-access.ts";
import { castToNumber } from "../runtime/numbers.ts";
import type { Value } from "../runtime/values.ts";
import type { Expression, LambdaExpression } from "../syntax/syntax.ts";
import { boxedText, castText } from "./casts.ts";
import { type Code, type FunctionFrame, Scope } from "./code-unit.ts";
import { functionText } from "./function-text.ts";
import { defType, type Type, typeNamed, voidType, writtenType } from "./types.ts";

const lambdaWith = (call: (...args: Value[]) => Value, name: string): Lambda => new Lambda(call, name);

const FUNCTION = "java.util.function.Function";

/** A function takes and answers objects, whatever types it is written with. */
export function emitLambda(lambda: LambdaExpression, scope: Scope, expected: Type | undefined): Code {
  const { at, parameters, body } = lambda;
  const functional = expected && functionalOf(expected.name);
  if (expected && expected !== defType && !functional)
    throw new CompileFault(at, `Cannot pass lambda to [${expected.name}], not a functional interface`);
  if (functional && functional.parameters.length !== parameters.length)
    throw new CompileFault(
      at,
      `Incorrect number of parameters for [${functional.name}] in [${expected?.name}], expected [${functional.parameters.length}] but found [${parameters.length}].`,
    );
  const wanted = functional ? typeNamed(functional.returns) : defType;
  const frame: FunctionFrame = {
    returns: wanted,
    isLambda: true,
    temporaries: [],
    loops: undefined,
    isMain: scope.frame.isMain,
  };
  const inner = new Scope(scope.unit, frame, scope, false);
  const names: string[] = [];
  let head = "";
  parameters.forEach((parameter, i) => {
    const written = parameter.type && writtenType(parameter.type);
    const type = written ?? (functional ? typeNamed(functional.parameters[i]!) : defType);
    const raw = scope.unit.name("x");
    names.push(raw);
    const variable = inner.declare(parameter.name, type);
    head += `let ${variable.text}=${castText({ text: raw, type: defType }, type, inner, { at: parameter.at })};`;
  });
  const made = bodyText(body, inner, wanted);
  const text = scope.unit.plain(
    lambdaWith,
    `(${names.join(",")})=>{${functionText(frame)}${head}${made}}`,
    scope.unit.constant(functional ? functional.owner : FUNCTION),
  );
  return { text, type: expected ?? defType };
}

function bodyText(body: LambdaExpression["body"], scope: Scope, wanted: Type): string {
  if (body.kind === "block") {
    const { text, ends } = scope.unit.parts.block(body, scope);
    return ends ? text : `${text}return null;`;
  }
  const code = scope.emit(body, wanted === voidType ? undefined : wanted);
  return code.type === voidType || wanted === voidType
    ? `${code.text};return null;`
    : `return (${boxedText({ text: castText(code, wanted, scope, { at: body.at }), type: wanted }, scope)});`;
}

const newArrayOf = (component: string): Lambda =>
  new Lambda((size) => newArray(component, Number(castToNumber(size ?? null, "int", false))));

export function emitReference(
  { owner, method, at }: Extract<Expression, { kind: "reference" }>,
  scope: Scope,
  expected: Type | undefined,
): Code {
  const { unit } = scope;
  const type = expected ?? defType;
  if (owner === "this") return ownReference(method, at, scope, type);
  if (typeof owner === "string") {
    const variable = scope.find(owner) ?? undefined;
    const code = variable ?? scope.emit({ kind: "name", name: owner, at });
    return { text: unit.call(at, boundReference, boxedText(code, scope), unit.constant(method)), type };
  }
  const named = writtenType(owner);
  if (!named) throw new CompileFault(at, `Not a type [${owner.name}].`);
  if (named.kind === "array" && method === "new")
    return { text: unit.plain(newArrayOf, unit.constant(named.component!.name)), type };
  const members = classOf(named.name);
  const known = [...(members?.members.values() ?? []), ...(members?.statics.values() ?? [])];
  const inherited =
    known.some(({ name }) => name === method) || (members?.supers.length ?? 0) > 0 || method === "toString";
  if (!inherited) throw new CompileFault(at, `function reference [${named.name}::${method}] not found`);
  return { text: unit.plain(referenceTo, unit.constant(named.name), unit.constant(method)), type };
}

/** `this::name`. */
function ownReference(method: string, at: number, scope: Scope, type: Type): Code {
  const { unit } = scope;
  const local = [...unit.functions].find(([key]) => key.startsWith(`${method}/`))?.[1];
  if (!local) throw new CompileFault(at, `function reference [this::${method}] not found`);
  const names = local.parameters.map(() => unit.name("x"));
  const args = names.map((name, i) => castText({ text: name, type: defType }, local.parameters[i]!, scope, { at }));
  const called: Code = { text: `\n/*${at}*/${local.text}(${["c0", ...args].join(",")})`, type: local.returns };
  const body = local.returns === voidType ? `{${called.text};return null;}` : `{return (${boxedText(called, scope)});}`;
  return { text: unit.plain(lambdaWith, `(${names.join(",")})=>${body}`, unit.constant(FUNCTION)), type };
}
