/** Rules whose intervals are single terms: prefixes, wildcards, regular expressions, fuzzy words, ranges. */
import type { Analyzer } from "../../analysis/analyzer.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { DEFAULT_WORK_LIMIT } from "../../core/automata/work-limit.ts";
import type { Json } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { Expression } from "../expression.ts";
import { autoFuzziness, parseFuzziness } from "../fuzziness.ts";
import { MAX_CLAUSE_COUNT } from "../limits.ts";
import { fuzzyOf, prefixOf, regexpOf, wildcardOf } from "../pattern-queries.ts";
import { rangeOf } from "../range-queries.ts";
import { normalizePiece } from "../text/normalize.ts";
import { noIntervals } from "./combine-sources.ts";
import type { IntervalSource } from "./interval-source.ts";
import { inField, readWordOptions, type Rule, RuleBody } from "./rule-body.ts";

/** All of Lucene's syntax of regular expressions. */
const ALL_FLAGS = 0xff;

export function prefixRule(body: Json): Rule {
  const read = new RuleBody("prefix", body);
  const text = read.text("prefix");
  const options = readWordOptions(read);
  read.end("prefix");
  return inField(options, (searcher, field, analyzer) => {
    const prefix = normalized(field, analyzer, text ?? "");
    return termsOf(prefixOf(searcher, field, prefix, { analysed: true }), `${prefix}*`);
  });
}

export function wildcardRule(body: Json): Rule {
  const read = new RuleBody("wildcard", body);
  const text = read.text("pattern");
  const options = readWordOptions(read);
  read.end("pattern");
  return inField(options, (searcher, field, analyzer) => {
    const pattern = normalized(field, analyzer, text ?? "");
    return termsOf(wildcardOf(searcher, field, pattern, { analysed: true }), pattern);
  });
}

export function regexpRule(body: Json): Rule {
  const read = new RuleBody("regexp", body);
  const text = read.text("pattern");
  const options = readWordOptions(read);
  read.end("pattern");
  return inField(options, (searcher, field, analyzer) => {
    const pattern = normalized(field, analyzer, text ?? "");
    const limits = { flags: ALL_FLAGS, maxDeterminizedStates: DEFAULT_WORK_LIMIT };
    return termsOf(regexpOf(searcher, field, pattern, limits), pattern);
  });
}

export function fuzzyRule(body: Json): Rule {
  const read = new RuleBody("fuzzy", body);
  const text = read.text("term");
  const prefixLength = read.integer("prefix_length") ?? 0;
  const transpositions = read.boolean("transpositions") ?? true;
  const given = read.json("fuzziness");
  const fuzziness = given === undefined ? autoFuzziness : read.parse("fuzziness", () => parseFuzziness(given));
  const options = readWordOptions(read);
  read.end("term");
  return inField(options, (searcher, field, analyzer) => {
    const term = normalized(field, analyzer, text ?? "");
    const query = fuzzyOf(searcher, field, term, {
      fuzziness,
      prefixLength,
      transpositions,
      maxExpansions: MAX_CLAUSE_COUNT,
      rewrite: { form: "constant" },
    });
    return termsOf(query, term);
  });
}

export function rangeRule(body: Json): Rule {
  const read = new RuleBody("range", body);
  const bounds = { gte: read.text("gte"), gt: read.text("gt"), lte: read.text("lte"), lt: read.text("lt") };
  const options = readWordOptions(read);
  read.end();
  if ((bounds.gte === undefined) === (bounds.gt === undefined)) throw oneOf("gte", "gt");
  if ((bounds.lte === undefined) === (bounds.lt === undefined)) throw oneOf("lte", "lt");
  return inField(options, (searcher, field, analyzer) => {
    const from = normalized(field, analyzer, bounds.gte ?? bounds.gt ?? "");
    const to = normalized(field, analyzer, bounds.lte ?? bounds.lt ?? "");
    const least = bounds.gte === undefined ? { gt: from } : { gte: from };
    const most = bounds.lte === undefined ? { lt: to } : { lte: to };
    return termsOf(rangeOf(searcher, field, { ...least, ...most, nowMs: searcher.nowMs }), `{${from},${to}}`);
  });
}

function oneOf(inclusive: string, exclusive: string): RequestError {
  const cause = illegalArgument(`Either [${inclusive}] or [${exclusive}], one of them must be provided`);
  return new RequestError(
    400,
    "x_content_parse_exception",
    "Failed to build [range] after last required field arrived",
    {
      cause,
    },
  );
}

function termsOf(query: Expression, pattern: string): IntervalSource {
  const { expansion } = query;
  return expansion ? { kind: "terms", query, expansion, pattern } : noIntervals;
}

function normalized(field: MappedField, analyzer: Analyzer | undefined, text: string): string {
  return normalizePiece(analyzer === undefined ? field : { ...field, searchAnalyzer: analyzer }, text);
}
