/** The `semantic` highlighter: the chunks of a text that are nearest to what is asked for. */
import type { JsonObject } from "../../core/json.ts";
import type { ChunkSpace } from "../../mapping/field-type.ts";
import { readEmbeddedText, type TextChunk } from "../../mapping/semantic/embedded-text.ts";
import { inferenceFieldsOf } from "../../mapping/semantic/inference-fields.ts";
import { ownOf } from "../../core/names.ts";
import type { HighlightTerm } from "../../query/query.ts";
import { firstBelow } from "../../segment/nested-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { FieldSettings } from "./field-settings.ts";

/** The document whose texts are shown. */
export interface SemanticDocument {
  readonly reader: SegmentReader;
  readonly doc: number;
  /** The document as it is kept. */
  record(): { readonly source: Uint8Array };
}

/** What is shown of which field. */
export interface SemanticTask {
  readonly path: string;
  readonly chunks: ChunkSpace;
  readonly terms: readonly HighlightTerm[];
  readonly settings: FieldSettings;
  /** The values of a field, as texts. */
  readonly valuesOf: (path: string) => readonly string[];
}

interface Scored {
  readonly chunk: TextChunk;
  readonly index: number;
  readonly score: number;
}

/** The best chunks, in the order of the text or of their scores. */
export function semanticFragments(task: SemanticTask, document: SemanticDocument): string[] {
  const { settings, valuesOf } = task;
  const found = scoredChunks(task, document).sort((one, other) => other.score - one.score || one.index - other.index);
  const best = found.slice(0, settings.numberOfFragments <= 0 ? 1 : settings.numberOfFragments);
  if (settings.order !== "score") best.sort((one, other) => one.index - other.index);
  const texts = new Map<string, string>();
  return best.flatMap(({ chunk: { source, start, end } }) => {
    let text = texts.get(source);
    if (text === undefined) texts.set(source, (text = valuesOf(source).join("\0")));
    // Texts that the caller may not see have no values here.
    return text.length >= end ? [text.slice(start, end)] : [];
  });
}

function scoredChunks({ path, chunks, terms }: SemanticTask, document: SemanticDocument): Scored[] {
  const { reader, doc } = document;
  const space = reader.space(chunks.path);
  const own = terms.filter((term) => term.chunks === "all" || term.field === chunks.embeddings.field.path);
  if (!space || own.length === 0) return [];
  const made: JsonObject = inferenceFieldsOf(document.record().source) ?? {};
  const given = ownOf(made, path);
  const listed = given === undefined ? [] : readEmbeddedText(path, given).chunks;
  // Chunks stand in the order in which the document lists them.
  const first = firstBelow(space, doc, reader);
  return listed.flatMap((chunk, index) => {
    const scores = own.flatMap(({ chunks: plan }) => {
      if (plan === undefined) return [];
      if (plan === "all") return [1];
      const { match, value } = plan.explain(space, first + index);
      return match ? [value] : [];
    });
    return scores.length === 0 ? [] : [{ chunk, index, score: scores.reduce((sum, one) => sum + one) }];
  });
}
