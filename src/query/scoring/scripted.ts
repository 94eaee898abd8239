/**
 * `scripted`: scores by a script, with an optional weight script that is run once for a term (Elasticsearch's
 * ScriptedSimilarity).
 */
import { scriptText } from "../../scripting/script.ts";
import type { ScriptTerm } from "../../scripting/script-programs.ts";
import { explained } from "./explanation.ts";
import { normLengths } from "./norm-length.ts";
import type { ComputedScorer, Similarity } from "./similarity.ts";

const f32 = Math.fround;

export const scripted: Similarity = {
  type: "scripted",

  /** Throws RequestError 400 when a script cannot run or fails. */
  scorer({ scripts }, boost, field, terms) {
    const score = scripts?.score;
    const program = score?.program();
    const weighing = scripts?.weight?.program();
    const known = terms.map((term): ScriptTerm => ({
      boost,
      ...field,
      docFreq: term.docFreq,
      totalTermFreq: term.totalTermFreq,
    }));
    const weights = known.map((term) => weighing?.weight(term) ?? 1);
    const scoreOf = (index: number, frequency: number, length: number): number =>
      f32(program?.score(weights[index]!, known[index]!, frequency, length) ?? 0);
    const told = `ScriptedSimilarity(weightScript=[${scripts?.weight ? scriptText(scripts.weight.script) : "null"}], script=[${score ? scriptText(score.script) : "null"}])`;
    const scorer: ComputedScorer = {
      compute(frequency, norm) {
        const length = normLengths[norm] ?? 1;
        let sum = 0;
        for (let index = 0; index < known.length; index++) sum += scoreOf(index, frequency, length);
        return f32(sum);
      },
      explain(frequency, norm) {
        const length = normLengths[norm] ?? 1;
        const parts = known.map((term, index) =>
          explained(scoreOf(index, frequency.value, length), `score from ${told} computed from:`, [
            explained(f32(weights[index]!), "weight"),
            explained(boost, "query.boost"),
            explained(term.docCount, "field.docCount"),
            explained(term.sumDocFreq, "field.sumDocFreq"),
            explained(term.sumTotalTermFreq, "field.sumTotalTermFreq"),
            explained(term.docFreq, "term.docFreq"),
            explained(term.totalTermFreq, "term.totalTermFreq"),
            explained(frequency.value, "doc.freq", frequency.details),
            explained(length, "doc.length"),
          ]),
        );
        const [only] = parts;
        return only && parts.length === 1 ? only : explained(scorer.compute(frequency.value, norm), "Sum of:", parts);
      },
    };
    return scorer;
  },
};
