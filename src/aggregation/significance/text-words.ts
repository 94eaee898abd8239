/** The words of documents, analyzed again out of their sources; what was read before may be left out. */
import type { JsonObject } from "../../core/json.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { ShardCollection } from "../aggregation-kind.ts";
import type { KeysOf } from "../keyed/keyed-collector.ts";
import { scriptDocuments } from "../values/script-documents.ts";
import { sourceTexts } from "../values/source-texts.ts";
import type { RepeatedText } from "./repeated-text.ts";

/** Documents between two looks for cancellation. */
const CHECKED_DOCS = 16;

/** What words are made of. */
export interface TextWords {
  readonly field: MappedField;
  /** Paths in the source. */
  readonly paths: readonly string[];
  accepts(word: Buffer): boolean;
  readonly repeated: RepeatedText | undefined;
}

/** The words of the documents of a segment, as keys of their bytes. */
export function wordsOf(words: TextWords, reader: SegmentReader, shard: ShardCollection): KeysOf {
  const { source } = scriptDocuments(shard, reader);
  const accepted = new Map<string, string | undefined>();
  const keyOf = (word: string): string | undefined => {
    if (accepted.has(word)) return accepted.get(word);
    const bytes = Buffer.from(word);
    const key = words.accepts(bytes) ? bytes.toString("latin1") : undefined;
    accepted.set(word, key);
    shard.reserve(64 + 4 * word.length);
    return key;
  };
  return (docs, count, add) => {
    for (let place = 0; place < count; place++) {
      if (place % CHECKED_DOCS === 0) shard.searcher.planning?.checkpoint();
      const tokens = tokensOf(words.field, source?.(docs[place]!) ?? {}, words.paths);
      const kept = words.repeated ? words.repeated.without(tokens) : tokens;
      for (const token of new Set(kept)) {
        const key = keyOf(token);
        if (key !== undefined) add(place, key);
      }
    }
  };
}

function tokensOf(field: MappedField, source: JsonObject, paths: readonly string[]): string[] {
  const analyzer = field.indexAnalyzer;
  return sourceTexts(source, paths).flatMap((value) =>
    analyzer ? Array.from(analyzer.tokens(value), ({ text }) => text) : [value],
  );
}
