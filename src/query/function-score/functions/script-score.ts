/** `script_score`: what a script makes of a document and its score (Elasticsearch's `ScriptScoreFunction`). */
import { illegalArgument, parsingException } from "../../../compat/errors.ts";
import { javaDouble } from "../../../core/float32.ts";
import { scriptOfRequest } from "../../../scripting/parse-script.ts";
import { explained } from "../../scoring/explanation.ts";
import { loading, type QueryScript, queryScript, scriptSegment } from "../../scripts/query-script.ts";
import type { SearcherView } from "../../query.ts";
import type { ScoreFunction, ScoreFunctionKind } from "../score-function.ts";

export const scriptScore: ScoreFunctionKind = {
  name: "script_score",

  read(body) {
    const { script: given, ...others } = body;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw parsingException(`script_score query does not support [${unknown}]`);
    if (given === undefined) throw parsingException("script_score requires 'script' field");
    const script = scriptOfRequest(given);
    return {
      on: (searcher) =>
        scriptFunction(
          searcher,
          loading(searcher.index, () => queryScript(searcher, script, "score")),
        ),
    };
  },
};

/** The function of a compiled script. `isQuery`: explained as the query of that name explains it. */
export function scriptFunction(
  searcher: SearcherView,
  { program, text, key, readsScore }: QueryScript<"score">,
  isQuery = false,
): ScoreFunction {
  return {
    type: "org.elasticsearch.common.lucene.search.function.ScriptScoreFunction",
    key,
    needsScores: true,
    weight: 1,
    open(segment) {
      const run = program.leaf(scriptSegment(searcher, segment));
      const value = (doc: number, score: number): number => {
        const result = run(doc, score);
        // Not a number is as wrong as too small.
        if (!(result >= 0)) throw invalid(result, doc);
        return result;
      };
      return {
        value,
        explain(doc, score) {
          const described = `script score function, computed with script:"${text}"`;
          const details = isQuery && !readsScore ? [] : [explained(score.value, "_score: ", [score])];
          return explained(Math.fround(value(doc, Math.fround(score.value))), described, details);
        },
      };
    },
  };
}

function invalid(score: number, doc: number): Error {
  return illegalArgument(
    `script_score script returned an invalid score [${javaDouble(score)}] for doc [${doc}]. Must be a non-negative score!`,
  );
}
