/** `time_series_dimension`: what it requires of a field, and where it is allowed. */
import { illegalArgument } from "../../compat/errors.ts";
import type { ObjectNode } from "../mapping-tree.ts";
import { fieldsBelow } from "../mapping-tree.ts";
import { nestedScopes } from "../nested.ts";
import type { ParameterValues } from "../parameter.ts";

const NAME = "time_series_dimension";

/** Throws for a dimension that is not indexed, has no doc values, or is normalized. */
export function checkDimension({ values }: ParameterValues): void {
  if (values[NAME] !== true) return;
  if (values["index"] === false || values["doc_values"] === false)
    throw illegalArgument(`Field [${NAME}] requires that [index] and [doc_values] are true`);
  if ((values["normalizer"] ?? null) !== null)
    throw illegalArgument(`Field [normalizer] cannot be set in conjunction with field [${NAME}]`);
}

/** Throws for dimensions in nested objects. */
export function checkDimensionPlaces(root: ObjectNode): void {
  const scopes = nestedScopes(root);
  for (const { path, values } of fieldsBelow(root)) {
    if (values.values[NAME] === true && (scopes.get(path) ?? "") !== "")
      throw illegalArgument(`${NAME} can't be configured in nested field [${path}]`);
  }
}

/** The number of dimension fields. */
export function countDimensions(root: ObjectNode): number {
  return [...fieldsBelow(root)].filter(({ values }) => values.values[NAME] === true).length;
}
