/**
 * Test support: documents as plain objects, the way into a builder, and the content of a segment read back as plain
 * objects.
 */
import { isLive } from "../../segment/live-docs.ts";
import type { SegmentData } from "../../segment/format.ts";
import { readPostings } from "../../segment/postings/postings-reader.ts";
import type { FieldSpec, FieldWriter, SegmentBuilder } from "../../segment/segment-builder.ts";
import type { NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import { byte4ToInt, intToByte4 } from "../../segment/norms/small-float.ts";

/** Every kind of field that a builder knows. */
export const modelFields = {
  title: { name: "title", terms: "positions", norms: true, column: undefined },
  notes: { name: "notes", terms: "freqs", norms: true, column: undefined },
  plain: { name: "plain", terms: "freqs", norms: false, column: undefined },
  tag: { name: "tag", terms: "docs", norms: false, column: "ordinals" },
  shown: { name: "shown", terms: "none", norms: false, column: "ordinals" },
  bare: { name: "bare", terms: "docs", norms: false, column: undefined },
  count: { name: "count", terms: undefined, norms: false, column: "integer" },
  rating: { name: "rating", terms: undefined, norms: false, column: "double" },
  place: { name: "place", terms: undefined, norms: false, column: "point" },
  embedding: { name: "embedding", terms: undefined, norms: false, column: "vector" },
  seen: { name: "seen", terms: undefined, norms: false, column: undefined },
} as const satisfies Record<string, FieldSpec>;

/** The values of a document of the model; an absent array is an absent field. */
export interface ModelValues {
  /** Words by position (gaps are allowed); an empty array is a text without tokens. */
  title?: { word: string; position: number }[];
  notes?: string[];
  plain?: string[];
  tag?: string[];
  shown?: string[];
  bare?: string[];
  /** An empty array: the document has the field, without a value. */
  count?: (number | bigint)[];
  rating?: number[];
  place?: [number, number][];
  /** Eight bytes. */
  embedding?: number[];
  seen?: boolean;
}

/** A nested document of the space `lines`, with those of `lines.parts` in it. */
export interface ModelLine extends ModelValues {
  parts?: ModelValues[];
}

/** A document, with the nested ones of `lines` and `remarks` in it. */
export interface ModelDocument extends ModelValues {
  id: string;
  seqNo: number;
  primaryTerm: number;
  location: { file: number; offset: number };
  lines?: ModelLine[];
  remarks?: ModelValues[];
}

/** A repeatable stream of numbers in [0, 1) (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const bigValues = [2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n, -(2n ** 53n) - 1n];
const oddWords = [
  "",
  "a",
  "a\0",
  "a\0\0",
  "aa",
  "ab",
  "é",
  "日本",
  "\u{1f600}",
  "prefix",
  "prefix-and-more",
  "prefix-and-more-still",
];

/** `count` documents from a seed: frequent and rare words, absent fields, several values, edge values. */
export function modelDocuments(seed: number, count: number): ModelDocument[] {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const chance = (share: number) => next() < share;
  const word = () =>
    chance(0.1)
      ? oddWords[below(oddWords.length)]!
      : chance(0.1)
        ? `rare${below(100000)}`
        : `w${Math.floor(next() ** 3 * 30)}`;
  const several = <T>(one: () => T, most: number): T[] => Array.from({ length: 1 + below(most) }, one);
  const wide = chance(0.3);
  const small = chance(0.3);
  const sparse = chance(0.5) ? 1 : 0.7;
  const single = chance(0.3);
  const hollow = chance(0.3);
  const integer = (): number | bigint =>
    wide && chance(0.05)
      ? bigValues[below(bigValues.length)]!
      : small
        ? below(1000) - 500
        : Math.round((next() - 0.5) * 2 ** 40);
  const primaryTerm = chance(0.5) ? () => 1 : () => 1 + below(2);
  const nestedShare = chance(0.3) ? 0 : 0.3;
  const nested = (): ModelValues => ({
    ...(chance(0.5) ? { title: spread(several(word, 4), below, chance) } : {}),
    ...(chance(0.5) ? { tag: several(word, 2) } : {}),
    ...(chance(0.3) ? { count: several(integer, 2) } : {}),
  });
  const line = (): ModelLine => (chance(0.3) ? { ...nested(), parts: several(nested, 2) } : nested());
  const documents: ModelDocument[] = [];
  let seqNo = 0;
  for (let i = 0; i < count; i++) {
    seqNo += 1 + (chance(0.2) ? below(5) : 0);
    const document: ModelDocument = {
      id: chance(0.5) ? `id-${i}` : `${i}-é${below(9)}`,
      seqNo,
      primaryTerm: primaryTerm(),
      location: { file: below(3), offset: below(2 ** 31) * 2 },
    };
    if (chance(sparse)) document.title = spread(chance(0.05) ? [] : several(word, 12), below, chance);
    if (chance(sparse)) document.notes = several(word, chance(0.02) ? 400 : 5);
    if (chance(0.5)) document.plain = several(word, 3);
    if (chance(sparse)) document.tag = single ? [word()] : several(word, 3);
    if (chance(sparse)) document.shown = single ? [word()] : several(word, 2);
    if (chance(0.3)) document.bare = several(word, 2);
    if (chance(sparse)) document.count = hollow && chance(0.05) ? [] : several(integer, single ? 1 : 3);
    if (chance(sparse)) document.rating = several(() => (chance(0.1) ? -0 : next() * 1e300), single ? 1 : 2);
    if (chance(sparse))
      document.place = several((): [number, number] => [below(2 ** 32) | 0, below(2 ** 32) | 0], single ? 1 : 2);
    if (chance(sparse)) document.embedding = Array.from({ length: 8 }, () => below(256));
    if (chance(0.3)) document.seen = true;
    if (chance(nestedShare)) document.lines = several(line, 3);
    if (chance(nestedShare)) document.remarks = several(nested, chance(0.02) ? 200 : 2);
    documents.push(document);
  }
  return documents;
}

function spread(
  words: string[],
  below: (limit: number) => number,
  chance: (share: number) => boolean,
): { word: string; position: number }[] {
  let position = chance(0.02) ? 100_000 : 0;
  return words.map((word) => {
    position += chance(0.1) ? below(300) : 1;
    return { word, position };
  });
}

/** Adds a document to a builder, without `end`. Some of its values come behind its nested documents. */
export function addModelDocument(builder: SegmentBuilder, document: ModelDocument): number {
  const number = builder.start(document.id, document.seqNo, document.primaryTerm);
  const { tag, ...values } = document;
  addValues(builder, values);
  for (const line of document.lines ?? []) {
    const lines = builder.space("lines", "");
    lines.start();
    for (const part of line.parts ?? []) {
      const parts = builder.space("lines.parts", "lines");
      parts.start();
      addValues(parts, part);
      parts.end();
    }
    addValues(lines, line);
    lines.end();
  }
  for (const remark of document.remarks ?? []) {
    const remarks = builder.space("remarks", "");
    remarks.start();
    addValues(remarks, remark);
    remarks.end();
  }
  if (tag) addValues(builder, { tag });
  return number;
}

function addValues(builder: FieldWriter, document: ModelValues): void {
  const encoder = new TextEncoder();
  const add = (spec: FieldSpec, words: readonly string[], ordinal: boolean) => {
    const field = builder.field(spec);
    for (const word of words) {
      const bytes = encoder.encode(`<${word}>`);
      if (ordinal) builder.addOrdinalTerm(field, bytes, 1, bytes.length - 1);
      else builder.addTerm(field, bytes, 1, bytes.length - 1, 0);
    }
  };
  if (document.title) {
    const field = builder.field(modelFields.title);
    for (const { word, position } of document.title) {
      const bytes = encoder.encode(word);
      builder.addTerm(field, bytes, 0, bytes.length, position);
    }
    builder.addLength(field, document.title.length);
  }
  if (document.notes) {
    add(modelFields.notes, document.notes, false);
    for (const _ of document.notes) builder.addLength(builder.field(modelFields.notes), 1);
  }
  add(modelFields.plain, document.plain ?? [], false);
  add(modelFields.tag, document.tag ?? [], true);
  add(modelFields.shown, document.shown ?? [], true);
  add(modelFields.bare, document.bare ?? [], true);
  if (document.count?.length === 0) builder.addPresence(builder.field(modelFields.count));
  for (const value of document.count ?? []) builder.addNumber(builder.field(modelFields.count), value);
  for (const value of document.rating ?? []) builder.addNumber(builder.field(modelFields.rating), value);
  for (const [latitude, longitude] of document.place ?? [])
    builder.addPoint(builder.field(modelFields.place), latitude, longitude);
  if (document.embedding) builder.addVector(builder.field(modelFields.embedding), Uint8Array.from(document.embedding));
  if (document.seen) builder.addPresence(builder.field(modelFields.seen));
}

/** Adds documents whole. */
export function addModelDocuments(builder: SegmentBuilder, documents: readonly ModelDocument[]): void {
  for (const document of documents) {
    addModelDocument(builder, document);
    builder.end(document.location.file, document.location.offset);
  }
}

/** What a segment holds of one document, or nested document. Postings are `term → [frequency, positions]`. */
export interface ValuesContent {
  postings: Record<string, Record<string, [number, readonly number[]]>>;
  norms: Record<string, number>;
  values: Record<string, unknown[]>;
  present: string[];
  /** Nested documents by path; those without are left out. */
  nested: Record<string, ValuesContent[]>;
}

/** As ValuesContent, with the record. */
export interface DocumentContent extends ValuesContent {
  id: string;
  seqNo: number;
  primaryTerm: number;
  location: { file: number; offset: number } | undefined;
}

/** What is expected of a document in a segment. */
export function expectedContent(document: ModelDocument): DocumentContent {
  const { id, seqNo, primaryTerm, location, lines, remarks } = document;
  const content = { id, seqNo, primaryTerm, location, ...expectedValues(document) };
  if (lines) content.nested["lines"] = lines.map(expectedLine);
  if (remarks) content.nested["remarks"] = remarks.map(expectedValues);
  return content;
}

function expectedLine(line: ModelLine): ValuesContent {
  const content = expectedValues(line);
  if (line.parts) content.nested["lines.parts"] = line.parts.map(expectedValues);
  return content;
}

function expectedValues(document: ModelValues): ValuesContent {
  const content: ValuesContent = {
    nested: {},
    postings: {},
    norms: {},
    values: {},
    present: Object.keys(modelFields)
      .filter((name) => name in document)
      .sort(),
  };
  const postingsOf = (
    field: string,
    words: readonly { word: string; position: number }[],
    freqs: boolean,
    positions: boolean,
  ) => {
    const terms: Record<string, [number, number[]]> = {};
    for (const { word, position } of words) {
      const posting = (terms[`=${word}`] ??= [0, []]);
      posting[0] = freqs ? posting[0] + 1 : 1;
      if (positions) posting[1].push(position);
    }
    if (words.length > 0) content.postings[field] = terms;
  };
  const flat = (words: readonly string[] | undefined) => (words ?? []).map((word) => ({ word, position: 0 }));
  postingsOf("title", document.title ?? [], true, true);
  postingsOf("notes", flat(document.notes), true, false);
  postingsOf("plain", flat(document.plain), true, false);
  postingsOf("tag", flat(document.tag), false, false);
  postingsOf("bare", flat(document.bare), false, false);
  if (document.title) content.norms["title"] = byte4ToInt(intToByte4(document.title.length));
  if (document.notes) content.norms["notes"] = byte4ToInt(intToByte4(document.notes.length));
  const unique = (words: readonly string[]) =>
    [...new Set(words)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  if (document.tag) content.values["tag"] = unique(document.tag);
  if (document.shown) content.values["shown"] = unique(document.shown);
  if (document.count && document.count.length > 0)
    content.values["count"] = document.count.map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (document.rating) content.values["rating"] = Array.from(Float64Array.from(document.rating).sort());
  if (document.place) content.values["place"] = [...document.place].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (document.embedding) content.values["embedding"] = [document.embedding];
  return content;
}

/** Reads the live documents of a segment. */
export function contentOf(data: SegmentData, live?: Uint32Array): DocumentContent[] {
  const reader = openSegment(data);
  const contents = valuesContentOf(reader).map((content, doc) => ({
    id: reader.id(doc),
    seqNo: reader.seqNo(doc),
    primaryTerm: reader.primaryTerm(doc),
    location: reader.location(doc),
    ...content,
  }));
  const bySpace = new Map<SegmentReader, ValuesContent[]>([[reader, contents]]);
  for (const space of reader.spaces) {
    const nested = valuesContentOf(space);
    bySpace.set(space, nested);
    putNested(space, nested, bySpace.get(space.parentReader)!);
  }
  return contents.filter((_, doc) => isLive(live, doc));
}

/** Puts nested documents under their parents, once by `firstChild` and once by `parents`, which must agree. */
function putNested(
  { path, firstChild, parents }: NestedReader,
  nested: readonly ValuesContent[],
  above: readonly ValuesContent[],
): void {
  above.forEach((content, parent) => {
    const children = nested.slice(firstChild[parent], firstChild[parent + 1]);
    const byParent = nested.filter((_, child) => parents[child] === parent);
    if (children.some((child, i) => child !== byParent[i]) || children.length !== byParent.length)
      throw new Error(`[${path}] disagrees about ${parent}`);
    if (children.length > 0) content.nested[path] = children;
  });
}

function valuesContentOf(reader: SegmentReader): ValuesContent[] {
  const contents = Array.from({ length: reader.docCount }, (): ValuesContent => ({
    postings: {},
    norms: {},
    values: {},
    present: [],
    nested: {},
  }));
  for (const name of reader.fieldNames()) {
    const field = reader.field(name)!;
    const presence = reader.presence(name);
    const norms = reader.norms(name);
    for (let doc = 0; doc < reader.docCount; doc++) {
      if (presence && !isLive(presence, doc)) continue;
      contents[doc]!.present.push(name);
      if (norms) contents[doc]!.norms[name] = byte4ToInt(norms[doc]!);
      const values = valuesOf(reader, name, doc);
      if (values.length > 0) contents[doc]!.values[name] = values;
    }
    if (!field.terms || field.terms.detail === "none") continue;
    const terms = reader.terms(name)!;
    for (let ordinal = 0; ordinal < terms.count; ordinal++) {
      for (const { doc, freq, positions } of readPostings(reader.data, field.terms, ordinal)) {
        (contents[doc]!.postings[name] ??= {})[`=${terms.text(ordinal)}`] = [freq, positions];
      }
    }
  }
  for (const content of contents) content.present.sort();
  return contents;
}

/**
 * Column values of a document that has the field: integers as bigint, ordinals as text, points as pairs, vectors as
 * their bytes.
 */
function valuesOf(reader: SegmentReader, name: string, doc: number): unknown[] {
  const column = reader.column(name);
  if (!column) return [];
  const from = column.starts ? column.starts[doc]! : doc;
  const to = column.starts ? column.starts[doc + 1]! : doc + 1;
  const values: unknown[] = [];
  for (let i = from; i < to; i++) {
    const value = column.values[i]!;
    if (column.type === "vector") {
      const { width = 0 } = column;
      values.push([...column.values.slice(i * width, (i + 1) * width)].map(Number));
      continue;
    }
    if (column.type === "point") values.push([value, column.values2![i]!]);
    else if (column.type === "u16" || column.type === "u32") values.push(reader.terms(name)!.text(Number(value)));
    else values.push(name === "count" ? BigInt(value) : value);
  }
  return values;
}
