/** Reads the functions of a `function_score`, by their names. */
import { parsingException, RequestError } from "../../compat/errors.ts";
import { tokenName } from "../../compat/body-reader.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ParseContext } from "../query-kind.ts";
import type { Query } from "../query.ts";
import { exp, gauss, linear } from "./functions/decay.ts";
import { fieldValueFactor } from "./functions/field-value-factor.ts";
import { randomScore } from "./functions/random-score.ts";
import { scriptScore } from "./functions/script-score.ts";
import { weighted } from "./functions/weight.ts";
import { numberOf } from "./read-scalar.ts";
import type { FunctionBody, ScoreFunctionKind } from "./score-function.ts";

/** All documented functions; `weight` is no object and read apart. */
const functionKinds: readonly ScoreFunctionKind[] = [exp, fieldValueFactor, gauss, linear, randomScore, scriptScore];

/** A function, and the query for the documents that it applies to; undefined: all. */
export interface FilteredBody {
  readonly run: FunctionBody;
  readonly filter: Query | undefined;
}

/** The function with a name. Throws Elasticsearch's error for an unknown one. */
export function readFunction(name: string, body: JsonObject): FunctionBody {
  const kind = functionKinds.find((one) => one.name === name);
  if (kind) return kind.read(body);
  // Elasticsearch looks for names like that of the query, not of the function.
  throw new RequestError(
    400,
    "parsing_exception",
    "unknown query [function_score] did you mean any of [random_score, script_score]?",
    {
      details: { line: 1, col: 1 },
      cause: new RequestError(400, "named_object_not_found_exception", `[1:1] unknown field [${name}]`),
    },
  );
}

/** One entry of `functions`. */
export function readEntry(entry: Json, context: ParseContext): FilteredBody {
  if (!isJsonObject(entry))
    throw parsingException(
      `failed to parse [START_OBJECT]. malformed query, expected a [${tokenName(entry)}] while parsing functions but got a [function_score] instead`,
    );
  let filter: Query | undefined;
  let found: { readonly name: string; readonly body: FunctionBody } | undefined;
  let weight: number | undefined;
  for (const [key, value] of Object.entries(entry)) {
    if (value === null || Array.isArray(value)) continue;
    if (isJsonObject(value)) {
      if (key === "filter") {
        filter = context.parseQuery(value, []);
        continue;
      }
      if (found)
        throw parsingException(
          `failed to parse function_score functions. already found [${found.name}], now encountering [${key}].`,
        );
      found = { name: key, body: readFunction(key, value) };
    } else if (key === "weight") weight = numberOf(value);
    else throw parsingException(`failed to parse [function_score] query. field [${key}] is not supported`);
  }
  if (weight === undefined && !found)
    throw parsingException("failed to parse [function_score] query. an entry in functions list is missing a function.");
  const run = weight === undefined ? found!.body : weighted(weight, found?.body);
  return { run, filter: filter?.kind === "match_all" ? undefined : filter };
}
