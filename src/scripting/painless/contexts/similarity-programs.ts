/** Scripts of similarities, of token filters and of intervals; and what `painless_test` runs. */
import type { ScriptTerm, ScriptToken } from "../../script-programs.ts";
import { booleanType, defType, doubleType, mapType, typeNamed } from "../compile/types.ts";
import { IntervalValue, StatisticsValue, TokenValue } from "../runtime/analysis-values.ts";
import type { JavaMap } from "../runtime/maps.ts";
import { textOf, type Value } from "../runtime/values.ts";
import { contextOf } from "./document-context.ts";
import { type PainlessContext, painlessContextOf } from "./painless-context.ts";
import { fixedParams } from "./script-run.ts";

interface ScoreRun {
  weight: number;
  readonly query: StatisticsValue;
  readonly field: StatisticsValue;
  readonly term: StatisticsValue;
  doc: StatisticsValue;
}

const statistics = typeNamed("org.elasticsearch.index.similarity.ScriptedSimilarity.Statistics");

function runOf({ boost, docCount, sumDocFreq, sumTotalTermFreq, docFreq, totalTermFreq }: ScriptTerm): ScoreRun {
  return {
    weight: 1,
    query: new StatisticsValue({ boost }),
    field: new StatisticsValue({ docCount, sumDocFreq, sumTotalTermFreq }),
    term: new StatisticsValue({ docFreq, totalTermFreq }),
    doc: new StatisticsValue({}),
  };
}

const termReads = {
  query: [statistics, ({ query }: ScoreRun) => query] as const,
  field: [statistics, ({ field }: ScoreRun) => field] as const,
  term: [statistics, ({ term }: ScoreRun) => term] as const,
};

const runs = new WeakMap<ScriptTerm, ScoreRun>();

const similarity = painlessContextOf(
  "similarity",
  contextOf<ScoreRun>("similarity", doubleType, {
    weight: [doubleType, ({ weight }) => weight],
    ...termReads,
    doc: [statistics, ({ doc }) => doc],
  }),
  (script) => () => ({
    score(weight, term, freq, length) {
      let run = runs.get(term);
      if (!run) runs.set(term, (run = runOf(term)));
      run.weight = weight;
      run.doc = new StatisticsValue({ freq, length });
      return script.run(run) as number;
    },
  }),
);

const weight = painlessContextOf(
  "similarity_weight",
  contextOf<ScoreRun>("similarity_weight", doubleType, termReads),
  (script) => () => ({ weight: (term) => script.run(runOf(term)) as number }),
);

interface TokenRun {
  token: TokenValue;
}

const analysis = painlessContextOf(
  "analysis",
  contextOf<TokenRun>("analysis", booleanType, {
    token: [typeNamed("org.elasticsearch.analysis.common.AnalysisPredicateScript.Token"), ({ token }) => token],
  }),
  (script) => () => ({ picks: (token: ScriptToken) => script.run({ token: new TokenValue(token) }) === true }),
);

interface IntervalRun {
  readonly interval: IntervalValue;
}

const intervals = painlessContextOf(
  "interval",
  contextOf<IntervalRun>("interval", booleanType, {
    interval: [
      typeNamed("org.elasticsearch.index.query.IntervalFilterScript.Interval"),
      ({ interval }: IntervalRun) => interval,
    ],
  }),
  (script) => () => {
    const run: IntervalRun = { interval: new IntervalValue() };
    return {
      picks(interval) {
        run.interval.interval = interval;
        return script.run(run) === true;
      },
    };
  },
);

const test = painlessContextOf(
  "painless_test",
  contextOf<{ params: JavaMap }>("painless_test", defType, { params: [mapType, ({ params }) => params] }),
  (script) => (params) => ({ result: () => textOf(script.run({ params: fixedParams(params) }) as Value) }),
);

export const similarityPrograms: readonly PainlessContext[] = [similarity, weight, analysis, intervals, test];
