/** The scalars at a path of a source (`XContentMapValues.extractRawValues`). */
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** Receives a value and the steps to it; the list of steps is reused. */
export type RawVisitor = (value: string | number | bigint | boolean, steps: readonly (string | number)[]) => void;

/** Visits texts, numbers and booleans; lists are flattened, objects and nulls at the end of the path skipped. */
export function rawValues(source: Json, path: string, visit: RawVisitor): void {
  below(source, path, [], visit);
}

/** `rest`: the remaining path; empty at its end. */
function below(value: Json, rest: string, steps: (string | number)[], visit: RawVisitor): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      steps.push(index);
      below(value[index] ?? null, rest, steps, visit);
      steps.pop();
    }
    return;
  }
  if (!isJsonObject(value)) {
    if (rest === "" && value !== null) visit(value, steps);
    return;
  }
  if (rest === "") return;
  // Names in a source may contain dots, so every way to split the path is tried.
  for (let dot = rest.indexOf("."); dot >= 0; dot = rest.indexOf(".", dot + 1))
    step(value, rest.slice(0, dot), rest.slice(dot + 1), steps, visit);
  step(value, rest, "", steps, visit);
}

function step(
  object: { readonly [key: string]: Json },
  key: string,
  rest: string,
  steps: (string | number)[],
  visit: RawVisitor,
): void {
  if (!Object.hasOwn(object, key)) return;
  steps.push(key);
  below(ownOf(object, key) ?? null, rest, steps, visit);
  steps.pop();
}
