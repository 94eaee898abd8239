/** Reads the inputs of a completion field from a document: texts, or objects with inputs, weight and contexts. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ValueContext } from "../field-type.ts";
import { ofDocument, shortTokenNameOf } from "../value-error.ts";
import { type CompletionContext, documentContexts } from "./completion-contexts.ts";

/** An input that a suggester may offer. */
export interface CompletionInput {
  readonly weight: number;
  readonly contexts: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The field whose inputs are read. */
export interface InputsOf {
  readonly path: string;
  /** Empty: the field has no contexts, and documents may not name any. */
  readonly contexts: readonly CompletionContext[];
}

const MOST_WEIGHT = 0x7fffffff;
const MEMBERS = ["input", "weight", "contexts"] as const;
const WITHOUT_CONTEXTS: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** The inputs of a value, by text. For repeated inputs the greater weight wins, but a plain text keeps its weight. */
export function completionInputs(field: InputsOf, value: Json, target: ValueContext): Map<string, CompletionInput> {
  const inputs = new Map<string, CompletionInput>();
  if (!Array.isArray(value)) addInputs(field, value, target, 0, inputs);
  else {
    value.forEach((item, index) => {
      target.itemAt(index, 0);
      addInputs(field, item, target, 1, inputs);
    });
  }
  target.item(undefined);
  return inputs;
}

/** Adds one text or object, which is `level` steps below the current value. */
function addInputs(
  field: InputsOf,
  value: Json,
  target: ValueContext,
  level: number,
  into: Map<string, CompletionInput>,
): void {
  if (typeof value === "string") {
    into.set(value, { weight: 1, contexts: WITHOUT_CONTEXTS });
    return;
  }
  if (!isJsonObject(value)) {
    const name = level > 0 ? "null" : "%NAME%";
    const reason = `failed to parse [${name}]: expected text or object, but got ${shortTokenNameOf(value)}`;
    throw ofDocument(new RequestError(400, "parsing_exception", reason));
  }
  const { texts, weight, contexts } = readInput(field, value, target, level);
  for (const text of texts) {
    const before = into.get(text);
    if (!before || before.weight < weight) into.set(text, { weight, contexts });
  }
}

function readInput(
  field: InputsOf,
  value: JsonObject,
  target: ValueContext,
  level: number,
): CompletionInput & { texts: readonly string[] } {
  let texts: readonly string[] = [];
  let weight = 1;
  let contexts = WITHOUT_CONTEXTS;
  for (const [key, given] of Object.entries(value)) {
    target.itemAt(key, level);
    switch (MEMBERS.find((member) => member === key)) {
      case "input":
        texts = readTexts(given, target, level + 1);
        break;
      case "weight":
        weight = readWeight(given, target);
        break;
      case "contexts":
        if (field.contexts.length === 0)
          throw ofDocument(illegalArgument(`contexts field is not supported for field: [${field.path}]`));
        contexts = documentContexts(field.contexts, given, target, level + 1);
        break;
      default:
        throw ofDocument(
          illegalArgument(`unknown field name [${key}], must be one of [${MEMBERS.join(", ")}]`),
          "name",
        );
    }
  }
  return { texts, weight, contexts };
}

function readTexts(given: Json, target: ValueContext, level: number): string[] {
  if (typeof given === "string") return [given];
  if (!Array.isArray(given))
    throw ofDocument(illegalArgument(`input must be a string or array, but was [${shortTokenNameOf(given)}]`));
  return given.map((item, index) => {
    target.itemAt(index, level);
    if (typeof item === "string") return item;
    throw ofDocument(illegalArgument(`input array must have string values, but was [${shortTokenNameOf(item)}]`));
  });
}

function readWeight(given: Json, target: ValueContext): number {
  const isNumber = typeof given === "number" || typeof given === "bigint";
  if (!isNumber && typeof given !== "string")
    throw ofDocument(illegalArgument(`weight must be a number or string, but was [${shortTokenNameOf(given)}]`));
  const text = isNumber ? target.numberText(given) : given;
  if (!/^[+-]?\d+$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) {
    const shown = isNumber && /[.eE]/.test(text) ? javaDouble(Number(given)) : text;
    throw ofDocument(illegalArgument(`weight must be an integer, but was [${shown}]`));
  }
  const weight = BigInt(text);
  if (weight < 0n || weight > MOST_WEIGHT)
    throw ofDocument(illegalArgument(`weight must be in the interval [0..${MOST_WEIGHT}], but was [${weight}]`));
  return Number(weight);
}
