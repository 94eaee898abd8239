/** Divides texts for models that read a limited number of words (`chunking_settings`). */
import type { JsonObject } from "../../core/json.ts";
import { sentenceChunks } from "./sentence-chunks.ts";
import { wordChunks } from "./word-chunks.ts";
import { WordEnds } from "./word-ends.ts";

/** A part of a text. */
export interface ChunkRange {
  readonly start: number;
  readonly end: number;
}

/** The parts that a text is divided into, in order; at least one, and overlapping as the settings say. */
export function chunkText(text: string, settings: JsonObject): readonly ChunkRange[] {
  const { strategy, max_chunk_size: most, overlap, sentence_overlap: sentences } = settings;
  switch (strategy) {
    case "none":
      return [{ start: 0, end: text.length }];
    case "word":
      return wordChunks(new WordEnds(text), { start: 0, end: text.length }, Number(most), Number(overlap));
    default:
      return sentenceChunks(text, Number(most), Number(sentences ?? 0) > 0);
  }
}
