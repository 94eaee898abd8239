/** `random_score`: the same number for the same seed and value of a field (Elasticsearch's `RandomScoreFunction`). */
import { illegalArgument, parsingException } from "../../../compat/errors.ts";
import { tokenName } from "../../../compat/body-reader.ts";
import { javaDouble } from "../../../core/float32.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { murmur3, murmur3OfDigits } from "../../../core/murmur3.ts";
import { requireFieldData } from "../../../mapping/field-data.ts";
import type { MappedField } from "../../../mapping/field-type.ts";
import type { SegmentReader } from "../../../segment/segment-reader.ts";
import { NumberColumn } from "../../columns/number-column.ts";
import { expressionKey } from "../../expression.ts";
import { explained } from "../../scoring/explanation.ts";
import type { SearcherView } from "../../query.ts";
import { textOf } from "../read-scalar.ts";
import type { ScoreFunction, ScoreFunctionKind, SegmentFunction } from "../score-function.ts";

const encoder = new TextEncoder();

export const randomScore: ScoreFunctionKind = {
  name: "random_score",

  read(body) {
    const { seed, path } = readRandom(body);
    return {
      on(searcher): ScoreFunction {
        const { index, shard, nowMs } = searcher;
        const salt = (javaHash(index) << 10) | shard;
        // Without a seed, the time and the number of the document decide.
        const field = seed === undefined ? undefined : fieldOf(searcher, path ?? "_id");
        const used = seed ?? longHash(BigInt(nowMs));
        const salted = mix(used ^ salt);
        const text = `random score function (seed: ${used}, field: ${field?.path ?? "null"})`;
        return {
          type: "org.elasticsearch.common.lucene.search.function.RandomScoreFunction",
          key: expressionKey("random_score", used, field?.path),
          needsScores: false,
          weight: 1,
          open(segment): SegmentFunction {
            const hash = field ? hashOfField(segment, field, salted) : hashOfDoc(searcher, segment, salted);
            const value = (doc: number): number => (hash(doc) & 0xffffff) / 0x1000000;
            return {
              value,
              values(docs, count, into) {
                for (let at = 0; at < count; at++) into[at] = value(docs[at]!);
              },
              explain: (doc) => explained(Math.fround(value(doc)), text),
            };
          },
        };
      },
    };
  },
};

function readRandom(body: JsonObject): { seed: number | undefined; path: string | undefined } {
  let seed: number | undefined;
  let path: string | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (key === "seed") seed = seedOf(value);
    else if (key === "field") path = value === null ? undefined : textOf(value);
    else throw parsingException(`random_score query does not support [${key}]`);
  }
  return { seed, path };
}

/** 32 bits of a number or a text, as Java hashes them. */
function seedOf(value: Json): number | undefined {
  if (value === null) return undefined;
  if (typeof value === "string") return javaHash(value);
  if (typeof value !== "number" && typeof value !== "bigint")
    throw parsingException(`random_score seed must be an int/long or string, not '${tokenName(value)}'`);
  if (typeof value === "number" && !Number.isInteger(value))
    throw parsingException("random_score seed must be an int, long or string, not 'VALUE_NUMBER'");
  const whole = BigInt(value);
  return BigInt.asIntN(32, whole) === whole ? Number(whole) : longHash(whole);
}

/** Java's `Long.hashCode`. */
function longHash(value: bigint): number {
  return Number(BigInt.asIntN(32, value ^ (BigInt.asUintN(64, value) >> 32n)));
}

/** Java's `String.hashCode`. */
function javaHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** The finaliser of MurmurHash3. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function fieldOf({ mapping, index }: SearcherView, path: string): MappedField {
  const field = mapping.field(path);
  if (!field)
    throw illegalArgument(
      `Field [${path}] is not mapped on [[${index}]] and cannot be used as a source of random numbers.`,
    );
  if (path !== "_seq_no") requireFieldData(field, path, index);
  return field;
}

function hashOfDoc({ segments }: SearcherView, segment: SegmentReader, salted: number): (doc: number) => number {
  let base = 0;
  for (const one of segments) {
    if (one.data === segment.data) break;
    base += one.docCount;
  }
  return (doc) => mix((base + doc) ^ salted);
}

/** The hash of the first value in the order of texts; a document without one has the salted seed. */
function hashOfField(segment: SegmentReader, field: MappedField, salted: number): (doc: number) => number {
  if (field.path === "_seq_no") return (doc) => murmur3OfDigits(segment.seqNo(doc), salted);
  const column = segment.column(field.path);
  if (!column) return () => salted;
  const numbers = new NumberColumn(segment, field);
  const { values } = column;
  const { showsDoubles } = field.capabilities;
  const terms = column.type === "u16" || column.type === "u32" ? segment.terms(field.path) : undefined;
  const hashOf = (at: number): number => {
    const value = values[at]!;
    if (!showsDoubles && Number.isSafeInteger(value)) return murmur3OfDigits(Number(value), salted);
    return hashOfText(textAt(at), salted);
  };
  const textAt = (at: number): string => (showsDoubles ? javaDouble(numbers.at(at)) : String(values[at]));
  const hashOfSeveral = (from: number, to: number): number => {
    // Terms are in the order of their texts already.
    if (terms) return murmur3(terms.bytes(Number(values[from])), 0, undefined, salted);
    let least = textAt(from);
    for (let at = from + 1; at < to; at++) {
      const text = textAt(at);
      if (text < least) least = text;
    }
    return hashOfText(least, salted);
  };
  return (doc) => {
    const from = numbers.start(doc);
    const to = numbers.end(doc);
    if (from >= to) return salted;
    return terms || from + 1 < to ? hashOfSeveral(from, to) : hashOf(from);
  };
}

function hashOfText(text: string, salted: number): number {
  return murmur3(encoder.encode(text), 0, undefined, salted);
}
