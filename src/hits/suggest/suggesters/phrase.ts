/** Whole phrases with some words replaced, by how often their words follow each other. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { float32Text } from "../../../compat/json/json-text.ts";
import type { ShingleForm } from "../../../analysis/token-list.ts";
import type { Analyzer } from "../../../analysis/analyzer.ts";
import { type Candidate, CandidateGenerator, type CandidateSet } from "../phrase/candidates.ts";
import { collated } from "../phrase/collate.ts";
import { bestCorrections, type Correction, scoreOfPhrase } from "../phrase/corrections.ts";
import { type DirectGenerator, spellingOf } from "../phrase/direct-generator.ts";
import { type PhraseOptions, readPhrase } from "../phrase/phrase-options.ts";
import { type SmoothingModel, WordScorer } from "../phrase/word-scorer.ts";
import { mergedOptions } from "../merged-options.ts";
import { ShardTerms } from "../spelling/shard-terms.ts";
import { defineSuggester, type SuggestedOption, type Suggestion, type SuggestShard } from "../suggester.ts";
import { fieldOf } from "../suggestion-body.ts";

const DEFAULT_SIZE = 5;
const DEFAULT_MODEL: SmoothingModel = { kind: "stupid_backoff", discount: 0.4 };
/** Lucene's type of what stands for a token. */
const SYNONYM = "SYNONYM";

export const phrase = defineSuggester<PhraseOptions>({
  name: "phrase",

  parse(request, body, path) {
    const read = readPhrase(request, body, path);
    const { field: _field, analyzer, size = DEFAULT_SIZE, shardSize, ...options } = read;
    return { field: fieldOf(read), analyzer, size, shardSize, options };
  },

  *suggest(suggestion, shard) {
    const { text } = shard;
    const { corrections, cutoff } = corrected(suggestion, shard);
    if (shard.poll()) yield;
    const { highlight, collate } = suggestion.options;
    const found = corrections.map((correction): SuggestedOption => {
      const option = { text: joined(correction), score: correction.score };
      return highlight ? { ...option, highlighted: joined(correction, highlight) } : option;
    });
    const options = collate ? yield* collated(found, collate, shard) : found;
    return [{ text, offset: 0, length: text.length, cutoff, options }];
  },

  merge({ size }, entries) {
    const cutoff = Math.max(...entries.map((entry) => entry.cutoff ?? 0));
    const join = (one: SuggestedOption, other: SuggestedOption): SuggestedOption => ({
      ...one,
      score: Math.max(one.score, other.score),
      ...(one.collateMatch === undefined ? {} : { collateMatch: one.collateMatch || other.collateMatch === true }),
    });
    const merged = mergedOptions(entries, join, {
      compare: (one, other) => other.score - one.score || (one.text < other.text ? -1 : 1),
      size: Number.POSITIVE_INFINITY,
    });
    const { text, offset, length, options } = merged;
    return { text, offset, length, options: options.filter(({ score }) => score > cutoff).slice(0, size) };
  },

  render: ({ text, highlighted, score, collateMatch }) => ({
    text,
    ...(highlighted === undefined ? {} : { highlighted }),
    score: float32Text(score),
    ...(collateMatch === undefined ? {} : { collate_match: collateMatch }),
  }),
});

interface Corrected {
  readonly corrections: readonly Correction[];
  readonly cutoff: number;
}

const NOTHING: Corrected = { corrections: [], cutoff: Number.MIN_VALUE };

function corrected({ options, field: name }: Suggestion<PhraseOptions>, shard: SuggestShard): Corrected {
  const { view, field, analyzer, text, shardSize, isEmpty } = shard;
  const shingles = shinglesOf(analyzer);
  const given = generatorsOf(options, name, shingles, shard);
  const terms = new ShardTerms(view, field);
  if (isEmpty || given.length === 0 || terms.dictionaries.length === 0) return NOTHING;
  const sets = wordsOf(text, analyzer, options, given[0]!);
  if (sets.length === 0 || sets.length >= options.tokenLimit) return NOTHING;
  for (const set of sets) {
    shard.poll();
    for (const generator of given) generator.draw(set, options.realWordErrorLikelihood, view.planning);
    set.candidates = set.candidates.slice(0, shardSize);
  }
  const [only] = terms.dictionaries;
  const scorer = new WordScorer(
    {
      terms,
      termCount: view.segments.length === 1 && only ? only.count : terms.maxDoc,
      separator: Buffer.from(separatorOf(options, analyzer)),
      realWordLikelihood: options.realWordErrorLikelihood,
    },
    options.smoothing ?? DEFAULT_MODEL,
  );
  const { maxErrors, confidence } = options;
  const gramSize = options.gramSize ?? shingles?.max ?? 1;
  const originals = sets.map(({ original }) => original);
  const cutoff = confidence > 0 ? scoreOfPhrase(scorer, originals, gramSize) * confidence : Number.MIN_VALUE;
  const checkpoint = (): void => view.planning?.checkpoint();
  const limits = { maxErrors, gramSize, count: shardSize, cutoff, checkpoint };
  return { corrections: bestCorrections(scorer, sets, limits), cutoff };
}

function generatorsOf(
  { generators, requireUnigram }: PhraseOptions,
  field: string,
  shingles: ShingleForm | undefined,
  { view }: SuggestShard,
): CandidateGenerator[] {
  if (generators.length === 0 && requireUnigram && shingles && !shingles.unigrams)
    throw illegalArgument(
      `The default candidate generator for phrase suggest can't operate on field: [${field}] since it doesn't emit unigrams. If this is intentional try to set the candidate generator field explicitly`,
    );
  const own: DirectGenerator = { field, size: DEFAULT_SIZE, spelling: {}, preFilter: undefined, postFilter: undefined };
  const filterOf = (name: string | undefined): Analyzer | undefined => {
    const analyzer = name === undefined ? undefined : view.mapping.analyzer(name);
    if (name !== undefined && !analyzer) throw illegalArgument(`Analyzer [${name}] doesn't exists`);
    return analyzer;
  };
  const read = (generators.length === 0 ? [own] : generators).map((generator) => ({
    generator,
    options: spellingOf(generator),
    filters: { before: filterOf(generator.preFilter), after: filterOf(generator.postFilter) },
  }));
  return read.flatMap(({ generator, options, filters }) => {
    const mapped = view.mapping.field(generator.field);
    const terms = mapped && !mapped.capabilities.object ? new ShardTerms(view, mapped) : undefined;
    if (!terms || terms.dictionaries.length === 0) return [];
    return [new CandidateGenerator(terms, options, generator.size, filters)];
  });
}

/** One set for each word of the text; what stands for a word is among the candidates for it. */
function wordsOf(
  text: string,
  analyzer: Analyzer | undefined,
  { requireUnigram, realWordErrorLikelihood }: PhraseOptions,
  generator: CandidateGenerator,
): CandidateSet[] {
  const tokens = analyzer ? analyzer.tokens(text) : [{ text, position: 0, type: "word" }];
  const words = requireUnigram ? tokens.filter(({ type }) => type !== "shingle") : tokens;
  if (words.length === 0 && tokens.length > 0)
    throw new RequestError(
      500,
      "illegal_state_exception",
      "At least one unigram is required but all tokens were ngrams",
    );
  const sets: CandidateSet[] = [];
  let position = -1;
  for (const word of words) {
    const last = sets.at(-1);
    if (last && word.position === position && word.type === SYNONYM) {
      const synonym = generator.synonym(word.text, realWordErrorLikelihood);
      if (synonym) last.candidates = [...last.candidates, synonym];
    } else sets.push({ original: generator.original(word.text), candidates: [] });
    position = word.position;
  }
  return sets;
}

function shinglesOf(analyzer: Analyzer | undefined): ShingleForm | undefined {
  return analyzer?.chain?.tokenFilters.find(({ component }) => component.shingles)?.component.shingles;
}

function separatorOf({ separator }: PhraseOptions, analyzer: Analyzer | undefined): string {
  return separator ?? shinglesOf(analyzer)?.separator ?? " ";
}

/** The words of a phrase; replaced ones that stand side by side are marked together. */
function joined(
  { words }: Correction,
  { before, after }: { readonly before: string; readonly after: string } = { before: "", after: "" },
): string {
  const isGiven = (word: Candidate | undefined): boolean => word?.given ?? true;
  return words
    .map((word, at) => {
      if (word.given) return word.term.toString();
      const opens = isGiven(words[at - 1]) ? before : "";
      return opens + word.term.toString() + (isGiven(words[at + 1]) ? after : "");
    })
    .join(" ");
}
