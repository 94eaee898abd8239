/** Reads how messages become tokens (`categorization_analyzer`, `categorization_filters`). */
import type { ComponentSettings } from "../../analysis/component-parameters.ts";
import { analysisOf, type ChainDefinition, type IndexAnalysis } from "../../analysis/analyzers-of.ts";
import type { Analyzer } from "../../analysis/analyzer.ts";
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern } from "../../compat/patterns/java-pattern.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { failedBuild, unsupportedToken, withinField } from "../declared-values.ts";

/** As many tokens of a message count. */
const MOST_TOKENS = 100;

/** Names of days and months vary from message to message. */
const STOP_WORDS =
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun January February March April May June July August September October November December Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec GMT UTC".split(
    " ",
  );

const KINDS = { analyzer: "categorization_analyzer", filters: "categorization_filters" };

/** The tokens of a message that its category is found by. */
export type MessageTokens = (message: string) => string[];

/** Reads both members of a body. Throws 400. */
export function readMessageTokens(read: BodyReader): MessageTokens {
  const analyzer = read.json(KINDS.analyzer);
  const filters = read.json(KINDS.filters);
  if (analyzer !== undefined && filters !== undefined) {
    throw failedBuild(read.what, illegalArgument(`[${KINDS.filters}] cannot be used with [${KINDS.analyzer}]`));
  }
  const analysis = analysisOf({});
  if (analyzer === undefined) return tokensBy(analysis.chain(defaultChain(readFilters(read, filters ?? []))));
  if (typeof analyzer === "string") return tokensBy(namedAnalyzer(read, analysis, analyzer));
  if (!isJsonObject(analyzer)) throw unsupportedToken(read, KINDS.analyzer, analyzer);
  return tokensBy(withinField(read, KINDS.analyzer, () => analysis.chain(readChain(analyzer))));
}

function tokensBy(analyzer: Analyzer): MessageTokens {
  return (message) => {
    const tokens: string[] = [];
    for (const { text } of analyzer.tokens(message)) {
      if (text !== "") tokens.push(text);
      if (tokens.length === MOST_TOKENS) break;
    }
    return tokens;
  };
}

function defaultChain(filters: readonly string[]): ChainDefinition {
  return {
    charFilters: ["first_line_with_letters", ...filters.map((pattern) => ({ type: "pattern_replace", pattern }))],
    tokenizer: "ml_standard",
    tokenFilters: [{ type: "stop", stopwords: STOP_WORDS }],
  };
}

function readFilters(read: BodyReader, filters: Json): string[] {
  const given = Array.isArray(filters) ? filters : [filters];
  return given.map((filter) => {
    if (typeof filter !== "string") throw unsupportedToken(read, KINDS.filters, filter);
    if (filter === "")
      throw failedBuild(read.what, illegalArgument(`[${KINDS.filters}] must not contain empty or null values`));
    return withinField(read, KINDS.filters, () => {
      compilePattern(filter);
      return filter;
    });
  });
}

function namedAnalyzer(read: BodyReader, analysis: IndexAnalysis, name: string): Analyzer {
  const found = analysis.analyzer(name);
  if (!found) throw failedBuild(read.what, illegalArgument(`Failed to find global analyzer [${name}]`));
  return found;
}

function readChain(body: JsonObject): ChainDefinition {
  const read = new BodyReader(KINDS.analyzer, body);
  const charFilters = readParts(read, "char_filter");
  const tokenizer = read.json("tokenizer");
  const tokenFilters = readParts(read, "filter");
  read.end();
  if (tokenizer === undefined) throw illegalArgument(`${KINDS.analyzer} must have a [tokenizer]`);
  return { charFilters, tokenizer: readPart("tokenizer", tokenizer), tokenFilters };
}

function readParts(read: BodyReader, key: string): (string | ComponentSettings)[] {
  const given = read.json(key) ?? [];
  return (Array.isArray(given) ? given : [given]).map((part) => readPart(key, part));
}

function readPart(key: string, part: Json): string | ComponentSettings {
  if (typeof part === "string") return part;
  if (!isJsonObject(part)) throw illegalArgument(`[${KINDS.analyzer}] ${key} must be a name or an object`);
  return componentSettings(part);
}

/** A definition as settings have it: texts, and lists of texts. */
function componentSettings(part: JsonObject): ComponentSettings {
  const settings: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(part)) {
    if (isJsonObject(value)) throw illegalArgument(`[${KINDS.analyzer}] [${name}] must be a value or a list`);
    if (value !== null) put(settings, name, Array.isArray(value) ? value.map(String) : String(value));
  }
  return settings;
}
