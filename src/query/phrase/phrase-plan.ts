/** The plan of a phrase (Lucene's `PhraseWeight`). */
import { javaFloat } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader, TermsReader } from "../../segment/segment-reader.ts";
import type { PhrasePosition } from "./phrase-expression.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { phraseOperator, type PhrasePlace } from "./phrase-operator.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { computedOf, formulaOf, type Scorer, scorerOf } from "../scoring/similarity.ts";
import { computedList, matchesOf } from "../term/computed-scores.ts";
import { phraseFrequency } from "./phrase-frequency.ts";
import { postingOf } from "../term/posting-of.ts";
import { explainWeight } from "../term/term-plan.ts";

/** Looking at the positions of a word costs as much as reading so many documents. */
const PLACE_DOCS = 4;

/** A phrase to be planned; positions begin at 0. */
export interface PlannedPhrase {
  readonly field: MappedField;
  readonly places: readonly PhrasePosition[];
  readonly slop: number;
  /** Whether any place has several terms. */
  readonly several: boolean;
  readonly description: string;
}

export function planPhrase(planned: PlannedPhrase, searcher: SearcherView, options: PlanOptions): Plan {
  const { field, slop, description } = planned;
  const path = field.path;
  const scorer = options.scored ? phraseScorer(planned, searcher, options.boost) : undefined;
  return {
    kind: planned.several ? "MultiPhraseQuery" : "PhraseQuery",
    description,
    children: [],
    operator(context: OperatorContext): Operator | undefined {
      const places = placesIn(context.reader.terms(path), planned.places);
      if (!places) return undefined;
      const phrase = phraseOperator(
        context,
        { field: path, places, slop, scoring: formulaOf(scorer) },
        phraseFrequency,
      );
      const computed = computedOf(scorer);
      if (!computed || !phrase) return phrase;
      const docs = matchesOf(context, phrase);
      const freqs = Float32Array.from(docs, (doc) => frequencyIn(context.reader, path, places, slop, doc));
      return computedList(context, path, { docs, freqs }, computed);
    },
    cost(segment) {
      const terms = segment.terms(path);
      const freqs = (placesIn(terms, planned.places) ?? []).map(({ ordinals }) =>
        ordinals.reduce((sum, ordinal) => sum + (terms?.docFreq(ordinal) ?? 0), 0),
      );
      return freqs.length === 0 ? 0 : Math.min(...freqs) * freqs.length * PLACE_DOCS;
    },
    explain(segment: SegmentReader, doc: number): Explanation {
      const places = placesIn(segment.terms(path), planned.places);
      const freq = places ? frequencyIn(segment, path, places, slop, doc) : 0;
      if (freq === 0) return unmatched("no matching terms");
      const told = explained(freq, `phraseFreq=${javaFloat(freq)}`);
      return explainWeight(description, doc, scorer, told, segment.norms(path)?.[doc] ?? 1);
    },
  };
}

/** The places with a segment's ordinals; undefined when the segment lacks all terms of a place. */
function placesIn(terms: TermsReader | undefined, places: readonly PhrasePosition[]): PhrasePlace[] | undefined {
  if (!terms) return undefined;
  const found: PhrasePlace[] = [];
  for (const place of places) {
    const ordinals = [...new Set(place.terms.map((bytes) => terms.find(bytes)).filter((ordinal) => ordinal >= 0))];
    if (ordinals.length === 0) return undefined;
    found.push({ position: place.position, ordinals });
  }
  return found;
}

function frequencyIn(
  segment: SegmentReader,
  path: string,
  places: readonly PhrasePlace[],
  slop: number,
  doc: number,
): number {
  const positions = places.map((place) => {
    const all = place.ordinals.flatMap((ordinal) => postingOf(segment, path, ordinal, doc)?.positions ?? []);
    return { offset: place.position, terms: place.ordinals, positions: Int32Array.from(all).sort() };
  });
  return positions.some((place) => place.positions.length === 0) ? 0 : phraseFrequency(positions, slop);
}

/** All terms that the shard has count, a repeated one several times. */
function phraseScorer(planned: PlannedPhrase, searcher: SearcherView, boost: number): Scorer | undefined {
  const { field, places } = planned;
  const terms = places.flatMap((place) => place.terms);
  const statistics = terms
    .map((bytes) => searcher.termStatistics(field.path, bytes))
    .filter((term) => term.docFreq > 0);
  if (statistics.length === 0) return undefined;
  return scorerOf(field.similarity, boost, searcher.fieldStatistics(field.path), statistics);
}
