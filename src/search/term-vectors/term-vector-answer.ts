/** What termvectors answers for one document. */
import { float32Text } from "../../compat/json/json-text.ts";
import { RequestError } from "../../compat/errors.ts";
import type { SearcherView } from "../../query/query.ts";
import { createSearcherView } from "../../query/searcher-view.ts";
import type { CallRuntime } from "../search-action.ts";
import { grantedMapping } from "../granted-mapping.ts";
import type { SearchTarget } from "../search-service.ts";
import { bestTerms } from "./best-terms.ts";
import { type DocumentTerms, documentTerms } from "./document-terms.ts";
import { documentVectors } from "./document-vectors.ts";
import { executionFailure } from "./execution-failure.ts";
import type { FieldVector, VectorTerm } from "./field-vector.ts";
import type { TermVectorDocument, TermVectorItem, TermVectorOptions } from "./term-vector-item.ts";

/** The answer as an object. Throws what goes wrong with the document. */
export function termVectorAnswer(
  item: TermVectorItem,
  target: SearchTarget | undefined,
  runtime: CallRuntime,
): Record<string, unknown> {
  if ("failed" in item) return { _index: item.failed.index, _id: item.failed.id, error: item.failed.error };
  if ("missing" in item || !target) {
    const { index = "", id = "" } = "missing" in item ? item.missing : {};
    return { _index: index, _id: id, _version: 0, found: false, took: runtime.tookMs() };
  }
  const { document } = item;
  const vectors = answerVectors(document, target, runtime);
  return {
    _index: target.index,
    _id: document.id,
    _version: document.version,
    found: true,
    took: runtime.tookMs(),
    term_vectors: vectors,
  };
}

function answerVectors(
  document: TermVectorDocument,
  target: SearchTarget,
  runtime: CallRuntime,
): Record<string, unknown> {
  const { uuid, index, access, shards: [shard = 0] = [] } = target;
  const { metadata, mapping: whole } = runtime.registry.index(uuid, index);
  const mapping = grantedMapping(whole, access);
  const searcher = runtime.registry.acquire(uuid, shard);
  try {
    const segments = searcher?.segments ?? [];
    const view = createSearcherView({
      index,
      shard,
      segments,
      liveDocs: searcher?.liveDocs ?? [],
      mapping,
      nowMs: runtime.nowMs,
    });
    let parsed: DocumentTerms | undefined;
    const terms = (): DocumentTerms => (parsed ??= documentTerms(metadata, whole.scripts, document));
    // A document that is not refreshed yet counts as if it were: Elasticsearch refreshes before it looks.
    const { seqNo } = document;
    const isNew = seqNo !== undefined && !segments.some((segment) => segment.docOfSeqNo(seqNo) >= 0);
    const statistics = new ShardStatistics(view, isNew ? terms() : undefined);
    const vectors = documentVectors({ document, mapping, terms });
    return Object.fromEntries(
      vectors.map((vector) => [vector.field, fieldAnswer(vector, document.options, statistics)]),
    );
  } catch (error) {
    throw error instanceof RequestError && error.status === 400 ? executionFailure(error) : error;
  } finally {
    searcher?.release();
  }
}

/** Statistics of the shard, with those of a document that is not in its segments yet. */
class ShardStatistics {
  readonly #view: SearcherView;
  readonly #added: DocumentTerms | undefined;

  constructor(view: SearcherView, added: DocumentTerms | undefined) {
    this.#view = view;
    this.#added = added;
  }

  field(field: string): { docCount: number; sumDocFreq: number; sumTotalTermFreq: number } {
    const { docCount, sumDocFreq, sumTotalTermFreq } = this.#view.fieldStatistics(field);
    const added = this.#added?.fieldStatistics(field);
    return {
      docCount: docCount + (added?.docCount ?? 0),
      sumDocFreq: sumDocFreq + (added?.sumDocFreq ?? 0),
      sumTotalTermFreq: sumTotalTermFreq + (added?.sumTotalTermFreq ?? 0),
    };
  }

  term(field: string, term: VectorTerm): { docFreq: number; totalTermFreq: number } {
    const { docFreq, totalTermFreq } = this.#view.termStatistics(field, term.bytes);
    const added = this.#added?.frequency(field, term.text) ?? 0;
    return { docFreq: docFreq + Math.min(added, 1), totalTermFreq: totalTermFreq + added };
  }
}

function fieldAnswer(
  vector: FieldVector,
  options: TermVectorOptions,
  statistics: ShardStatistics,
): Record<string, unknown> {
  const { field } = vector;
  const answer: Record<string, unknown> = {};
  const { docCount, sumDocFreq, sumTotalTermFreq } = statistics.field(field);
  if (options.fieldStatistics)
    answer.field_statistics = { sum_doc_freq: sumDocFreq, doc_count: docCount, sum_ttf: sumTotalTermFreq };
  const scores =
    options.filter && bestTerms(vector.terms, options.filter, docCount, (term) => statistics.term(field, term).docFreq);
  const shown = scores ? vector.terms.filter((term) => scores.has(term.text)) : vector.terms;
  // fromEntries makes `__proto__` a term like any other.
  answer.terms = Object.fromEntries(
    shown.map((term) => [term.text, termAnswer(term, vector, options, statistics, scores?.get(term.text))]),
  );
  return answer;
}

function termAnswer(
  term: VectorTerm,
  vector: FieldVector,
  options: TermVectorOptions,
  statistics: ShardStatistics,
  score: number | undefined,
): unknown {
  const answer: Record<string, unknown> = {};
  if (options.termStatistics) {
    const { docFreq, totalTermFreq } = statistics.term(vector.field, term);
    if (docFreq > 0) Object.assign(answer, { doc_freq: docFreq, ttf: totalTermFreq });
  }
  answer.term_freq = term.occurrences.length;
  const positions = options.positions && vector.hasPositions;
  const offsets = options.offsets && vector.hasOffsets;
  const payloads = options.payloads && vector.hasPayloads;
  if (positions || offsets || payloads) {
    answer.tokens = term.occurrences.map(({ position, startOffset, endOffset, payload }) => ({
      ...(positions ? { position } : {}),
      ...(offsets ? { start_offset: startOffset, end_offset: endOffset } : {}),
      ...(payloads && payload ? { payload: Buffer.from(payload).toString("base64") } : {}),
    }));
  }
  if (score !== undefined) answer.score = float32Text(score);
  return answer;
}
