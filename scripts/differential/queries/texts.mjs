// Queries of texts: match and its like, the languages of queries, more_like_this.
import { optional, several, weighted } from "../values.mjs";
import { fieldOf, positionedField, VALUES } from "./terms.mjs";
import { scalarFor, text, word } from "./vocabulary.mjs";

const TEXTS = ["text", "text", "text", "keyword"];
/** Texts that are scored alike. */
function combinable({ fields, isLoose = false }) {
  const texts = fields.filter(({ type }) => type === "text");
  const alike = texts.filter(({ parameters }) => parameters.similarity === undefined);
  return isLoose || alike.length === 0 ? texts : alike;
}
const textField = (random, world) => fieldOf(random, world, TEXTS);
const minimum = (random) => random.pick([1, 2, "50%", "-1", "2<75%", "100%", -2]);
const fuzzy = (random) =>
  optional(random, 0.1, {
    fuzziness: () => random.pick([0, 1, 2, "AUTO", "AUTO:3,6"]),
    prefix_length: () => random.below(2),
    max_expansions: () => random.pick([2, 50]),
    fuzzy_transpositions: () => false,
  });

function short(random, field, key, value, members) {
  return {
    [field.name]: random.chance(0.3) && Object.keys(members).length === 0 ? value : { [key]: value, ...members },
  };
}

const textOf = (random, field) =>
  field.type === "text" || field.type === "keyword" ? text(random, 5) : String(scalarFor(random, field));

/** `t1^2`, patterns, and now and then a field without words. */
function fieldList(random, world, isAtLeastOne = false) {
  return several(random, 1, 3, () => {
    const name = random.chance(0.1) ? random.pick(["t*", "k*", "o.*", "*"]) : textField(random, world).name;
    return random.chance(0.2) ? `${name}^${random.pick(isAtLeastOne ? [2, 3.3] : [2, 0.5, 3.3])}` : name;
  });
}

const analyzer = (random) =>
  optional(random, 0.07, { analyzer: () => random.pick(["standard", "simple", "whitespace", "keyword", "stop"]) });

const queryText = (random, world) =>
  several(random, 1, 4, () => {
    const field = `${textField(random, world).name}:`;
    const inField = random.chance(0.3) ? field : "";
    const term = random.pick([
      () => word(random),
      () => word(random),
      () => word(random),
      () => `"${text(random, 3)}"${random.pick(["", "", "~2"])}`,
      () => `${word(random)}~${random.pick(["", "1"])}`,
      () => `${word(random).slice(0, 2)}*`,
      () => "b?r",
      () => "/fo[xo]/",
      () => `(${word(random)} ${random.pick(["OR ", "AND ", ""])}${word(random)})`,
      () => "[b TO f}",
      () => `${word(random)}^2`,
    ])();
    return `${random.pick(["", "", "", "+", "-", "NOT ", "!"])}${inField}${term}`;
  }).join(random.pick([" ", " ", " AND ", " OR ", " && "]));

const simpleText = (random) =>
  several(random, 1, 4, () =>
    random.pick([
      word(random),
      word(random),
      `-${word(random)}`,
      `"${text(random, 3)}"~2`,
      `${word(random)}~1`,
      `${word(random).slice(0, 2)}*`,
      `(${word(random)} | ${word(random)})`,
      "(",
      '"',
      "*",
      `\\${word(random)}`,
    ]),
  ).join(random.pick([" ", " + ", " | "]));

const TYPES = ["best_fields", "most_fields", "cross_fields", "phrase", "phrase_prefix", "bool_prefix"];

export const textQueries = [
  match,
  match,
  match,
  (random, world, common) => {
    const field = positionedField(random, world);
    return {
      match_phrase: short(random, field, "query", textOf(random, field), {
        ...common,
        ...analyzer(random),
        ...optional(random, 0.3, { slop: () => random.below(5) }),
        ...optional(random, 0.1, { zero_terms_query: () => random.pick(["all", "none"]) }),
      }),
    };
  },
  (random, world, common) => {
    const field = positionedField(random, world);
    const value = `${random.chance(0.6) ? `${text(random, 2)} ` : ""}${word(random).slice(0, 1 + random.below(3))}`;
    return {
      match_phrase_prefix: short(random, field, "query", value, {
        ...common,
        ...analyzer(random),
        ...optional(random, 0.2, {
          slop: () => random.below(4),
          max_expansions: () => random.pick([1, 3]),
          zero_terms_query: () => "all",
        }),
      }),
    };
  },
  (random, world, common) => {
    const field = textField(random, world);
    const value = `${text(random, 3)} ${word(random).slice(0, 2)}`;
    return {
      match_bool_prefix: short(random, field, "query", value, {
        ...common,
        ...analyzer(random),
        ...fuzzy(random),
        ...optional(random, 0.2, { operator: () => "and", minimum_should_match: () => minimum(random) }),
      }),
    };
  },
  (random, world, common) => {
    const type = random.pick(TYPES);
    return {
      multi_match: {
        query: text(random, 4),
        fields: fieldList(random, world),
        ...optional(random, 0.9, { type: () => type }),
        ...optional(random, 0.15, {
          operator: () => random.pick(["and", "or"]),
          tie_breaker: () => random.pick([0, 0.3, 1]),
          minimum_should_match: () => minimum(random),
          lenient: () => true,
          zero_terms_query: () => "all",
        }),
        ...(type.startsWith("phrase") ? optional(random, 0.3, { slop: () => 2 }) : {}),
        ...(/best|most/.test(type) ? fuzzy(random) : {}),
        ...analyzer(random),
        ...common,
      },
    };
  },
  (random, world, common) => ({
    combined_fields: {
      query: text(random, 4),
      fields: fieldList(random, { ...world, fields: combinable(world) }, true),
      ...optional(random, 0.2, {
        operator: () => "and",
        minimum_should_match: () => minimum(random),
        zero_terms_query: () => "all",
        auto_generate_synonyms_phrase_query: () => false,
      }),
      ...common,
    },
  }),
  (random, world, common) => ({
    query_string: {
      query: queryText(random, world),
      ...(random.chance(0.5)
        ? { fields: fieldList(random, world) }
        : random.chance(0.7)
          ? { default_field: textField(random, world).name }
          : {}),
      ...optional(random, 0.1, {
        default_operator: () => "and",
        tie_breaker: () => 0.4,
        minimum_should_match: () => minimum(random),
        lenient: () => true,
        type: () => random.pick(TYPES),
        phrase_slop: () => 2,
        fuzziness: () => random.pick([1, "AUTO"]),
        analyze_wildcard: () => true,
        escape: () => true,
        allow_leading_wildcard: () => false,
        rewrite: () => random.pick(["scoring_boolean", "top_terms_2"]),
      }),
      ...common,
    },
  }),
  (random, world, common) => ({
    simple_query_string: {
      query: simpleText(random),
      ...optional(random, 0.8, { fields: () => fieldList(random, world) }),
      ...optional(random, 0.12, {
        default_operator: () => "and",
        minimum_should_match: () => minimum(random),
        lenient: () => true,
        flags: () => random.pick(["ALL", "NONE", "OR|AND|PREFIX", "PHRASE"]),
        analyze_wildcard: () => true,
        fuzzy_max_expansions: () => 2,
        fuzzy_prefix_length: () => 1,
      }),
      ...common,
    },
  }),
  moreLikeThis,
];

function match(random, world, common) {
  const field = random.chance(0.1) ? fieldOf(random, world, VALUES) : textField(random, world);
  const members = {
    ...common,
    ...analyzer(random),
    ...fuzzy(random),
    ...optional(random, 0.15, {
      operator: () => random.pick(["and", "or", "AND"]),
      minimum_should_match: () => minimum(random),
      zero_terms_query: () => random.pick(["all", "none"]),
      lenient: () => random.chance(0.5),
    }),
  };
  return { match: short(random, field, "query", textOf(random, field), members) };
}

function moreLikeThis(random, world, common) {
  const like = () =>
    random.pick([
      () => text(random, 8),
      () => ({ _id: weighted(random, world.ids) }),
      () => ({ doc: { t1: text(random, 6), t2: text(random, 4) } }),
    ])();
  return {
    more_like_this: {
      ...optional(random, 0.8, { fields: () => several(random, 1, 2, () => textField(random, world).name) }),
      like: several(random, 1, 2, like),
      min_term_freq: 1,
      ...optional(random, 0.7, { min_doc_freq: () => random.pick([1, 2, 5]) }),
      ...optional(random, 0.15, {
        unlike: like,
        max_query_terms: () => random.pick([2, 5]),
        max_doc_freq: () => 30,
        min_word_length: () => 4,
        stop_words: () => ["the", "fox"],
        boost_terms: () => 1.5,
        include: () => true,
        minimum_should_match: () => minimum(random),
        fail_on_unsupported_field: () => false,
      }),
      ...common,
    },
  };
}
