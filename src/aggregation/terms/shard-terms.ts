/**
 * The terms of a field on one shard: global ordinals, plus one for a `missing` value that is not a term of the shard.
 */
import { type GlobalOrdinals, globalOrdinals } from "../../segment/global-ordinals.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { MISSING_ORDINAL } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { TermSide, TermSides } from "./term-filter.ts";

/** Ordinals from 0; the last one may stand for `missing`. */
export class ShardTerms {
  readonly #segments: readonly SegmentReader[];
  readonly #ordinals: GlobalOrdinals;
  readonly #missing: Uint8Array | undefined;
  /** Ordinal of `missing`, or -1 when there is none. */
  readonly missingOrdinal: number;

  constructor(segments: readonly SegmentReader[], source: ValuesSource) {
    this.#segments = segments;
    this.#ordinals = globalOrdinals(segments, source.path);
    this.#missing = source.missing instanceof Uint8Array ? source.missing : undefined;
    this.missingOrdinal = this.#missing ? (this.#find(this.#missing) ?? this.#ordinals.count) : -1;
  }

  /** Number of ordinals. */
  get count(): number {
    return Math.max(this.#ordinals.count, this.missingOrdinal + 1);
  }

  /** Ordinal of each of the segment's; undefined: they are the same. */
  mapOf(reader: SegmentReader): Uint32Array | undefined {
    return this.#ordinals.maps[this.#segments.indexOf(reader)];
  }

  /** Converts a segment's ordinals to the shard's, in place. */
  translate(ordinals: Uint32Array, count: number, map: Uint32Array | undefined): void {
    const { missingOrdinal } = this;
    if (missingOrdinal < 0) {
      if (map) for (let i = 0; i < count; i++) ordinals[i] = map[ordinals[i]!]!;
      return;
    }
    for (let i = 0; i < count; i++) {
      const own = ordinals[i]!;
      ordinals[i] = own === MISSING_ORDINAL ? missingOrdinal : map ? map[own]! : own;
    }
  }

  /** The term's bytes as a view: do not keep or change it. */
  bytes(ordinal: number): Uint8Array {
    return ordinal === this.#ordinals.count && this.#missing ? this.#missing : this.#ordinals.bytes(ordinal);
  }

  /** The term as Latin-1 text, which has the order of the bytes. */
  key(ordinal: number): string {
    return Buffer.from(this.bytes(ordinal)).toString("latin1");
  }

  /** Order of the terms. */
  compare(left: number, right: number): number {
    const beyond = this.#ordinals.count;
    if (left === right || (left < beyond && right < beyond)) return left - right;
    return Buffer.compare(this.bytes(left), this.bytes(right));
  }

  /** 1 for each ordinal that the rules accept. */
  allowed({ include, exclude }: TermSides): Uint8Array {
    const allowed = new Uint8Array(this.count);
    if (include) this.#mark(allowed, include, 1);
    else allowed.fill(1);
    if (exclude) this.#mark(allowed, exclude, 0);
    return allowed;
  }

  #mark(marks: Uint8Array, side: TermSide, mark: 0 | 1): void {
    if ("terms" in side) {
      for (const term of side.terms) {
        const ordinal =
          this.#find(term) ?? (this.#missing && Buffer.compare(this.#missing, term) === 0 ? this.missingOrdinal : -1);
        if (ordinal >= 0) marks[ordinal] = mark;
      }
      return;
    }
    for (let ordinal = 0; ordinal < marks.length; ordinal++)
      if (marks[ordinal] !== mark && side.accepts(this.bytes(ordinal))) marks[ordinal] = mark;
  }

  #find(term: Uint8Array): number | undefined {
    let low = 0;
    let high = this.#ordinals.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.#ordinals.bytes(middle), term) < 0) low = middle + 1;
      else high = middle;
    }
    return low < this.#ordinals.count && Buffer.compare(this.#ordinals.bytes(low), term) === 0 ? low : undefined;
  }
}
