/** Scripts of the values that aggregations read (`AggregationScript`). */
import { RequestError } from "../../../compat/errors.ts";
import type { ValuesRun } from "../../script-programs.ts";
import { defType, doubleType } from "../compile/types.ts";
import { JavaArray, JavaCollection } from "../runtime/collections.ts";
import { ZonedDateTime } from "../runtime/date-time.ts";
import { longOf } from "../runtime/longs.ts";
import { Boxed, boxLong, textOf, type Value } from "../runtime/values.ts";
import { contextOf, fieldCalls, sourceReads } from "./document-context.ts";
import { type PainlessContext, painlessContextOf } from "./painless-context.ts";
import { DocumentRun } from "./script-run.ts";

/** The values that a script answered; undefined: it is one. */
function severalOf(made: Value): readonly Value[] | undefined {
  if (typeof made === "number" || typeof made === "string") return undefined;
  if (made instanceof JavaArray) return made.boxed();
  return made instanceof JavaCollection ? [...made.values()] : undefined;
}

/** `ScriptDoubleValues.toDoubleValue`. */
function numberOf(value: Value): number | bigint {
  if (typeof value === "number") return value;
  if (value instanceof Boxed && value.kind !== "char") return value.value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ZonedDateTime) return value.ms;
  throw new RequestError(
    400,
    "aggregation_execution_exception",
    `Unsupported script value [${textOf(value)}], expected a number, date, or boolean`,
  );
}

export const aggregationValues: PainlessContext = painlessContextOf(
  "aggs",
  contextOf<DocumentRun>(
    "aggs",
    defType,
    {
      ...sourceReads,
      _score: [doubleType, ({ score }) => score],
      _value: [defType, ({ value }) => value],
    },
    fieldCalls,
  ),
  (script) => (params) => ({
    leaf(segment): ValuesRun {
      const run = new DocumentRun(params);
      const moveTo = run.over(segment);
      const execute = script.over(run, segment.columns);
      let made: Value = null;
      let several: readonly Value[] | undefined;
      return {
        run(doc, score, value) {
          moveTo(doc);
          run.score = score;
          run.value = typeof value === "bigint" ? boxLong(longOf(value)) : value;
          made = execute() as Value;
          if (made === null) return 0;
          several = severalOf(made);
          return several ? several.length : 1;
        },
        number: (index) => numberOf(several ? (several[index] ?? null) : made),
        text: (index) => textOf(several ? (several[index] ?? "") : made),
      };
    },
  }),
);
