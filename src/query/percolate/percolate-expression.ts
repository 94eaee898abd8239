/** Stored queries that documents of a request match (Elasticsearch's `PercolateQuery`). */
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { queriesName } from "../../mapping/field-types/percolator.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { readStored } from "../percolation/stored-lookups.ts";
import { percolatingMapping } from "../percolation/stored-mapping.ts";
import type { Percolation, Plan, PlanOptions, Query, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { hasField } from "../term/posting-of.ts";
import { candidateQueries } from "./candidate-queries.ts";
import { type DocumentMatch, IndexedDocuments, withDocuments } from "./indexed-documents.ts";
import { PercolateOperator } from "./percolate-operator.ts";

/** What is percolated. */
export interface Percolated {
  /** Path of the percolator field. */
  readonly path: string;
  readonly documents: readonly JsonObject[];
  readonly name: string;
  /** Identifies the documents while they are in memory: the same for all shards of an index. */
  readonly owner: object;
  parseStored(body: Json, mapping: MappingView, lookups: readonly Json[]): Query;
}

/** The stored queries of a field that any of the documents matches. */
export function percolate(percolated: Percolated): Expression {
  const { path, documents } = percolated;
  const sources = documents.map((document) => stringifyJson(document));
  const description = `PercolateQuery{document_sources={${sources.join("\n")}\n},inner={${path}.extracted_terms ${path}.extraction_result:failed}}`;
  const self: Expression = {
    type: "PercolateQuery",
    description,
    key: expressionKey("percolate", path, ...sources),
    // Stored queries may depend on the time and on scripts.
    isWrapper: true,
    rewrite: () => self,
    plan: (searcher, options) => planPercolate(percolated, description, searcher, options),
    highlightTerms() {},
  };
  return self;
}

function planPercolate(
  percolated: Percolated,
  description: string,
  searcher: SearcherView,
  { scored }: PlanOptions,
): Plan {
  const queries = new StoredQueries(percolated, searcher);
  // Documents that cannot be indexed are told with the query, not by the first segment.
  queries.within(() => undefined);
  return {
    kind: "PercolateQuery",
    description,
    children: [],
    percolation: queries,
    operator: (context) =>
      queries.within((documents) => {
        const segment = context.reader;
        const { docs, certain } = candidateQueries(documents.profiles, {
          segment,
          path: percolated.path,
          live: searcher.liveDocs[searcher.segments.indexOf(segment)],
          isFlat: documents.isFlat,
          checkpoint: () => context.checkpoint(),
        });
        if (docs.length === 0) return undefined;
        // Scores are those of the queries themselves, so that all of them are run.
        const known = scored ? new Uint32Array(certain.length) : certain;
        return new PercolateOperator(context, {
          docs,
          certain: known,
          score: (doc) => queries.score(segment, doc, scored),
          within: (work) => queries.within(work),
        });
      }),
    explain(segment, doc) {
      return queries.within((documents) => {
        const query = queries.planOf(segment, doc, scored);
        const matches = query ? documents.matches(query.plan, scored) : [];
        if (!query || matches.length === 0) return unmatched("PercolateQuery");
        const details = scored ? [query.plan.explain(documents.view.segments[0]!, 0)] : [];
        return explained(best(matches), "PercolateQuery", details);
      });
    },
  };
}

/** The queries of a shard, and the documents that they are run on. */
class StoredQueries implements Percolation {
  readonly name: string;
  readonly documentCount: number;
  readonly #percolated: Percolated;
  readonly #searcher: SearcherView;
  readonly #mapping: MappingView;

  constructor(percolated: Percolated, searcher: SearcherView) {
    this.name = percolated.name;
    this.documentCount = percolated.documents.length;
    this.#percolated = percolated;
    this.#searcher = searcher;
    this.#mapping = percolatingMapping(searcher.mapping);
  }

  /** Does some work with the documents in memory. */
  within<Answer>(work: (documents: IndexedDocuments) => Answer): Answer {
    const { owner, documents } = this.#percolated;
    return withDocuments(
      owner,
      () =>
        new IndexedDocuments(documents, { searcher: this.#searcher, mapping: this.#mapping }, (query, mapping) => {
          this.#percolated.parseStored(query, mapping, []);
          return { extraction: "failed", terms: [], ranges: [], minimum: undefined, lookups: [] };
        }),
      work,
    );
  }

  slots(segment: SegmentReader, doc: number): number[] {
    return this.within((documents) => {
      const query = this.planOf(segment, doc, false);
      return query ? documents.matches(query.plan, false).map(({ slot }) => slot) : [];
    });
  }

  show: Percolation["show"] = (segment, doc, show) =>
    this.within((documents) => {
      const query = this.planOf(segment, doc, false);
      const slots = query ? documents.matches(query.plan, false).map(({ slot }) => slot) : [];
      if (!query || slots.length === 0) return undefined;
      return show({ ...query, view: documents.view, sources: this.#percolated.documents, slots });
    });

  /** The best score of a query; -1 when it matches no document. */
  score(segment: SegmentReader, doc: number, scored: boolean): number {
    const query = this.planOf(segment, doc, scored);
    return query ? this.within((documents) => best(documents.matches(query.plan, scored))) : -1;
  }

  /** The query that a document is, planned for the documents in memory; undefined: it is none. */
  planOf(segment: SegmentReader, doc: number, scored: boolean): { query: Query; plan: Plan } | undefined {
    const { path } = this.#percolated;
    const bytes = storedBytes(segment, queriesName(path), doc);
    if (!bytes) return undefined;
    const stored = readStored(parseJsonBytes(bytes));
    const query = this.#percolated.parseStored(stored.query, this.#mapping, stored.lookups);
    return this.within(({ view }) => ({ query, plan: query.plan(view, { scored, boost: 1 }) }));
  }
}

function storedBytes(segment: SegmentReader, name: string, doc: number): Uint8Array | undefined {
  const column = segment.column(name);
  if (!column || !hasField(segment, name, doc)) return undefined;
  return segment.terms(name)?.bytes(Number(column.values[column.starts ? column.starts[doc]! : doc]));
}

function best(matches: readonly DocumentMatch[]): number {
  return matches.reduce((most, { score }) => Math.max(most, score), -1);
}
