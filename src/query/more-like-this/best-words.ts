/** Which words of a text say most about it: frequent there, rare in the index (Lucene's `MoreLikeThis`). */
import { javaMapOrder } from "../../compat/java-map-order.ts";
import { boosted } from "../boost/boost-expression.ts";
import { booleanOf } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SearcherView } from "../query.ts";
import { term } from "../term/term-expression.ts";
import { deadNested, nestedCount } from "../../segment/nested-docs.ts";
import { WordQueue } from "./word-queue.ts";

/** What a word must be to be looked for. */
export interface WordChoice {
  readonly mostWords: number;
  readonly leastInText: number;
  readonly leastDocuments: number;
  readonly mostDocuments: number;
  /** Lengths in UTF-16 units; 0: any. */
  readonly leastLength: number;
  readonly mostLength: number;
  readonly stopWords: ReadonlySet<string>;
  /** Words by field that must not be looked for. */
  readonly unlike: ReadonlyMap<string, ReadonlySet<string>>;
  /** The boost of the least word, when words are boosted by what they say; 0: they are not. */
  readonly boostTerms: number;
}

interface Choice {
  readonly field: MappedField;
  readonly bytes: Uint8Array;
  readonly score: number;
}

const encoder = new TextEncoder();

/** Optional clauses for the best words, the least first. Each word is looked for where most documents have it. */
export function bestWords(
  searcher: SearcherView,
  frequencies: ReadonlyMap<string, number>,
  fields: readonly MappedField[],
  choice: WordChoice,
): Expression[] {
  const documents = documentsIn(searcher);
  const queue = new WordQueue<Choice>(choice.mostWords);
  for (const word of javaMapOrder([...frequencies.keys()])) {
    const frequency = frequencies.get(word)!;
    if (frequency < choice.leastInText) continue;
    const one = placeOf(searcher, word, fields);
    if (!one || one.docFreq < choice.leastDocuments || one.docFreq > choice.mostDocuments) continue;
    const idf = Math.fround(Math.log((documents + 1) / (one.docFreq + 1)) + 1);
    queue.add({ field: one.field, bytes: one.bytes, score: Math.fround(frequency * idf) });
  }
  const kept = queue.drain();
  const least = kept[0]?.score ?? 1;
  return kept.map(({ field, bytes, score }) => {
    const plain = term(field, bytes);
    return choice.boostTerms === 0 ? plain : boosted(plain, Math.fround((choice.boostTerms * score) / least));
  });
}

/** Optional clauses as one query. */
export function anyWord(words: readonly Expression[]): ReturnType<typeof booleanOf> {
  return booleanOf(words.map((expression) => ({ occur: "should", expression })));
}

/** Live documents, nested ones included, as Lucene counts them. */
function documentsIn({ segments, liveDocs }: SearcherView): number {
  let count = 0;
  for (const [number, segment] of segments.entries()) {
    const live = liveDocs[number];
    count += nestedCount(segment) - deadNested(segment, live);
    if (!live) count += segment.docCount;
    else for (const word of live) count += onesOf(word);
  }
  return count;
}

function onesOf(word: number): number {
  let count = 0;
  for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}

/** In this shard, whatever the statistics are that its hits are scored by. */
function docFreqHere({ segments }: SearcherView, path: string, bytes: Uint8Array): number {
  let docFreq = 0;
  for (const segment of segments) {
    const terms = segment.terms(path);
    const ordinal = terms?.find(bytes) ?? -1;
    if (terms && ordinal >= 0) docFreq += terms.docFreq(ordinal);
  }
  return docFreq;
}

function placeOf(
  searcher: SearcherView,
  word: string,
  fields: readonly MappedField[],
): { readonly field: MappedField; readonly bytes: Uint8Array; readonly docFreq: number } | undefined {
  const bytes = encoder.encode(word);
  let best: { readonly field: MappedField; readonly bytes: Uint8Array; readonly docFreq: number } | undefined;
  for (const field of fields) {
    const docFreq = docFreqHere(searcher, field.path, bytes);
    if (docFreq > (best?.docFreq ?? 0)) best = { field, bytes, docFreq };
  }
  return best;
}

/** Adds the words of a text in a field that may be looked for. */
export function addWords(
  into: Map<string, number>,
  words: readonly string[],
  field: MappedField,
  { leastLength, mostLength, stopWords, unlike }: WordChoice,
): void {
  const refused = unlike.get(field.path);
  for (const word of words) {
    if (word.length < leastLength || (mostLength > 0 && word.length > mostLength)) continue;
    if (stopWords.has(word) || refused?.has(word)) continue;
    into.set(word, (into.get(word) ?? 0) + 1);
  }
}
