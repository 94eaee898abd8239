/** Highlights the hits of one shard. */
import { illegalArgument } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { spelledAsText } from "../../compat/json/lossless-json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { HighlightTerm, Plan, Query, SearcherView } from "../../query/query.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { SourcePaths } from "../fetch/source-paths.ts";
import { flatten, valuesAt } from "../fetch/source-value.ts";
import { analyzeValues } from "./analyzed-value.ts";
import { fastVectorFragments } from "./fast-vector.ts";
import { type FieldSettings, fieldSettings } from "./field-settings.ts";
import { findMatches, phraseSpans } from "./find-matches.ts";
import type { HighlightRequest } from "./highlight-options.ts";
import { MatchingTerms } from "./matching-terms.ts";
import { plainFragments } from "./plain.ts";
import { type SemanticDocument, semanticFragments, type SemanticTask } from "./semantic.ts";
import { unifiedFragments } from "./unified.ts";

/** Dependencies of a shard's highlighter. */
export interface HighlighterDependencies {
  readonly mapping: MappingView;
  readonly view: SearcherView;
  /** The query of the request, and its plan. */
  readonly query: Query;
  readonly plan: Plan;
  /** `highlight_query` of each entry of the request's fields. */
  readonly queries: readonly (Query | undefined)[];
}

/** One field to highlight. */
interface HighlightedField {
  readonly name: string;
  readonly field: MappedField;
  readonly settings: FieldSettings;
  readonly terms: MatchingTerms;
  /** Whether the query has any terms for the field. */
  readonly sought: boolean;
  /** Plan of the `highlight_query`: a document that it does not match has no fragments. */
  readonly plan: Plan | undefined;
}

/** Plans the fields once; `highlight` is called for each hit. */
export class Highlighter {
  readonly #mapping: MappingView;
  readonly #fields: readonly HighlightedField[];
  readonly #semantic: Omit<SemanticTask & { readonly name: string }, "valuesOf">[] = [];
  readonly #sourcePaths: SourcePaths;

  /** Throws 400 for highlighters that do not exist or do not suit the field. */
  constructor(request: HighlightRequest, parts: HighlighterDependencies) {
    this.#mapping = parts.mapping;
    this.#sourcePaths = new SourcePaths(parts.mapping);
    const collected = new Map<Query, readonly HighlightTerm[]>();
    const fields: HighlightedField[] = [];
    request.fields.forEach(({ pattern, options }, number) => {
      const query = parts.queries[number] ?? parts.query;
      let terms = collected.get(query);
      if (!terms) collected.set(query, (terms = termsOf(query, parts.view)));
      const settings = fieldSettings(options, request.encoder);
      const plan = query === parts.query ? undefined : query.plan(parts.view, { scored: false, boost: 1 });
      const words = terms.filter((term) => term.chunks === undefined);
      for (const name of parts.mapping.matching(pattern)) {
        const field = parts.mapping.field(name);
        if (field?.semantic?.chunks && name === pattern && (options.type ?? "semantic") === "semantic")
          this.#semantic.push({ name, path: field.path, chunks: field.semantic.chunks, settings, terms });
        if (!field || field.capabilities.texts === undefined || settings.type === "semantic") continue;
        checkSettings(settings, field, name);
        const own = settings.requireFieldMatch ? words.filter((term) => term.field === field.path) : words;
        fields.push({
          name,
          field,
          settings,
          terms: new MatchingTerms(plan ?? parts.plan, own),
          sought: own.length > 0,
          plan,
        });
      }
    });
    this.#fields = fields;
  }

  /** Fragments by field; fields without any are left out. */
  highlight(source: () => JsonObject, document: SemanticDocument): Record<string, string[]> {
    const highlights: Record<string, string[]> = {};
    for (const task of this.#semantic) {
      const valuesOf = (path: string): string[] => this.#texts([path], source());
      const fragments = semanticFragments({ ...task, valuesOf }, document);
      if (fragments.length > 0) put(highlights, task.name, fragments);
    }
    for (const highlighted of this.#fields) {
      const { name, settings, plan } = highlighted;
      if (!highlighted.sought && settings.noMatchSize <= 0) continue;
      const values = this.#values(highlighted.field, source());
      if (values.length === 0) continue;
      const matching =
        plan === undefined || !settings.requireFieldMatch || plan.explain(document.reader, document.doc).match;
      const terms = matching ? highlighted.terms.of(document.reader, document.doc) : [];
      const fragments = this.#fragments(highlighted, values, terms, document);
      if (fragments.length > 0) put(highlights, name, fragments);
    }
    return highlights;
  }

  #fragments(
    highlighted: HighlightedField,
    values: readonly string[],
    terms: readonly HighlightTerm[],
    document: { readonly reader: SegmentReader; readonly doc: number },
  ): string[] {
    const { field, settings } = highlighted;
    if (settings.type === "plain") return this.#plain(highlighted, values, terms, document);
    if (settings.type === "unified") return this.#unified(highlighted, values, terms, document.doc);
    const analyzed = analyzeValues(field, values, Number.POSITIVE_INFINITY);
    return fastVectorFragments(values, analyzed, terms, settings);
  }

  #unified(
    highlighted: HighlightedField,
    values: readonly string[],
    terms: readonly HighlightTerm[],
    doc: number,
  ): string[] {
    const { field, settings } = highlighted;
    const length = values.reduce((sum, value) => sum + value.length + 1, -1);
    if (!hasOffsets(field)) this.#checkLength(highlighted, length, () => String(doc));
    const analyzed = analyzeValues(field, values, settings.maxAnalyzedOffset ?? Number.POSITIVE_INFINITY);
    return unifiedFragments(
      values,
      findMatches(analyzed, terms, settings.requireFieldMatch ? "whole" : "words"),
      settings,
    );
  }

  #plain(
    highlighted: HighlightedField,
    values: readonly string[],
    terms: readonly HighlightTerm[],
    { reader, doc }: { readonly reader: SegmentReader; readonly doc: number },
  ): string[] {
    for (const value of values) this.#checkLength(highlighted, value.length, () => reader.id(doc));
    return plain(highlighted, values, terms);
  }

  /**
   * Throws 400 when a text is longer than the index allows to analyze, unless the request sets a lower limit itself.
   */
  #checkLength({ name, settings }: HighlightedField, length: number, document: () => string): void {
    const limit = Number(this.#mapping.setting("index.highlight.max_analyzed_offset") ?? 1_000_000);
    const asked = settings.maxAnalyzedOffset;
    if (length <= limit || (asked !== undefined && asked <= limit)) return;
    throw illegalArgument(
      `The length [${length}] of field [${name}] in doc[${document()}]/index[${this.#mapping.index}] exceeds the [index.highlight.max_analyzed_offset] limit [${limit}]. To avoid this error, set the query parameter [max_analyzed_offset] to a value less than index setting [${limit}] and this will tolerate long field values by truncating them.`,
    );
  }

  #values(field: MappedField, source: JsonObject): string[] {
    const ignoreAbove = Number(field.parameters.ignore_above ?? Number.POSITIVE_INFINITY);
    return this.#texts(this.#sourcePaths.of(field), source).filter((value) => value.length <= ignoreAbove);
  }

  #texts(paths: readonly string[], source: JsonObject): string[] {
    return flatten(paths.flatMap((path) => valuesAt(source, path)))
      .map(spelledAsText)
      .filter((value) => value !== null && typeof value !== "object")
      .map(String);
  }
}

function termsOf(query: Query, view: SearcherView): HighlightTerm[] {
  const terms: HighlightTerm[] = [];
  query.highlightTerms(view, (term) => terms.push(term));
  return terms;
}

/** Whether Elasticsearch has offsets of words without analyzing the text again. */
function hasOffsets({ parameters }: MappedField): boolean {
  return (
    parameters.index_options === "offsets" || (parameters.term_vector !== undefined && parameters.term_vector !== "no")
  );
}

function checkSettings(settings: FieldSettings, { parameters }: MappedField, name: string): void {
  const { term_vector: vector } = parameters;
  if (settings.type === "fvh" && !(typeof vector === "string" && vector.startsWith("with_positions_offsets")))
    throw illegalArgument(
      `the field [${name}] should be indexed with term vector with position offsets to be used with fast vector highlighter`,
    );
  if (settings.type !== "unified" && settings.type !== "plain" && settings.type !== "fvh")
    throw illegalArgument(`unknown highlighter type [${settings.type}] for the field [${name}]`);
  if (settings.type === "unified" && settings.boundaryScanner === "CHARS")
    throw illegalArgument("Invalid boundary scanner type: chars");
  if (settings.type === "plain" && settings.fragmenter !== "span" && settings.fragmenter !== "simple") {
    throw illegalArgument(`unknown fragmenter option [${settings.fragmenter}] for the field [${name}]`);
  }
}

function plain(
  { field, settings }: HighlightedField,
  values: readonly string[],
  terms: readonly HighlightTerm[],
): string[] {
  const limit = settings.maxAnalyzedOffset ?? Number.POSITIVE_INFINITY;
  const found = values.flatMap((value) => {
    const analyzed = analyzeValues(field, [value], limit);
    return plainFragments(
      value,
      { analyzed, matches: findMatches(analyzed, terms, "near"), spans: phraseSpans(analyzed, terms) },
      settings,
    );
  });
  if (settings.order === "score") found.sort((left, right) => right.score - left.score);
  const wanted = settings.numberOfFragments === 0 ? found.length : settings.numberOfFragments;
  if (found.length > 0) return found.slice(0, wanted).map((fragment) => fragment.text);
  const first = values[0] ?? "";
  return settings.noMatchSize > 0 && first !== "" ? [settings.encode(leading(field, first, settings.noMatchSize))] : [];
}

/**
 * The beginning of a value, cut after the last token that fits (`PlainHighlighter.findGoodEndForNoHighlightExcerpt`).
 */
function leading(field: MappedField, value: string, size: number): string {
  if (value.length <= size) return value;
  let end = -1;
  for (const token of analyzeValues(field, [value], Number.POSITIVE_INFINITY).tokens) {
    if (token.endOffset >= size) return value.slice(0, token.endOffset === size ? size : Math.max(end, 0));
    end = token.endOffset;
  }
  return value.slice(0, Math.max(end, 0));
}
