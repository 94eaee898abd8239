/** The documented analysis components: these lists are the registries. */
import type { AnalyzerKind, CharFilterKind, TokenFilterKind, TokenizerKind } from "./component.ts";
import { keyword as keywordAnalyzer } from "./analyzers/keyword.ts";
import { pattern as patternAnalyzer } from "./analyzers/pattern.ts";
import { simple } from "./analyzers/simple.ts";
import { standard as standardAnalyzer } from "./analyzers/standard.ts";
import { stop as stopAnalyzer } from "./analyzers/stop.ts";
import { whitespace as whitespaceAnalyzer } from "./analyzers/whitespace.ts";
import { firstLineWithLetters } from "./char-filters/first-line-with-letters.ts";
import { firstNonBlankLine } from "./char-filters/first-non-blank-line.ts";
import { htmlStrip } from "./char-filters/html-strip.ts";
import { mapping } from "./char-filters/mapping.ts";
import { patternReplace } from "./char-filters/pattern-replace.ts";
import { asciifolding } from "./token-filters/asciifolding.ts";
import { length } from "./token-filters/length.ts";
import { limit } from "./token-filters/limit.ts";
import { lowercase as lowercaseFilter } from "./token-filters/lowercase.ts";
import { reverse } from "./token-filters/reverse.ts";
import { stop as stopFilter } from "./token-filters/stop.ts";
import { trim } from "./token-filters/trim.ts";
import { truncate } from "./token-filters/truncate.ts";
import { unique } from "./token-filters/unique.ts";
import { uppercase } from "./token-filters/uppercase.ts";
import { keyword as keywordTokenizer } from "./tokenizers/keyword.ts";
import { letter } from "./tokenizers/letter.ts";
import { lowercase as lowercaseTokenizer } from "./tokenizers/lowercase.ts";
import { mlClassic } from "./tokenizers/ml-classic.ts";
import { mlStandard } from "./tokenizers/ml-standard.ts";
import { pattern as patternTokenizer } from "./tokenizers/pattern.ts";
import { standard as standardTokenizer } from "./tokenizers/standard.ts";
import { whitespace as whitespaceTokenizer } from "./tokenizers/whitespace.ts";
import { apostrophe } from "./token-filters/apostrophe.ts";
import { classic as classicFilter } from "./token-filters/classic.ts";
import { commonGrams } from "./token-filters/common-grams.ts";
import { decimalDigit } from "./token-filters/decimal-digit.ts";
import { delimitedPayload } from "./token-filters/delimited-payload.ts";
import { edgeNgram as edgeNgramFilter } from "./token-filters/edge-ngram.ts";
import { elision } from "./token-filters/elision.ts";
import { fingerprint as fingerprintFilterKind } from "./token-filters/fingerprint.ts";
import { keep } from "./token-filters/keep.ts";
import { keepTypes } from "./token-filters/keep-types.ts";
import { keywordMarker } from "./token-filters/keyword-marker.ts";
import { keywordRepeat } from "./token-filters/keyword-repeat.ts";
import { ngram as ngramFilter } from "./token-filters/ngram.ts";
import { patternCapture } from "./token-filters/pattern-capture.ts";
import { patternReplace as patternReplaceFilter } from "./token-filters/pattern-replace.ts";
import { removeDuplicates } from "./token-filters/remove-duplicates.ts";
import { shingle } from "./token-filters/shingle.ts";
import { stemmerOverride } from "./token-filters/stemmer-override.ts";
import { synonym } from "./token-filters/synonym.ts";
import { synonymGraph } from "./token-filters/synonym-graph.ts";
import { condition } from "./token-filters/condition.ts";
import { dictionaryDecompounder } from "./token-filters/dictionary-decompounder.ts";
import { hyphenationDecompounder } from "./token-filters/hyphenation-decompounder.ts";
import { flattenGraph } from "./token-filters/flatten-graph.ts";
import { minHash } from "./token-filters/min-hash.ts";
import { multiplexer } from "./token-filters/multiplexer.ts";
import { predicateTokenFilter } from "./token-filters/predicate-token-filter.ts";
import { typeAsPayload } from "./token-filters/type-as-payload.ts";
import { fingerprint as fingerprintAnalyzer } from "./analyzers/fingerprint.ts";
import { wordDelimiter } from "./token-filters/word-delimiter.ts";
import { wordDelimiterGraph } from "./token-filters/word-delimiter-graph.ts";
import { charGroup } from "./tokenizers/char-group.ts";
import { classic as classicTokenizer } from "./tokenizers/classic.ts";
import { edgeNgram as edgeNgramTokenizer } from "./tokenizers/edge-ngram.ts";
import { ngram as ngramTokenizer } from "./tokenizers/ngram.ts";
import { uaxUrlEmail } from "./tokenizers/uax-url-email.ts";
import { simplePattern } from "./tokenizers/simple-pattern.ts";
import { simplePatternSplit } from "./tokenizers/simple-pattern-split.ts";
import { pathHierarchy } from "./tokenizers/path-hierarchy.ts";
import {
  languageAnalyzers,
  languageCharFilters,
  languageTokenFilters,
  languageTokenizers,
} from "./language-components.ts";

export const analyzers: readonly AnalyzerKind[] = [
  standardAnalyzer,
  simple,
  whitespaceAnalyzer,
  keywordAnalyzer,
  stopAnalyzer,
  patternAnalyzer,
  fingerprintAnalyzer,
  ...languageAnalyzers,
];

export const tokenizers: readonly TokenizerKind[] = [
  standardTokenizer,
  whitespaceTokenizer,
  keywordTokenizer,
  letter,
  lowercaseTokenizer,
  patternTokenizer,
  charGroup,
  classicTokenizer,
  edgeNgramTokenizer,
  ngramTokenizer,
  pathHierarchy,
  simplePattern,
  simplePatternSplit,
  uaxUrlEmail,
  mlClassic,
  mlStandard,
  ...languageTokenizers,
];

export const tokenFilters: readonly TokenFilterKind[] = [
  lowercaseFilter,
  uppercase,
  stopFilter,
  asciifolding,
  trim,
  length,
  unique,
  reverse,
  truncate,
  limit,
  apostrophe,
  classicFilter,
  commonGrams,
  decimalDigit,
  delimitedPayload,
  edgeNgramFilter,
  elision,
  fingerprintFilterKind,
  keep,
  keepTypes,
  keywordMarker,
  keywordRepeat,
  ngramFilter,
  patternCapture,
  patternReplaceFilter,
  removeDuplicates,
  shingle,
  stemmerOverride,
  condition,
  dictionaryDecompounder,
  flattenGraph,
  hyphenationDecompounder,
  minHash,
  multiplexer,
  predicateTokenFilter,
  synonym,
  synonymGraph,
  typeAsPayload,
  wordDelimiter,
  wordDelimiterGraph,
  ...languageTokenFilters,
];

export const charFilters: readonly CharFilterKind[] = [
  htmlStrip,
  mapping,
  patternReplace,
  firstLineWithLetters,
  firstNonBlankLine,
  ...languageCharFilters,
];
