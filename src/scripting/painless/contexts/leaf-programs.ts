/** Scripts that run on many documents of a segment: scores, filters, sorts, `terms_set`. */
import type { JsonObject } from "../../../core/json.ts";
import { RequestError } from "../../../compat/errors.ts";
import { booleanType, defType, doubleType, stringType, type Type } from "../compile/types.ts";
import { doubleFrom } from "../runtime/numbers.ts";
import type { Value } from "../runtime/values.ts";
import { contextOf, documentReads, fieldCalls } from "./document-context.ts";
import { type PainlessContext, painlessContextOf } from "./painless-context.ts";
import { scoreCalls } from "./score-functions.ts";
import { DocumentRun } from "./script-run.ts";
import type { PainlessScript } from "../painless-script.ts";
import type { ScriptSegment } from "../../script-document.ts";

const scored = { _score: [doubleType, ({ score }: DocumentRun) => score] as const };

/** A program that is told the document and its score, and answers what the script does. */
function scoring(script: PainlessScript, params: JsonObject) {
  return {
    leaf(segment: ScriptSegment): (doc: number, score: number) => never {
      const run = new DocumentRun(params);
      const moveTo = run.over(segment);
      const execute = script.over(run, segment.columns);
      return (doc, score) => {
        moveTo(doc);
        run.score = score;
        return execute() as never;
      };
    },
  };
}

function scoringContext(name: "score" | "number_sort" | "string_sort" | "filter", returns: Type): PainlessContext {
  const reads = name === "filter" ? documentReads : { ...documentReads, ...scored };
  const calls = name === "score" ? { ...fieldCalls, ...scoreCalls } : fieldCalls;
  return painlessContextOf(
    name,
    contextOf<DocumentRun>(name, returns, reads, calls),
    (script) => (params) => scoring(script, params),
  );
}

const termsSet = painlessContextOf(
  "terms_set",
  contextOf<DocumentRun>("terms_set", defType, documentReads, fieldCalls),
  (script) => (params) => ({
    leaf(segment, terms) {
      const run = new DocumentRun({ ...params, num_terms: terms });
      const moveTo = run.over(segment);
      const execute = script.over(run, segment.columns);
      return (doc) => {
        moveTo(doc);
        const made = execute() as Value;
        return made === null ? noNumber() : doubleFrom(made);
      };
    },
  }),
);

function noNumber(): never {
  throw new RequestError(400, "null_pointer_exception", "null");
}

export const leafPrograms: readonly PainlessContext[] = [
  scoringContext("score", doubleType),
  scoringContext("filter", booleanType),
  scoringContext("number_sort", doubleType),
  scoringContext("string_sort", stringType),
  termsSet,
];
