/** Turns a parsed query string into an expression (Elasticsearch's `QueryStringQueryParser`). */
import { RequestError } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { ALL_FLAGS } from "../../compat/regexp/regexp-flags.ts";
import { boosted } from "../boost/boost-expression.ts";
import { BooleanExpression, booleanOf, type Clause } from "../boolean/boolean-expression.ts";
import { bestOf } from "../dis-max/dis-max-expression.ts";
import type { Expression } from "../expression.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { existingFields } from "../existing-fields.ts";
import { fuzzyOf, prefixOf, regexpOf, wildcardOf } from "../pattern-queries.ts";
import { rangeOf } from "../range-queries.ts";
import { searchableField, unmapped } from "../searchable-field.ts";
import { parseFuzziness } from "../fuzziness.ts";
import { checkRegexLength } from "../limits.ts";
import type { SearcherView } from "../query.ts";
import { defaultMatchOptions } from "../text/field-match.ts";
import { type FieldWeights, resolveFields } from "../text/field-weights.ts";
import { matchFields, type MultiMatchType, tieBreakerOf } from "../text/multi-field-match.ts";
import { normalizePiece } from "../text/normalize.ts";
import { analysedPrefix, analysedWildcard } from "./analysed-patterns.ts";
import { joinClauses } from "./clauses.ts";
import type { StringNode } from "./grammar.ts";
import type { StringSettings } from "./settings.ts";

const EXISTS = "_exists_";

/** The expression; undefined when the analyzer removed all words. */
export function buildQueryString(
  searcher: SearcherView,
  node: StringNode,
  settings: StringSettings,
): Expression | undefined {
  return new StringBuilder(searcher, settings).build(node);
}

/** Excluding clauses alone match all other documents. */
export function fixNegative(expression: Expression): Expression {
  if (!(expression instanceof BooleanExpression)) return expression;
  if (expression.clauses.length === 0 || expression.clauses.some((clause) => clause.occur !== "must_not"))
    return expression;
  return booleanOf([...expression.clauses, { occur: "filter", expression: matchAll() }], expression.minimum);
}

class StringBuilder {
  readonly #searcher: SearcherView;
  readonly #settings: StringSettings;

  constructor(searcher: SearcherView, settings: StringSettings) {
    this.#searcher = searcher;
    this.#settings = settings;
  }

  build(node: StringNode): Expression | undefined {
    switch (node.type) {
      case "group":
        return this.#group(node);
      case "boost": {
        const inner = this.build(node.inner);
        return inner && node.boost !== 1 ? boosted(inner, node.boost) : inner;
      }
      case "text":
        return this.#text(node.field, node.text);
      case "phrase":
        return this.#phrase(node.field, node.text, node.slop ?? this.#settings.phraseSlop);
      case "range":
        return this.#range(node);
      case "wildcard":
        return this.#wildcard(node.field, node.text);
      case "regexp":
        checkRegexLength(this.#searcher.mapping, node.text, "[query_string]");
        return this.#everyField(node.field, (field) => this.#pattern(node, field));
      case "prefix":
      case "fuzzy":
        return this.#everyField(node.field, (field) => this.#pattern(node, field));
    }
  }

  #group(node: Extract<StringNode, { type: "group" }>): Expression | undefined {
    const clauses: Clause[] = [];
    for (const clause of node.clauses) {
      const several = clause.node.type === "text" && clause.node.several;
      joinClauses(clauses, clause, this.build(clause.node), { operator: this.#settings.operator, several });
    }
    return clauses.length === 0 ? undefined : fixNegative(booleanOf(clauses));
  }

  #text(path: string | undefined, text: string): Expression | undefined {
    if (path === EXISTS) return existingFields(this.#searcher, text);
    if (path !== undefined) {
      const range = this.#comparison(path, text);
      if (range) return range;
    }
    return this.#match(path, text, this.#settings.type, this.#settings.phraseSlop);
  }

  /** Comparisons such as `age:>=10`, and dates with a time zone, as ranges. */
  #comparison(path: string, text: string): Expression | undefined {
    const sign = /^(>=?|<=?)(.+)$/su.exec(text);
    const node = {
      type: "range",
      field: path,
      includeFrom: true,
      includeTo: true,
      from: undefined,
      to: undefined,
    } as const;
    if (sign) {
      const [, operator = "", value = ""] = sign;
      const inclusive = operator.length === 2;
      if (operator.startsWith(">")) return this.#range({ ...node, from: value, includeFrom: inclusive });
      return this.#range({ ...node, to: value, includeTo: inclusive });
    }
    if (this.#settings.timeZone === undefined || !searchableField(this.#searcher, path)?.capabilities.dates)
      return undefined;
    return this.#range({ ...node, from: text, to: text });
  }

  #phrase(path: string | undefined, text: string, slop: number): Expression | undefined {
    if (path === EXISTS) return existingFields(this.#searcher, text);
    return this.#match(path, text, "phrase", slop);
  }

  #match(path: string | undefined, text: string, type: MultiMatchType, slop: number): Expression | undefined {
    const quoted = type === "phrase";
    const settings = this.#settings;
    const fields = this.#fields(path, quoted ? settings.quoteFieldSuffix : undefined);
    if (fields.size === 0) return unmapped(path ?? "*");
    return matchFields(this.#searcher, fields, text, {
      type,
      tieBreaker: settings.tieBreaker,
      minimumShouldMatch: undefined,
      options: {
        ...defaultMatchOptions,
        kind: "query_string",
        operator: settings.operator,
        analyzer: quoted ? (settings.quoteAnalyzer ?? settings.analyzer) : settings.analyzer,
        slop,
        prefixLength: settings.fuzzyPrefixLength,
        maxExpansions: settings.fuzzyMaxExpansions,
        transpositions: settings.fuzzyTranspositions,
        fuzzyRewrite: settings.fuzzyRewrite,
        lenient: settings.lenient,
        synonymPhrases: settings.synonymPhrases,
        zeroTerms: "null",
      },
    });
  }

  #wildcard(path: string | undefined, text: string): Expression | undefined {
    if (text === "*") {
      if (path === "*" || (path === undefined && this.#settings.allFields)) return matchAll();
      if (path !== undefined) return existingFields(this.#searcher, path);
      return this.#everyField(path, (field) => existingFields(this.#searcher, field.path));
    }
    return this.#everyField(path, (field) => this.#wildcardIn(field, text));
  }

  #wildcardIn(field: MappedField, text: string): Expression {
    const settings = this.#settings;
    if (!settings.allowLeadingWildcard && /^[*?]/.test(text)) {
      throw new RequestError(400, "parse_exception", "'*' or '?' not allowed as first character in WildcardQuery");
    }
    const pattern = settings.analyzeWildcard ? analysedWildcard(field, text) : normalizePiece(field, text);
    return wildcardOf(this.#searcher, field, pattern, { rewrite: settings.rewrite });
  }

  #pattern(
    node: Extract<StringNode, { type: "prefix" | "wildcard" | "regexp" | "fuzzy" }>,
    field: MappedField,
  ): Expression | undefined {
    const settings = this.#settings;
    switch (node.type) {
      case "prefix":
        if (settings.analyzeWildcard) return analysedPrefix(this.#searcher, field, node.text, settings);
        return prefixOf(this.#searcher, field, normalizePiece(field, node.text), { rewrite: settings.rewrite });
      case "regexp":
        return regexpOf(this.#searcher, field, normalizePiece(field, node.text), {
          flags: ALL_FLAGS,
          maxDeterminizedStates: settings.maxDeterminizedStates,
          rewrite: settings.rewrite,
        });
      case "fuzzy":
        return fuzzyOf(this.#searcher, field, normalizePiece(field, node.text), {
          fuzziness: node.distance === "" ? settings.fuzziness : parseFuzziness(node.distance),
          prefixLength: settings.fuzzyPrefixLength,
          maxExpansions: settings.fuzzyMaxExpansions,
          transpositions: settings.fuzzyTranspositions,
          rewrite: settings.fuzzyRewrite ?? settings.rewrite,
        });
      case "wildcard":
        return this.#wildcardIn(field, node.text);
    }
  }

  #range(node: Extract<StringNode, { type: "range" }>): Expression | undefined {
    const from = node.from === "*" ? undefined : node.from;
    const to = node.to === "*" ? undefined : node.to;
    return this.#everyField(node.field, (field) =>
      rangeOf(this.#searcher, field, {
        ...(from === undefined ? {} : { [node.includeFrom ? "gte" : "gt"]: normalizePiece(field, from) }),
        ...(to === undefined ? {} : { [node.includeTo ? "lte" : "lt"]: normalizePiece(field, to) }),
        timeZone: this.#settings.timeZone,
        nowMs: this.#searcher.nowMs,
      }),
    );
  }

  /** The best score over the fields. */
  #everyField(path: string | undefined, build: (field: MappedField) => Expression | undefined): Expression | undefined {
    const fields = this.#fields(path, undefined);
    if (fields.size === 0) return unmapped(path ?? "*");
    const queries: Expression[] = [];
    for (const [name, weight] of fields) {
      const field = searchableField(this.#searcher, name);
      const query = field && this.#leniently(field, () => build(field));
      if (query) queries.push(weight === 1 ? query : boosted(query, weight));
    }
    const [only] = queries;
    return queries.length > 1 ? bestOf(queries, tieBreakerOf(this.#settings)) : only;
  }

  #leniently<T>(field: MappedField, build: () => T): T | Expression {
    try {
      return build();
    } catch (error) {
      if (!this.#settings.lenient || !(error instanceof RequestError)) throw error;
      return matchNone(`failed [${field.path}] query, caused by ${error.type}:[${error.message}]`);
    }
  }

  #fields(path: string | undefined, suffix: string | undefined): FieldWeights {
    if (path === undefined || (path === "*" && this.#settings.allFields)) {
      return suffix === undefined
        ? this.#settings.fields
        : resolveFields(this.#searcher, this.#settings.fields, suffix);
    }
    return resolveFields(this.#searcher, new Map([[path, 1]]), suffix);
  }
}
