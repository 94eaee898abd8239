/** The texts of a document as its source has them. */
import { spelledAsText } from "../../compat/json/lossless-json.ts";
import type { JsonObject } from "../../core/json.ts";
import { flatten, valuesAt } from "../../hits/fetch/source-value.ts";

/** All scalars at the paths, as texts. */
export function sourceTexts(source: JsonObject, paths: readonly string[]): string[] {
  return flatten(paths.flatMap((path) => valuesAt(source, path)))
    .map(spelledAsText)
    .filter((value) => value !== null && typeof value !== "object")
    .map(String);
}
