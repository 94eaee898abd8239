/** The documented analysis components: these lists are the registries. */
import type { AnalyzerKind, CharFilterKind, TokenFilterKind, TokenizerKind } from "./component.ts";
import { keyword as keywordAnalyzer } from "./analyzers/keyword.ts";
import { pattern as patternAnalyzer } from "./analyzers/pattern.ts";
import { simple } from "./analyzers/simple.ts";
import { standard as standardAnalyzer } from "./analyzers/standard.ts";
import { stop as stopAnalyzer } from "./analyzers/stop.ts";
import { whitespace as whitespaceAnalyzer } from "./analyzers/whitespace.ts";
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
import { pattern as patternTokenizer } from "./tokenizers/pattern.ts";
import { standard as standardTokenizer } from "./tokenizers/standard.ts";
import { whitespace as whitespaceTokenizer } from "./tokenizers/whitespace.ts";

export const analyzers: readonly AnalyzerKind[] = [standardAnalyzer, simple, whitespaceAnalyzer, keywordAnalyzer, stopAnalyzer, patternAnalyzer];

export const tokenizers: readonly TokenizerKind[] = [standardTokenizer, whitespaceTokenizer, keywordTokenizer, letter, lowercaseTokenizer, patternTokenizer];

export const tokenFilters: readonly TokenFilterKind[] = [lowercaseFilter, uppercase, stopFilter, asciifolding, trim, length, unique, reverse, truncate, limit];

export const charFilters: readonly CharFilterKind[] = [htmlStrip, mapping, patternReplace];
