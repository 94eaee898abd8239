/** Inputs of a completion field that begin like the text, or nearly, or as an expression says. */
import { illegalArgument } from "../../../compat/errors.ts";
import { float32Text } from "../../../compat/json/json-text.ts";
import { type BodyShape, parseObject } from "../../../compat/object-parser.ts";
import { parseRegexpFlags } from "../../../compat/regexp/regexp-flags.ts";
import { regexpAutomaton } from "../../../compat/regexp/regexp-pattern.ts";
import { RequestText } from "../../../compat/request-text.ts";
import { valueText } from "../../../compat/value-text.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { parseFuzziness } from "../../../query/fuzziness.ts";
import {
  automatonMatcher,
  exactMatcher,
  type FuzzyOptions,
  fuzzyMatcher,
  type PathMatcher,
} from "../completion/path-matcher.ts";
import { queryContexts } from "../completion/query-contexts.ts";
import { type FoundInput, shardInputs } from "../completion/shard-inputs.ts";
import { defineSuggester, type SuggestedOption, type Suggestion, type SuggestShard } from "../suggester.ts";
import { fieldOf } from "../suggestion-body.ts";

const DEFAULT_SIZE = 5;
const DEFAULT_STATES = 10_000;
const DEFAULT_FUZZY: FuzzyOptions = {
  edits: 1,
  transpositions: true,
  minLength: 3,
  prefixLength: 1,
  unicodeAware: false,
};

interface CompletionOptions {
  readonly fuzzy: FuzzyOptions | undefined;
  readonly regex: { readonly flags: number; readonly maxDeterminizedStates: number };
  readonly skipDuplicates: boolean;
  readonly contexts: JsonObject | undefined;
}

const FUZZY: BodyShape = {
  name: "fuzzy",
  members: {
    fuzziness: (value) => parseFuzziness(value).edits("word"),
    min_length: notNegative("fuzzyMinLength"),
    prefix_length: notNegative("fuzzyPrefixLength"),
    max_determinized_states: notNegative("maxDeterminizedStates"),
    transpositions: "boolean",
    unicode_aware: "boolean",
  },
};

const REGEX: BodyShape = {
  name: "regex",
  members: {
    flags: (value) => (typeof value === "number" ? value : parseRegexpFlags(valueText(value))),
    flags_value: "int32",
    max_determinized_states: notNegative("maxDeterminizedStates"),
  },
};

const SHAPE: BodyShape = {
  name: "completion",
  members: {
    field: "text",
    analyzer: "text",
    size: { takes: isNumeric, read: (value) => positive(intOf(value)) },
    shard_size: "int32",
    skip_duplicates: "boolean",
    fuzzy: { ...FUZZY, orTruth: true },
    regex: REGEX,
    contexts: "object",
  },
};

export const completion = defineSuggester<CompletionOptions>({
  name: "completion",

  parse(request, body, path) {
    const read = parseObject(SHAPE, body, request.text, path);
    const { size = DEFAULT_SIZE, shard_size: shardSize, regex = {}, contexts } = read;
    return {
      field: fieldOf(read),
      analyzer: read.analyzer as string | undefined,
      size: Number(size),
      shardSize: shardSize === undefined ? undefined : Number(shardSize),
      options: {
        fuzzy: fuzzyOf(read.fuzzy),
        regex: regexOf(regex as JsonObject),
        skipDuplicates: read.skip_duplicates === true,
        contexts: contexts as JsonObject | undefined,
      },
    };
  },

  *suggest(suggestion, shard) {
    const { text } = shard;
    const found = bestInputs(suggestion, shard);
    if (shard.poll()) yield;
    const { size } = suggestion;
    return [{ text, offset: 0, length: text.length, options: found.slice(0, size).map(optionOf) }];
  },

  merge({ size, options: { skipDuplicates } }, entries) {
    const seen = new Set<string>();
    const options = entries
      .flatMap((entry) => entry.options)
      .sort((one, other) => other.score - one.score || (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
      .filter(({ text }) => !skipDuplicates || (!seen.has(text) && seen.add(text)));
    return { ...entries[0]!, options: options.slice(0, size) };
  },

  render: ({ text, score, found }, hit) => ({
    text,
    ...hit,
    _score: float32Text(score),
    ...(found?.contexts ? { contexts: found.contexts } : {}),
  }),
});

function bestInputs(suggestion: Suggestion<CompletionOptions>, shard: SuggestShard): FoundInput[] {
  const { view, field, shardSize, isEmpty } = shard;
  if (!field.completionContexts) throw illegalArgument(`Field [${field.path}] is not a completion suggest field`);
  const { contexts: given, skipDuplicates } = suggestion.options;
  const contexts = queryContexts(field.path, field.completionContexts, given);
  const matcher = matcherOf(suggestion, shard);
  if (isEmpty || !matcher) return [];
  return shardInputs(view, { field: field.path, matcher, contexts, size: shardSize, skipDuplicates });
}

/** Undefined: nothing is found. */
function matcherOf(
  { options, prefix, regex }: Suggestion<CompletionOptions>,
  { view: { planning }, field, text }: SuggestShard,
): PathMatcher | undefined {
  const work = { reserve: planning?.reserve ?? nothing, checkpoint: planning?.checkpoint ?? nothing };
  if (prefix === undefined && regex !== undefined) {
    if (options.fuzzy) throw illegalArgument("can not use 'fuzzy' options with 'regex");
    if (regex === "") return undefined;
    return automatonMatcher(regexpAutomaton(regex, { ...options.regex, checkpoint: work.checkpoint }), work);
  }
  const texts = field.searchAnalyzer?.tokens(prefix ?? text).map((token) => token.text) ?? [];
  return options.fuzzy ? fuzzyMatcher(texts, options.fuzzy, work) : exactMatcher(texts);
}

function nothing(): void {}

function optionOf({ text, score, segment, doc, contexts }: FoundInput): SuggestedOption {
  const names = Array.from(contexts, ([name, values]): [string, string[]] => [name, [...values]]);
  const found = { segment, doc, shard: 0 };
  return { text, score, found: names.length > 0 ? { ...found, contexts: Object.fromEntries(names) } : found };
}

function fuzzyOf(read: Json | undefined): FuzzyOptions | undefined {
  if (read === undefined || read === false) return undefined;
  const given = read === true ? {} : (read as JsonObject);
  const { fuzziness, min_length: minLength, prefix_length: prefixLength, transpositions = true } = given;
  return {
    edits: Number(fuzziness ?? DEFAULT_FUZZY.edits),
    minLength: Number(minLength ?? DEFAULT_FUZZY.minLength),
    prefixLength: Number(prefixLength ?? DEFAULT_FUZZY.prefixLength),
    transpositions: transpositions === true,
    unicodeAware: given["unicode_aware"] === true,
  };
}

function regexOf({
  flags,
  flags_value: value,
  max_determinized_states: states,
}: JsonObject): CompletionOptions["regex"] {
  return {
    flags: Number(value ?? flags ?? parseRegexpFlags(undefined)),
    maxDeterminizedStates: Number(states ?? DEFAULT_STATES),
  };
}

function notNegative(name: string): (value: Json) => number {
  return (value) => {
    const number = intOf(value);
    if (number < 0) throw illegalArgument(`${name} must not be negative`);
    return number;
  };
}

function positive(size: number): number {
  if (size <= 0) throw illegalArgument("size must be positive");
  return size;
}

function isNumeric(value: Json): boolean {
  return typeof value === "number" || typeof value === "bigint" || typeof value === "string";
}

function intOf(value: Json): number {
  const body = { value };
  return RequestText.of(body).number(body, "value", true);
}
