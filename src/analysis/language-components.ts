/** The documented components for languages, as parts of the lists in `components.ts`. */
import type { AnalyzerKind, CharFilterKind, TokenFilterKind, TokenizerKind } from "./component.ts";
import { arabic } from "./analyzers/arabic.ts";
import { armenian } from "./analyzers/armenian.ts";
import { basque } from "./analyzers/basque.ts";
import { bengali } from "./analyzers/bengali.ts";
import { brazilian } from "./analyzers/brazilian.ts";
import { bulgarian } from "./analyzers/bulgarian.ts";
import { catalan } from "./analyzers/catalan.ts";
import { chinese } from "./analyzers/chinese.ts";
import { cjk } from "./analyzers/cjk.ts";
import { czech } from "./analyzers/czech.ts";
import { danish } from "./analyzers/danish.ts";
import { dutch } from "./analyzers/dutch.ts";
import { english } from "./analyzers/english.ts";
import { estonian } from "./analyzers/estonian.ts";
import { finnish } from "./analyzers/finnish.ts";
import { french } from "./analyzers/french.ts";
import { galician } from "./analyzers/galician.ts";
import { german } from "./analyzers/german.ts";
import { greek } from "./analyzers/greek.ts";
import { hindi } from "./analyzers/hindi.ts";
import { hungarian } from "./analyzers/hungarian.ts";
import { icuAnalyzer } from "./analyzers/icu-analyzer.ts";
import { indonesian } from "./analyzers/indonesian.ts";
import { irish } from "./analyzers/irish.ts";
import { italian } from "./analyzers/italian.ts";
import { kuromoji } from "./analyzers/kuromoji.ts";
import { kuromojiCompletion as kuromojiCompletionAnalyzer } from "./analyzers/kuromoji-completion.ts";
import { latvian } from "./analyzers/latvian.ts";
import { lithuanian } from "./analyzers/lithuanian.ts";
import { nori } from "./analyzers/nori.ts";
import { norwegian } from "./analyzers/norwegian.ts";
import { persian } from "./analyzers/persian.ts";
import { polish } from "./analyzers/polish.ts";
import { portuguese } from "./analyzers/portuguese.ts";
import { romanian } from "./analyzers/romanian.ts";
import { russian } from "./analyzers/russian.ts";
import { serbian } from "./analyzers/serbian.ts";
import { smartcn } from "./analyzers/smartcn.ts";
import { snowball as snowballAnalyzer } from "./analyzers/snowball.ts";
import { sorani } from "./analyzers/sorani.ts";
import { spanish } from "./analyzers/spanish.ts";
import { swedish } from "./analyzers/swedish.ts";
import { thai } from "./analyzers/thai.ts";
import { turkish } from "./analyzers/turkish.ts";
import { ukrainian } from "./analyzers/ukrainian.ts";
import { arabicNormalization } from "./token-filters/arabic-normalization.ts";
import { arabicStem } from "./token-filters/arabic-stem.ts";
import { bengaliNormalization } from "./token-filters/bengali-normalization.ts";
import { brazilianStem } from "./token-filters/brazilian-stem.ts";
import { cjkBigram } from "./token-filters/cjk-bigram.ts";
import { cjkWidth } from "./token-filters/cjk-width.ts";
import { czechStem } from "./token-filters/czech-stem.ts";
import { dutchStem } from "./token-filters/dutch-stem.ts";
import { frenchStem } from "./token-filters/french-stem.ts";
import { germanNormalization } from "./token-filters/german-normalization.ts";
import { germanStem } from "./token-filters/german-stem.ts";
import { hindiNormalization } from "./token-filters/hindi-normalization.ts";
import { icuNormalizer as icuNormalizerCharFilter } from "./char-filters/icu-normalizer.ts";
import { kuromojiIterationMark } from "./char-filters/kuromoji-iteration-mark.ts";
import { icuCollation } from "./token-filters/icu-collation.ts";
import { icuFolding } from "./token-filters/icu-folding.ts";
import { icuNormalizer } from "./token-filters/icu-normalizer.ts";
import { icuTransformFilter } from "./token-filters/icu-transform.ts";
import { indicNormalization } from "./token-filters/indic-normalization.ts";
import { hunspell } from "./token-filters/hunspell.ts";
import { jaStop } from "./token-filters/ja-stop.ts";
import { hiraganaUppercase } from "./token-filters/hiragana-uppercase.ts";
import { katakanaUppercase } from "./token-filters/katakana-uppercase.ts";
import { kuromojiBaseform } from "./token-filters/kuromoji-baseform.ts";
import { kuromojiCompletion } from "./token-filters/kuromoji-completion.ts";
import { kuromojiNumber } from "./token-filters/kuromoji-number.ts";
import { kuromojiPartOfSpeech } from "./token-filters/kuromoji-part-of-speech.ts";
import { kuromojiReadingform } from "./token-filters/kuromoji-readingform.ts";
import { kuromojiStemmer } from "./token-filters/kuromoji-stemmer.ts";
import { kstem } from "./token-filters/kstem.ts";
import { noriNumber } from "./token-filters/nori-number.ts";
import { noriPartOfSpeech } from "./token-filters/nori-part-of-speech.ts";
import { noriReadingform } from "./token-filters/nori-readingform.ts";
import { persianNormalization } from "./token-filters/persian-normalization.ts";
import { persianStem } from "./token-filters/persian-stem.ts";
import { phonetic } from "./token-filters/phonetic.ts";
import { polishStem } from "./token-filters/polish-stem.ts";
import { polishStop } from "./token-filters/polish-stop.ts";
import { porterStem } from "./token-filters/porter-stem.ts";
import { russianStem } from "./token-filters/russian-stem.ts";
import { scandinavianFolding } from "./token-filters/scandinavian-folding.ts";
import { scandinavianNormalization } from "./token-filters/scandinavian-normalization.ts";
import { serbianNormalization } from "./token-filters/serbian-normalization.ts";
import { smartcnStop } from "./token-filters/smartcn-stop.ts";
import { snowball as snowballFilter } from "./token-filters/snowball.ts";
import { soraniNormalization } from "./token-filters/sorani-normalization.ts";
import { stemmer } from "./token-filters/stemmer.ts";
import { icuTokenizer } from "./tokenizers/icu-tokenizer.ts";
import { kuromojiTokenizer } from "./tokenizers/kuromoji-tokenizer.ts";
import { noriTokenizer } from "./tokenizers/nori-tokenizer.ts";
import { smartcnTokenizer } from "./tokenizers/smartcn-tokenizer.ts";
import { thai as thaiTokenizer } from "./tokenizers/thai.ts";

export const languageAnalyzers: readonly AnalyzerKind[] = [
  arabic,
  armenian,
  basque,
  bengali,
  brazilian,
  bulgarian,
  catalan,
  chinese,
  cjk,
  czech,
  danish,
  dutch,
  english,
  estonian,
  finnish,
  french,
  galician,
  german,
  greek,
  hindi,
  hungarian,
  icuAnalyzer,
  indonesian,
  irish,
  italian,
  kuromoji,
  kuromojiCompletionAnalyzer,
  latvian,
  lithuanian,
  nori,
  norwegian,
  persian,
  polish,
  portuguese,
  romanian,
  russian,
  serbian,
  smartcn,
  snowballAnalyzer,
  sorani,
  spanish,
  swedish,
  thai,
  turkish,
  ukrainian,
];

export const languageTokenFilters: readonly TokenFilterKind[] = [
  arabicNormalization,
  arabicStem,
  bengaliNormalization,
  brazilianStem,
  cjkBigram,
  cjkWidth,
  czechStem,
  dutchStem,
  frenchStem,
  germanNormalization,
  germanStem,
  hindiNormalization,
  icuCollation,
  icuFolding,
  icuNormalizer,
  icuTransformFilter,
  indicNormalization,
  hunspell,
  jaStop,
  kstem,
  hiraganaUppercase,
  katakanaUppercase,
  kuromojiBaseform,
  kuromojiCompletion,
  kuromojiNumber,
  kuromojiPartOfSpeech,
  kuromojiReadingform,
  kuromojiStemmer,
  noriNumber,
  noriPartOfSpeech,
  noriReadingform,
  persianNormalization,
  persianStem,
  phonetic,
  polishStem,
  polishStop,
  porterStem,
  russianStem,
  scandinavianFolding,
  scandinavianNormalization,
  serbianNormalization,
  smartcnStop,
  snowballFilter,
  soraniNormalization,
  stemmer,
];

export const languageTokenizers: readonly TokenizerKind[] = [
  icuTokenizer,
  kuromojiTokenizer,
  noriTokenizer,
  smartcnTokenizer,
  thaiTokenizer,
];

export const languageCharFilters: readonly CharFilterKind[] = [icuNormalizerCharFilter, kuromojiIterationMark];
