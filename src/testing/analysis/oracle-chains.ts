/** Chains of components for comparing analysis with a real server. */
import type { ComponentSettings } from "../../analysis/component-parameters.ts";

/** A chain as `_analyze` takes it. */
export interface OracleChain {
  readonly charFilters?: readonly (string | ComponentSettings)[];
  readonly tokenizer?: string | ComponentSettings;
  readonly filters?: readonly (string | ComponentSettings)[];
  /** Asked without an index: with one, a bare name stands for the component without any settings. */
  readonly global?: boolean;
}

const tokenizers: readonly (string | ComponentSettings)[] = [
  "standard",
  "whitespace",
  "keyword",
  "letter",
  "lowercase",
  "classic",
  "pattern",
  "uax_url_email",
  "ngram",
  "edge_ngram",
  { type: "standard", max_token_length: "3" },
  { type: "classic", max_token_length: "4" },
  { type: "whitespace", max_token_length: "5" },
  { type: "ngram", min_gram: "2", max_gram: "3", token_chars: ["letter", "digit"] },
  { type: "ngram", min_gram: "3", max_gram: "5" },
  { type: "ngram", min_gram: "1", max_gram: "3", token_chars: ["punctuation", "symbol", "whitespace"] },
  { type: "edge_ngram", min_gram: "1", max_gram: "5", token_chars: ["letter", "custom"], custom_token_chars: "-_" },
  { type: "edge_ngram", min_gram: "2", max_gram: "10" },
  { type: "char_group", tokenize_on_chars: ["whitespace", "-", "\\u002f", "punctuation"] },
  { type: "char_group", tokenize_on_chars: ["letter", "symbol"], max_token_length: "4" },
  { type: "pattern", pattern: "[-/ ]" },
  { type: "pattern", pattern: "(\\w+)@(\\w+)", group: "2" },
  { type: "pattern", pattern: "[a-z]+", flags: "CASE_INSENSITIVE", group: "0" },
];

const stop = { type: "stop", stopwords: ["the", "of", "and", "a"] };

/** Chains of one filter behind a tokenizer that suits it. */
const filters: readonly (string | ComponentSettings)[] = [
  "lowercase",
  "uppercase",
  "asciifolding",
  "trim",
  "reverse",
  "apostrophe",
  "classic",
  "decimal_digit",
  "keyword_repeat",
  "remove_duplicates",
  "shingle",
  "edge_ngram",
  "ngram",
  "fingerprint",
  "word_delimiter",
  "word_delimiter_graph",
  "unique",
  "limit",
  { type: "asciifolding", preserve_original: "true" },
  { type: "elision", articles: ["l", "D"], articles_case: "true" },
  { type: "truncate", length: "3" },
  { type: "limit", max_token_count: "3" },
  { type: "length", min: "2", max: "4" },
  { type: "keep", keep_words: ["The", "fox", "of"], keep_words_case: "true" },
  { type: "keep_types", types: ["<NUM>", "word"] },
  { type: "keep_types", types: ["<NUM>", "<ALPHANUM>"], mode: "exclude" },
  { type: "keyword_marker", keywords: ["fox", "the"], ignore_case: "true" },
  { type: "keyword_marker", keywords_pattern: "[a-f]+" },
  { type: "stemmer_override", rules: ["fox, dogs => canine", "quick=>fast"] },
  { type: "pattern_replace", pattern: "[aeiou](.)", replacement: "<$1>" },
  { type: "pattern_replace", pattern: "[0-9]+", replacement: "#", all: "false" },
  { type: "pattern_capture", patterns: ["(\\p{Ll}+|\\p{Lu}\\p{Ll}+|\\p{Lu}+)", "(\\d+)"] },
  { type: "pattern_capture", patterns: ["([a-z]+)(\\d*)", "(b)"], preserve_original: "false" },
  { type: "unique", only_on_same_position: "true" },
  { type: "common_grams", common_words: ["the", "of", "a", "is"], ignore_case: "true" },
  { type: "common_grams", common_words: ["the", "of", "a", "is"], query_mode: "true" },
  { type: "edge_ngram", min_gram: "2", max_gram: "4", preserve_original: "true" },
  { type: "edge_ngram", min_gram: "1", max_gram: "3", side: "back" },
  { type: "ngram", min_gram: "2", max_gram: "3", preserve_original: "true" },
  { type: "ngram", min_gram: "3", max_gram: "3" },
  { type: "shingle", min_shingle_size: "2", max_shingle_size: "3" },
  { type: "shingle", min_shingle_size: "2", max_shingle_size: "4", output_unigrams: "false", filler_token: "-" },
  {
    type: "shingle",
    min_shingle_size: "3",
    max_shingle_size: "3",
    output_unigrams: "false",
    output_unigrams_if_no_shingles: "true",
    token_separator: "",
  },
  { type: "fingerprint", separator: "+", max_output_size: "20" },
  { type: "word_delimiter", preserve_original: "true" },
  { type: "word_delimiter", catenate_all: "true", generate_word_parts: "false" },
  { type: "word_delimiter", catenate_words: "true", catenate_numbers: "true", catenate_all: "true" },
  {
    type: "word_delimiter",
    preserve_original: "true",
    catenate_words: "true",
    split_on_numerics: "false",
    stem_english_possessive: "false",
  },
  { type: "word_delimiter", generate_number_parts: "false", catenate_numbers: "true", split_on_case_change: "false" },
  {
    type: "word_delimiter",
    type_table: ["$ => DIGIT", "\\u0026 => ALPHA", "- => ALPHANUM"],
    protected_words: ["Wi-Fi-enabled", "a-b"],
  },
  { type: "word_delimiter_graph", preserve_original: "true" },
  { type: "word_delimiter_graph", catenate_all: "true" },
  { type: "word_delimiter_graph", catenate_all: "true", generate_word_parts: "false", generate_number_parts: "false" },
  {
    type: "word_delimiter_graph",
    catenate_words: "true",
    catenate_numbers: "true",
    catenate_all: "true",
    preserve_original: "true",
  },
  { type: "word_delimiter_graph", catenate_words: "true", generate_word_parts: "false", split_on_numerics: "false" },
  { type: "word_delimiter_graph", adjust_offsets: "false", catenate_numbers: "true", generate_number_parts: "false" },
  {
    type: "word_delimiter_graph",
    type_table: ["$ => DIGIT", "% => DIGIT", ". => DIGIT"],
    stem_english_possessive: "false",
  },
];

/** Filters made of filters, and graphs made flat. */
const nested: readonly OracleChain[] = [
  {
    tokenizer: "standard",
    filters: [{ type: "multiplexer", filters: ["lowercase", "lowercase, reverse", "uppercase"] }],
  },
  {
    tokenizer: "standard",
    filters: [{ type: "multiplexer", filters: ["lowercase", "stop", "edge_ngram"], preserve_original: "false" }],
  },
  { tokenizer: "standard", filters: ["lowercase", stop, { type: "multiplexer", filters: ["stop", "shingle"] }] },
  {
    tokenizer: "standard",
    filters: ["lowercase", { type: "multiplexer", filters: ["stop, shingle"], preserve_original: "false" }],
  },
  { tokenizer: "whitespace", filters: [{ type: "multiplexer", filters: ["trim, edge_ngram", "lowercase, ngram"] }] },
  {
    tokenizer: "whitespace",
    filters: [{ type: "word_delimiter_graph", catenate_all: "true", preserve_original: "true" }, "flatten_graph"],
  },
  {
    tokenizer: "whitespace",
    filters: [stop, { type: "word_delimiter_graph", catenate_words: "true" }, "lowercase", "flatten_graph"],
  },
  { tokenizer: "standard", filters: ["flatten_graph"] },
  { tokenizer: "standard", filters: [{ type: "min_hash", bucket_count: "4" }] },
  { tokenizer: "whitespace", filters: [{ type: "min_hash", hash_count: "3", bucket_count: "3", hash_set_size: "2" }] },
  { tokenizer: "letter", filters: ["lowercase", { type: "min_hash", bucket_count: "5", with_rotation: "false" }] },
  {
    tokenizer: "standard",
    filters: [
      "lowercase",
      {
        type: "dictionary_decompounder",
        word_list: ["fox", "one", "quick", "la", "lan", "land", "ba", "ab", "Bar", "foo"],
      },
    ],
  },
  {
    tokenizer: "standard",
    filters: [
      {
        type: "dictionary_decompounder",
        word_list: ["la", "lan", "land", "ter", "reich", "aa", "aab"],
        only_longest_match: "true",
        min_word_size: "3",
      },
    ],
  },
];

/** Filters one behind another: holes and overlaps reach the later ones. */
const combined: readonly OracleChain[] = [
  { tokenizer: "standard", filters: ["lowercase", stop, "shingle"] },
  {
    tokenizer: "standard",
    filters: [
      "lowercase",
      stop,
      { type: "shingle", max_shingle_size: "4", min_shingle_size: "3", output_unigrams: "false" },
    ],
  },
  { tokenizer: "standard", filters: ["lowercase", stop, { type: "edge_ngram", min_gram: "3", max_gram: "5" }] },
  {
    tokenizer: "standard",
    filters: [{ type: "length", min: "4" }, { type: "ngram", min_gram: "5", max_gram: "6" }, "unique"],
  },
  { tokenizer: "whitespace", filters: [stop, { type: "word_delimiter_graph", catenate_all: "true" }] },
  {
    tokenizer: "whitespace",
    filters: [stop, { type: "word_delimiter", preserve_original: "true", catenate_words: "true" }],
  },
  {
    tokenizer: "whitespace",
    filters: ["trim", { type: "truncate", length: "6" }, "word_delimiter_graph", "lowercase", "unique"],
  },
  {
    tokenizer: "whitespace",
    global: true,
    filters: ["asciifolding", "elision", "apostrophe", { type: "word_delimiter", catenate_all: "true" }],
  },
  { tokenizer: "standard", filters: ["keyword_repeat", { type: "truncate", length: "2" }, "remove_duplicates"] },
  { tokenizer: "standard", filters: ["lowercase", { type: "common_grams", common_words: ["the", "of"] }, "shingle"] },
  {
    tokenizer: "standard",
    filters: ["lowercase", stop, { type: "common_grams", common_words: ["quick", "is"], query_mode: "true" }],
  },
  { tokenizer: "classic", filters: ["classic", "lowercase", "decimal_digit", "fingerprint"] },
  {
    tokenizer: "keyword",
    filters: [{ type: "word_delimiter_graph", catenate_all: "true", preserve_original: "true" }, "lowercase", "trim"],
  },
  { tokenizer: "letter", filters: [{ type: "limit", max_token_count: "4" }, "shingle", "reverse"] },
];

const solrRules = [
  "# a comment",
  "new york, ny, big apple city",
  "usa, united states, united states of america",
  "the quick => speedy fast",
  "fox, brown fox => animal",
  "dns => domain name system",
  "domain name => dn, domain",
  "one => 1",
  "is\\, a => eq\\=>x",
  "a, aa b, a b c d",
  "c, b",
  "lazy dog's bone and => x",
];
const wordnetRules = [
  "s(100000001,1,'quick',v,1,0).",
  "s(100000001,2,'very fast',v,1,0).",
  "s(100000002,1,'fox',n,1,0).",
  "s(100000002,2,'it''s fox',n,1,0).",
];

/** Synonyms behind several tokenizers, with holes before them, and other filters behind them. */
const synonymChains: readonly OracleChain[] = ["synonym", "synonym_graph"].flatMap((type) => {
  const solr = { type, synonyms: solrRules };
  return [
    { tokenizer: "whitespace", filters: [solr] },
    { tokenizer: "standard", filters: ["lowercase", solr] },
    { tokenizer: "standard", filters: ["lowercase", { ...solr, expand: "false" }] },
    {
      tokenizer: "standard",
      filters: ["lowercase", stop, { ...solr, lenient: "true", synonyms: [...solrRules, "of => x", "one, -"] }],
    },
    { tokenizer: "standard", filters: ["lowercase", { type, format: "wordnet", synonyms: wordnetRules }] },
    {
      tokenizer: "standard",
      filters: ["lowercase", { type, format: "wordnet", synonyms: wordnetRules, expand: "false" }],
    },
    {
      tokenizer: "standard",
      filters: ["lowercase", solr, { type, synonyms: ["amsterdam, old city", "domai => realm", "speedy => fast"] }],
    },
    { tokenizer: "standard", filters: ["lowercase", solr, stop, "unique"] },
    { tokenizer: "standard", filters: ["lowercase", solr, "flatten_graph"] },
    { tokenizer: "standard", filters: ["lowercase", stop, { ...solr, lenient: "true" }, "flatten_graph"] },
    {
      tokenizer: "letter",
      filters: [
        "lowercase",
        { type: "asciifolding", preserve_original: "true" },
        { type, synonyms: ["cote, coast d", "été, summer time"] },
      ],
    },
    {
      charFilters: [{ type: "mapping", mappings: ["new => old", "& => and"] }],
      tokenizer: "standard",
      filters: [{ type, synonyms: ["old york => ny", "AT and T, att"] }],
    },
  ];
});

const charFilters: readonly (string | ComponentSettings)[] = [
  { type: "mapping", mappings: ["& => and", "ph => f", "- => ", "é => e\\u0301", "\\u0020 => _"] },
  { type: "mapping", mappings: ["a => aa", "aa => b", "b => ", ". => dot"] },
  { type: "pattern_replace", pattern: "(\\d+)-(?=\\d)", replacement: "$1_" },
  { type: "pattern_replace", pattern: "[aeiou]", replacement: "" },
  { type: "pattern_replace", pattern: "\\s+", replacement: " - " },
  "html_strip",
];

/** Chains of several filters picked at random, behind any tokenizer. */
export function randomChains(next: () => number, count: number): OracleChain[] {
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(next() * list.length)]!;
  return Array.from({ length: count }, () => ({
    charFilters: next() < 0.2 ? [pick(charFilters)] : [],
    tokenizer: pick(tokenizers),
    filters: Array.from({ length: 2 + Math.floor(next() * 3) }, () => (next() < 0.2 ? stop : pick(filters))),
  }));
}

/** Every chain that is compared. */
export const oracleChains: readonly OracleChain[] = [
  ...["elision", "truncate", "common_grams"].map((name) => ({
    tokenizer: "whitespace",
    filters: [name],
    global: true,
  })),
  ...tokenizers.map((tokenizer) => ({ tokenizer })),
  ...filters.flatMap((filter) => [
    { tokenizer: "standard", filters: [filter] },
    { tokenizer: "whitespace", filters: [filter] },
  ]),
  ...combined,
  ...nested,
  ...synonymChains,
  ...charFilters.flatMap((charFilter) => [
    { charFilters: [charFilter], tokenizer: "standard" },
    { charFilters: [charFilter], tokenizer: "whitespace" },
    { charFilters: [charFilter], tokenizer: "keyword", filters: ["word_delimiter_graph"] },
  ]),
];
