/** `more_like_this`: documents with the words that say most about given texts and documents. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { booleanOf, type Clause } from "../boolean/boolean-expression.ts";
import { withMinimum } from "../boolean/with-minimum.ts";
import type { Expression } from "../expression.ts";
import { ids } from "../ids/ids-expression.ts";
import { kindQuery } from "../kind-query.ts";
import { matchNone } from "../match-none/match-none-expression.ts";
import { addWords, anyWord, bestWords, type WordChoice } from "../more-like-this/best-words.ts";
import { type LikeDocument, type LikeItems, readItems } from "../more-like-this/read-items.ts";
import { readHead } from "../query-head.ts";
import type { ParseContext, QueryKind } from "../query-kind.ts";
import type { SearcherView } from "../query.ts";
import { unwrapped } from "../query-shard-exception.ts";
import { namedAnalyzer } from "../text/field-match.ts";

const ANY = 0x7f_ff_ff_ff;
const DEFAULT_MINIMUM = "30%";

export const moreLikeThis: QueryKind = {
  name: "more_like_this",
  summary: "Matches documents with the words that say most about given texts and documents.",

  parse(body, context) {
    const read = new BodyReader("more_like_this", body);
    const head = readHead("more_like_this", read, body);
    const given = readBody(read, context);
    for (const key of read.keys()) if (!known.has(key)) throw parsingException(`[mlt] query does not support [${key}]`);
    if (given.like.texts.length + given.like.documents.length === 0)
      throw parsingException("more_like_this requires 'like' to be specified");
    if (given.fields?.length === 0) throw parsingException("more_like_this requires 'fields' to be non-empty");
    if (given.choice.mostWords <= 0) throw illegalArgument("requires 'maxQueryTerms' to be greater than 0");
    return kindQuery(head, (searcher) => build(searcher, given));
  },
};

const known: ReadonlySet<string> = new Set([
  "fields",
  "like",
  "unlike",
  "max_query_terms",
  "min_term_freq",
  "min_doc_freq",
  "max_doc_freq",
  "min_word_length",
  "max_word_length",
  "stop_words",
  "analyzer",
  "minimum_should_match",
  "boost_terms",
  "include",
  "fail_on_unsupported_field",
  "boost",
  "_name",
]);

interface MoreLikeThisBody {
  readonly fields: readonly string[] | undefined;
  readonly like: LikeItems;
  readonly unlike: LikeItems;
  readonly choice: Omit<WordChoice, "unlike">;
  readonly analyzer: string | undefined;
  readonly minimum: string;
  readonly includesLiked: boolean;
  readonly failsOnUnsupported: boolean;
}

function readBody(read: BodyReader, context: ParseContext): MoreLikeThisBody {
  const items = (key: string): LikeItems => {
    const value = read.json(key);
    return value === undefined ? { texts: [], documents: [] } : readItems(value, context);
  };
  return {
    fields: namesOf(read.json("fields")),
    like: items("like"),
    unlike: items("unlike"),
    choice: {
      mostWords: read.integer("max_query_terms") ?? 25,
      leastInText: read.integer("min_term_freq") ?? 2,
      leastDocuments: read.integer("min_doc_freq") ?? 5,
      mostDocuments: read.integer("max_doc_freq") ?? ANY,
      leastLength: read.integer("min_word_length") ?? 0,
      mostLength: read.integer("max_word_length") ?? 0,
      stopWords: new Set(namesOf(read.json("stop_words"))),
      boostTerms: read.number("boost_terms") ?? 0,
    },
    analyzer: read.string("analyzer"),
    minimum: read.string("minimum_should_match") ?? DEFAULT_MINIMUM,
    includesLiked: read.boolean("include") ?? false,
    failsOnUnsupported: read.boolean("fail_on_unsupported_field") ?? true,
  };
}

function namesOf(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.map(valueText) : [valueText(value)];
}

function build(searcher: SearcherView, body: MoreLikeThisBody): Expression {
  const { like, unlike, minimum } = body;
  if (
    body.fields === undefined &&
    like.texts.length + unlike.texts.length > 0 &&
    !searcher.mapping.setting("index.query.default_field")
  )
    throw illegalArgument(
      "[more_like_this] query cannot infer the field to analyze the free text, you should update the [index.query.default_field] index setting to a field that exists in the mapping or set the [fields] option in the query.",
    );
  requireAnalyzer(searcher, body);
  const fields = fieldsOf(searcher, body);
  const ofGiven = like.documents.some(isGiven) ? fieldsOf(searcher, everyField) : [];
  const all = [...new Set([...fields, ...ofGiven])];
  if (all.length === 0) return matchNone("no fields to compare");
  const words = wordsWith(searcher, body.analyzer);
  const unlikeDocuments = like.documents.length > 0 ? unlike.documents : [];
  const refused = unlikeWords({ texts: unlike.texts, documents: unlikeDocuments }, { fields, all }, words);
  const choice: WordChoice = { ...body.choice, unlike: refused };
  const clauses: Clause[] = [];
  if (like.documents.length > 0) {
    const found = all.flatMap((field) => {
      // Of documents that the request brings all fields count, whatever it asks for.
      const documents = fields.includes(field) ? like.documents : like.documents.filter(isGiven);
      return bestWords(searcher, documentWords(documents, field, words, choice), [field], choice);
    });
    clauses.push({ occur: "should", expression: withMinimum(anyWord(found), minimum) });
  }
  if (like.texts.length > 0 && fields.length > 0) {
    const frequencies = new Map<string, number>();
    // A text has the words that the first field makes of it.
    for (const text of like.texts) addWords(frequencies, words(fields[0]!, text), fields[0]!, choice);
    clauses.push({
      occur: "should",
      expression: withMinimum(anyWord(bestWords(searcher, frequencies, fields, choice)), minimum),
    });
  }
  const liked = like.documents.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const similar = booleanOf(clauses);
  if (body.includesLiked || liked.length === 0) return similar;
  return booleanOf([
    { occur: "should", expression: similar },
    { occur: "must_not", expression: ids(liked) },
  ]);
}

const everyField = { fields: undefined, failsOnUnsupported: false };

/** Fields with words to compare, each once; without names all of them. */
function fieldsOf(
  searcher: SearcherView,
  asked: Pick<MoreLikeThisBody, "fields" | "failsOnUnsupported">,
): MappedField[] {
  const { mapping } = searcher;
  const found = new Map<string, MappedField>();
  const names = asked.fields?.flatMap((name) => (name.includes("*") ? mapping.matching(name) : [name]));
  for (const path of names ?? mapping.matching("*")) {
    const field = mapping.field(path);
    if (!field) continue;
    if (isComparable(field)) {
      if (field.searchable) found.set(field.path, field);
    } else if (asked.fields?.includes(path) === true && asked.failsOnUnsupported)
      throw illegalArgument(`more_like_this only supports text/keyword fields: [${path}]`);
  }
  return [...found.values()];
}

/** Texts and keywords; not the keys of an object, nor what is computed. */
const isComparable = (field: MappedField): boolean =>
  field.capabilities.texts !== undefined && !field.runtime && !field.keyed && !field.keyField;

/** A text is analysed by the first field. */
function requireAnalyzer(searcher: SearcherView, { fields, like }: MoreLikeThisBody): void {
  const [first] = fields ?? [];
  if (like.texts.length > 0 && first !== undefined && !searcher.mapping.field(first))
    throw unwrapped(illegalArgument(`No analyzer configured for field ${first}`));
}

const isGiven = ({ id, source }: LikeDocument): boolean => id === undefined && source !== undefined;

/** The words of a text in a field. */
type Words = (field: MappedField, text: string) => readonly string[];

function wordsWith(searcher: SearcherView, name: string | undefined): Words {
  const named = name === undefined ? undefined : namedAnalyzer(searcher, name, "more_like_this");
  return (field, text) => {
    searcher.planning?.checkpoint();
    const analyzer = named ?? field.indexAnalyzer ?? field.searchAnalyzer;
    return analyzer ? analyzer.tokens(text).map((token) => token.text) : [text];
  };
}

function documentWords(
  documents: readonly LikeDocument[],
  field: MappedField,
  words: Words,
  choice: WordChoice,
): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const document of documents) {
    const own = new Map<string, number>();
    for (const text of textsOf([document], field)) addWords(own, words(field, text), field, choice);
    // Those of a document come in their order in its term vector.
    for (const word of [...own.keys()].sort()) frequencies.set(word, (frequencies.get(word) ?? 0) + own.get(word)!);
  }
  return frequencies;
}

function* textsOf(documents: readonly LikeDocument[], field: MappedField): Generator<string> {
  for (const { source, fields } of documents) {
    if (!source || (fields && !fields.includes(field.path))) continue;
    for (const value of valuesAt(source, (field.sourcePath ?? field.path).split("."))) yield valueText(value);
  }
}

/** The scalars at a path; a multi-field has those of the field above it. */
function valuesAt(value: Json, steps: readonly string[]): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, steps));
  if (!isJsonObject(value)) return value === null ? [] : [value];
  for (let used = steps.length; used > 0; used--) {
    const inner = ownOf(value, steps.slice(0, used).join("."));
    if (inner !== undefined) return valuesAt(inner, steps.slice(used));
  }
  return [];
}

/** Words by field. Texts count for the fields of the query, documents where documents are liked. */
function unlikeWords(
  { texts, documents }: LikeItems,
  { fields, all }: { readonly fields: readonly MappedField[]; readonly all: readonly MappedField[] },
  words: Words,
): ReadonlyMap<string, ReadonlySet<string>> {
  const refused = new Map<string, ReadonlySet<string>>();
  for (const field of all) {
    const isAsked = fields.includes(field);
    // As of what is liked: of documents that the request brings all fields count.
    const counted = isAsked ? documents : documents.filter(isGiven);
    const own = [...(isAsked ? texts : []), ...textsOf(counted, field)].flatMap((text) => words(field, text));
    refused.set(field.path, new Set(own));
  }
  return refused;
}
